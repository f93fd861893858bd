// What a comparison of two sites found. The output of `--format json`; it has no times, so that equal sites have equal reports.

import type { ProblemPlace } from '../errors.ts';
import type { ChangeKind } from './change-kinds.ts';
import type { FileChange } from './file-changes.ts';
import type { GateFinding } from './gates.ts';
import type { Region } from './page-view.ts';
import type { RedirectChange } from './redirect-changes.ts';
import type { PageEntry } from './site-side.ts';
import type { WordRun } from './word-diff.ts';

/** One change, and the pages that have it. */
export interface ChangeGroup {
  readonly id: number;
  readonly kind: ChangeKind;
  readonly region: Region;
  readonly subject: string;
  readonly runs: readonly WordRun[];
  /** Other kinds that show the same words. */
  readonly also: readonly ChangeKind[];
  readonly pages: number;
  /** The first of them. */
  readonly paths: readonly string[];
  /** Entries and fields that it comes from, as far as the builds tell. */
  readonly owners: readonly ProblemPlace[];
}

/** Why a page changed; `unknown` where the builds do not tell. */
export type PageCause = 'content' | 'code' | 'settings' | 'unknown';

/** A page that is not the same in both sites. */
export interface PageDiff {
  /** In the second site, unless it is gone there. */
  readonly path: string;
  readonly status: 'added' | 'removed' | 'moved' | 'changed';
  /** Its path in the first site, where it moved. */
  readonly from: string | null;
  /** Where its old path leads now: of pages that are gone or moved. */
  readonly redirect: string | null;
  readonly title: string;
  readonly entry: PageEntry | null;
  readonly cause: PageCause;
  /** Ids of its changes. */
  readonly changes: readonly number[];
}

/** A comparison. */
export interface DiffReport {
  readonly version: 1;
  readonly command: 'diff';
  readonly base: { readonly name: string; readonly origin: string | null; readonly pages: number };
  readonly head: { readonly name: string; readonly origin: string | null; readonly pages: number };
  readonly isPassed: boolean;
  /** What cannot be said of these two sites, and why. */
  readonly notes: readonly string[];
  readonly counts: Readonly<Record<PageDiff['status'] | 'unchanged', number>>;
  readonly gates: readonly GateFinding[];
  /** Those of most pages first. */
  readonly groups: readonly ChangeGroup[];
  readonly pages: readonly PageDiff[];
  readonly redirects: readonly RedirectChange[];
  readonly files: readonly FileChange[];
}

/** Pages that changed though no content changed. */
export function listWithoutContent({ pages }: DiffReport): readonly PageDiff[] {
  return pages.filter(({ status, cause }) => status === 'changed' && (cause === 'code' || cause === 'settings'));
}
