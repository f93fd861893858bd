// What the index keeps of an entry for its card in lists.

import { CARD_FIELDS, type CardFields, type Entry } from '../../../content/collections.ts';

/** The fields that only cards show. */
export type RowCard = Readonly<ReturnType<typeof createRowCard>>;

export function createRowCard(entry: Entry) {
  const short = 'short_description' in entry ? entry.short_description : null;
  return {
    description: short ?? ('page_description' in entry ? entry.page_description : null),
    image: 'image' in entry ? entry.image : null,
    fields: cardFieldsOf(entry),
  };
}

/** The fields that the card and the page of an entry show as they are. */
export function cardFieldsOf(entry: Entry): CardFields {
  const values: Readonly<Record<string, unknown>> = entry;
  return Object.fromEntries(CARD_FIELDS.flatMap((name) => (name in entry ? [[name, values[name]]] : [])));
}
