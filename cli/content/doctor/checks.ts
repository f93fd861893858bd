// A check of `sitegen doctor`, and the words of its findings.

import { joinNames } from '../../errors.ts';

export interface Finding {
  readonly what: string;
  readonly fix: string;
  readonly isHint: boolean;
}

/** A line of the result, with its findings. */
export interface Check {
  readonly name: string;
  /** Shown if there are no findings. */
  readonly summary: string;
  readonly findings: readonly Finding[];
}

/** Where the kit for Statamic is, at the end of an advice. */
export const KIT = 'the kit has them: content/statamic/';

export const missing = (what: string, fix: string): Finding => ({ what, fix, isHint: false });

export const hint = (what: string, fix: string): Finding => ({ what, fix, isHint: true });

/** `Sites es and pt`, `Field language`. */
export function named(noun: string, names: readonly string[]): string {
  return `${noun}${names.length === 1 ? '' : 's'} ${joinNames(names)}`;
}
