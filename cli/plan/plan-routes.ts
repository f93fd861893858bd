// Plans every URL of the site: the pages of each locale, and redirects. A build writes exactly the planned pages. No two routes have the
// same path.

import { LIST_PAGE_SIZE } from '../../config/constants.ts';
import type { SiteConfig } from '../../config/define-site.ts';
import { parseLanguageTag } from '../../config/language-tag.ts';
import type { Locale } from '../../config/locales.ts';
import { isIn, PAGES, type PageRow } from '../../config/pages.ts';
import { isTemplateId } from '../../templates/template-ids.ts';
import type { IndexRow } from '../content/snapshot/content-snapshot.ts';
import type { Problem } from '../errors.ts';
import { type SitePath, toSitePath } from '../files/brands.ts';
import { feedPathOf } from '../paths/site-path.ts';
import { findCollisions } from './find-collisions.ts';
import { NO_ALTERNATES, planAlternates } from './plan-alternates.ts';
import { findRedirect } from './redirects/find-redirect.ts';
import type { RedirectEntry } from './redirects/parse-redirect.ts';
import { planRedirects } from './redirects/plan-redirects.ts';
import type { PageRoute, RoutePlan } from './route-plan.ts';
import { createSiteModel, type LocaleModel, type SiteModel } from './site-model.ts';

/** Input of the plan besides the model; tests pass their own pages. */
export interface PlanInput {
  readonly redirectEntries: readonly RedirectEntry[];
  readonly pages?: readonly PageRow[];
}

/** Plans all routes, alternates and redirects (decisions, "Which pages exist" and "Redirects"). Problems are part of the plan; never throws. */
export function planRoutes(model: SiteModel, { redirectEntries, pages = PAGES }: PlanInput): RoutePlan {
  const all = planPages(model, pages);
  const registered = all.routes.filter(({ kind }) => kind === 'page');
  const pathOfPage = new Map(registered.map(({ name, path }) => [name, path]));
  // Redirects such as `/feed/` can also lead to a feed.
  const feeds = registered.filter(({ page }) => page === 'blog').map(({ path }) => feedPathOf(path));
  const paths = new Set([...all.routes.map(({ path }) => path), ...feeds]);
  const { rules, problems } = planRedirects({
    site: model.site,
    entries: redirectEntries,
    hasRoute: (path) => paths.has(path),
    isUnread: findUnreadPaths(model, pages),
    pagePathOf: (page, locale) => pathOfPage.get(routeName(page, locale)) ?? null,
  });
  const isReplaced = ({ path }: PageRoute) => findRedirect(rules, path) !== null;
  const replaced = all.routes.filter(isReplaced);
  const shown = removeFromLists(model, replaced);
  const planned = shown === model ? all : planPages(shown, pages);
  const routes = replaced.length === 0 ? planned.routes : planned.routes.filter((route) => !isReplaced(route));
  const alternates = planAlternates(routes, model.site.origin);
  return {
    model: shown,
    routes: alternates.routes,
    redirects: rules,
    problems: [...planned.problems, ...findCollisions(all.routes, model), ...problems, ...alternates.problems],
  };
}

type PlannedPages = Pick<RoutePlan, 'routes' | 'problems'>;

function planPages(model: SiteModel, rows: readonly PageRow[]): PlannedPages {
  const { site, locales } = model;
  const plans = locales.flatMap((locale) => {
    const isMissing = isUnread(model, 'pages', locale.row.site);
    return rows
      .filter((row) => isIn(locale.row.locale, row))
      .map((row) => {
        const nameOf = (page: string) => routeName(page, locale.row.locale);
        const names = { name: nameOf(row.page), listName: nameOf(`${row.page}-page`) };
        return planPage({ site, locale, row, ...names, isUnread: isMissing });
      });
  });
  return {
    routes: plans.flatMap(({ routes }) => routes),
    problems: plans.flatMap(({ problems }) => problems),
  };
}

/** Removes the entries of routes that a redirect replaces from lists. */
function removeFromLists(model: SiteModel, routes: readonly PageRoute[]): SiteModel {
  const rows = routes.flatMap(({ kind, entry }) => (kind === 'detail' ? (entry ?? []) : []));
  return rows.length === 0 ? model : createSiteModel(model.site, model.snapshot, new Set(rows));
}

/** `blog-slug___ua`: the page and its locale. */
function routeName(page: string, locale: Locale): string {
  return [page, locale].join('___');
}

interface PagePlace {
  readonly site: SiteConfig;
  readonly locale: LocaleModel;
  readonly row: PageRow;
  /** Names of the route and of its further pages. All routes share these strings, which saves memory. */
  readonly name: string;
  readonly listName: string;
  /** The `pages` of the locale could not be read. */
  readonly isUnread: boolean;
}

function planPage(place: PagePlace): PlannedPages {
  const { locale, row } = place;
  const { source } = row;
  const entries = [...locale.pageBySlug.values()];
  switch (source.kind) {
    case 'entry': {
      const entry = locale.pageBySlug.get(source.slug);
      if (entry === undefined || entry.isConstructorPage)
        return { routes: [], problems: [missingPage(place, source.slug)] };
      return { routes: planListPages(place, entry), problems: [] };
    }
    case 'words':
      return planDetails(place, [locale.pageBySlug.get(source.slug) ?? null]);
    case 'collection':
      return planDetails(place, locale.details[source.collection]);
    case 'constructor':
      return planDetails(
        place,
        entries.filter((entry) => entry.isConstructorPage),
      );
    case 'other-entries':
      // They get the generic path `/{name}/`.
      return planDetails(
        place,
        entries.filter((entry) => !entry.isConstructorPage && !REGISTERED_SLUGS.has(entry.slug)),
      );
    case 'error':
      return { routes: [createRoute(place, null, { status: source.status })], problems: [] };
  }
}

/** Slugs of `pages` with a row in config/pages.ts. */
const REGISTERED_SLUGS = new Set(
  PAGES.flatMap(({ source }) => (source.kind === 'entry' || source.kind === 'words' ? [source.slug] : [])),
);

function planDetails(place: PagePlace, entries: readonly (IndexRow | null)[]): PlannedPages {
  return { routes: entries.map((entry) => createRoute(place, entry)), problems: [] };
}

/** The page itself, then `/blog/page/2/` and following. */
function planListPages(place: PagePlace, entry: IndexRow): readonly PageRoute[] {
  const { list } = place.row;
  const count = list === undefined ? 1 : Math.max(1, Math.ceil(place.locale.paged[list].length / LIST_PAGE_SIZE));
  return Array.from({ length: count }, (_, index) => createRoute(place, entry, { pageNumber: index + 1 }));
}

function createRoute(
  { site, locale, row, name, listName }: PagePlace,
  entry: IndexRow | null,
  { pageNumber = 1, status = null }: Partial<Pick<PageRoute, 'pageNumber' | 'status'>> = {},
): PageRoute {
  const isIndexable = row.isIndexable && status === null && !site.build.noindex && entry?.isNoindex !== true;
  if (!isTemplateId(row.template)) throw new Error(`There is no template ${row.template}.`);
  const [before, after] = row.path.split(SLUG);
  const parts = after === undefined ? [row.path] : [before, entry?.slug, after];
  const further = pageNumber > 1 ? ['page/', pageNumber, '/'] : [];
  return {
    name: pageNumber > 1 ? listName : name,
    path: toSitePath([locale.row.prefix, ...parts, ...further].join('')),
    locale: locale.row.locale,
    page: row.page,
    kind: status !== null ? 'error' : pageNumber > 1 ? 'list-page' : after === undefined ? 'page' : 'detail',
    template: row.template,
    layout: row.layout,
    languageTag: entry === null || entry.language === null ? locale.row.languageTag : parseLanguageTag(entry.language),
    alternates: NO_ALTERNATES,
    isIndexable,
    isInSitemap: isIndexable && !(entry?.isHiddenFromIndex ?? false),
    lastModified: entry?.lastModified ?? null,
    entry,
    pageNumber,
    status,
  };
}

/** The placeholder of the slug in the path of a page. */
const SLUG = '{slug}';

/** A locale needs its home page, unless the pages could not be read (--on-fetch-error empty). */
function missingPage({ locale, row, isUnread }: PagePlace, slug: string): Problem {
  const isNeeded = row.page === 'main' && !isUnread;
  return {
    code: 'PAGE_MISSING',
    severity: isNeeded ? 'error' : 'warning',
    where: { collection: 'pages', entry: slug, site: locale.row.site, path: `${locale.row.prefix}${row.path}` },
    what: `The page ${locale.row.prefix}${row.path} needs the published entry "${slug}", which does not exist.`,
    fix: `Publish the entry "${slug}" in the collection pages of site ${locale.row.site}. If this site shall not have the page, ask its developers to leave it out (onlyIn in config/pages.ts).`,
  };
}

/** Whether the list of a collection of a site could not be read. */
function isUnread({ snapshot }: SiteModel, collection: string, site: string): boolean {
  return snapshot.collections.some(
    (list) => list.source === 'empty' && list.collection === collection && list.site === site,
  );
}

/** Finds out whether a decoded path may be that of a page whose entry could not be read. */
function findUnreadPaths(model: SiteModel, pages: readonly PageRow[]): (path: SitePath) => boolean {
  const patterns = model.locales.flatMap(({ row: { site, prefix } }) =>
    pages.flatMap(({ path, source, list }) => {
      const [before = '', after = ''] = path.split(SLUG);
      const collection = source.kind === 'collection' ? source.collection : 'pages';
      return [
        ...(isUnread(model, collection, site) ? [{ before: prefix + before, after }] : []),
        ...(list !== undefined && model.snapshot.collections.some((other) => isUnread(model, other.collection, site))
          ? [{ before: `${prefix}${path}page/`, after: '/' }]
          : []),
      ];
    }),
  );
  return (path) => {
    const whole = path.endsWith('/') ? path : `${path}/`;
    return patterns.some(({ before, after }) => {
      const middle = whole.slice(before.length, whole.length - after.length);
      const isPart = whole.startsWith(before) && whole.endsWith(after) && whole.length >= before.length + after.length;
      return isPart && !middle.includes('/');
    });
  };
}
