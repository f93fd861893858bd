// What every page of one locale is made with: its routes by page, its words, links, images, banner and social links.

import { CARDS_PER_STEP, LIST_PAGE_SIZE } from '../../../config/constants.ts';
import type { SiteConfig } from '../../../config/define-site.ts';
import type { Locale } from '../../../config/locales.ts';
import type { ListName } from '../../../config/pages.ts';
import type { Entry, Global, GlobalName } from '../../../content/collections.ts';
import type { Asset } from '../../../content/fields.ts';
import { createDateFormatter, createFormatter, createMomentFormatter } from '../../../locales/formatter.ts';
import { groupOf, isWordKey, loadWords } from '../../../locales/words.ts';
import type { ChromeInput, LinkInput } from '../../../templates/page-input.ts';
import type { IndexRow } from '../../content/snapshot/content-snapshot.ts';
import type { ImageResolver } from '../../images/image-resolver.ts';
import { hrefOf } from '../../paths/site-path.ts';
import type { LinkResolver } from '../../plan/links.ts';
import { readVisible } from '../../plan/read-visible.ts';
import type { PageRoute } from '../../plan/route-plan.ts';
import type { LocaleModel, SiteModel } from '../../plan/site-model.ts';
import { createBanner } from './banner-input.ts';
import { createMoments, type Moments } from './local-moment.ts';
import type { ReadRecorder } from './read-recorder.ts';

/** The last line of a card, as templates print it. */
interface CardFacts {
  readonly moment: { readonly dateTime: string; readonly text: string } | null;
  readonly duration: string | null;
}

/** A part of a list that the list's pages divide among them. */
interface ListPart {
  readonly rows: readonly IndexRow[];
  /** Number of the last page, from 1. */
  readonly lastPage: number;
}

/** The rows around one in a list by date. */
interface Neighbours {
  readonly newer: IndexRow | null;
  readonly older: IndexRow | null;
}

/** Everything of a locale that is not one page's own: all that page inputs read, and each read is noted. */
export interface LocaleContext extends Moments {
  readonly site: SiteConfig;
  readonly row: LocaleModel['row'];
  /** The moment as of which the site is built: a page that shows it is made again in each build. */
  readonly clock: string;
  readonly homePath: string;
  readonly reads: ReadRecorder;
  /** The rows of one page of a list. */
  readonly readListPart: (list: ListName, pageNumber: number) => ListPart;
  readonly readHero: () => IndexRow | null;
  readonly readCurrentWebinars: () => readonly IndexRow[];
  readonly readLatestArticles: () => readonly IndexRow[];
  /** The newest articles of a category, by its slug, or of all. */
  readonly readArticles: (category: string | null, limit: number) => readonly IndexRow[];
  /** The rows beside an article or e-book: the same list for the same rows. */
  readonly readRelated: (list: 'blog' | 'e-books', row: IndexRow) => readonly IndexRow[];
  /** The listed articles before and after an article. */
  readonly readNeighbours: (row: IndexRow) => Neighbours;
  /** The row of an entry of `pages`. */
  readonly readPageRow: (slug: string) => IndexRow | null;
  readonly readGlobal: <G extends GlobalName>(name: G) => Global<G> | null;
  /** Href of a page without parameters; null where the locale has none. */
  readonly hrefOfPage: (page: string) => string | null;
  readonly routes: RouteFinder;
  /** A word of the locale, by key. @throws Error for a key that the locale lacks: a bug that the words test catches. */
  readonly word: (key: string, values?: Readonly<Record<string, string | number>>) => string;
  /** What a card says of an entry's date, and of a webinar's start and length. */
  readonly describeEntry: (row: IndexRow) => CardFacts;
  readonly describeEvent: (row: IndexRow) => CardFacts;
  readonly links: LinkResolver;
  readonly images: ImageResolver;
  /** What is made once for the pages of a locale. */
  readonly shared: {
    readonly socialLinks: readonly LinkInput[];
    readonly banner: ChromeInput['banner'];
    /** Hashed stylesheet of the banner's height, colour and fit. */
    readonly bannerStylesheet: string | null;
    readonly formBlocks: FormBlocks;
    /** Every category of the listed articles. */
    readonly blogCategories: readonly { readonly slug: string; readonly title: string }[];
  };
  /** The small collections that pages join, whole and in the editors' order. */
  readonly collections: {
    readonly [C in 'team' | 'speakers' | 'clients' | 'offices' | 'faq' | 'pages_block']: readonly Entry<C>[];
  };
}

/** The same with the whole model of the locale, for what is no page. */
export interface SiteContext extends LocaleContext {
  readonly model: SiteModel;
  readonly locale: LocaleModel;
}

/** The default blocks of the demo forms: general and blog. */
interface FormBlocks {
  readonly general: FormBlock | null;
  readonly blog: FormBlock | null;
}
/** What a default block says around its form. */
interface FormBlock {
  readonly title: string;
  readonly text: string | null;
  readonly button: string | null;
  readonly ask_message: string | null;
  readonly ask_link: string | null;
  readonly ask_time: string | null;
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
  readonly reads: ReadRecorder;
}

/** Makes the context of every locale. Reads the small collections that pages join: team, social links, form blocks. */
export async function loadLocaleContexts(input: ContextInput): Promise<ReadonlyMap<Locale, SiteContext>> {
  const routes = recordRoutes(createRouteFinder(input.routes), input.reads);
  const contexts = input.model.locales.map(
    async (locale) => [locale.row.locale, await loadLocaleContext(input, locale, routes)] as const,
  );
  return new Map(await Promise.all(contexts));
}

async function loadLocaleContext(input: ContextInput, locale: LocaleModel, routes: RouteFinder): Promise<SiteContext> {
  const { model, reads } = input;
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
  const word = createWord(row, reads);
  const moments = createMoments(model.site);
  const formBlock = (slug: string): FormBlock | null => {
    const block = blocks.find((candidate) => candidate.slug === slug);
    if (block === undefined) return null;
    return { ...block, text: block.subtitle, languageTag: row.languageTag };
  };
  const links = recordLinks(input.links, reads);
  const images = recordImages(input.images, reads);
  const shared = {
    socialLinks: socialLinks.flatMap(({ title, link }) => (link === null ? [] : (links.resolve(title, link) ?? []))),
    banner: createBanner(locale.globals.top_banner, links, images),
    bannerStylesheet: input.bannerStylesheets.get(row.locale) ?? null,
    formBlocks: { general: formBlock('demo-form-default'), blog: formBlock('blog-demo-form-default') },
    blogCategories: listCategories(locale.listed.blog),
  };
  const readPath = (page: string) => routes.findPage(page, row.locale)?.path ?? null;
  return {
    site: model.site,
    model,
    locale,
    row,
    get clock() {
      reads.note('clock');
      return model.clock;
    },
    get homePath() {
      return readPath('main') ?? `${row.prefix}/`;
    },
    reads,
    hrefOfPage: (page) => {
      const path = readPath(page);
      return path === null ? null : hrefOf(path);
    },
    routes,
    word,
    ...moments,
    ...createCardFacts(row, word, moments),
    ...createListReads({ model, locale, reads }),
    links,
    images,
    shared: recordFields(shared, (name) => reads.note('shared', name)),
    collections: recordFields({ team, speakers, clients, offices, faq, pages_block: blocks }, (name) =>
      reads.note('collection', name),
    ),
  };
}

/** The same object, of which each field is noted when it is read. */
function recordFields<Fields extends object>(fields: Fields, note: (name: string) => void): Fields {
  const recorded = {};
  for (const [name, value] of Object.entries(fields)) {
    const get = () => {
      note(name);
      return value;
    };
    Object.defineProperty(recorded, name, { get, enumerable: true });
  }
  return recorded as Fields;
}

/** Reads of the model. */
type ListReads = Pick<
  LocaleContext,
  | 'readListPart'
  | 'readHero'
  | 'readCurrentWebinars'
  | 'readLatestArticles'
  | 'readArticles'
  | 'readRelated'
  | 'readNeighbours'
  | 'readPageRow'
  | 'readGlobal'
>;

function createListReads({ model, locale, reads }: Pick<SiteContext, 'model' | 'locale' | 'reads'>): ListReads {
  return {
    readListPart: (list, pageNumber) => {
      reads.note('list', `${list} ${pageNumber}`);
      const rows = locale.paged[list];
      return {
        rows: rows.slice((pageNumber - 1) * LIST_PAGE_SIZE, pageNumber * LIST_PAGE_SIZE),
        lastPage: Math.max(1, Math.ceil(rows.length / LIST_PAGE_SIZE)),
      };
    },
    readHero: () => {
      reads.note('list', 'hero');
      return locale.hero;
    },
    readCurrentWebinars: () => {
      reads.note('list', 'current-webinars');
      return locale.currentWebinars;
    },
    readLatestArticles: () => {
      reads.note('list', 'latest-articles');
      return locale.listed.blog.slice(0, CARDS_PER_STEP);
    },
    readArticles: (category, limit) => {
      reads.note('list', `articles ${limit} ${category ?? ''}`);
      const isWanted = ({ categories }: IndexRow) =>
        category === null || categories.some(({ slug }) => slug === category);
      return locale.listed.blog.filter(isWanted).slice(0, limit);
    },
    readRelated: (list, row) => {
      reads.note('related', `${list} ${row.id}`);
      return model.findRelated(locale, list, row);
    },
    readNeighbours: (row) => {
      reads.note('neighbours', row.id);
      return findNeighbours(locale.listed.blog, row);
    },
    readPageRow: (slug) => {
      reads.note('page-entry', slug);
      return locale.pageBySlug.get(slug) ?? null;
    },
    readGlobal: (name) => {
      reads.note('global', name);
      return locale.globals[name];
    },
  };
}

const placeByList = new WeakMap<readonly IndexRow[], ReadonlyMap<IndexRow, number>>();

/** Hidden entries are in no list, and have no neighbours. */
function findNeighbours(list: readonly IndexRow[], row: IndexRow): Neighbours {
  const places = placeByList.get(list) ?? new Map(list.map((each, place) => [each, place]));
  placeByList.set(list, places);
  const place = places.get(row);
  if (place === undefined) return { newer: null, older: null };
  return { newer: list[place - 1] ?? null, older: list[place + 1] ?? null };
}

function recordRoutes(routes: RouteFinder, { note }: ReadRecorder): RouteFinder {
  return {
    findPage: (page, locale) => {
      note('page', `${locale} ${page}`);
      return routes.findPage(page, locale);
    },
    findListPage: (page, locale, number) => {
      note('list-page', `${locale} ${page} ${number}`);
      return routes.findListPage(page, locale, number);
    },
    findDetail: (page, locale, slug) => {
      note('detail', `${locale} ${page} ${slug}`);
      return routes.findDetail(page, locale, slug);
    },
    findLocalisations: (page, originId) => {
      note('localisations', `${page} ${originId}`);
      return routes.findLocalisations(page, originId);
    },
  };
}

function recordLinks(links: LinkResolver, { note }: ReadRecorder): LinkResolver {
  const noteHref = (href: string) => {
    if (links.isOwn(href)) note('link', href);
  };
  return {
    ...links,
    resolve: (label, href) => {
      noteHref(href.trim());
      return links.resolve(label, href);
    },
    findFinalHrefs: (hrefs) => {
      const listed = [...hrefs];
      for (const href of listed) noteHref(href);
      return links.findFinalHrefs(listed);
    },
  };
}

function recordImages(images: ImageResolver, { note }: ReadRecorder): ImageResolver {
  return {
    ...images,
    resolve: (asset, alt) => {
      note('image', nameImage(asset));
      return images.resolve(asset, alt);
    },
    findImages: (html) => {
      const found = images.findImages(html);
      for (const url of Object.keys(found)) note('image', nameImage({ url, width: null, height: null }));
      return found;
    },
    findShareImage: (text) => {
      note('share-image', JSON.stringify(text));
      return images.findShareImage(text);
    },
  };
}

/** The name of an image's read: its box and its address, `1200x630 /assets/chart.png`. */
function nameImage({ url, width, height }: Pick<Asset, 'url' | 'width' | 'height'>): string {
  return `${width ?? ''}x${height ?? ''} ${url}`;
}

/** Each category once, in order of first use, under its last title. */
function listCategories(rows: readonly IndexRow[]): LocaleContext['shared']['blogCategories'] {
  const titleBySlug = new Map<string, string>();
  for (const { categories } of rows) for (const { slug, title } of categories) titleBySlug.set(slug, title);
  return [...titleBySlug].map(([slug, title]) => ({ slug, title }));
}

function createWord(row: LocaleModel['row'], { note }: ReadRecorder): LocaleContext['word'] {
  const translate = createFormatter(loadWords(row.locale), row.languageTag);
  return (key, values) => {
    if (!isWordKey(key)) throw new Error(`locales/ has no word "${key}".`);
    note('words', groupOf(key));
    return translate(key, values);
  };
}

function createCardFacts(
  { languageTag }: LocaleModel['row'],
  word: LocaleContext['word'],
  { localMoment, eventMoment }: Moments,
): Pick<LocaleContext, 'describeEntry' | 'describeEvent'> {
  const formatDate = createDateFormatter(languageTag);
  const formatMoment = createMomentFormatter(languageTag);
  const describe = (dateTime: string | null, format: (moment: string) => string) =>
    dateTime === null ? null : { dateTime, text: format(dateTime) };
  return {
    describeEntry: ({ date }) => ({ moment: describe(localMoment(date), formatDate), duration: null }),
    describeEvent: ({ eventDate, eventTimeZone, durationMinutes: minutes }) => ({
      moment: describe(eventMoment(eventDate, eventTimeZone), formatMoment),
      duration: minutes === null ? null : word('webinars.duration', { minutes }),
    }),
  };
}
