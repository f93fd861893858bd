// Events that stages report. report.ts prints them.

import type { Problem } from '../errors.ts';

/** `verbose` is only printed with --verbose, `info` not with --quiet, `outcome` (the address of a server) always. */
type LogLevel = 'verbose' | 'info' | 'warning' | 'outcome';

/** An event. Texts are sentences without secrets. */
export type ReportEvent =
  | { readonly kind: 'start'; readonly command: string; readonly text: string }
  | { readonly kind: 'stage'; readonly stage: string; readonly text: string; readonly milliseconds: number }
  | {
      readonly kind: 'progress';
      readonly stage: string;
      readonly done: number;
      readonly total: number;
      readonly bytes?: number;
    }
  | { readonly kind: 'log'; readonly level: LogLevel; readonly text: string }
  /** With --json, each is printed as a `problem` event. */
  | { readonly kind: 'problems'; readonly problems: readonly Problem[] };

/** Reports an event; never throws. */
export type Report = (event: ReportEvent) => void;
