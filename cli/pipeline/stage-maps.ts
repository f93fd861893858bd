// The maps of each locale: feed, lists, search data. Those of a locale that shows what it showed are taken over. They are
// made in small pieces, so that a build makes them while it waits for its pages.

import { FEED_ENTRIES } from '../../config/constants.ts';
import type { Locale } from '../../config/locales.ts';
import type { ListName } from '../../config/pages.ts';
import type { IndexRow } from '../content/snapshot/content-snapshot.ts';
import type { OutputFile } from '../files/output-file.ts';
import { renderFeed } from '../outputs/feed.ts';
import { type ListCard, renderListFiles } from '../outputs/list-json.ts';
import { renderSearchIndex } from '../outputs/search-index.ts';
import { urlOf } from '../paths/site-path.ts';
import type { OutputSession } from '../publish/output-session.ts';
import { createCard } from '../render/page-input/card-inputs.ts';
import type { LocaleContext } from '../render/page-input/locale-context.ts';
import { type BuildOptions, isWanted } from './build-options.ts';
import { type LocaleMaps, loadMaps, type MadeMap } from './kept-maps.ts';

/** What the maps are made of. */
export interface MapsInput {
  readonly contexts: ReadonlyMap<Locale, LocaleContext>;
  /** Key of all that a locale shows; one that cannot be told is left out. */
  readonly localeKeys: ReadonlyMap<Locale, string>;
  readonly session: OutputSession;
  readonly options: BuildOptions;
}

/** The maps of a build. */
interface StagedMaps {
  /** Site paths of all of them. */
  readonly paths: readonly string[];
  /** For the next build. */
  readonly byLocale: ReadonlyMap<Locale, LocaleMaps>;
}

/** Takes over the maps of locales that show what they showed, and makes and stages the others. Yields after each file. */
export function* stageMaps({ contexts, localeKeys, session, options }: MapsInput): Generator<void, StagedMaps> {
  const last =
    options.isForced || options.locales !== 'all' ? new Map<Locale, LocaleMaps>() : loadMaps(options.cacheDir);
  const byLocale = new Map<Locale, LocaleMaps>();
  const paths: string[] = [];
  for (const [locale, context] of contexts) {
    const key = localeKeys.get(locale);
    const known = last.get(locale);
    const kept = key !== undefined && known?.key === key ? keepMaps(known, locale, session) : [];
    const keptPaths = new Set(kept.map(({ path }) => path));
    const files = [...kept];
    for (const { path } of kept) paths.push(`/${path}`);
    const isWhole = kept.length > 0 && kept.length === known?.files.length;
    for (const file of isWhole ? [] : renderLocaleFiles(context)) {
      if (keptPaths.has(file.path)) continue;
      paths.push(`/${file.path}`);
      if (isWanted(locale, options.locales)) files.push({ path: file.path, ...session.write(file) });
      yield;
    }
    if (key !== undefined) byLocale.set(locale, { key, files });
  }
  return { paths, byLocale };
}

/** Those that the out folder still holds. */
function keepMaps({ files }: LocaleMaps, locale: Locale, session: OutputSession): readonly MadeMap[] {
  return files.filter(({ path, sha256, bytes }) =>
    session.keep({ path, sha256, bytes, kind: 'map', locale, owner: null }),
  );
}

const DETAIL_PAGE_BY_LIST = { blog: 'blog-slug', 'e-books': 'e-books-slug', webinars: 'webinars-slug' } as const;

/** Feed, lists and search data of one locale; a list without its page has none. */
export function* renderLocaleFiles(context: LocaleContext): Iterable<OutputFile> {
  const { row, paged, listed } = context.locale;
  const place = { locale: row.locale, site: row.site };
  // Lists and search data show the articles on the same cards.
  const articles = new Map(listed.blog.map((article) => [article, createListCards(context, 'blog', article)]));
  const cardsOf = (list: ListName) => (entry: IndexRow) => articles.get(entry) ?? createListCards(context, list, entry);
  for (const list of listsOf(context))
    yield* renderListFiles({ ...place, list, cards: paged[list].flatMap(cardsOf(list)) });
  if (context.hrefOfPage('blog') === null) return;
  yield renderSearchIndex({ ...place, cards: listed.blog.flatMap(cardsOf('blog')) });
  yield renderBlogFeed(context);
}

/** The lists that have their page in the locale. */
export function listsOf(context: LocaleContext): readonly ListName[] {
  return (['blog', 'e-books', 'webinars'] as const).filter((list) => context.hrefOfPage(list) !== null);
}

function createListCards(context: LocaleContext, list: ListName, row: IndexRow): readonly ListCard[] {
  return createCard(context, DETAIL_PAGE_BY_LIST[list], row).map((card) => ({
    ...card,
    slug: row.slug,
    ...(list === 'webinars' ? context.describeEvent(row) : context.describeEntry(row)),
  }));
}

function renderBlogFeed(context: LocaleContext): OutputFile {
  const { site, locale, routes } = context;
  const blog = locale.pageBySlug.get('blog');
  return renderFeed({
    locale: locale.row.locale,
    origin: site.origin,
    brand: site.brand.name,
    title: context.word('meta.feedTitle', { brand: site.brand.name }),
    description: blog === undefined ? null : blog.card.description,
    blogUrl: urlOf(site.origin, `${locale.row.prefix}/blog/`),
    entries: locale.listed.blog.slice(0, FEED_ENTRIES).flatMap((row) => {
      const route = routes.findDetail('blog-slug', locale.row.locale, row.slug);
      if (route === null) return [];
      const { title, categories, date, lastModified } = row;
      const { description } = row.card;
      return [
        { title, url: urlOf(site.origin, route.path), description, author: null, categories, date, lastModified },
      ];
    }),
  });
}
