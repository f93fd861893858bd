// The result of a comparison, and the output of `--format json`. It contains no times, so that equal sites have equal reports.

import type { RouteEntry } from '../check/check-input.ts';
import type { ProblemPlace } from '../errors.ts';
import type { ChangeKind } from './change-kinds.ts';
import type { FileChange } from './file-changes.ts';
import type { GateFinding } from './gates.ts';
import type { Region } from './page-view.ts';
import type { RedirectChange } from './redirect-changes.ts';
import type { WordRun } from './word-diff.ts';

/** A change, and the pages that have it. */
export interface ChangeGroup {
  readonly id: number;
  readonly kind: ChangeKind;
  readonly region: Region;
  readonly subject: string;
  readonly runs: readonly WordRun[];
  /** Other kinds in which the same words changed. */
  readonly also: readonly ChangeKind[];
  readonly pages: number;
  /** Paths of the first pages. */
  readonly paths: readonly string[];
  /** Entries and fields that it comes from, if known. */
  readonly owners: readonly ProblemPlace[];
}

/** Why a page changed. */
export type PageCause = 'content' | 'code' | 'settings' | 'unknown';

/** A page that differs between the sites. */
export interface PageDiff {
  /** In the second site, unless it was removed there. */
  readonly path: string;
  readonly status: 'added' | 'removed' | 'moved' | 'changed';
  /** If it moved, its path in the first site. */
  readonly from: string | null;
  /** If it was removed or moved, where its old path redirects. */
  readonly redirect: string | null;
  readonly title: string;
  readonly entry: RouteEntry | null;
  readonly cause: PageCause;
  /** Ids of its changes. */
  readonly changes: readonly number[];
}

export interface DiffReport {
  readonly version: 1;
  readonly command: 'diff';
  readonly base: { readonly name: string; readonly origin: string | null; readonly pages: number };
  readonly head: { readonly name: string; readonly origin: string | null; readonly pages: number };
  readonly isPassed: boolean;
  /** What could not be compared, and why. */
  readonly notes: readonly string[];
  readonly counts: Readonly<Record<PageDiff['status'] | 'unchanged', number>>;
  readonly gates: readonly GateFinding[];
  /** Those with most pages first. */
  readonly groups: readonly ChangeGroup[];
  readonly pages: readonly PageDiff[];
  readonly redirects: readonly RedirectChange[];
  readonly files: readonly FileChange[];
}

/** Pages that changed although no content changed. */
export function listWithoutContent({ pages }: DiffReport): readonly PageDiff[] {
  return pages.filter(({ status, cause }) => status === 'changed' && (cause === 'code' || cause === 'settings'));
}
