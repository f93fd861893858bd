// Reads the facts of a page that checks and lists need: links, ids, headings, assets.

import type { PageParts } from '../../templates/page-input.ts';
import { decodeEntities } from '../text/find-attributes.ts';
import { checkStructuredData, parseJson, type StructuredDataFacts } from './structured-data-facts.ts';

/** The facts of a page or of a shared fragment. */
export interface PageFacts {
  readonly title: string | null;
  readonly description: string | null;
  /** `lang` of `<html>`. */
  readonly language: string | null;
  /** The last one wins. */
  readonly canonical: string | null;
  /** Other canonical URLs of the same page. */
  readonly otherCanonicals: readonly string[];
  readonly alternates: readonly { readonly hreflang: string; readonly href: string }[];
  /** Every `href` of an `<a>`, without duplicates, in order of first use. */
  readonly links: readonly string[];
  /** Everything the browser loads: stylesheets, scripts, images, icons. */
  readonly assets: readonly string[];
  readonly ids: readonly string[];
  readonly headingCount: number;
  readonly hasNoindex: boolean;
  /** Every instruction for search engines, as it is written. */
  readonly robots: readonly string[];
  /** Number of sources of figures that are not known. */
  readonly unknownSources: number;
  /** Open Graph title, type, url and image. The last one of each wins. */
  readonly openGraph: Readonly<Record<string, string>>;
  /** Sources of images without width and height, and without an aspect ratio from the stylesheet. */
  readonly unsizedImages: readonly string[];
  /** Sources of images without an `alt` attribute. An empty `alt` marks a decorative image and is fine. */
  readonly unnamedImages: readonly string[];
  /** One per block of JSON-LD. */
  readonly structuredData: readonly StructuredDataFacts[];
}

/** Class of images that get an aspect ratio from the stylesheet. */
const RATIO_CLASS = 'image--unsized';
/** Class of a footnote that says that the source of a figure is not known yet. */
const UNKNOWN_SOURCE_CLASS = 'sources__unknown';

/** Facts while they are collected. Lists can have duplicates. */
export type Found = ReturnType<typeof startFacts>;

export function startFacts() {
  return {
    title: null as string | null,
    description: null as string | null,
    language: null as string | null,
    canonical: null as string | null,
    otherCanonicals: [] as string[],
    headingCount: 0,
    hasNoindex: false,
    robots: [] as string[],
    unknownSources: 0,
    /** `href` of `<base>`. */
    base: null as string | null,
    alternates: [] as PageFacts['alternates'][number][],
    links: [] as string[],
    assets: [] as string[],
    ids: [] as string[],
    openGraph: {} as Record<string, string>,
    unsizedImages: [] as string[],
    unnamedImages: [] as string[],
    /** Text of each block of JSON-LD. */
    dataTexts: [] as string[],
  };
}

/**
 * Adds the facts of some HTML, which must end between tags. Only for HTML of React and of the sanitiser: all values are double-quoted,
 * with `<` and `>` escaped. It takes an eighth of the time of an HTML parser.
 */
export function readHtml(html: string, found: Found): void {
  for (const { 0: tag, 1: known, 2: name = known ?? '', 3: text = '', index } of html.matchAll(TAG)) {
    const end = index + tag.length;
    const attributes = readAttributes(text);
    readTag(name, attributes, found);
    if (name === 'title') found.title ??= decodeEntities(html.slice(end, html.indexOf('<', end)));
    if (isStructuredData(name, attributes)) found.dataTexts.push(html.slice(end, html.indexOf('</script>', end)));
  }
}

function readAttributes(text: string): Attributes {
  const attributes: Record<string, string> = {};
  let start = 0;
  // A pattern takes twice as long.
  for (let end = text.indexOf('="'); end !== -1; end = text.indexOf('="', start)) {
    const close = text.indexOf('"', end + 2);
    if (close === -1) break;
    attributes[text.slice(text.lastIndexOf(' ', end) + 1, end)] = decodeEntities(text.slice(end + 2, close));
    start = close + 1;
  }
  return attributes;
}

type Attributes = Readonly<Record<string, string | undefined>>;
type ReadTag = (attributes: Attributes, found: Found) => void;

export function isStructuredData(name: string, { type }: Attributes): boolean {
  return name === 'script' && type !== undefined && /^application\/ld\+json\b/i.test(type);
}

const LOADING_RELATIONS = new Set(['stylesheet', 'icon', 'apple-touch-icon', 'manifest', 'preload', 'modulepreload']);

const readLink: ReadTag = ({ href, rel = '', ...attributes }, found) => {
  if (href === undefined || href.trim() === '') return;
  // React prints camel case.
  const hreflang = attributes.hreflang ?? attributes.hrefLang;
  const relations = rel.toLowerCase().split(' ');
  if (relations.includes('canonical')) addCanonical(href, found);
  else if (relations.includes('alternate') && hreflang !== undefined) found.alternates.push({ hreflang, href });
  else if (relations.some((name) => LOADING_RELATIONS.has(name))) found.assets.push(href);
  else if (relations.includes('alternate')) found.links.push(href);
};

function addCanonical(href: string, found: Found): void {
  if (found.canonical !== null && found.canonical !== href) found.otherCanonicals.push(found.canonical);
  found.canonical = href;
}

/** Open Graph properties that checks use. */
const READ_PROPERTIES = new Set(['og:title', 'og:type', 'og:url', 'og:image']);

const NOINDEX = /\b(?:noindex|none)\b/i;
/** The name of a crawler in an X-Robots-Tag; all rules after it are for that crawler. */
const CRAWLER = /^\s*(?!unavailable_after|max-)([\w-]+)\s*:/i;

/** Whether an X-Robots-Tag hides a page from search engines. */
export function isHidingTag(tag: string): boolean {
  let crawler = '';
  return tag.split(',').some((rule) => {
    crawler = CRAWLER.exec(rule)?.[1]?.toLowerCase() ?? crawler;
    return ['', 'googlebot', 'bingbot'].includes(crawler) && NOINDEX.test(rule);
  });
}

const readMeta: ReadTag = ({ property, content = '', ...attributes }, found) => {
  if (property !== undefined) {
    if (READ_PROPERTIES.has(property)) found.openGraph[property.slice('og:'.length)] = content;
    return;
  }
  const name = attributes.name?.toLowerCase();
  if (name === 'robots') {
    found.hasNoindex ||= NOINDEX.test(content);
    found.robots.push(content);
  }
  if (name === 'description') found.description = content;
};

/** Adds everything that the browser can load, including all candidates of a `srcset`. */
const readSource: ReadTag = ({ src, srcset, srcSet }, found) => {
  if (src !== undefined) found.assets.push(src);
  // React prints camel case.
  for (const candidate of (srcset ?? srcSet)?.trim().split(NEXT_CANDIDATE) ?? []) {
    const [address = ''] = candidate.split(/,?\s|,$/, 1);
    if (address !== '') found.assets.push(address);
  }
};

/** An address may contain commas. */
const NEXT_CANDIDATE = /,\s+|(?<=\s[\d.]+[wx]),/;
/** An image that is not shown, or that a style gives a size. */
const STYLED = /display:\s*none|aspect-ratio|position:\s*absolute/;

const readImage: ReadTag = (attributes, found) => {
  readSource(attributes, found);
  const { src = '', alt, width, height, class: className = '', style = '' } = attributes;
  // Images that cannot be shown have a `data:` URL.
  const isLoaded = src !== '' && !src.startsWith('data:');
  const hasSize = width !== undefined && height !== undefined;
  const isStyled = className.includes(RATIO_CLASS) || STYLED.test(style);
  if (isLoaded && !hasSize && !isStyled) found.unsizedImages.push(src);
  const isSilent = attributes['aria-hidden'] === 'true' || /^(?:presentation|none)$/.test(attributes.role ?? '');
  if (alt === undefined && !isSilent && !/display:\s*none/.test(style)) found.unnamedImages.push(src);
};

/** How to read each tag. Of all other tags only the id is read. */
const READERS: ReadonlyMap<string, ReadTag> = new Map(
  Object.entries<ReadTag>({
    h1: (_, found) => {
      found.headingCount += 1;
    },
    html: ({ lang = null }, found) => {
      found.language = lang;
    },
    a: ({ href, name, id }, found) => {
      if (href !== undefined) found.links.push(href);
      // An old way to name a place.
      if (name !== undefined && name !== id) found.ids.push(name);
    },
    base: ({ href }, found) => {
      found.base ??= href ?? null;
    },
    link: readLink,
    meta: readMeta,
    img: readImage,
    ...Object.fromEntries(['source', 'video', 'audio', 'iframe', 'embed', 'script'].map((name) => [name, readSource])),
  }),
);

/**
 * Opening tags that are read, or have an id, also `linearGradient`; a value has no `<` and no `>`. Most tags have only a class, and are
 * skipped by the pattern.
 */
const TAG = new RegExp(
  `<(?:(title|${[...READERS.keys()].join('|')})(?=[\\s>])|([a-z][a-zA-Z0-9-]*)(?=\\s[^<>]*id="))([^<>]*)>`,
  'g',
);

/** Reads a tag. `name` is in lower case. */
export function readTag(name: string, attributes: Attributes, found: Found): void {
  if (attributes.id !== undefined) {
    found.ids.push(attributes.id);
    if (attributes.class === UNKNOWN_SOURCE_CLASS) found.unknownSources += 1;
  }
  READERS.get(name)?.(attributes, found);
}

export const NO_FACTS: PageFacts = listFacts(startFacts());

/** Reads the facts of some HTML. It may be split between tags. */
export function parsePageFacts(...pieces: readonly string[]): PageFacts {
  const found = startFacts();
  for (const html of pieces) readHtml(html, found);
  return listFacts(found);
}

/** Reads the facts of a page without its chrome. The elements of the head are data, so only the body is parsed. */
export function collectPageFacts({ languageTag, headTags, switcher, main }: PageParts): PageFacts {
  const found = startFacts();
  const structuredData: StructuredDataFacts[] = [];
  found.language = languageTag;
  for (const { tag, attributes, text, json } of headTags) {
    if (tag === 'title') found.title ??= text ?? null;
    else if (json !== undefined) structuredData.push(...checkStructuredData([json]));
    else readTag(tag, attributes, found);
  }
  for (const html of [switcher, main]) readHtml(html, found);
  return listFacts(found, structuredData);
}

export function listFacts(
  { dataTexts, base: _, ...found }: Found,
  structuredData = checkStructuredData(dataTexts.map(parseJson)),
): PageFacts {
  return {
    ...found,
    links: distinct(found.links),
    assets: distinct(found.assets),
    unsizedImages: distinct(found.unsizedImages),
    unnamedImages: distinct(found.unnamedImages),
    structuredData,
  };
}

function distinct(texts: readonly string[]): readonly string[] {
  return [...new Set(texts)];
}
