// What a page shows besides its own entry, read from its props: what `sitegen why` tells.

import type { RenderedRecord } from './page-records.ts';

/** Names of props under which a whole collection stands. */
const COLLECTION_BY_PROP: Readonly<Record<string, string>> = {
  people: 'team',
  departments: 'team',
  speakers: 'speakers',
  clients: 'clients',
  industries: 'clients',
  offices: 'offices',
  questions: 'faq',
};

/** Hrefs of the cards, and the collections that the page shows whole. */
export function findShown(props: unknown): RenderedRecord['shown'] {
  const found = { cards: new Set<string>(), collections: new Set<string>() };
  collect(props, found);
  return { cards: [...found.cards], collections: [...found.collections].sort() };
}

/** A card is known by its categories: other things with an href are links. It has no cards inside. */
function collect(value: unknown, found: { readonly cards: Set<string>; readonly collections: Set<string> }): void {
  if (typeof value !== 'object' || value === null) return;
  if ('href' in value && 'categories' in value && typeof value.href === 'string') {
    found.cards.add(value.href);
    return;
  }
  if (Array.isArray(value)) {
    for (const inner of value) collect(inner, found);
    return;
  }
  for (const name in value) {
    const inner: unknown = value[name as keyof typeof value];
    if (typeof inner !== 'object' || inner === null) continue;
    const collection = COLLECTION_BY_PROP[name];
    if (collection !== undefined && Array.isArray(inner) && inner.length > 0) found.collections.add(collection);
    collect(inner, found);
  }
}
