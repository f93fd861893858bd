// Rules for a single page: address, language, headings, title and description, sharing, images, structured data.

import { SEO_TITLE_MAX_LENGTH } from '../../../config/constants.ts';
import { isHidingTag, type PageFacts } from '../../facts/page-facts.ts';
import { isRuleCode, type RuleCode } from './rules.ts';

/** Where a fault has to be fixed. */
export type FaultOwner =
  /** The page's entry, and its field if known; for pages without one, the messages of the locale. */
  | { readonly kind: 'entry'; readonly field?: string }
  | { readonly kind: 'file'; readonly file: string }
  | { readonly kind: 'template' }
  | { readonly kind: 'program' };

interface CheckedPage {
  readonly isIndexable: boolean;
  readonly languageTag: string;
  /** Null for error pages. */
  readonly canonical: string | null;
  /** Ids of its header and footer. */
  readonly sharedIds: readonly string[];
  /** Whether visitors get it over https. */
  readonly isSecure: boolean;
}

interface Found {
  readonly owner: FaultOwner;
  readonly what: string;
  readonly target?: string;
}

export interface PageFault extends Found {
  readonly code: RuleCode;
}

type Find = (facts: PageFacts, page: CheckedPage, code: RuleCode) => readonly Found[];

/** Lengths in characters (code points). Search results show about as many. */
const TEXTS = {
  title: { owner: { kind: 'entry', field: 'seo_title' }, min: 10, max: SEO_TITLE_MAX_LENGTH },
  description: { owner: { kind: 'entry', field: 'seo_description' }, min: 25, max: 200 },
} as const;

const HEAD_FILE: FaultOwner = { kind: 'file', file: 'templates/head/head-tags.ts' };
const ENTRY: FaultOwner = { kind: 'entry' };
const DATA_FILE: FaultOwner = { kind: 'file', file: 'templates/head/structured-data.ts' };
const SHARED_PROPERTIES = ['title', 'type', 'url', 'image'] as const;

/** One fault, or none. */
const faultIf = (isWrong: boolean, owner: FaultOwner, what: string): readonly Found[] =>
  isWrong ? [{ owner, what }] : [];

const findMissing =
  (name: keyof typeof TEXTS): Find =>
  ({ [name]: text }) =>
    faultIf(lengthOf(text) === 0, TEXTS[name].owner, `The page has no ${name}.`);

const findLength =
  (name: keyof typeof TEXTS, isWrong: (length: number, limits: (typeof TEXTS)[typeof name]) => boolean): Find =>
  ({ [name]: text }, { isIndexable }) => {
    const length = lengthOf(text);
    const shown = name === 'title' ? ` "${text?.trim()}"` : '';
    const isFaulty = isIndexable && length > 0 && isWrong(length, TEXTS[name]);
    return faultIf(isFaulty, TEXTS[name].owner, `The ${name}${shown} has ${length} characters.`);
  };

/** Only texts with characters of two code units need counting. */
const LONG_CHARACTER = /[\ud800-\udbff]/;

function lengthOf(text: string | null): number {
  const shown = text?.trim() ?? '';
  return LONG_CHARACTER.test(shown) ? [...shown].length : shown.length;
}

const findInImages =
  (name: 'unsizedImages' | 'unnamedImages', lack: string): Find =>
  ({ [name]: sources }) =>
    sources.map((source) => ({ owner: ENTRY, what: `The image ${source} has ${lack}.`, target: source }));

const findInData: Find = ({ structuredData }, _, code) =>
  structuredData
    .flatMap(({ faults }) => faults.filter((fault) => fault.code === code))
    .map(({ what }) => ({ owner: DATA_FILE, what, target: what }));

/** Faults of structured data that come from the entry, not from the template. */
const findInEntryData: Find = (...page) =>
  findInData(...page).map((fault) => ({ ...fault, owner: { kind: 'entry', field: fieldOf(fault.what) } }));

/** Fields by the property that they become; all others become the title. */
const FIELD_BY_PROPERTY: Readonly<Record<string, string>> = {
  startDate: 'webinar_date',
  endDate: 'webinar_date',
  datePublished: 'date',
  dateModified: 'date',
  author: 'author',
};

/** The field of a fault, whose message names the property. */
function fieldOf(what: string): string {
  const property = Object.keys(FIELD_BY_PROPERTY).find((name) => what.includes(`"${name}"`));
  return FIELD_BY_PROPERTY[property ?? ''] ?? 'title';
}

const PAGE_RULES: Readonly<Partial<Record<RuleCode, Find>>> = {
  CANONICAL_WRONG: (facts, { canonical }) => {
    const what = `The canonical URL is ${facts.canonical}, but the page is served at ${canonical}.`;
    return faultIf(facts.canonical !== canonical, HEAD_FILE, what);
  },
  ROBOTS_WRONG: ({ hasNoindex }, { isIndexable }) => {
    const [actual, planned] = hasNoindex ? ['noindex', 'indexable'] : ['indexable', 'noindex'];
    return faultIf(hasNoindex === isIndexable, HEAD_FILE, `The page is ${actual} instead of ${planned}.`);
  },
  CANONICAL_TWICE: ({ canonical, otherCanonicals }) => {
    const what = `The page names ${[...new Set([...otherCanonicals, canonical])].join(' and ')}.`;
    return faultIf(otherCanonicals.length > 0, HEAD_FILE, what);
  },
  ROBOTS_CONFLICT: ({ robots }) => {
    const isOpen = robots.some((text) => /\b(?:index|all)\b/i.test(text) && !/\bnoindex\b/i.test(text));
    const what = `The page is told to be both: ${robots.join(' and ')}.`;
    return faultIf(isOpen && robots.some(isHidingTag), HEAD_FILE, what);
  },
  MIXED_CONTENT: ({ assets }, { isSecure }) =>
    assets
      .filter((href) => isSecure && /^http:/i.test(href))
      .map((href) => ({ owner: ENTRY, what: `The page loads ${href} over http.`, target: href })),
  FIGURE_WITHOUT_SOURCE: ({ unknownSources }) => {
    const owner = { kind: 'entry', field: 'source' } as const;
    return faultIf(unknownSources > 0, owner, 'The page says that the source of a figure is not known.');
  },
  LANGUAGE_WRONG: ({ language }, { languageTag }) => {
    const what = `The page has lang="${language ?? ''}" instead of ${languageTag}.`;
    return faultIf(language !== languageTag, { kind: 'file', file: 'templates/print-document.ts' }, what);
  },
  HEADING_COUNT: ({ headingCount }) => {
    const what = `The page has ${headingCount} h1 headings instead of one.`;
    return faultIf(headingCount !== 1, { kind: 'template' }, what);
  },
  TITLE_MISSING: findMissing('title'),
  TITLE_SHORT: findLength('title', (length, { min }) => length < min),
  TITLE_LONG: findLength('title', (length, { max }) => length > max),
  DESCRIPTION_MISSING: (facts, page, code) => (page.isIndexable ? findMissing('description')(facts, page, code) : []),
  DESCRIPTION_SHORT: findLength('description', (length, { min }) => length < min),
  DESCRIPTION_LONG: findLength('description', (length, { max }) => length > max),
  OPEN_GRAPH_MISSING: ({ openGraph }, { isIndexable }) =>
    SHARED_PROPERTIES.filter((name) => isIndexable && (openGraph[name] ?? '') === '').map((name) => ({
      owner: HEAD_FILE,
      what: `The page has no og:${name}.`,
      target: name,
    })),
  OPEN_GRAPH_URL_WRONG: ({ openGraph: { url = null } }, { canonical, isIndexable }) =>
    faultIf(url !== null && url !== canonical && isIndexable, HEAD_FILE, `og:url is ${url}, not ${canonical}.`),
  IMAGE_WITHOUT_SIZE: findInImages('unsizedImages', 'neither width and height nor an aspect ratio'),
  IMAGE_WITHOUT_ALT: findInImages('unnamedImages', 'no alternative text'),
  ID_TWICE: ({ ids }, { sharedIds }) => {
    const seen = new Set(sharedIds);
    return ids
      .filter((id) => seen.size === seen.add(id).size)
      .map((id) => ({ owner: ENTRY, what: `The id "${id}" is used twice on the page.`, target: `#${id}` }));
  },
  JSONLD_MISSING: ({ structuredData }, { isIndexable }) =>
    faultIf(isIndexable && structuredData.length === 0, DATA_FILE, 'The page has no structured data.'),
  JSONLD_PAGE_WRONG: ({ structuredData }, { canonical, isIndexable }) => {
    const pageUrl = structuredData[0]?.pageUrl ?? null;
    const what = `The structured data is about ${pageUrl}, but the page is served at ${canonical}.`;
    return faultIf(pageUrl !== null && pageUrl !== canonical && isIndexable, DATA_FILE, what);
  },
  JSONLD_INVALID: findInData,
  JSONLD_PROPERTY_MISSING: findInEntryData,
  JSONLD_URL_RELATIVE: findInData,
  JSONLD_DATE_INVALID: findInEntryData,
  JSONLD_REFERENCE_BROKEN: findInData,
  JSONLD_BREADCRUMBS: findInData,
  JSONLD_TYPE_RETIRED: findInData,
};

const FINDS = Object.entries(PAGE_RULES).flatMap(([code, find]) => (isRuleCode(code) ? [{ code, find }] : []));

export function findPageFaults(facts: PageFacts, page: CheckedPage): readonly PageFault[] {
  return FINDS.flatMap(({ code, find }) => find(facts, page, code).map((found) => ({ code, ...found })));
}
