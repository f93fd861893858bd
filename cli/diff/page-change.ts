// A change of one page, and helpers to create changes.

import type { ChangeKind } from './change-kinds.ts';
import type { Region } from './page-view.ts';
import { keyOfRuns, type WordRun } from './word-diff.ts';

/** A change of one page. */
export interface PageChange {
  readonly kind: ChangeKind;
  readonly region: Region;
  /** What exactly changed, such as `og:title`; may be ''. */
  readonly subject: string;
  readonly runs: readonly WordRun[];
  /** The same change on other pages has the same key. */
  readonly key: string;
  /** Other kinds in which the same words changed. */
  readonly also: readonly ChangeKind[];
}

export function createChange(
  kind: ChangeKind,
  runs: readonly WordRun[],
  { region = 'head', subject = '' }: { readonly region?: Region; readonly subject?: string } = {},
): PageChange {
  return { kind, region, subject, runs, key: [kind, region, subject, keyOfRuns(runs)].join('\u0002'), also: [] };
}

export const whole = (mark: '-' | '+', text: string): WordRun => ({ mark, text });

/** Items that are only in one of two lists. Duplicates are counted. */
export function splitLists<T>(before: readonly T[], after: readonly T[], keyOf: (item: T) => string) {
  return { removed: subtract(before, after, keyOf), added: subtract(after, before, keyOf) };
}

function subtract<T>(items: readonly T[], others: readonly T[], keyOf: (item: T) => string): readonly T[] {
  const counts = new Map<string, number>();
  for (const item of others) counts.set(keyOf(item), (counts.get(keyOf(item)) ?? 0) + 1);
  return items.filter((item) => {
    const count = counts.get(keyOf(item)) ?? 0;
    counts.set(keyOf(item), count - 1);
    return count <= 0;
  });
}
