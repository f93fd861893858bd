// The lists as JSON, 12 entries a file, for the 'more' of blog, e-books and webinars: all entries, and each category.
// Relied on afterwards: the files hold what the static list pages show, in the same order.

import { LIST_PAGE_SIZE } from '../../../config/constants.ts';
import type { Locale } from '../../../config/locales.ts';
import type { ListName } from '../../../config/pages.ts';
import type { CardInput } from '../../../templates/page-input.ts';
import type { OutputFile } from '../../output/output-file.ts';
import { findSlugProblem } from '../slug.ts';

/** A card that the browser can tell from others. */
export interface ListCard extends CardInput {
  readonly slug: string;
}

/** One list of one locale, its cards in the order of the page. */
export interface ListInput {
  readonly list: ListName;
  readonly locale: Locale;
  /** The content service's handle of the site. */
  readonly site: string;
  readonly cards: readonly ListCard[];
}

/** The content of one file. `page` is 1-based. */
interface ListFile {
  readonly data: readonly ListCard[];
  readonly meta: { readonly total: number; readonly page: number; readonly last_page: number };
}

/**
 * Yields `lists/{list}/{site}/{category|all}/{n}.json`; 'all' has a first file even where the list is empty. Categories
 * are those of the cards, in their order. One whose slug is no safe file name has no files: the browser filters 'all'.
 */
export function* renderListFiles(input: ListInput): Generator<OutputFile> {
  yield* renderPages(input, 'all', input.cards);
  for (const [slug, cards] of groupByCategory(input.cards)) {
    if (isSafeName(slug)) yield* renderPages(input, slug, cards);
  }
}

function groupByCategory(cards: readonly ListCard[]): ReadonlyMap<string, readonly ListCard[]> {
  const slugs = new Set(cards.flatMap(({ categories }) => categories.map(({ slug }) => slug)));
  return new Map(
    [...slugs].map((slug) => [slug, cards.filter(({ categories }) => categories.some((term) => term.slug === slug))]),
  );
}

/** A slug as pages may have one; 'all' is taken. */
function isSafeName(slug: string): boolean {
  return findSlugProblem(slug) === null && slug !== 'all';
}

function* renderPages(
  { list, locale, site }: ListInput,
  category: string,
  cards: readonly ListCard[],
): Generator<OutputFile> {
  const lastPage = Math.max(1, Math.ceil(cards.length / LIST_PAGE_SIZE));
  for (let page = 1; page <= lastPage; page += 1) {
    const file: ListFile = {
      data: cards.slice((page - 1) * LIST_PAGE_SIZE, page * LIST_PAGE_SIZE),
      meta: { total: cards.length, page, last_page: lastPage },
    };
    yield {
      path: `lists/${list}/${site}/${category}/${page}.json`,
      content: `${JSON.stringify(file)}\n`,
      kind: 'map',
      locale,
      owner: null,
    };
  }
}
