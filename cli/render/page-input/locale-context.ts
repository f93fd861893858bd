// The data that the pages of one locale are created from. Every read through a context is recorded.

import type { SiteConfig } from '../../../config/define-site.ts';
import type { Locale } from '../../../config/locales.ts';
import type { Entry } from '../../../content/collections.ts';
import { createFormatter } from '../../../locales/formatter.ts';
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
import { createListReads, type ListReads } from './list-reads.ts';
import { createMoments, type Moments } from './local-moment.ts';
import type { ReadRecorder } from './read-recorder.ts';
import { recordImages, recordLinks } from './recorded-resolvers.ts';
import { createRouteFinder, type RouteFinder } from './route-finder.ts';

/** What page inputs may read. */
export interface LocaleContext extends Moments, ListReads {
  readonly site: SiteConfig;
  readonly row: LocaleModel['row'];
  /** The time of the build. A page that reads it is rendered in every build. */
  readonly clock: string;
  readonly homePath: string;
  readonly reads: ReadRecorder;
  /** Href of a page without parameters; null if the locale does not have it. */
  readonly hrefOfPage: (page: string) => string | null;
  readonly routes: RouteFinder;
  /** A message of the locale. @throws Error for an unknown key: a bug that the test of the messages finds. */
  readonly word: (key: string, values?: Readonly<Record<string, string | number>>) => string;
  readonly links: LinkResolver;
  readonly images: ImageResolver;
  /** Values that many pages of the locale show. */
  readonly shared: {
    readonly socialLinks: readonly LinkInput[];
    readonly banner: ChromeInput['banner'];
    /** Hashed stylesheet with the height, colour and fit of the banner. */
    readonly bannerStylesheet: string | null;
    readonly formBlocks: FormBlocks;
    /** The categories of all listed articles, and of all listed e-books. */
    readonly blogCategories: readonly { readonly slug: string; readonly title: string }[];
    readonly eBookCategories: readonly { readonly slug: string; readonly title: string }[];
  };
  /** Small collections, in the order of the editors. */
  readonly collections: {
    readonly [C in 'team' | 'speakers' | 'clients' | 'offices' | 'faq' | 'pages_block']: readonly Entry<C>[];
  };
}

/** A context with the whole model, for outputs that are not pages. */
export interface SiteContext extends LocaleContext {
  readonly model: SiteModel;
  readonly locale: LocaleModel;
}

/** Default texts of the demo forms. */
interface FormBlocks {
  readonly general: FormBlock | null;
  readonly blog: FormBlock | null;
}

/** Texts around a form. */
interface FormBlock {
  readonly title: string;
  readonly text: string | null;
  readonly button: string | null;
  readonly ask_message: string | null;
  readonly ask_link: string | null;
  readonly ask_time: string | null;
  readonly languageTag: string;
}

interface ContextInput {
  readonly model: SiteModel;
  readonly routes: readonly PageRoute[];
  readonly links: LinkResolver;
  readonly images: ImageResolver;
  /** Hashed stylesheet of each locale's banner. */
  readonly bannerStylesheets: ReadonlyMap<Locale, string>;
  readonly reads: ReadRecorder;
}

/** Creates the contexts of all locales. Reads the small collections. */
export function loadLocaleContexts(input: ContextInput): ReadonlyMap<Locale, SiteContext> {
  const routes = createRouteFinder(input.routes, input.reads);
  return new Map(
    input.model.locales.map((locale) => [locale.row.locale, loadLocaleContext(input, locale, routes)] as const),
  );
}

function loadLocaleContext(input: ContextInput, locale: LocaleModel, routes: RouteFinder): SiteContext {
  const { model, reads } = input;
  const { row } = locale;
  const links = recordLinks(input.links, reads);
  const images = recordImages(input.images, reads);
  const { socialLinks, ...collections } = loadCollections(model, row.site);
  const formBlock = (slug: string): FormBlock | null => {
    const block = collections.pages_block.find((candidate) => candidate.slug === slug);
    return block === undefined ? null : { ...block, text: block.subtitle, languageTag: row.languageTag };
  };
  const shared = {
    socialLinks: socialLinks.flatMap(({ title, link }) => (link === null ? [] : (links.resolve(title, link) ?? []))),
    banner: createBanner(locale.globals.top_banner, links, images),
    bannerStylesheet: input.bannerStylesheets.get(row.locale) ?? null,
    formBlocks: { general: formBlock('demo-form-default'), blog: formBlock('blog-demo-form-default') },
    blogCategories: listCategories(locale.listed.blog),
    eBookCategories: listCategories(locale.listed['e-books']),
  };
  const findPath = (page: string) => routes.findPage(page, row.locale)?.path ?? null;
  return {
    site: model.site,
    model,
    locale,
    row,
    get clock() {
      reads.add('clock');
      return model.clock;
    },
    get homePath() {
      return findPath('main') ?? `${row.prefix}/`;
    },
    reads,
    hrefOfPage: (page) => {
      const path = findPath(page);
      return path === null ? null : hrefOf(path);
    },
    routes,
    word: createWord(row, reads),
    ...createMoments(model.site),
    ...createListReads(model, locale, reads),
    links,
    images,
    shared: recordFields(shared, (name) => reads.add('shared', name)),
    collections: recordFields(collections, (name) => reads.add('collection', name)),
  };
}

function loadCollections(model: SiteModel, site: string) {
  return {
    team: readVisible(model, 'team', site),
    speakers: readVisible(model, 'speakers', site),
    clients: readVisible(model, 'clients', site),
    offices: readVisible(model, 'offices', site),
    faq: readVisible(model, 'faq', site),
    pages_block: readVisible(model, 'pages_block', site),
    socialLinks: readVisible(model, 'social_links', site),
  };
}

/** Returns an object with the same fields as getters that call `onRead`. */
function recordFields<Fields extends object>(fields: Fields, onRead: (name: string) => void): Fields {
  const recorded = {};
  for (const [name, value] of Object.entries(fields)) {
    const get = () => {
      onRead(name);
      return value;
    };
    Object.defineProperty(recorded, name, { get, enumerable: true });
  }
  return recorded as Fields;
}

/** Categories in order of first use. The last title of a category wins. */
function listCategories(rows: readonly IndexRow[]): LocaleContext['shared']['blogCategories'] {
  const titleBySlug = new Map<string, string>();
  for (const { categories } of rows) for (const { slug, title } of categories) titleBySlug.set(slug, title);
  return [...titleBySlug].map(([slug, title]) => ({ slug, title }));
}

function createWord(row: LocaleModel['row'], reads: ReadRecorder): LocaleContext['word'] {
  const translate = createFormatter(loadWords(row.locale), row.languageTag);
  return (key, values) => {
    if (!isWordKey(key)) throw new Error(`locales/ has no word "${key}".`);
    reads.add('words', groupOf(key));
    return translate(key, values);
  };
}
