// The lists of blog, e-books and webinars as JSON, for the "more" button and the category filter: 12 entries per file, in the
// same order as on the static list pages.

import { LIST_PAGE_SIZE } from '../../config/constants.ts';
import type { Locale } from '../../config/locales.ts';
import type { ListName } from '../../config/pages.ts';
import type { CardInput } from '../../templates/page-input.ts';
import type { IndexRow } from '../content/snapshot/content-snapshot.ts';
import { type Problem, placeOfEntry } from '../errors.ts';
import { type OutPath, toOutPath } from '../files/brands.ts';
import { createMapFile, type OutputFile } from '../files/output-file.ts';
import { caselessPath } from '../paths/out-path.ts';
import { findSlugProblem } from '../paths/slug.ts';

/** One list of one locale, in the order of its pages. */
interface ListInput {
  readonly list: ListName;
  readonly locale: Locale;
  /** Handle of the site in the content service. */
  readonly site: string;
  readonly rows: readonly IndexRow[];
}

/** A file of a list: `lists/{list}/{site}/{category|all}/{n}.json`. */
export interface ListPart {
  readonly path: OutPath;
  readonly locale: Locale;
  readonly rows: readonly IndexRow[];
  readonly meta: { readonly total: number; readonly page: number; readonly last_page: number };
}

/**
 * The files of a list. 'all' has a first file even if the list is empty. A category has no files if its slug is not a safe file name,
 * or differs from that of a larger category only in case; the browser then filters 'all'.
 */
export function planListFiles(input: ListInput): readonly ListPart[] {
  const { list, locale, site, rows } = input;
  const categories = groupByFileName(rows).map(([category]) => category);
  return [{ slug: 'all', members: rows }, ...categories].flatMap(({ slug, members }) => {
    const lastPage = Math.max(1, Math.ceil(members.length / LIST_PAGE_SIZE));
    return Array.from({ length: lastPage }, (_, index) => ({
      path: toOutPath(`lists/${list}/${site}/${slug}/${index + 1}.json`),
      locale,
      rows: members.slice(index * LIST_PAGE_SIZE, (index + 1) * LIST_PAGE_SIZE),
      meta: { total: members.length, page: index + 1, last_page: lastPage },
    }));
  });
}

/** A row of a list file. `html` is the card as on the pages of the list. */
export function printListRow({ slug, date, categories, href }: CardInput, html: string): string {
  return JSON.stringify({ slug, date, categories, href, html });
}

/** Prints a file of printed rows. */
export function printListFile({ path, locale, meta }: ListPart, rows: readonly string[]): OutputFile {
  return createMapFile(path, `{"data":[${rows.join(',')}],"meta":${JSON.stringify(meta)}}\n`, locale);
}

/** CATEGORY_COLLISION warns about categories whose files would collide on file systems that ignore case. */
export function findCategoryCollisions(rows: readonly IndexRow[]): readonly Problem[] {
  return groupByFileName(rows).flatMap(([kept, ...others]) =>
    others.flatMap(({ slug, members: [row] }) => (row === undefined ? [] : [collisionProblem(kept.slug, slug, row)])),
  );
}

function collisionProblem(kept: string, slug: string, row: IndexRow): Problem {
  return {
    code: 'CATEGORY_COLLISION',
    severity: 'warning',
    where: placeOfEntry(row, 'category'),
    what: `The category "${slug}" differs from the category "${kept}" only in case or in how its letters are composed, so their list files would have the same names. Only those of "${kept}" were written.`,
    fix: `Move the entries of one category to the other, or give "${slug}" another slug, publish, and build again.`,
  };
}

interface Category {
  readonly slug: string;
  readonly members: readonly IndexRow[];
}

/** Groups categories with safe names by file name. In a group the largest comes first, then in order of first use. */
function groupByFileName(members: readonly IndexRow[]): readonly (readonly [Category, ...Category[]])[] {
  // An entry may list a category twice.
  const bySlug = new Map<string, Set<IndexRow>>();
  for (const member of members)
    for (const { slug } of member.categories) bySlug.getOrInsertComputed(slug, () => new Set()).add(member);
  // 'all' is reserved, in any case.
  const safe = [...bySlug]
    .filter(([slug]) => findSlugProblem(slug) === null && caselessPath(slug) !== 'all')
    .map(([slug, own]) => ({ slug, members: [...own] }));
  return [...Map.groupBy(safe, ({ slug }) => caselessPath(slug)).values()].flatMap((categories) => {
    const [first, ...others] = categories.toSorted((a, b) => b.members.length - a.members.length);
    return first === undefined ? [] : [[first, ...others] as const];
  });
}

/** One locale's blog, newest first. `url` is an href, `date` is ISO 8601; `categories` are titles. */
export function renderSearchIndex({
  locale,
  site,
  cards,
}: Pick<ListInput, 'locale' | 'site'> & {
  readonly cards: readonly Pick<CardInput, 'title' | 'href' | 'description' | 'date' | 'categories' | 'image'>[];
}): OutputFile {
  const rows = cards.map(({ title, href, description, date, categories, image }) => ({
    title,
    url: href,
    description,
    categories: categories.map((category) => category.title),
    date,
    image: image === null ? null : { src: image.src, srcset: image.srcset },
  }));
  return createMapFile(toOutPath(`search/blog/${site}/data.json`), `${JSON.stringify(rows)}\n`, locale);
}
