// A planned small site for tests of page inputs: rows in, the contexts of its locales and its routes out.

import type { IndexRow } from '../../../cli/content/snapshot/content-snapshot.ts';
import { createImageResolver } from '../../../cli/images/image-resolver.ts';
import { createLinkResolver } from '../../../cli/plan/links.ts';
import { planRoutes } from '../../../cli/plan/plan-routes.ts';
import type { PageRoute } from '../../../cli/plan/route-plan.ts';
import { loadLocaleContexts, type PageContext } from '../../../cli/render/page-input/locale-context.ts';
import { PageNotes } from '../../../cli/render/page-input/page-notes.ts';
import type { Locale } from '../../../config/locales.ts';
import { PAGES } from '../../../config/pages.ts';
import { COLLECTIONS } from '../../../content/collections.ts';
import { isTemplateId } from '../../../templates/template-ids.ts';
import { modelWith, rowWith, type SiteContent } from '../../makers.ts';

type Fields = Readonly<Record<string, unknown>>;

/** A published `pages` entry of the index. */
export const page = (site: string, slug: string, row: Partial<IndexRow> = {}) =>
  rowWith({ collection: 'pages', site, slug, ...row });
/** A published article of the index. */
export const article = (site: string, slug: string, row: Partial<IndexRow> = {}) =>
  rowWith({ collection: 'blog_articles', site, slug, date: '2026-01-01T00:00:00.000Z', ...row });
/** A published landing page of the index. */
export const landing = (site: string, slug: string, row: Partial<IndexRow> = {}) =>
  rowWith({ collection: 'landings', site, slug, ...row });

/** A whole `pages`, `landings` or `blog_articles` entry with these fields. */
export const pageEntry = (fields: Fields = {}) => COLLECTIONS.pages.schema.parse({ ...named, ...fields });
export const landingEntry = (fields: Fields = {}) => COLLECTIONS.landings.schema.parse({ ...named, ...fields });
export const articleEntry = (fields: Fields = {}) => COLLECTIONS.blog_articles.schema.parse({ ...named, ...fields });
const named = { id: 'entry', slug: 'entry', title: 'Title of the entry' };

/** The registry as if every template existed: pages whose template is to come borrow the home page's. */
const REGISTRY = PAGES.map((row) => (isTemplateId(row.template) ? row : { ...row, template: 'home' }));

/** What a test asks of the small site. */
export interface SmallSite {
  readonly contextOf: (locale: Locale) => PageContext;
  /** The route of a site path. */
  readonly routeOf: (path: string) => PageRoute;
}

/** Plans en, ua and kz with these entries; every locale has its home page. Redirects are `[from, to]` in English. */
export async function smallSite(
  content: Partial<SiteContent> = {},
  redirects: readonly (readonly [from: string, to: string])[] = [],
): Promise<SmallSite> {
  const model = modelWith({ rows: [], ...content });
  const redirectEntries = redirects.map(([from, to]) => ({
    locale: 'en' as const,
    entry: COLLECTIONS.redirects.schema.parse({ id: from, from, to, type: '301' }),
  }));
  const plan = planRoutes(model, { redirectEntries, pages: REGISTRY });
  const contexts = loadLocaleContexts({
    model,
    routes: plan.routes,
    links: createLinkResolver(model.site, plan.redirects),
    images: createImageResolver({
      site: model.site,
      serviceUrl: 'https://cms.example.com',
      localImages: new Map(),
      shownOrigin: 'https://cms.example.com',
      recipe: { resize: 'recipe', share: 'recipe' },
    }),
    bannerStylesheets: new Map([['ua', '/assets/banner.css']]),
  });
  return {
    contextOf: (locale) => ({ ...found(contexts.get(locale), locale), notes: new PageNotes({}) }),
    routeOf: (path) =>
      found(
        plan.routes.find((route) => route.path === path),
        path,
      ),
  };
}

function found<T>(value: T | undefined, name: string): T {
  if (value === undefined) throw new Error(`The small site has no ${name}.`);
  return value;
}
