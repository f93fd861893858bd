// What the index keeps of an entry for its card in lists. A further field of a card is a line here.

import type { Entry } from '../../../content/collections.ts';

/** The fields that only cards show. */
export type RowCard = Readonly<ReturnType<typeof createRowCard>>;

export function createRowCard(entry: Entry) {
  const short = 'short_description' in entry ? entry.short_description : null;
  return {
    description: short ?? ('page_description' in entry ? entry.page_description : null),
    image: 'image' in entry ? entry.image : null,
  };
}
