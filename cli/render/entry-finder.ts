// Finds the entries of routes in the snapshot.

import { LRUCache } from 'lru-cache';
import type { Entry } from '../../content/collections.ts';
import { type FindRangeEntry, openRangeEntries } from '../content/intake/parse-entry.ts';
import type { ContentSnapshot } from '../content/snapshot/content-snapshot.ts';
import type { PageRoute } from '../plan/route-plan.ts';

/** Returns null for routes without an entry. */
export type EntryFinder = (route: PageRoute) => Entry | null;

/** Keeps two ranges in memory, because routes are in the order of the content. */
export function createEntryFinder(snapshot: ContentSnapshot): EntryFinder {
  const ranges = new LRUCache<string, FindRangeEntry>({ max: 2 });
  return ({ source }) => {
    if (!('row' in source)) return null;
    const { range, line, collection } = source.row;
    const findEntry = ranges.get(range) ?? openRangeEntries(snapshot, range, collection);
    ranges.set(range, findEntry);
    return findEntry(line);
  };
}
