// The lists of blog, e-books and webinars as JSON, for the "more" button and the category filter: 12 entries per file, in the
// same order as on the static list pages.

import { LIST_PAGE_SIZE } from '../../config/constants.ts';
import type { Locale } from '../../config/locales.ts';
import type { ListName } from '../../config/pages.ts';
import type { CardInput } from '../../templates/page-input.ts';
import type { IndexRow } from '../content/snapshot/content-snapshot.ts';
import type { Problem } from '../errors.ts';
import { createMapFile, type OutputFile } from '../files/output-file.ts';
import { caselessPath } from '../paths/out-path.ts';
import { findSlugProblem } from '../paths/slug.ts';

/** A card as the browser needs it. */
export interface ListCard extends CardInput {
  readonly slug: string;
  /** The date on the card and its text in the locale's language; null if it shows none. */
  readonly moment: { readonly dateTime: string; readonly text: string } | null;
  /** Duration of a webinar, as text. */
  readonly duration: string | null;
}

/** One list of one locale, its cards in the order of the page. */
export interface ListInput {
  readonly list: ListName;
  readonly locale: Locale;
  /** Handle of the site in the content service. */
  readonly site: string;
  readonly cards: readonly ListCard[];
}

/** A card as JSON, with its categories. */
interface PrintedCard extends Categorised {
  readonly json: string;
}

/**
 * Yields `lists/{list}/{site}/{category|all}/{n}.json`. 'all' has a first file even if the list is empty. A category has no
 * files if its slug is not a safe file name, or differs from that of a larger category only in case; the browser then filters
 * 'all'.
 */
export function* renderListFiles(input: ListInput): Generator<OutputFile> {
  const cards = input.cards.map((card): PrintedCard => ({ categories: card.categories, json: JSON.stringify(card) }));
  yield* renderPages(input, 'all', cards);
  for (const [{ slug, members }] of groupByFileName(cards)) yield* renderPages(input, slug, members);
}

/** CATEGORY_COLLISION warns about categories whose files would collide on file systems that ignore case. */
export function findCategoryCollisions(rows: readonly IndexRow[]): readonly Problem[] {
  return groupByFileName(rows).flatMap(([kept, ...others]) =>
    others.flatMap(({ slug, members: [row] }) => (row === undefined ? [] : [collisionProblem(kept.slug, slug, row)])),
  );
}

function collisionProblem(kept: string, slug: string, { collection, site, title, editUrl }: IndexRow): Problem {
  return {
    code: 'CATEGORY_COLLISION',
    severity: 'warning',
    where: { collection, entry: title, site, field: 'category', ...(editUrl === null ? {} : { editUrl }) },
    what: `The category "${slug}" differs from the category "${kept}" only in case or in how its letters are composed, so their list files would have the same names. Only those of "${kept}" were written.`,
    fix: `Move the entries of one category to the other, or give "${slug}" another slug, publish, and build again.`,
  };
}

/** A card, or a row of the index. */
interface Categorised {
  readonly categories: readonly { readonly slug: string }[];
}

interface Category<Member> {
  readonly slug: string;
  readonly members: readonly Member[];
}

/** Groups categories with safe names by file name. In a group the largest comes first, then in order of first use. */
function groupByFileName<Member extends Categorised>(
  members: readonly Member[],
): readonly (readonly [Category<Member>, ...Category<Member>[]])[] {
  const bySlug = new Map<string, Member[]>();
  for (const member of members) {
    for (const { slug } of member.categories) {
      const own = bySlug.get(slug);
      if (own === undefined) bySlug.set(slug, [member]);
      // An entry may list a category twice.
      else if (own.at(-1) !== member) own.push(member);
    }
  }
  const safe = [...bySlug].map(([slug, own]) => ({ slug, members: own })).filter(({ slug }) => isSafeName(slug));
  return [...Map.groupBy(safe, ({ slug }) => caselessPath(slug)).values()].flatMap((categories) => {
    const [first, ...others] = categories.toSorted((a, b) => b.members.length - a.members.length);
    return first === undefined ? [] : [[first, ...others] as const];
  });
}

/** 'all' is reserved, in any case. */
function isSafeName(slug: string): boolean {
  return findSlugProblem(slug) === null && caselessPath(slug) !== 'all';
}

function* renderPages(
  { list, locale, site }: ListInput,
  category: string,
  cards: readonly PrintedCard[],
): Generator<OutputFile> {
  const lastPage = Math.max(1, Math.ceil(cards.length / LIST_PAGE_SIZE));
  for (let page = 1; page <= lastPage; page += 1) {
    const shown = cards.slice((page - 1) * LIST_PAGE_SIZE, page * LIST_PAGE_SIZE);
    const meta = JSON.stringify({ total: cards.length, page, last_page: lastPage });
    const content = `{"data":[${shown.map(({ json }) => json).join(',')}],"meta":${meta}}\n`;
    yield createMapFile(`lists/${list}/${site}/${category}/${page}.json`, content, locale);
  }
}
