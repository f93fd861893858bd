// What a stage may tell the person or machine that watches: events, printed by `report.ts` alone.

import type { Problem } from '../errors.ts';

/** What is told only to those who ask, to all but those who want quiet, as a warning, and to all: a server's address. */
type LogLevel = 'verbose' | 'info' | 'warning' | 'outcome';

/** One thing that happened. Texts are full sentences without secrets. */
export type ReportEvent =
  | { readonly kind: 'start'; readonly command: string; readonly text: string }
  | { readonly kind: 'stage'; readonly stage: string; readonly text: string; readonly milliseconds: number }
  | { readonly kind: 'progress'; readonly stage: string; readonly done: number; readonly total: number }
  | { readonly kind: 'log'; readonly level: LogLevel; readonly text: string }
  | { readonly kind: 'problem'; readonly problem: Problem }
  /** Each is told as a `problem`; many are printed sooner when they come together. */
  | { readonly kind: 'problems'; readonly problems: readonly Problem[] };

/** Takes events; never throws. */
export type Report = (event: ReportEvent) => void;
