// The events that stages report. Only report.ts prints them.

import type { Problem } from '../errors.ts';

/** Printed with --verbose only; not with --quiet; as a warning; always (a server's address). */
type LogLevel = 'verbose' | 'info' | 'warning' | 'outcome';

/** One thing that happened. Texts are full sentences without secrets. */
export type ReportEvent =
  | { readonly kind: 'start'; readonly command: string; readonly text: string }
  | { readonly kind: 'stage'; readonly stage: string; readonly text: string; readonly milliseconds: number }
  | { readonly kind: 'progress'; readonly stage: string; readonly done: number; readonly total: number }
  | { readonly kind: 'log'; readonly level: LogLevel; readonly text: string }
  | { readonly kind: 'problem'; readonly problem: Problem }
  /** With --json each is a `problem` event. */
  | { readonly kind: 'problems'; readonly problems: readonly Problem[] };

/** Takes events; never throws. */
export type Report = (event: ReportEvent) => void;
