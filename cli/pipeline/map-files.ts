// The maps of a site, which are all files but pages and assets: sitemap, robots.txt, lists, search data, feeds, redirects.

import { LRUCache } from 'lru-cache';
import { FEED_ENTRIES } from '../../config/constants.ts';
import type { Locale } from '../../config/locales.ts';
import type { ListName } from '../../config/pages.ts';
import { loadWords, wordsOfGroups } from '../../locales/words.ts';
import type { CardInput, CardShared, TemplateBundle } from '../../templates/page-input.ts';
import { COMMON_WORDS, TEMPLATES } from '../../templates/template-ids.ts';
import type { IndexRow } from '../content/snapshot/content-snapshot.ts';
import { toSitePath } from '../files/brands.ts';
import type { OutputFile } from '../files/output-file.ts';
import { renderCalendar } from '../outputs/calendar.ts';
import { renderFeed } from '../outputs/feed.ts';
import { type ListPart, planListFiles, printListFile, printListRow, renderSearchIndex } from '../outputs/list-json.ts';
import { renderClientRedirects } from '../outputs/redirect-maps.ts';
import { renderRobots, renderSitemap } from '../outputs/sitemap.ts';
import { calendarPathOf, urlOf } from '../paths/site-path.ts';
import type { RoutePlan } from '../plan/route-plan.ts';
import { readCard } from '../plan/site-model.ts';
import { hasCalendarFile, momentOf } from '../plan/visible-times.ts';
import { createCard } from '../render/page-input/card-inputs.ts';
import type { LocaleContext } from '../render/page-input/locale-context.ts';

const DETAIL_PAGE_BY_LIST = { blog: 'blog-slug', 'e-books': 'e-books-slug', webinars: 'webinars-slug' } as const;

/**
 * Renders all maps but lists, for the build and for the preview. To add one, write a function in `cli/outputs/` that returns
 * `createMapFile(…)`, and add a line here. The same content must give the same bytes, so take dates from the content or from the
 * clock of the build, `plan.model.snapshot.clock`.
 */
export async function* renderMapFiles(
  plan: RoutePlan,
  contexts: ReadonlyMap<Locale, LocaleContext>,
): AsyncGenerator<OutputFile> {
  const { site } = plan.model;
  const sitemap = await renderSitemap(site.origin, plan.routes);
  yield* sitemap;
  yield renderRobots(site, sitemap.length === 0 ? null : `${site.origin}/sitemap.xml`);
  for (const context of contexts.values()) yield* renderLocaleMaps(context);
  yield* renderClientRedirects(plan.redirects, site.locales);
}

/** Feed, search data and calendar files of a locale. */
function* renderLocaleMaps(context: LocaleContext): Iterable<OutputFile> {
  const { row, listed } = context.locale;
  yield* renderCalendars(context);
  if (context.hrefOfPage('blog') === null) return;
  const cards = listed.blog.flatMap((article) => createCard(context, DETAIL_PAGE_BY_LIST.blog, article));
  yield renderSearchIndex({ locale: row.locale, site: row.site, cards });
  yield renderBlogFeed(context);
}

/** A file for each upcoming webinar, next to its page. */
function* renderCalendars({ site, model, locale, routes }: LocaleContext): Iterable<OutputFile> {
  for (const row of locale.details.webinars) {
    const route = routes.findDetail('webinars-slug', locale.row.locale, row.slug);
    if (route === null || row.eventDate === null || !hasCalendarFile(row)) continue;
    const { title, eventDate: startsAt, lastModified: changedAt, durationMinutes } = row;
    const event = {
      ...{ title, startsAt, changedAt, durationMinutes },
      description: readCard(model.snapshot, row).description,
      url: urlOf(site.origin, route.path),
    };
    const path = calendarPathOf(route.path);
    yield renderCalendar(event, { locale: locale.row.locale, path, brand: site.brand.name });
  }
}

/** The lists that have a page in the locale. */
export function listsOf(context: LocaleContext): readonly ListName[] {
  return (['blog', 'e-books', 'webinars'] as const).filter((list) => context.hrefOfPage(list) !== null);
}

/** A file of a list whose cards are not rendered yet. */
export interface ListJob extends ListPart, CardShared {
  readonly cardsOf: (row: IndexRow) => readonly CardInput[];
}

/** The files of all lists. Those that show the same cards are near each other. */
export function planLists(contexts: ReadonlyMap<Locale, LocaleContext>): readonly ListJob[] {
  return [...contexts.values()].flatMap((context) => listsOf(context).flatMap((list) => planList(context, list)));
}

function planList(context: LocaleContext, list: ListName): readonly ListJob[] {
  const { locale, site, languageTag } = context.row;
  const page = DETAIL_PAGE_BY_LIST[list];
  const rows = context.locale.paged[list].filter(({ slug }) => context.routes.findDetail(page, locale, slug) !== null);
  const places = new Map(rows.map((row, place) => [row, place]));
  const placeOf = ({ rows: [first] }: ListPart) => (first === undefined ? 0 : (places.get(first) ?? 0));
  const job = {
    cardsOf: (row: IndexRow) => createCard(context, page, row),
    words: wordsOfGroups(loadWords(locale), [...COMMON_WORDS, ...TEMPLATES[list].words]),
    languageTag,
    brand: context.site.brand.name,
  };
  return planListFiles({ list, locale, site, rows })
    .toSorted((a, b) => placeOf(a) - placeOf(b))
    .map((part) => ({ ...part, ...job }));
}

/** Cards that are kept, because the next files show them too. */
const CARDS_KEPT = 1000;

/** Returns a function that prints the files of lists. */
export function createListPrinter(renderCard: TemplateBundle['renderCard']): (job: ListJob) => OutputFile {
  const printed = new LRUCache<IndexRow, readonly string[], ListJob>({
    max: CARDS_KEPT,
    memoMethod: (row, _, { context }) =>
      context.cardsOf(row).map((card) => printListRow(card, renderCard(card, context))),
  });
  return (job) => {
    const printRow = (row: IndexRow) => printed.memo(row, { context: job });
    return printListFile(job, job.rows.flatMap(printRow));
  };
}

function renderBlogFeed(context: LocaleContext): OutputFile {
  const { site, locale, routes, model } = context;
  const { snapshot } = model;
  const blog = locale.pageBySlug.get('blog');
  return renderFeed({
    locale: locale.row.locale,
    origin: site.origin,
    brand: site.brand.name,
    title: context.word('meta.feedTitle', { brand: site.brand.name }),
    description: blog === undefined ? null : readCard(snapshot, blog).description,
    blogUrl: urlOf(site.origin, toSitePath(`${locale.row.prefix}/blog/`)),
    entries: locale.listed.blog.slice(0, FEED_ENTRIES).flatMap((row) => {
      const route = routes.findDetail('blog-slug', locale.row.locale, row.slug);
      if (route === null) return [];
      const { title, categories, lastModified } = row;
      // Feeds need a time: a day starts at midnight in the time zone of the site.
      const date = row.date === null ? null : momentOf(row.date, site.timeZone);
      const { description } = readCard(snapshot, row);
      return [{ title, url: urlOf(site.origin, route.path), description, categories, date, lastModified }];
    }),
  });
}
