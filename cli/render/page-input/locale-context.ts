// The data that the pages of one locale are created from.

import { LRUCache } from 'lru-cache';
import type { SiteConfig } from '../../../config/define-site.ts';
import type { Locale } from '../../../config/locales.ts';
import type { Entry, Global } from '../../../content/collections.ts';
import type { Term } from '../../../content/fields.ts';
import { createFormatter } from '../../../locales/formatter.ts';
import { isWordKey, loadWords } from '../../../locales/words.ts';
import { figurePattern, plainFigure } from '../../../templates/components/mark-figures.ts';
import type { CardInput, ChromeInput, FigureInput, LinkInput } from '../../../templates/page-input.ts';
import { listNumbers } from '../../content/intake/long-texts.ts';
import type { IndexRow } from '../../content/snapshot/content-snapshot.ts';
import { type Href, type SitePath, toSitePath } from '../../files/brands.ts';
import type { ImageResolver } from '../../images/image-resolver.ts';
import { hrefOf } from '../../paths/site-path.ts';
import type { LinkResolver } from '../../plan/links.ts';
import type { PageRoute } from '../../plan/route-plan.ts';
import type { LocaleModel, SiteModel } from '../../plan/site-model.ts';
import { readVisible } from '../../plan/site-model.ts';
import { createBanner } from './banner-input.ts';
import { createMoments, type Moments } from './local-moment.ts';
import type { PageNotes } from './page-notes.ts';
import { RouteFinder } from './route-finder.ts';

/** The data of a locale. */
export interface LocaleContext extends Moments {
  readonly site: SiteConfig;
  readonly model: SiteModel;
  readonly locale: LocaleModel;
  readonly row: LocaleModel['row'];
  readonly homePath: SitePath;
  /** Href of a page without parameters; null if the locale does not have it. */
  readonly hrefOfPage: (page: string) => Href | null;
  readonly routes: RouteFinder;
  /** A message of the locale. @throws Error for an unknown key: a bug that the test of the messages finds. */
  readonly word: (key: string, values?: Readonly<Record<string, string | number>>) => string;
  readonly links: LinkResolver;
  readonly images: ImageResolver;
  /** The last created cards, because many pages show the same ones. */
  readonly cards: LRUCache<IndexRow, readonly CardInput[]>;
  /** Values that many pages of the locale show. */
  readonly shared: {
    readonly socialLinks: readonly LinkInput[];
    readonly banner: ChromeInput['banner'];
    /** Hashed stylesheet with the height, colour and fit of the banner. */
    readonly bannerStylesheet: string | null;
    readonly figures: Figures;
    /** Default texts of the demo forms. */
    readonly formBlocks: Readonly<Record<'general' | 'blog', FormBlock | null>>;
    /** The categories of all listed articles, and of all listed e-books. */
    readonly blogCategories: readonly Pick<Term, 'slug' | 'title'>[];
    readonly eBookCategories: readonly Pick<Term, 'slug' | 'title'>[];
  };
  /** Small collections, in the order of the editors. */
  readonly collections: { readonly [C in (typeof SMALL_COLLECTIONS)[number]]: readonly Entry<C>[] };
}

const SMALL_COLLECTIONS = ['team', 'speakers', 'clients', 'offices', 'faq', 'pages_block', 'social_links'] as const;

/** The data of a locale, and the notes of the page that is created. */
export interface PageContext extends LocaleContext {
  readonly notes: PageNotes;
}

/** Texts around a form. */
interface FormBlock
  extends Pick<
    Entry<'pages_block'>,
    'id' | 'slug' | 'title' | 'button' | 'ask_choice' | 'choices' | 'ask_message' | 'ask_link' | 'ask_time'
  > {
  readonly text: string | null;
  readonly languageTag: string;
}

/** The figures whose sources are known, and what finds them in texts. */
interface Figures {
  readonly pattern: RegExp | null;
  readonly byFigure: ReadonlyMap<string, FigureInput>;
  /** Whether a text with these numbers may have a figure. */
  readonly mayBeIn: (numbers: readonly string[]) => boolean;
}

interface ContextInput {
  readonly model: SiteModel;
  readonly routes: readonly PageRoute[];
  readonly links: LinkResolver;
  readonly images: ImageResolver;
  /** Hashed stylesheet of each locale's banner. */
  readonly bannerStylesheets: ReadonlyMap<Locale, string>;
}

const CARDS_CACHED = 4000;

/** Creates the contexts of all locales. Reads the small collections. */
export function loadLocaleContexts(input: ContextInput): ReadonlyMap<Locale, LocaleContext> {
  const routes = new RouteFinder(input.routes);
  return new Map(
    input.model.locales.map((locale) => [locale.row.locale, loadLocaleContext(input, locale, routes)] as const),
  );
}

function loadLocaleContext(input: ContextInput, locale: LocaleModel, routes: RouteFinder): LocaleContext {
  const { model, links, images } = input;
  const { row } = locale;
  const read = SMALL_COLLECTIONS.map((name) => [name, readVisible(model, name, row.site)]);
  const collections: LocaleContext['collections'] = Object.fromEntries(read);
  const formBlock = (slug: string): FormBlock | null => {
    const block = collections.pages_block.find((candidate) => candidate.slug === slug);
    return block === undefined ? null : { ...block, text: block.subtitle, languageTag: row.languageTag };
  };
  const findPath = (page: string) => routes.findPage(page, row.locale)?.path ?? null;
  return {
    site: model.site,
    model,
    locale,
    row,
    homePath: findPath('main') ?? toSitePath(`${row.prefix}/`),
    hrefOfPage: (page) => {
      const path = findPath(page);
      return path === null ? null : hrefOf(path);
    },
    routes,
    word: createWord(row),
    ...createMoments(model.site),
    links,
    images,
    cards: new LRUCache({ max: CARDS_CACHED }),
    shared: {
      socialLinks: collections.social_links.flatMap(({ title, link }) =>
        link === null ? [] : (links.resolve(title, link) ?? []),
      ),
      banner: createBanner(locale.globals.top_banner, links, images),
      bannerStylesheet: input.bannerStylesheets.get(row.locale) ?? null,
      figures: createFigures(locale.globals.sources?.sources ?? []),
      formBlocks: { general: formBlock('demo-form-default'), blog: formBlock('blog-demo-form-default') },
      blogCategories: listCategories(locale.listed.blog),
      eBookCategories: listCategories(locale.listed['e-books']),
    },
    collections,
  };
}

/** In the place of the first number of a figure such as "one in three". */
const NO_NUMBER = '';

function createFigures(rows: Global<'sources'>['sources']): Figures {
  const figures = rows.flatMap((row) =>
    row.figures.map((figure) => ({ figure: plainFigure(figure), source: row.source })),
  );
  const byFigure = new Map(figures.map((row) => [row.figure, row]));
  const numbersByFirst = Map.groupBy([...byFigure.keys()].map(listNumbers), ([first = NO_NUMBER]) => first);
  const mayBeIn = (numbers: readonly string[]) => {
    const known = new Set(numbers);
    return [NO_NUMBER, ...numbers].some((first) =>
      numbersByFirst.get(first)?.some((all) => all.every((number) => known.has(number))),
    );
  };
  return { pattern: figurePattern([...byFigure.keys()]), byFigure, mayBeIn };
}

/** Categories in order of first use. The last title of a category wins. */
function listCategories(rows: readonly IndexRow[]): LocaleContext['shared']['blogCategories'] {
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
