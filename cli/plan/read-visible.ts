// Reads entries of small collections into memory: redirects, team, social links, blocks.

import type { Collection, Entry } from '../../content/collections.ts';
import type { SiteModel } from './site-model.ts';

/** The visible entries of a collection of one site, in the order of the service. */
export function readVisible<C extends Collection>(
  { snapshot, isVisible }: Pick<SiteModel, 'snapshot' | 'isVisible'>,
  collection: C,
  site: string,
): readonly Entry<C>[] {
  const stored = snapshot.collections.find((part) => part.collection === collection && part.site === site);
  const rows = stored?.rows.filter(isVisible) ?? [];
  // Of this collection.
  const entries = rows.map((row) => snapshot.records.readEntry(row) as Entry<C>);
  const { markEntry } = snapshot;
  // Redirects are followed, not shown.
  return markEntry === undefined || collection === 'redirects'
    ? entries
    : entries.map((entry) => markEntry(entry, collection));
}
