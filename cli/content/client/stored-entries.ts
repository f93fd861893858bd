// Entries of the last reading, as received.

import type { CollectionSnapshot, IndexRow } from '../snapshot/content-snapshot.ts';
import { type FindRangeLine, findLinesWith, openRangeLines } from '../snapshot/range-files.ts';

export type StoredList = Pick<CollectionSnapshot, 'rows' | 'ranges'>;

/** Finds entries by their rows. Keeps the last range open. */
export function openRows(rangesDir: string): (row: IndexRow) => unknown {
  let open = '';
  let find: FindRangeLine = () => null;
  return ({ range, line }) => {
    if (range !== open) find = openRangeLines(rangesDir, range, false);
    open = range;
    return JSON.parse(find(line) ?? 'null');
  };
}

/** Ids of the stored entries that contain one of the texts. */
export function findStoredWith(
  lists: readonly StoredList[],
  texts: readonly string[],
  rangesDir: string,
): readonly string[] {
  if (texts.length === 0) return [];
  return lists.flatMap(({ rows, ranges }) => {
    const found = new Map(ranges.map((range) => [range, findLinesWith(rangesDir, range, texts)]));
    return rows.flatMap(({ id, range, line }) => (found.get(range)?.has(line) === true ? [id] : []));
  });
}
