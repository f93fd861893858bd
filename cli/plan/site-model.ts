// The visible entries of each locale at the clock of the build, in the order of the pages that list them. Has only the rows of the index,
// no bodies.

import { RELATED_CANDIDATES, RELATED_SHOWN } from '../../config/constants.ts';
import type { SiteConfig } from '../../config/define-site.ts';
import { type LocaleRow, localeRow } from '../../config/locales.ts';
import { DETAIL_COLLECTIONS, type DetailCollection, type ListName } from '../../config/pages.ts';
import type { Collection, Entry, Global, GlobalName } from '../../content/collections.ts';
import { GLOBAL_NAMES } from '../../content/handles.ts';
import { cardOf } from '../content/intake/index-entry.ts';
import type { CardContent, ContentSnapshot, IndexRow } from '../content/snapshot/content-snapshot.ts';
import { createIsVisible } from './visible-times.ts';

/** The visible content of one locale. */
export interface LocaleModel {
  readonly row: LocaleRow;
  /** Visible `pages`. */
  readonly pages: readonly IndexRow[];
  readonly pageBySlug: ReadonlyMap<string, IndexRow>;
  /** Visible entries with a page of their own, in the order of the content. */
  readonly details: Readonly<Record<DetailCollection, readonly IndexRow[]>>;
  /** Entries in lists, feeds and search: those not hidden from the index, newest first. */
  readonly listed: Readonly<Record<'blog' | 'e-books' | 'webinars', readonly IndexRow[]>>;
  /** Rows of the paginated lists: `listed` without the hero (blog) and without current webinars. */
  readonly paged: Readonly<Record<ListName, readonly IndexRow[]>>;
  /** The first article of the blog. */
  readonly hero: IndexRow | null;
  /** Soonest first; those without a start date last. */
  readonly currentWebinars: readonly IndexRow[];
  readonly globals: { readonly [G in GlobalName]: Global<G> | null };
}

/** The visible content of all locales. */
export interface SiteModel {
  readonly site: SiteConfig;
  readonly snapshot: ContentSnapshot;
  /** ISO 8601. */
  readonly clock: string;
  /** Whether an entry is visible at the clock. */
  readonly isVisible: (row: IndexRow) => boolean;
  readonly locales: readonly LocaleModel[];
  /**
   * Three related entries of an article, e-book or webinar: the newest of its first category, then the newest of all (decisions,
   * "Lists").
   */
  readonly findRelated: (locale: LocaleModel, list: keyof LocaleModel['listed'], row: IndexRow) => readonly IndexRow[];
}

/** Creates the model. Entries in `replaced` have a redirect instead of a page and are left out of lists. */
export function createSiteModel(
  site: SiteConfig,
  snapshot: ContentSnapshot,
  replaced: ReadonlySet<IndexRow> = new Set(),
): SiteModel {
  const isVisible = createIsVisible(snapshot.clock, site.timeZone);
  const locales = site.locales.map((locale) => createLocaleModel(localeRow(locale), { snapshot, isVisible, replaced }));
  const newestByCategory = new Map<readonly IndexRow[], ReturnType<typeof groupByCategory>>();
  return {
    site,
    snapshot,
    clock: snapshot.clock,
    isVisible,
    locales,
    findRelated: (locale, list, row) => {
      const listed = locale.listed[list];
      const first = row.categories[0]?.id;
      const groups = newestByCategory.getOrInsertComputed(listed, groupByCategory);
      return pickRelated(row, first === undefined ? [] : (groups.get(first) ?? []), listed);
    },
  };
}

interface ShownContent extends Pick<SiteModel, 'snapshot' | 'isVisible'> {
  readonly replaced: ReadonlySet<IndexRow>;
}

function createLocaleModel(row: LocaleRow, { snapshot, isVisible, replaced }: ShownContent): LocaleModel {
  const list = (rows: readonly IndexRow[]) => newestFirst(rows.filter((entry) => !replaced.has(entry)));
  const visible = (collection: Collection): readonly IndexRow[] =>
    snapshot.collections
      .filter((part) => part.collection === collection && part.site === row.site)
      .flatMap((part) => part.rows.filter(isVisible));
  const globalOf = (name: GlobalName) =>
    snapshot.globals.find((global) => global.name === name && global.site === row.site)?.value ?? null;
  const pages = visible('pages');
  const details = Object.fromEntries(DETAIL_COLLECTIONS.map((name) => [name, visible(name)])) as LocaleModel['details'];
  const listed = {
    blog: list(details.blog_articles),
    'e-books': list(details['e-books']),
    webinars: list(details.webinars),
  };
  const pageBySlug = new Map(pages.map((page) => [page.slug, page]));
  // The article that the `blog` entry selects, or the newest.
  const heroSlug = pageBySlug.get('blog')?.heroSlug;
  const hero = listed.blog.find(({ slug }) => slug === heroSlug) ?? listed.blog[0] ?? null;
  return {
    row,
    pages,
    pageBySlug,
    details,
    listed,
    hero,
    paged: {
      blog: listed.blog.filter((article) => article !== hero),
      'e-books': listed['e-books'],
      webinars: listed.webinars.filter((webinar) => !webinar.isCurrent),
    },
    currentWebinars: soonestFirst(listed.webinars.filter((webinar) => webinar.isCurrent)),
    globals: Object.fromEntries(GLOBAL_NAMES.map((name) => [name, globalOf(name)])) as LocaleModel['globals'],
  };
}

function newestFirst(rows: readonly IndexRow[]): readonly IndexRow[] {
  return rows
    .filter((row) => !row.isHiddenFromIndex)
    .map((row) => ({ row, moment: row.eventDate ?? row.date ?? '' }))
    .sort((a, b) => compareText(b.moment, a.moment) || compareText(a.row.id, b.row.id))
    .map(({ row }) => row);
}

function soonestFirst(webinars: readonly IndexRow[]): readonly IndexRow[] {
  const key = ({ eventDate }: IndexRow) => eventDate ?? '\uffff';
  return webinars.toSorted((a, b) => compareText(key(a), key(b)) || compareText(a.id, b.id));
}

/** By code unit, which is the same on every machine, unlike a locale's collation. */
function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/** The newest entries of each category: one more than are shown, because an entry can be in its own group. */
function groupByCategory(rows: readonly IndexRow[]): ReadonlyMap<string | undefined, readonly IndexRow[]> {
  const groups = Map.groupBy(rows, ({ categories }) => categories[0]?.id);
  return new Map([...groups].map(([category, group]) => [category, group.slice(0, RELATED_CANDIDATES)]));
}

function pickRelated(
  row: IndexRow,
  sameCategory: readonly IndexRow[],
  newest: readonly IndexRow[],
): readonly IndexRow[] {
  const fill = newest.slice(0, RELATED_CANDIDATES + RELATED_SHOWN);
  const related = new Set([...sameCategory, ...fill]);
  related.delete(row);
  return [...related].slice(0, RELATED_SHOWN);
}

/** What the card of an entry shows. It is read when it is needed: in memory, those of 100,000 entries take 70 MB. */
export function readCard({ records, markEntry }: ContentSnapshot, row: IndexRow): CardContent {
  const { entry } = records.readLight(row);
  return cardOf(markEntry?.(entry, row.collection) ?? entry);
}

/** The visible entries of a collection of one site, in the order of the service. */
export function readVisible<C extends Collection>(
  { snapshot, isVisible }: Pick<SiteModel, 'snapshot' | 'isVisible'>,
  collection: C,
  site: string,
): readonly Entry<C>[] {
  const stored = snapshot.collections.find((part) => part.collection === collection && part.site === site);
  const rows = stored?.rows.filter(isVisible) ?? [];
  // Of this collection.
  const entries = rows.map((row) => snapshot.records.readEntry(row) as Entry<C>);
  const { markEntry } = snapshot;
  // Redirects are followed, not shown.
  return markEntry === undefined || collection === 'redirects'
    ? entries
    : entries.map((entry) => markEntry(entry, collection));
}
