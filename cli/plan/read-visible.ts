// Reads entries of small collections into memory: redirects, team, social links, blocks.

import type { Collection, Entry } from '../../content/collections.ts';
import { openRangeEntries } from '../content/intake/parse-entry.ts';
import type { SiteModel } from './site-model.ts';

/** The visible entries of a collection of one site, in the order of the service. */
export function readVisible<C extends Collection>(
  { snapshot, isVisible }: Pick<SiteModel, 'snapshot' | 'isVisible'>,
  collection: C,
  site: string,
): readonly Entry<C>[] {
  const stored = snapshot.collections.find((part) => part.collection === collection && part.site === site);
  const entries: Entry<C>[] = [];
  for (const range of stored?.ranges ?? []) {
    // A range of a preview has lines that are not valid.
    const findEntry = openRangeEntries(snapshot, range, collection);
    const rows = stored?.rows.filter((row) => row.range === range && isVisible(row)) ?? [];
    // Of this collection.
    entries.push(...rows.map(({ line }) => findEntry(line) as Entry<C>));
  }
  const { markEntry } = snapshot;
  // Redirects are followed, not shown.
  return markEntry === undefined || collection === 'redirects'
    ? entries
    : entries.map((entry) => markEntry(entry, collection));
}
