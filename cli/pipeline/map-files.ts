// Renders the maps of a site, which are all files but pages and assets: sitemap, robots.txt, lists, search data, feeds, redirects.

import { FEED_ENTRIES } from '../../config/constants.ts';
import type { Locale } from '../../config/locales.ts';
import type { ListName } from '../../config/pages.ts';
import type { IndexRow } from '../content/snapshot/content-snapshot.ts';
import type { OutputFile } from '../files/output-file.ts';
import { renderCalendar } from '../outputs/calendar.ts';
import { renderFeed } from '../outputs/feed.ts';
import { type ListCard, renderListFiles } from '../outputs/list-json.ts';
import { renderClientRedirects } from '../outputs/redirect-maps.ts';
import { renderRobots } from '../outputs/robots.ts';
import { renderSearchIndex } from '../outputs/search-index.ts';
import { renderSitemap } from '../outputs/sitemap.ts';
import { calendarPathOf, urlOf } from '../paths/site-path.ts';
import { hasCalendarFile } from '../plan/calendar-events.ts';
import type { RoutePlan } from '../plan/route-plan.ts';
import { momentOf } from '../plan/visible-times.ts';
import { createCard } from '../render/page-input/card-inputs.ts';
import type { LocaleContext } from '../render/page-input/locale-context.ts';

const DETAIL_PAGE_BY_LIST = { blog: 'blog-slug', 'e-books': 'e-books-slug', webinars: 'webinars-slug' } as const;

/**
 * Renders all maps, for the build and for the preview. To add one, write a function in `cli/outputs/` that returns
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

/** Feed, lists, search data and calendar files of a locale. */
function* renderLocaleMaps(context: LocaleContext): Iterable<OutputFile> {
  const { row, paged, listed } = context.locale;
  const place = { locale: row.locale, site: row.site };
  // Lists and search data share the cards of articles.
  const articles = new Map(listed.blog.map((article) => [article, createListCards(context, 'blog', article)]));
  const cardsOf = (list: ListName) => (entry: IndexRow) => articles.get(entry) ?? createListCards(context, list, entry);
  for (const list of listsOf(context))
    yield* renderListFiles({ ...place, list, cards: paged[list].flatMap(cardsOf(list)) });
  yield* renderCalendars(context);
  if (context.hrefOfPage('blog') === null) return;
  yield renderSearchIndex({ ...place, cards: listed.blog.flatMap(cardsOf('blog')) });
  yield renderBlogFeed(context);
}

/** A file for each upcoming webinar, next to its page. */
function* renderCalendars({ site, locale, routes }: LocaleContext): Iterable<OutputFile> {
  for (const row of locale.details.webinars) {
    const route = routes.findDetail('webinars-slug', locale.row.locale, row.slug);
    if (route === null || row.eventDate === null || !hasCalendarFile(row)) continue;
    const { title, eventDate: startsAt, durationMinutes, lastModified: changedAt } = row;
    yield renderCalendar({
      locale: locale.row.locale,
      path: calendarPathOf(route.path),
      brand: site.brand.name,
      event: {
        ...{ title, startsAt, durationMinutes, changedAt },
        description: row.card.description,
        url: urlOf(site.origin, route.path),
      },
    });
  }
}

/** The lists that have a page in the locale. */
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
      const { title, categories, lastModified } = row;
      // Feeds need a time: a day starts at midnight in the time zone of the site.
      const date = row.date === null ? null : momentOf(row.date, site.timeZone);
      const { description } = row.card;
      return [{ title, url: urlOf(site.origin, route.path), description, categories, date, lastModified }];
    }),
  });
}
