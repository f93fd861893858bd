// What every page of one locale is made with: its routes by page, its words, links, images, banner and social links.

import type { SiteConfig } from '../../../config/define-site.ts';
import type { Locale } from '../../../config/locales.ts';
import type { Entry } from '../../../content/collections.ts';
import { createDateFormatter, createFormatter, createMomentFormatter } from '../../../locales/formatter.ts';
import { isWordKey, loadWords } from '../../../locales/words.ts';
import type { ChromeInput, LinkInput } from '../../../templates/page-input.ts';
import type { IndexRow } from '../../content/snapshot/content-snapshot.ts';
import type { Problem } from '../../errors.ts';
import type { ImageResolver } from '../../images/image-resolver.ts';
import { hrefOf } from '../../paths/site-path.ts';
import type { LinkResolver } from '../../plan/links.ts';
import { readVisible } from '../../plan/read-visible.ts';
import type { PageRoute } from '../../plan/route-plan.ts';
import type { LocaleModel, SiteModel } from '../../plan/site-model.ts';
import { createBanner } from './banner-input.ts';
import { createLocalMoment, type LocalMoment } from './local-moment.ts';

/** The last line of a card, as templates print it. */
interface CardFacts {
  readonly moment: { readonly dateTime: string; readonly text: string } | null;
  readonly duration: string | null;
}

/** Everything of a locale that is not one page's own. */
export interface LocaleContext {
  readonly site: SiteConfig;
  readonly model: SiteModel;
  readonly locale: LocaleModel;
  readonly clock: string;
  readonly homePath: string;
  /** Href of a page without parameters; null where the locale has none. */
  readonly hrefOfPage: (page: string) => string | null;
  readonly routes: RouteFinder;
  /** A word of the locale, by key. @throws Error for a key that the locale lacks: a bug that the words test catches. */
  readonly word: (key: string, values?: Readonly<Record<string, string | number>>) => string;
  /** A moment as it is written in the content's time zone. */
  readonly localMoment: LocalMoment;
  /** What a card says of an entry's date, and of a webinar's start and length. */
  readonly describeEntry: (row: IndexRow) => CardFacts;
  readonly describeEvent: (row: IndexRow) => CardFacts;
  readonly links: LinkResolver;
  readonly images: ImageResolver;
  readonly socialLinks: readonly LinkInput[];
  readonly banner: ChromeInput['banner'];
  /** Hashed stylesheet of the banner's height, colour and fit. */
  readonly bannerStylesheet: string | null;
  readonly formBlocks: FormBlocks;
  /** The small collections that pages join, whole and in the editors' order. */
  readonly collections: {
    readonly [C in 'team' | 'speakers' | 'clients' | 'offices' | 'faq']: readonly Entry<C>[];
  };
  /** Every category of the listed articles. */
  readonly blogCategories: readonly { readonly slug: string; readonly title: string }[];
  /** `pages_block`, for the block `shared`. */
  readonly sharedBlocks: readonly Entry<'pages_block'>[];
  /** Takes what a page finds wrong with its content while it is put together. */
  readonly note: (problem: Problem) => void;
}

/** The default blocks of the demo forms: general and blog (section 3). */
interface FormBlocks {
  readonly general: FormBlock | null;
  readonly blog: FormBlock | null;
}
/** What a default block says around its form. */
interface FormBlock {
  readonly title: string;
  readonly text: string | null;
  readonly button: string | null;
  readonly languageTag: string;
}

/** Finds routes by what they show. */
export interface RouteFinder {
  readonly findPage: (page: string, locale: string) => PageRoute | null;
  /** The n-th page of a list; the first one is the list's own page. */
  readonly findListPage: (page: string, locale: string, number: number) => PageRoute | null;
  /** The route of an entry by its slug. */
  readonly findDetail: (page: string, locale: string, slug: string) => PageRoute | null;
  /** The routes of an entry in all languages, by the original that they are localisations of. */
  readonly findLocalisations: (page: string, originId: string) => readonly PageRoute[];
}

/** Indexes the routes of a plan. */
function createRouteFinder(routes: readonly PageRoute[]): RouteFinder {
  const pages = new Map<string, Map<string, PageRoute>>();
  const lists = new Map<string, Map<number, PageRoute>>();
  const bySlug = new Map<string, Map<string, Map<string, PageRoute>>>();
  const byOrigin = new Map<string, Map<string, PageRoute[]>>();
  for (const route of routes) {
    const { page, locale, kind, source } = route;
    if (kind === 'page') innerMap(pages, page).set(locale, route);
    if (source.kind === 'list') innerMap(lists, `${page} ${locale}`).set(source.pageNumber, route);
    if (kind === 'detail' && source.kind === 'entry') {
      innerMap(innerMap(bySlug, page), locale).set(source.row.slug, route);
      const origins = innerMap(byOrigin, page);
      const origin = source.row.originId ?? source.row.id;
      const localisations = origins.get(origin);
      if (localisations === undefined) origins.set(origin, [route]);
      else localisations.push(route);
    }
  }
  const findPage: RouteFinder['findPage'] = (page, locale) => pages.get(page)?.get(locale) ?? null;
  return {
    findPage,
    findListPage: (page, locale, number) =>
      number === 1 ? findPage(page, locale) : (lists.get(`${page} ${locale}`)?.get(number) ?? null),
    findDetail: (page, locale, slug) => bySlug.get(page)?.get(locale)?.get(slug) ?? null,
    findLocalisations: (page, originId) => byOrigin.get(page)?.get(originId) ?? [],
  };
}

function innerMap<Key, Value>(maps: Map<string, Map<Key, Value>>, key: string): Map<Key, Value> {
  const known = maps.get(key);
  if (known !== undefined) return known;
  const inner = new Map<Key, Value>();
  maps.set(key, inner);
  return inner;
}

/** What contexts are made of. */
export interface ContextInput {
  readonly model: SiteModel;
  readonly routes: readonly PageRoute[];
  readonly links: LinkResolver;
  readonly images: ImageResolver;
  /** Hashed stylesheet of each locale's banner. */
  readonly bannerStylesheets: ReadonlyMap<Locale, string>;
  readonly note: (problem: Problem) => void;
}

/** Makes the context of every locale. Reads the small collections that pages join: team, social links, form blocks. */
export async function loadLocaleContexts(input: ContextInput): Promise<ReadonlyMap<Locale, LocaleContext>> {
  const routes = createRouteFinder(input.routes);
  const contexts = input.model.locales.map(
    async (locale) => [locale.row.locale, await loadLocaleContext(input, locale, routes)] as const,
  );
  return new Map(await Promise.all(contexts));
}

async function loadLocaleContext(
  input: ContextInput,
  locale: LocaleModel,
  routes: RouteFinder,
): Promise<LocaleContext> {
  const { model, links, images } = input;
  const { row } = locale;
  const [team, speakers, clients, offices, faq, socialLinks, blocks] = await Promise.all([
    readVisible(model, 'team', row.site),
    readVisible(model, 'speakers', row.site),
    readVisible(model, 'clients', row.site),
    readVisible(model, 'offices', row.site),
    readVisible(model, 'faq', row.site),
    readVisible(model, 'social_links', row.site),
    readVisible(model, 'pages_block', row.site),
  ]);
  const word = createWord(row);
  const localMoment = createLocalMoment(model.site.content.timeZone);
  const formBlock = (slug: string): FormBlock | null => {
    const block = blocks.find((candidate) => candidate.slug === slug);
    if (block === undefined) return null;
    const { title, subtitle, button } = block;
    return { title, text: subtitle, button, languageTag: row.languageTag };
  };
  return {
    site: model.site,
    model,
    locale,
    clock: model.clock,
    homePath: routes.findPage('main', row.locale)?.path ?? `${row.prefix}/`,
    hrefOfPage: (page) => {
      const route = routes.findPage(page, row.locale);
      return route === null ? null : hrefOf(route.path);
    },
    routes,
    word,
    localMoment,
    ...createCardFacts(row, word, localMoment),
    links,
    images,
    socialLinks: socialLinks.flatMap(({ title, link }) => (link === null ? [] : (links.resolve(title, link) ?? []))),
    banner: createBanner(locale.globals.top_banner, links, images),
    bannerStylesheet: input.bannerStylesheets.get(row.locale) ?? null,
    formBlocks: { general: formBlock('demo-form-default'), blog: formBlock('blog-demo-form-default') },
    collections: { team, speakers, clients, offices, faq },
    note: input.note,
    blogCategories: listCategories(locale.listed.blog),
    sharedBlocks: blocks,
  };
}

/** Each category once, in order of first use, under its last title. */
function listCategories(rows: readonly IndexRow[]): LocaleContext['blogCategories'] {
  const titleBySlug = new Map<string, string>();
  for (const { categories } of rows) for (const { slug, title } of categories) titleBySlug.set(slug, title);
  return [...titleBySlug].map(([slug, title]) => ({ slug, title }));
}

function createWord(row: LocaleModel['row']): LocaleContext['word'] {
  const translate = createFormatter(loadWords(row.locale), row.languageTag);
  return (key, values) => {
    if (!isWordKey(key)) throw new Error(`locales/ has no word "${key}".`);
    return translate(key, values);
  };
}

function createCardFacts(
  { languageTag }: LocaleModel['row'],
  word: LocaleContext['word'],
  localMoment: LocalMoment,
): Pick<LocaleContext, 'describeEntry' | 'describeEvent'> {
  const formatDate = createDateFormatter(languageTag);
  const formatMoment = createMomentFormatter(languageTag);
  const momentOf = (moment: string | null, format: (moment: string) => string) => {
    const dateTime = localMoment(moment);
    return dateTime === null ? null : { dateTime, text: format(dateTime) };
  };
  return {
    describeEntry: ({ date }) => ({ moment: momentOf(date, formatDate), duration: null }),
    describeEvent: ({ eventDate, durationMinutes: minutes }) => ({
      moment: momentOf(eventDate, formatMoment),
      duration: minutes === null ? null : word('webinars.duration', { minutes }),
    }),
  };
}
