// The props of each template from an entry and its surroundings: one function a template.

import { CARDS_PER_STEP, LIST_PAGE_SIZE } from '../../../config/constants.ts';
import { localeRow } from '../../../config/locales.ts';
import { PAGES } from '../../../config/pages.ts';
import type { Block } from '../../../content/blocks.ts';
import type { Entry } from '../../../content/collections.ts';
import type { CardInput, FormInput, SectionInput, TemplateInput } from '../../../templates/page-input.ts';
import type { IndexRow } from '../../content/content-snapshot.ts';
import type { PageRoute } from '../route-plan.ts';
import { hrefOf } from '../site-path.ts';
import { createBlockInputs, createFormInput, createImage, createLink } from './block-inputs.ts';
import type { LocaleContext } from './locale-context.ts';

/** A route with its entry, read from the snapshot; null for pages of words alone. */
export interface RoutedEntry {
  readonly route: PageRoute;
  readonly entry: Entry | null;
}

type PageEntry = Entry<'pages'>;

/** The props of a page's template. */
export function createTemplateInput(context: LocaleContext, page: RoutedEntry): TemplateInput {
  const { template } = page.route;
  switch (template) {
    case 'home':
      return { template, props: createHomeProps(context, pageEntry(page)) };
    case 'blog':
      return { template, props: createBlogProps(context, page.route, pageEntry(page)) };
    case 'article':
      return { template, props: createArticleProps(context, page) };
    case 'landing':
      return { template, props: createLandingProps(context, page) };
    case 'demo':
      return { template, props: createDemoProps(context, page.entry as PageEntry | null) };
    case 'success':
      return { template, props: createSuccessProps(context, page) };
    case 'error':
      return { template, props: createErrorProps(context, page.route) };
  }
}

/** The id of the last form on a landing page: where its demo button leads. */
export function findLastFormId(template: TemplateInput): string | null {
  if (template.template !== 'landing') return null;
  const inContent = template.props.content.flatMap((block) => (block.type === 'form' ? [block.form.id] : []));
  return template.props.form?.id ?? inContent.at(-1) ?? null;
}

function createHomeProps(context: LocaleContext, entry: PageEntry) {
  return {
    title: entry.title,
    subtitle: entry.subtitle,
    image: entry.image === null ? null : createImage(context, entry.image),
    link: createLink(context, entry.cta_label, entry.cta_link),
    content: createBlockInputs(context, contentOf(entry)),
    sections: (entry.sections ?? []).map((section) => createSection(context, section)),
    articles: context.locale.listed.blog
      .slice(0, CARDS_PER_STEP)
      .flatMap((row) => createCard(context, 'blog-slug', row)),
    blogHref: context.hrefOfPage('blog'),
  };
}

function createBlogProps(context: LocaleContext, route: PageRoute, entry: PageEntry) {
  const listPage = findListPage(context, route);
  if (listPage === null) throw new Error(`The route ${route.path} shows no list.`);
  const { rows, ...place } = listPage;
  const hero = place.pageNumber === 1 ? context.locale.hero : null;
  return {
    title: entry.title,
    subtitle: entry.subtitle,
    ...place,
    hero: hero === null ? null : (createCard(context, 'blog-slug', hero)[0] ?? null),
    cards: rows.flatMap((row) => createCard(context, 'blog-slug', row)),
    feedHref: feedHref(context),
  };
}

/** Path of the locale's Atom feed. */
export function feedHref(context: LocaleContext): string {
  return `${context.locale.row.prefix}/blog/feed.xml`;
}

/** Which part of a list a route shows, and its neighbours; null for pages without a list. */
export function findListPage(context: LocaleContext, route: PageRoute) {
  const list = LIST_BY_PAGE.get(route.page);
  if (list === undefined) return null;
  const paged = context.locale.paged[list];
  const pageNumber = route.source.kind === 'list' ? route.source.pageNumber : 1;
  const lastPage = Math.max(1, Math.ceil(paged.length / LIST_PAGE_SIZE));
  const hrefOfNumber = (number: number) =>
    hrefOf(`${context.locale.row.prefix}/${list}/${number === 1 ? '' : `page/${number}/`}`);
  return {
    pageNumber,
    lastPage,
    previousHref: pageNumber > 1 ? hrefOfNumber(pageNumber - 1) : null,
    nextHref: pageNumber < lastPage ? hrefOfNumber(pageNumber + 1) : null,
    rows: paged.slice((pageNumber - 1) * LIST_PAGE_SIZE, pageNumber * LIST_PAGE_SIZE),
  };
}

const LIST_BY_PAGE = new Map(PAGES.flatMap(({ page, list }) => (list === undefined ? [] : [[page, list] as const])));

function createArticleProps(context: LocaleContext, { route, entry }: RoutedEntry) {
  const article = entry as Entry<'blog_articles'>;
  const row = rowOf(route);
  const { blog } = context.formBlocks;
  return {
    title: article.title,
    description: article.short_description,
    image: article.image === null ? null : createImage(context, article.image),
    author: findAuthor(context, article),
    date: article.date,
    categories: (article.category ?? []).map(({ slug, title }) => ({ slug, title })),
    content: createBlockInputs(context, article.content ?? []),
    related: context.model
      .findRelated(context.locale, 'blog', row)
      .flatMap((other) => createCard(context, 'blog-slug', other)),
    form:
      blog === null ? null : { ...createFormInput(context, 'blog-demo', { number: 1, texts: blog }), id: 'demo-form' },
  };
}

/** Relations are shallow: the name stands in `team`, or in the relation itself. */
export function findAuthor(context: LocaleContext, article: Entry<'blog_articles'>): string | null {
  if (article.author === null) return null;
  return context.authorById.get(article.author.id) ?? article.author.title;
}

function createLandingProps(context: LocaleContext, { entry }: RoutedEntry) {
  const landing = entry as Entry<'landings'>;
  const content = createBlockInputs(context, [...(landing.content ?? []), ...(landing.blocks ?? [])]);
  const hasForm = content.some(({ type }) => type === 'form');
  return {
    title: landing.title,
    subtitle: landing.subtitle,
    image: landing.image === null ? null : createImage(context, landing.image),
    content,
    form: hasForm ? null : createDefaultForm(context, 'subscription'),
  };
}

function createDemoProps(context: LocaleContext, entry: PageEntry | null) {
  return {
    title: entry?.title ?? null,
    subtitle: entry?.subtitle ?? null,
    content: createBlockInputs(context, entry?.content ?? []),
    form: createDefaultForm(context, 'demo'),
  };
}

/** A form where no editor placed one: with the texts of the general default block for demo forms. */
function createDefaultForm(context: LocaleContext, kind: 'demo' | 'subscription'): FormInput {
  const noTexts = { title: null, text: null, button: null };
  const texts = kind === 'demo' ? (context.formBlocks.general ?? noTexts) : noTexts;
  return { ...createFormInput(context, kind, { number: 1, texts }), id: `${kind}-form` };
}

function createSuccessProps(context: LocaleContext, { route, entry }: RoutedEntry) {
  const page = entry as PageEntry | null;
  return {
    page: route.page,
    title: page?.title ?? null,
    subtitle: page?.subtitle ?? null,
    homeHref: hrefOf(context.homePath),
  };
}

function createErrorProps(context: LocaleContext, route: PageRoute) {
  return {
    status: route.source.kind === 'error' ? route.source.status : (404 as const),
    homeHref: hrefOf(context.homePath),
    homes: context.site.locales.flatMap((locale) => {
      const home = context.routes.findPage('main', locale);
      const row = localeRow(locale);
      return home === null ? [] : [{ href: hrefOf(home.path), label: row.ownName, languageTag: row.languageTag }];
    }),
  };
}

/** A card of an entry; none where it has no route (a redirect stands in its place). */
export function createCard(context: LocaleContext, page: string, row: IndexRow): readonly CardInput[] {
  const route = context.routes.findDetail(page, context.locale.row.locale, row.slug);
  if (route === null) return [];
  return [
    {
      title: row.title,
      href: hrefOf(route.path),
      description: row.description,
      image: row.image === null ? null : createImage(context, row.image),
      date: row.date,
      categories: row.categories.map(({ slug, title }) => ({ slug, title })),
    },
  ];
}

function createSection(context: LocaleContext, section: NonNullable<PageEntry['sections']>[number]): SectionInput {
  return {
    kind: section.kind,
    title: section.title,
    text: section.text,
    image: section.image === null ? null : createImage(context, section.image),
    link: createLink(context, section.cta_label, section.cta_link),
    items: (section.items ?? []).map((item) => ({
      title: item.title,
      text: item.text,
      value: item.value,
      image: item.image === null ? null : createImage(context, item.image),
      link: createLink(context, item.title, item.link),
    })),
  };
}

function contentOf(entry: {
  readonly content: readonly Block[] | null;
  readonly blocks: readonly Block[] | null;
}): readonly Block[] {
  return [...(entry.content ?? []), ...(entry.blocks ?? [])];
}

function pageEntry({ route, entry }: RoutedEntry): PageEntry {
  if (entry === null) throw new Error(`The route ${route.path} has no entry.`);
  return entry as PageEntry;
}

function rowOf({ path, source }: PageRoute): IndexRow {
  if (!('row' in source)) throw new Error(`The route ${path} has no entry.`);
  return source.row;
}
