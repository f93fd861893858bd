// Which props a page's template gets: one line a template. How they are made stands in the modules that this one names.

import { localeRow } from '../../../config/locales.ts';
import type { Entry } from '../../../content/collections.ts';
import type { DemoProps, ErrorProps, LegalProps, SuccessProps, TemplateInput } from '../../../templates/page-input.ts';
import { hrefOf } from '../../paths/site-path.ts';
import type { PageRoute } from '../../plan/route-plan.ts';
import { createBlockInputs, createFormInput, createImage } from './block-inputs.ts';
import {
  createArticleProps,
  createEBookProps,
  createLandingProps,
  createPageConstructorProps,
  createWebinarProps,
  rowOf,
} from './detail-props.ts';
import { createBlogProps, createEBooksProps, createWebinarsProps } from './list-props.ts';
import type { LocaleContext } from './locale-context.ts';
import {
  contentOf,
  createClients,
  createDepartments,
  createIndustries,
  createLatestArticles,
  createMarketingProps,
  createPriceBanner,
  createTeam,
  createUseCaseProps,
  createWordsPageProps,
} from './marketing-props.ts';
import { createOffice } from './people-inputs.ts';

/** A route with its entry, read from the snapshot; null for pages of words alone. */
export interface RoutedEntry {
  readonly route: PageRoute;
  readonly entry: Entry | null;
}

type PageEntry = Entry<'pages'>;

/** The props of a page's template. The registry settles which collection an entry is of. */
export function createTemplateInput(context: LocaleContext, page: RoutedEntry): TemplateInput {
  const { route } = page;
  const { template } = route;
  const marketing = () => createMarketingProps(context, pageEntry(page));
  switch (template) {
    case 'home':
      return {
        template,
        props: {
          ...marketing(),
          articles: createLatestArticles(context),
          blogHref: context.hrefOfPage('blog'),
          clients: createClients(context),
        },
      };
    case 'product':
    case 'integrations':
    case 'slack-integration':
    case 'research':
    case 'trends':
    case 'referral':
    case 'ambassadors-program':
    case 'newmr':
    case 'name':
      return { template, props: marketing() };
    case 'use-case':
      return { template, props: createUseCaseProps(context, pageEntry(page)) };
    case 'pricing':
      return { template, props: { ...marketing(), banner: createPriceBanner(context) } };
    case 'clients':
      return { template, props: { ...marketing(), industries: createIndustries(context) } };
    case 'careers':
      return { template, props: { ...marketing(), departments: createDepartments(context) } };
    case 'about':
      return { template, props: { ...marketing(), people: createTeam(context) } };
    case 'contacts': {
      const offices = context.collections.offices.map(createOffice);
      return { template, props: { ...marketing(), offices, socialLinks: context.shared.socialLinks } };
    }
    case 'academy':
    case 'benchmarks':
    case 'data-subject-access-optout-request':
      return { template, props: { ...marketing(), form: createOwnForm(context, template) } };
    case 'report':
      return { template, props: createWordsPageProps(context, wordsEntry(page), { page: route.page, form: 'report' }) };
    case 'cxua':
    case 'giftbag':
    case 'social-listening-dashboards':
      return { template, props: createWordsPageProps(context, wordsEntry(page), { page: route.page, form: 'demo' }) };
    case 'legal':
      return { template, props: createLegalProps(context, page) };
    case 'blog':
      return { template, props: createBlogProps(context, route, pageEntry(page)) };
    case 'webinars':
      return { template, props: createWebinarsProps(context, route, pageEntry(page)) };
    case 'e-books':
      return { template, props: createEBooksProps(context, route, pageEntry(page)) };
    case 'article':
      return { template, props: createArticleProps(context, page.entry as Entry<'blog_articles'>, rowOf(route)) };
    case 'webinar':
      return { template, props: createWebinarProps(context, page.entry as Entry<'webinars'>) };
    case 'e-book':
      return { template, props: createEBookProps(context, page.entry as Entry<'e-books'>, rowOf(route)) };
    case 'landing':
      return { template, props: createLandingProps(context, page.entry as Entry<'landings'>) };
    case 'page-constructor':
      return { template, props: createPageConstructorProps(context, pageEntry(page)) };
    case 'demo':
      return { template, props: createDemoProps(context, wordsEntry(page)) };
    case 'success':
      return { template, props: createSuccessProps(context, page) };
    case 'error':
      return { template, props: createErrorProps(context, route) };
  }
}

/** The id of the last subscription form on a landing page, where its demo button leads; null where there is none. */
export function findLastFormId(template: TemplateInput): string | null {
  if (template.template !== 'landing') return null;
  const inContent = template.props.content.flatMap((block) =>
    block.type === 'form' && block.form.kind === 'subscription' ? [block.form.id] : [],
  );
  return template.props.form?.id ?? inContent.at(-1) ?? null;
}

const FORM_BY_PAGE = {
  academy: 'academy',
  benchmarks: 'benchmarks',
  'data-subject-access-optout-request': 'data-request',
} as const;

function createOwnForm(context: LocaleContext, page: keyof typeof FORM_BY_PAGE) {
  const kind = FORM_BY_PAGE[page];
  return createFormInput(context, kind, { id: `${kind}-form`, texts: { title: null, text: null, button: null } });
}

function createDemoProps(context: LocaleContext, entry: PageEntry | null): DemoProps {
  const texts = context.shared.formBlocks.general ?? { title: null, text: null, button: null };
  return {
    title: entry?.title ?? null,
    subtitle: entry?.subtitle ?? null,
    image: entry === null || entry.image === null ? null : createImage(context, entry.image),
    content: createBlockInputs(context, entry === null ? [] : contentOf(entry)),
    sections: entry === null ? [] : createMarketingProps(context, entry).sections,
    form: createFormInput(context, 'demo', { id: 'demo-form', texts }),
  };
}

function createLegalProps(context: LocaleContext, page: RoutedEntry): LegalProps {
  const entry = wordsEntry(page);
  return {
    page: page.route.page,
    title: entry?.title ?? null,
    subtitle: entry?.subtitle ?? null,
    updated: context.localMoment(page.route.lastModified),
    content: createBlockInputs(context, entry === null ? [] : contentOf(entry)),
    sections: entry === null ? [] : createMarketingProps(context, entry).sections,
  };
}

function createSuccessProps(context: LocaleContext, page: RoutedEntry): SuccessProps {
  const entry = wordsEntry(page);
  return {
    page: page.route.page,
    title: entry?.title ?? null,
    subtitle: entry?.subtitle ?? null,
    homeHref: hrefOf(context.homePath),
  };
}

function createErrorProps(context: LocaleContext, route: PageRoute): ErrorProps {
  return {
    status: route.source.kind === 'error' ? route.source.status : 404,
    homeHref: hrefOf(context.homePath),
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

/** Every route of a page of the registry shows an entry of `pages`, or none. */
function wordsEntry({ entry }: RoutedEntry): PageEntry | null {
  return entry as PageEntry | null;
}
