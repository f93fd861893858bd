// What a page shows besides its own entry, read from its props: what `sitegen why` tells.

import type { CardInput, PageInput } from '../../templates/page-input.ts';
import type { RenderedRecord } from '../cache/page-cache.ts';

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

/** Prints what pages show, as JSON: hrefs of their cards, and collections that they show whole. */
export function createShownPrinter(): (props: PageInput['props']) => string {
  /** Of pages that show but the cards beside their entry, which stand beside others, too. */
  const printed = new WeakMap<readonly CardInput[], string>();
  return (props) => {
    if (!('related' in props)) return printFound(find(props));
    const { related } = props;
    const besides = find(props, related);
    if (besides.cards.size > 0 || besides.collections.size > 0) return printFound(find(props));
    const text = printed.get(related) ?? printFound(find(related));
    printed.set(related, text);
    return text;
  };
}

interface Found {
  readonly cards: Set<string>;
  readonly collections: Set<string>;
}

function printFound({ cards, collections }: Found): string {
  const shown: RenderedRecord['shown'] = { cards: [...cards], collections: [...collections].sort() };
  return JSON.stringify(shown);
}

/** What a value shows, but for one that stands in it. */
function find(value: unknown, except: unknown = null): Found {
  const found = { cards: new Set<string>(), collections: new Set<string>() };
  collect(value, found, except);
  return found;
}

/** A card is known by its categories: other things with an href are links. It has no cards inside, nor has a text. */
function collect(value: unknown, found: Found, except: unknown): void {
  if (typeof value !== 'object' || value === null || value === except || 'html' in value) return;
  if ('href' in value && 'categories' in value && typeof value.href === 'string') {
    found.cards.add(value.href);
    return;
  }
  if (Array.isArray(value)) {
    for (const inner of value) collect(inner, found, except);
    return;
  }
  for (const name in value) {
    const inner: unknown = value[name as keyof typeof value];
    if (typeof inner !== 'object' || inner === null) continue;
    const collection = COLLECTION_BY_PROP[name];
    if (collection !== undefined && Array.isArray(inner) && inner.length > 0) found.collections.add(collection);
    collect(inner, found, except);
  }
}
