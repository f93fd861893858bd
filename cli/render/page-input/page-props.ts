// The props of each template.

import { localeRow } from '../../../config/locales.ts';
import type { DetailCollection } from '../../../config/pages.ts';
import type { Entry } from '../../../content/collections.ts';
import type {
  ErrorProps,
  OwnProps,
  PropsByTemplate,
  SuccessProps,
  TemplateInput,
} from '../../../templates/page-input.ts';
import { findLastSubscription } from '../../../templates/pages/placed-forms.ts';
import type { TemplateId } from '../../../templates/template-ids.ts';
import type { LightEntry } from '../../content/intake/long-texts.ts';
import { hrefOf } from '../../paths/site-path.ts';
import type { PageRoute } from '../../plan/route-plan.ts';
import { createFormInput } from './block-inputs.ts';
import {
  createArticleProps,
  createEBookProps,
  createEntryProps,
  createLandingProps,
  createPageConstructorProps,
  createWebinarProps,
  rowOf,
} from './detail-props.ts';
import { createBlogProps, createEBooksProps, createWebinarsProps } from './list-props.ts';
import type { PageContext } from './locale-context.ts';
import {
  createArticles,
  createClients,
  createDepartments,
  createIndustries,
  createMarketingProps,
  createOptionalProps,
  createPriceBanner,
  createTeam,
  createUseCaseProps,
  takeFormTexts,
} from './marketing-props.ts';
import { createOffices } from './people-inputs.ts';

/** A route with its entry; null for pages that show messages only. */
export interface RoutedEntry {
  readonly route: PageRoute;
  readonly entry: Entry | null;
  /** If the entry has marks in the places of its long texts: their facts, and a function that fills them in. */
  readonly texts?: Pick<LightEntry, 'factsByMark'> & { readonly fill: (json: string) => string };
}

type PageEntry = Entry<'pages'>;

type CreateProps<T extends TemplateId> = (context: PageContext, page: RoutedEntry) => PropsByTemplate[T];

const marketingProps = (context: PageContext, page: RoutedEntry) => createMarketingProps(context, pageEntry(page));

/** Creates the props of templates that have their own. config/pages.ts defines the collection of each page, so entries are cast. */
const PROPS: { readonly [T in keyof OwnProps]: CreateProps<T> } = {
  home: (context, page) => ({
    ...marketingProps(context, page),
    articles: createArticles(context),
    blogHref: context.hrefOfPage('blog'),
    clients: createClients(context),
  }),
  product: marketingProps,
  integrations: marketingProps,
  'slack-integration': marketingProps,
  research: marketingProps,
  trends: marketingProps,
  referral: marketingProps,
  'ambassadors-program': marketingProps,
  newmr: marketingProps,
  name: marketingProps,
  'use-case': (context, page) => createUseCaseProps(context, pageEntry(page)),
  pricing: (context, page) => ({ ...marketingProps(context, page), banner: createPriceBanner(context) }),
  clients: (context, page) => ({ ...marketingProps(context, page), industries: createIndustries(context) }),
  careers: (context, page) => ({ ...marketingProps(context, page), departments: createDepartments(context) }),
  about: (context, page) => ({ ...marketingProps(context, page), people: createTeam(context) }),
  contacts: (context, page) => ({
    ...marketingProps(context, page),
    offices: createOffices(context),
    socialLinks: context.shared.socialLinks,
  }),
  academy: createOwnFormProps,
  benchmarks: createOwnFormProps,
  'data-subject-access-optout-request': createOwnFormProps,
  report: (context, page) => createWordsProps(context, page, 'report'),
  cxua: (context, page) => createWordsProps(context, page, 'demo'),
  giftbag: (context, page) => createWordsProps(context, page, 'demo'),
  'social-listening-dashboards': (context, page) => createWordsProps(context, page, 'demo'),
  legal: (context, page) => ({
    ...createTexts(context, page),
    page: page.route.page,
    updated: context.localMoment(page.route.lastModified),
  }),
  blog: (context, page) => createBlogProps(context, page.route, pageEntry(page)),
  webinars: (context, page) => createWebinarsProps(context, page.route, pageEntry(page)),
  'e-books': (context, page) => createEBooksProps(context, page.route, pageEntry(page)),
  article: (context, { entry, route }) => createArticleProps(context, entry as Entry<'blog_articles'>, route),
  webinar: (context, { entry, route }) => createWebinarProps(context, entry as Entry<'webinars'>, route),
  'e-book': (context, { entry, route }) => createEBookProps(context, entry as Entry<'e-books'>, rowOf(route)),
  landing: (context, { entry }) => createLandingProps(context, entry as Entry<'landings'>),
  'page-constructor': (context, page) => createPageConstructorProps(context, pageEntry(page)),
  demo: (context, page) => ({
    ...createTexts(context, page),
    form: createFormInput(context, 'demo', { id: 'demo-form', texts: takeFormTexts(context) }),
  }),
  success: createSuccessProps,
  error: (context, { route }) => createErrorProps(context, route),
};

/** The template of a page with its props. */
export function createTemplateInput(context: PageContext, page: RoutedEntry): TemplateInput {
  const { template } = page.route;
  const own = (PROPS as Readonly<Partial<Record<TemplateId, (context: PageContext, page: RoutedEntry) => unknown>>>)[
    template
  ];
  const props = own?.(context, page) ?? createEntryProps(context, page.entry as Entry<DetailCollection>);
  // PROPS guarantees that the props match the template.
  return { template, props } as TemplateInput;
}

/** The id of the form where the demo button of a landing page leads; null if there is none. */
export function findLastFormId(template: TemplateInput): string | null {
  return template.template === 'landing' ? (findLastSubscription(template.props)?.id ?? null) : null;
}

const FORM_BY_PAGE = {
  academy: 'academy',
  benchmarks: 'benchmarks',
  'data-subject-access-optout-request': 'data-request',
} as const;

/** A page with its own form. */
function createOwnFormProps(context: PageContext, page: RoutedEntry) {
  const kind = FORM_BY_PAGE[page.route.template as keyof typeof FORM_BY_PAGE];
  const form = createFormInput(context, kind, { id: `${kind}-form` });
  return { ...marketingProps(context, page), form };
}

function createWordsProps(context: PageContext, page: RoutedEntry, form: 'demo' | 'report') {
  const texts = form === 'demo' ? takeFormTexts(context) : null;
  return {
    ...createOptionalProps(context, wordsEntry(page)),
    page: page.route.page,
    form: createFormInput(context, form, { id: `${form}-form`, texts }),
  };
}

/** What a page without buttons shows of its entry, if it has one. */
function createTexts(context: PageContext, page: RoutedEntry) {
  const { link, secondLink, ...texts } = createOptionalProps(context, wordsEntry(page));
  return texts;
}

/** Links on success pages and on error pages. */
const NEXT_PAGES = ['blog', 'clients', 'webinars', 'e-books'] as const;
const POPULAR_PAGES = ['product', 'pricing', 'clients', 'contacts'] as const;

/** Links to those of the pages that the locale has, with the texts of the menu. */
function createPageLinks(context: PageContext, pages: typeof NEXT_PAGES | typeof POPULAR_PAGES) {
  return pages.flatMap((page) => {
    const href = context.hrefOfPage(page);
    if (href === null) return [];
    const description = context.word(`common.menu.${page}Description`);
    return [{ page, label: context.word(`common.menu.${page}`), href, isOuter: false, description }];
  });
}

/** Each of these pages shows another of the newest articles; the newest one leads the blog. */
const SUCCESS_PAGES = ['success', 'academy-success', 'e-books-success', 'benchmarks-success'];

function createSuccessProps(context: PageContext, page: RoutedEntry): SuccessProps {
  const { content, ...texts } = createTexts(context, page);
  const articles = createArticles(context, null, SUCCESS_PAGES.length + 1);
  return {
    ...texts,
    page: page.route.page,
    homeHref: hrefOf(context.homePath),
    article: articles[SUCCESS_PAGES.indexOf(page.route.page) + 1] ?? articles[0] ?? null,
    next: createPageLinks(context, NEXT_PAGES),
  };
}

function createErrorProps(context: PageContext, route: PageRoute): ErrorProps {
  return {
    status: route.status ?? 404,
    homeHref: hrefOf(context.homePath),
    blogHref: context.hrefOfPage('blog'),
    popular: createPageLinks(context, POPULAR_PAGES),
    homes: context.site.locales.flatMap((locale) => {
      const home = context.routes.findPage('main', locale);
      const row = localeRow(locale);
      return home === null ? [] : [{ href: hrefOf(home.path), label: row.ownName, languageTag: row.languageTag }];
    }),
  };
}

function pageEntry(page: RoutedEntry): PageEntry {
  const entry = wordsEntry(page);
  if (entry === null) throw new Error(`The route ${page.route.path} has no entry.`);
  return entry;
}

/** Routes of config/pages.ts show an entry of `pages`, or none. */
function wordsEntry({ entry }: RoutedEntry): PageEntry | null {
  return entry as PageEntry | null;
}
