// Creates the input of pages: everything that a page shows, as plain data. Values that many pages show are created once.

import { idOfFragment } from '../../../client/links/fragment.ts';
import { loadEntryWords, loadWords, type Words, wordsOfGroups } from '../../../locales/words.ts';
import { HEADINGS, ownIdOf } from '../../../templates/components/clean-rich-text.ts';
import { plainFigure } from '../../../templates/components/mark-figures.ts';
import type { ChromeInput, PageInput, SiteInput, TemplateInput, WordsInput } from '../../../templates/page-input.ts';
import { COMMON_WORDS, TEMPLATES, type TemplateId } from '../../../templates/template-ids.ts';
import { isMark, readTextFacts } from '../../content/intake/long-texts.ts';
import type { Problem } from '../../errors.ts';
import type { ShownEntry } from '../../facts/page-store.ts';
import { shortHash } from '../../files/content-hash.ts';
import { type PageRoute, placeOfRoute } from '../../plan/route-plan.ts';
import { findTagAttributes } from '../../text/find-attributes.ts';
import { createChrome, findChromeLook } from './chrome-input.ts';
import { createHead, createSiteInput, type PageAssets } from './head-input.ts';
import type { LocaleContext, PageContext } from './locale-context.ts';
import { createBreadcrumbs } from './page-names.ts';
import { PageNotes } from './page-notes.ts';
import { createTemplateInput, findLastFormId, type RoutedEntry } from './page-props.ts';
import { createSwitcherInput } from './switcher-input.ts';

/** A value of many pages. Equal values have equal keys. */
export interface SharedValue<Value> {
  readonly key: string;
  readonly value: Value;
}

/** What header, footer and banner are rendered from besides words, and the entries that they show. */
export interface SharedChrome {
  readonly input: ChromeInput;
  /** Key of their words. */
  readonly words: string;
  readonly shows: readonly ShownEntry[];
}

/** Everything that a page is rendered from, as plain data. Shared values are the same object in all pages. */
export interface PageJob {
  readonly input: PageInput;
  /** `input.site` */
  readonly site: SharedValue<SiteInput>;
  readonly words: SharedValue<WordsInput>;
  readonly chrome: SharedValue<SharedChrome>;
  readonly chromeWords: SharedValue<WordsInput>;
  /** `input.props` */
  readonly props: JsonFields;
  /** Without those of its chrome. */
  readonly shows: readonly ShownEntry[];
}

/** The JSON of each field of an object that has a value. */
export type JsonFields = Readonly<Record<string, string>>;

export function printFields(value: object): JsonFields {
  const fields: Record<string, string> = {};
  for (const [name, field] of Object.entries(value)) if (field !== undefined) fields[name] = JSON.stringify(field);
  return fields;
}

/** The JSON of the object. Names need no escapes. */
export function joinFields(fields: JsonFields): string {
  return `{${Object.keys(fields)
    .map((name) => `"${name}":${fields[name]}`)
    .join()}}`;
}

/** Creates the inputs of a build, and orders the images and files that they name. */
export interface PageInputs {
  readonly create: (context: LocaleContext, page: RoutedEntry) => PageJob;
  /** Problems of the content of all pages, without duplicates. */
  readonly problems: () => readonly Problem[];
}

export function createPageInputs(assets: PageAssets): PageInputs {
  const findSite = createSharedValues<SiteInput>();
  const findWords = createSharedValues<WordsInput>();
  const findChrome = createSharedValues<SharedChrome>();
  const problems = new Map<string, Problem>();
  const wordsOf = ({ row }: LocaleContext, { template, languageTag }: PageRoute) => {
    const { words: groups } = TEMPLATES[template];
    const own = findOwnWords(row, template, languageTag);
    return findWords(`${row.locale} ${own === null ? '' : languageTag} ${groups.join(' ')}`, () =>
      wordsOfGroups(own ?? loadWords(row.locale), [...COMMON_WORDS, ...groups]),
    );
  };
  /** By what a look follows from: finding it for every page would take long. */
  const chromes = new Map<string, Pick<PageJob, 'chrome' | 'chromeWords'>>();
  const chromeOf = (context: LocaleContext, route: PageRoute, template: TemplateInput) => {
    const { locale } = context.row;
    const lastFormId = findLastFormId(template);
    const href = 'link' in template.props ? template.props.link?.href : undefined;
    const isOffer = href !== undefined && href === context.shared.banner?.href;
    return chromes.getOrInsertComputed(`${locale} ${route.layout} ${route.page} ${lastFormId} ${isOffer}`, () => {
      const look = findChromeLook(route, lastFormId, isOffer);
      const chromeWords = findWords(`${locale}  `, () => wordsOfGroups(loadWords(locale), COMMON_WORDS));
      const createShared = () => ({ ...createChrome(context, look), words: chromeWords.key });
      return { chrome: findChrome(`${locale} ${JSON.stringify(look)}`, createShared), chromeWords };
    });
  };
  return {
    problems: () => [...problems.values()],
    create: (context, page) => {
      const { route, entry } = page;
      const notes = new PageNotes(placeOfRoute(route));
      const own: PageContext = { ...context, notes };
      if (entry !== null && route.entry !== null) notes.show('page', route.entry.collection, [entry]);
      const template = createTemplateInput(own, page);
      for (const problem of notes.problems) problems.set(JSON.stringify(problem), problem);
      const chrome = chromeOf(context, route, template);
      const hasBanner = chrome.chrome.value.input.banner !== null;
      const site = findSite(`${route.locale} ${hasBanner} ${route.languageTag}`, () =>
        createSiteInput(context, route, { ...assets, hasBanner }),
      );
      const props = printFields(template.props);
      return {
        input: createPageInput(own, page, { template, props, site: site.value }),
        props,
        site,
        words: wordsOf(context, route),
        ...chrome,
        shows: notes.shows,
      };
    },
  };
}

/** Creates each value once, by the key that the caller gives. */
function createSharedValues<Value>() {
  const sharedByKey = new Map<string, SharedValue<Value>>();
  return (key: string, create: () => Value): SharedValue<Value> =>
    sharedByKey.getOrInsertComputed(key, () => {
      const value = create();
      return { key: shortHash(JSON.stringify(value)), value };
    });
}

/** Templates whose messages also exist in languages without a locale. */
const WITH_OWN_WORDS: readonly TemplateId[] = ['article', 'e-book', 'landing', 'name'];

/** The messages for an entry in another language than its locale; null if it uses those of the locale. */
function findOwnWords(row: LocaleContext['row'], template: TemplateId, languageTag: string): Words | null {
  if (!WITH_OWN_WORDS.includes(template) || languageTag === row.languageTag) return null;
  return loadEntryWords(row.locale, languageTag);
}

function createPageInput(
  context: PageContext,
  page: RoutedEntry,
  { template, props, site }: Pick<PageJob, 'props'> & { readonly template: TemplateInput; readonly site: SiteInput },
): PageInput {
  const { route } = page;
  const { links, images, row } = context;
  // What can have links, media or ids.
  const { sections, content, sample } = Object(template.props);
  const html = listHtml([sections, content, sample]);
  const facts = html.map((text) => page.texts?.factsByMark[text] ?? readTextFacts(text));
  const hrefs = facts.flatMap((text) => text.hrefs);
  const hasOwnWords = findOwnWords(row, route.template, route.languageTag) !== null;
  return {
    ...template,
    routeName: route.name,
    locale: route.locale,
    languageTag: route.languageTag,
    localeLanguageTag: row.languageTag,
    wordsLanguageTag: hasOwnWords ? route.languageTag : row.languageTag,
    layout: route.layout,
    head: createHead(context, page),
    site,
    breadcrumbs: createBreadcrumbs(context, route),
    switcher: createSwitcherInput(route, context.routes, context.site.locales),
    finalHrefs: { ...links.findFinalHrefs(hrefs), ...findOwnAnchors(html, hrefs, page) },
    richImages: images.findImages(facts.flatMap((text) => text.images)),
    figures: findFigures(context, props, page),
  };
}

/** The figures of a page whose sources are known. */
function findFigures({ shared, notes }: PageContext, props: JsonFields, { texts }: RoutedEntry): PageInput['figures'] {
  const { pattern, byFigure, mayBeIn } = shared.figures;
  if (pattern === null) return [];
  const json = Object.values(props).join('\n');
  const isEnough = texts === undefined || !Object.values(texts.factsByMark).some(({ numbers }) => mayBeIn(numbers));
  const found = new Set(((isEnough ? json : texts.fill(json)).match(pattern) ?? []).map(plainFigure));
  const figures = [...found].flatMap((figure) => byFigure.get(figure) ?? []);
  if (figures.length > 0) notes.show('figure', 'globals', [{ id: 'sources' }]);
  return figures;
}

/** The texts with a tag in a value, at any depth, and the marks of texts. */
function listHtml(value: unknown): readonly string[] {
  if (typeof value === 'string') return value.includes('<') || isMark(value) ? [value] : [];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(listHtml) : [];
}

/** Links of a page to headings whose id an editor gave, by their hrefs: the page adds a prefix to such ids. */
function findOwnAnchors(
  html: readonly string[],
  hrefs: readonly string[],
  { texts }: RoutedEntry,
): Readonly<Record<string, string>> {
  const anchors = hrefs.filter((href) => href.startsWith('#'));
  if (anchors.length === 0) return {};
  const whole: readonly string[] = texts === undefined ? html : JSON.parse(texts.fill(JSON.stringify(html)));
  const ids = new Set(whole.flatMap((text) => findTagAttributes(text, HEADING_IDS)));
  const finals = anchors.flatMap((href) => {
    const id = idOfFragment(href);
    const ownId = ids.has(id) ? ownIdOf(id) : null;
    return ownId === null || ownId === id ? [] : [[href, `#${ownId}`] as const];
  });
  return Object.fromEntries(finals);
}

const HEADING_IDS = Object.fromEntries(['h1', ...HEADINGS].map((heading) => [heading, 'id']));
