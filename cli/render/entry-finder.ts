// Finds the entries of routes in the snapshot.

import type { Entry } from '../../content/collections.ts';
import type { ContentSnapshot } from '../content/snapshot/content-snapshot.ts';
import type { PageRoute } from '../plan/route-plan.ts';

/** Returns null for routes without an entry. */
export type EntryFinder = (route: PageRoute) => Entry | null;

export function createEntryFinder({ records }: ContentSnapshot): EntryFinder {
  return ({ source }) => ('row' in source ? records.readEntry(source.row) : null);
}
