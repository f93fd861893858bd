// The page registry, with a row for each kind of page. A page without a row has no URL. Why a page is in a locale or not:
// docs/decisions.md, "Which pages exist".

import type { Locale } from './locales.ts';

/** `default`: top banner, header, footer. `minimalistic`: header and footer. `header-only`: the logo. */
export const LAYOUTS = ['default', 'minimalistic', 'header-only'] as const;
export type Layout = (typeof LAYOUTS)[number];

/** Steps before a page is opened. Other names are errors. */
export const MIDDLEWARE = ['redirects', 'ambassadors'] as const;

/** Collections with a page per entry. Others that a build reads are in `content/handles.ts`. */
export const DETAIL_COLLECTIONS = ['blog_articles', 'webinars', 'e-books', 'landings'] as const;
export type DetailCollection = (typeof DETAIL_COLLECTIONS)[number];

/** Lists with further pages at `{path}page/{n}/`. */
export const LISTS = ['blog', 'e-books', 'webinars'] as const;
export type ListName = (typeof LISTS)[number];

/** `same-page`: all locales with the page; `same-slug`: locales with the same slug; `none`: no hreflang. */
export const ALTERNATES = ['same-page', 'same-slug', 'none'] as const;

/** Where the content of a page comes from. */
type PageSource =
  /** The `pages` entry with this slug. Without it, the page does not exist. */
  | { readonly kind: 'entry'; readonly slug: string }
  /** Messages of locales/, and the `pages` entry with this slug if it exists. */
  | { readonly kind: 'words'; readonly slug: string }
  /** One page per entry of the collection. */
  | { readonly kind: 'collection'; readonly collection: DetailCollection }
  /** One page per `pages` entry that is built from blocks. */
  | { readonly kind: 'constructor' }
  /** One page per `pages` entry without another row. */
  | { readonly kind: 'other-entries' }
  /** An error page of each locale. */
  | { readonly kind: 'error'; readonly status: 404 | 500 };

/** A row of the registry. */
export interface PageRow<Page extends string = string, Template extends string = string> {
  /** First part of the name of its routes: `blog-slug` in `blog-slug___es`. */
  readonly page: Page;
  /** Site path without locale prefix; `{slug}` is replaced by the slug of the entry. */
  readonly path: string;
  readonly source: PageSource;
  /** Key of `templates/template-ids.ts`. */
  readonly template: Template;
  readonly layout: Layout;
  /** The locales that have the page. Without it, all have it. */
  readonly onlyIn?: readonly Locale[];
  readonly middleware: readonly string[];
  readonly alternates: (typeof ALTERNATES)[number];
  readonly isIndexable: boolean;
  /** Set on the first page of a list. */
  readonly list?: ListName;
}

type RowOptions<Template extends string> = Partial<
  Pick<PageRow<string, Template>, 'path' | 'template' | 'layout' | 'onlyIn' | 'alternates' | 'isIndexable' | 'list'>
>;

const middleware = MIDDLEWARE;
// The types include the names of pages and templates, so that TypeScript finds typos.
const row = <const Page extends string, const Template extends string = Page>(
  page: Page,
  source: PageSource,
  options: RowOptions<Template> = {},
): PageRow<Page, Template> => {
  const { path = `/${page}/`, layout = 'default', alternates = 'same-page', isIndexable = true } = options;
  // The default template has the name of the page.
  const template = options.template ?? (page as string as Template);
  return { page, source, middleware, ...options, path, template, layout, alternates, isIndexable };
};

/** A page with the `pages` entry of the same name. */
const entryPage = <const Page extends string, const Template extends string = Page>(
  page: Page,
  options?: RowOptions<Template>,
) => row(page, { kind: 'entry', slug: page }, options);
/** A page that needs no entry. A `pages` entry of the same name can add content. */
const wordsPage = <const Page extends string, const Template extends string = Page>(
  page: Page,
  options?: RowOptions<Template>,
) => row(page, { kind: 'words', slug: page }, options);
/** A page for each entry of a collection. */
const detailPage = <const Page extends string, const Template extends string = Page>(
  page: Page,
  collection: DetailCollection,
  options: RowOptions<Template>,
) => row(page, { kind: 'collection', collection }, options);

const USE_CASES = [
  'audience-insights',
  'brand-health-tracking',
  'competitor-analysis',
  'crisis-management',
  'influencer-discovery',
  'insights-copilot',
  'market-research',
  'mentions',
  'visual-insights',
] as const;
const success = { template: 'success', layout: 'header-only', alternates: 'none', isIndexable: false } as const;
const legal = { template: 'legal', layout: 'minimalistic' } as const;

const ROWS = [
  row('main', { kind: 'entry', slug: 'main' }, { path: '/', template: 'home' }),
  entryPage('about'),
  entryPage('academy', { onlyIn: ['ua', 'kz'] }),
  // In locales without an academy, forms that an editor places there lead to it.
  wordsPage('academy-success', { ...success, onlyIn: ['en', 'es', 'pt', 'ua', 'kz'] }),
  entryPage('ambassadors-program'),
  ...USE_CASES.map((page) => entryPage(page, { template: 'use-case' })),
  entryPage('author-privacy-policy', { ...legal, onlyIn: ['en'] }),
  entryPage('benchmarks', { onlyIn: ['en', 'ua', 'kz'] }),
  wordsPage('benchmarks-success', { ...success, onlyIn: ['ua', 'kz'] }),
  entryPage('blog', { list: 'blog' }),
  detailPage('blog-slug', 'blog_articles', { path: '/blog/{slug}/', template: 'article', alternates: 'none' }),
  entryPage('careers'),
  entryPage('clients'),
  entryPage('contacts'),
  entryPage('pricing'),
  entryPage('product'),
  entryPage('cookie-policy', { ...legal, onlyIn: ['en'] }),
  wordsPage('cxua', { onlyIn: ['ua'] }),
  entryPage('data-subject-access-optout-request', { layout: 'minimalistic', onlyIn: ['en'] }),
  wordsPage('demo', { layout: 'minimalistic' }),
  entryPage('e-books', { list: 'e-books', onlyIn: ['en', 'kz'] }),
  detailPage('e-books-slug', 'e-books', {
    path: '/e-books/{slug}/',
    template: 'e-book',
    alternates: 'none',
    onlyIn: ['en', 'kz'],
  }),
  wordsPage('e-books-success', { ...success, onlyIn: ['en', 'kz'] }),
  // Its questions are shown on other pages.
  entryPage('faq', { template: 'name', onlyIn: [] }),
  wordsPage('giftbag', { onlyIn: ['kz'] }),
  entryPage('integrations', { onlyIn: ['en', 'ua', 'kz'] }),
  entryPage('research', { onlyIn: ['en', 'ua', 'kz'] }),
  entryPage('trends', { onlyIn: ['en', 'ua', 'kz'] }),
  entryPage('license', legal),
  detailPage('lp-slug', 'landings', {
    path: '/lp/{slug}/',
    template: 'landing',
    layout: 'minimalistic',
    alternates: 'same-slug',
  }),
  row('name', { kind: 'other-entries' }, { path: '/{slug}/', alternates: 'same-slug' }),
  entryPage('newmr', { onlyIn: ['en'] }),
  row(
    'page-constructor-slug',
    { kind: 'constructor' },
    {
      path: '/page-constructor/{slug}/',
      template: 'page-constructor',
      layout: 'minimalistic',
      alternates: 'none',
    },
  ),
  entryPage('privacy-policy', { ...legal, onlyIn: ['en', 'ua', 'kz'] }),
  entryPage('referral', { onlyIn: ['en', 'es', 'pt'] }),
  ...(['report', 'report-for-dmwf', 'report-for-saastock'] as const).map((page) =>
    wordsPage(page, { template: 'report', onlyIn: ['en', 'kz'] }),
  ),
  entryPage('slack-integration', { onlyIn: ['en'] }),
  wordsPage('social-listening-dashboards'),
  wordsPage('success', success),
  wordsPage('terms-of-services', { ...legal, onlyIn: ['en', 'ua', 'kz'] }),
  entryPage('terms-of-services-vi', { ...legal, onlyIn: ['kz'] }),
  entryPage('webinars', { list: 'webinars', onlyIn: ['en', 'es', 'pt', 'ua'] }),
  detailPage('webinars-slug', 'webinars', {
    path: '/webinars/{slug}/',
    template: 'webinar',
    alternates: 'none',
    onlyIn: ['en', 'es', 'pt', 'ua'],
  }),
  ...([404, 500] as const).map((status) =>
    row(
      `${status}`,
      { kind: 'error', status },
      {
        path: `/${status}.html`,
        template: 'error',
        alternates: 'none',
        isIndexable: false,
      },
    ),
  ),
];

/** Name of a page. */
export type PageName = (typeof ROWS)[number]['page'];
/** Name of a used template. */
export type PageTemplate = (typeof ROWS)[number]['template'];

/** The registry, in the order of routes within a locale. */
export const PAGES: readonly PageRow<PageName, PageTemplate>[] = ROWS;

/** Whether a row of a table applies to a locale. */
export function isIn(locale: Locale, { onlyIn }: { readonly onlyIn?: readonly Locale[] | undefined }): boolean {
  return onlyIn?.includes(locale) ?? true;
}

/** Forms with their own success page. All others lead to `success` (decisions, "Success pages"). */
export const SUCCESS_PAGE_BY_FORM: Readonly<Record<string, PageName>> = {
  'e-book': 'e-books-success',
  academy: 'academy-success',
  benchmarks: 'benchmarks-success',
};
