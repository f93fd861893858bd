// Reads pages of a list until there are enough cards: an exclusion or a filter may leave fewer than the limit on a page.

/** One file of a list: `lists/{list}/{site}/{category|all}/{n}.json`. */
export interface ListPage<Card> {
  readonly data: readonly Card[];
  readonly meta: { readonly total: number; readonly page: number; readonly last_page: number };
}

/** The cards that were read: `page` is the last page read, 0 where none was. */
export interface FilledCards<Card> {
  readonly cards: readonly Card[];
  readonly page: number;
  readonly isLast: boolean;
}

interface FillRequest<Card> {
  /** 1-based. */
  readonly load: (page: number) => Promise<ListPage<Card>>;
  /** Pages up to this one have been read. */
  readonly page: number;
  /** Cards wanted at least, as long as the list has them. */
  readonly limit: number;
  readonly isWanted: (card: Card) => boolean;
}

/**
 * The wanted cards of the following pages: whole pages, so none is lost between two calls.
 * @throws what `load` throws.
 */
export async function fillCards<Card>({
  load,
  page: start,
  limit,
  isWanted,
}: FillRequest<Card>): Promise<FilledCards<Card>> {
  const cards: Card[] = [];
  let page = start;
  let isLast = false;
  while (cards.length < limit && !isLast) {
    const loaded = await load(page + 1);
    page += 1;
    isLast = page >= loaded.meta.last_page;
    cards.push(...loaded.data.filter(isWanted));
  }
  return { cards, page, isLast };
}
