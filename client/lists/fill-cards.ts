// Loads pages of a list until there are enough cards, since a filter can remove cards of a page.

/** One file of a list: `lists/{list}/{site}/{category|all}/{n}.json`. */
export interface ListPage<Card> {
  readonly data: readonly Card[];
  readonly meta: { readonly total: number; readonly page: number; readonly last_page: number };
}

/** The loaded cards. `page` is the last loaded page, 0 if there is none. */
export interface FilledCards<Card> {
  readonly cards: readonly Card[];
  readonly page: number;
  readonly isLast: boolean;
}

interface FillRequest<Card> {
  /** 1-based. */
  readonly load: (page: number) => Promise<ListPage<Card>>;
  /** The last page that was loaded before. */
  readonly page: number;
  /** Minimum number of cards, if the list has them. */
  readonly limit: number;
  readonly isWanted: (card: Card) => boolean;
}

/**
 * Loads whole pages, so that no card is lost between two calls.
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
