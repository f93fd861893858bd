// Groups entries that are the same thing in several locales: by their origin, or by their slug. Says where a thing has to exist, and
// where it is missing on purpose.

import type { SiteConfig } from '../../config/define-site.ts';
import { type Locale, localeRow } from '../../config/locales.ts';
import { isIn, PAGES, type PageRow } from '../../config/pages.ts';
import type { Collection } from '../../content/collections.ts';
import type { CollectionSnapshot, IndexRow } from '../content/snapshot/content-snapshot.ts';
import { joinNames } from '../errors.ts';
import { type SitePath, toSitePath } from '../files/brands.ts';

export interface EntryGroup {
  readonly collection: Collection;
  /** `pages/pricing`: the slug of its source. */
  readonly key: string;
  /** Its row of config/pages.ts; null if it has no page. */
  readonly page: PageRow | null;
  readonly rowBySite: ReadonlyMap<string, IndexRow>;
}

/** Groups in the order of the content. Those of one locale are groups too. */
export function groupEntries(collections: readonly CollectionSnapshot[], site: SiteConfig): readonly EntryGroup[] {
  const sites = site.locales.map((locale) => localeRow(locale).site);
  const rows = sites.flatMap((own) => collections.filter((list) => list.site === own).flatMap((list) => list.rows));
  const rowById = new Map(rows.map((row) => [`${row.collection} ${row.id}`, row]));
  const rootOf = (row: IndexRow, depth = 0): IndexRow => {
    const origin = row.originId === null ? undefined : rowById.get(`${row.collection} ${row.originId}`);
    return origin === undefined || depth > sites.length ? row : rootOf(origin, depth + 1);
  };
  // Redirects are named by the address that they lead from, which begins with the locale.
  const nameOf = (row: IndexRow) => (row.collection === 'redirects' ? row.title : row.slug);
  const groups = Map.groupBy(rows, (row) => `${row.collection}/${nameOf(rootOf(row))}`);
  return [...groups].flatMap(([key, members]) => {
    const [first] = members;
    if (first === undefined) return [];
    // Of two entries of a site, the first one has the page.
    const rowBySite = new Map(members.toReversed().map((row) => [row.site, row]));
    return [{ collection: first.collection, key, page: pageOf(first), rowBySite }];
  });
}

/** The page that shows an entry; null if none does. */
export function pageOf(entry: Pick<IndexRow, 'collection' | 'slug' | 'isConstructorPage'>): PageRow | null {
  const { collection, slug, isConstructorPage } = entry;
  const own = PAGES.find(({ source }) => {
    if (source.kind === 'collection') return source.collection === collection;
    return collection === 'pages' && (source.kind === 'entry' || source.kind === 'words') && source.slug === slug;
  });
  if (own !== undefined || collection !== 'pages') return own ?? null;
  return PAGES.find(({ source }) => source.kind === (isConstructorPage ? 'constructor' : 'other-entries')) ?? null;
}

/** The path of an entry in a locale; null if it has no page there. */
export function pathIn(locale: Locale, page: PageRow | null, slug: string): SitePath | null {
  if (page === null || !isIn(locale, page)) return null;
  return toSitePath(`${localeRow(locale).prefix}${page.path.replace('{slug}', slug)}`);
}

/** Why a locale does not need a thing; null if it does. */
export function findReason(
  { collection, page, rowBySite }: EntryGroup,
  locale: Locale,
  site: SiteConfig,
): string | null {
  if (page !== null && !isIn(locale, page))
    return `Only ${joinNames(page.onlyIn ?? []) || 'other pages'} ${page.onlyIn?.length === 1 ? 'has' : 'have'} the page "${page.page}" (config/pages.ts).`;
  if (page?.source.kind === 'words') return 'The page consists of messages and needs no entry.';
  if (page?.source.kind === 'entry') return null;
  if (page?.alternates === 'none')
    return `Each locale has its own ${collection} (alternates "none" in config/pages.ts).`;
  if (collection === 'redirects') return 'A redirect leads from an address of one locale.';
  const [main] = site.locales;
  if (main === undefined || rowBySite.has(localeRow(main).site)) return null;
  const owners = site.locales.filter((other) => rowBySite.has(localeRow(other).site));
  return `Written for ${joinNames(owners)}: it has no source in ${main}.`;
}

/** The entry that the one of a locale translates: its origin, or that of the first locale. Null if it is a source itself. */
export function findSource(
  { rowBySite }: EntryGroup,
  locale: Locale,
  site: SiteConfig,
): { readonly locale: Locale; readonly row: IndexRow } | null {
  const own = rowBySite.get(localeRow(locale).site);
  const others = site.locales.flatMap((other) => {
    const row = other === locale ? undefined : rowBySite.get(localeRow(other).site);
    return row === undefined ? [] : [{ locale: other, row }];
  });
  const [main] = site.locales;
  const origin = others.find(({ row }) => row.id === own?.originId);
  return origin ?? others.find((other) => other.locale === main) ?? null;
}
