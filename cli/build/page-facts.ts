// What one page's HTML says about itself: links, ids, headings, assets. Of its body they are read from its bytes: our
// renderer and the sanitiser both print every attribute double-quoted with `<` and `>` escaped, which is all that this
// reading relies on. Of its head they are read from the tags that were printed, which gives the same at a tenth of the price.

import type { HeadTag } from '../../templates/head/head-tag.ts';
import type { PageParts } from '../../templates/page-input.ts';
import { decodeEntities } from './find-attributes.ts';
import { checkStructuredData, parseStructuredData, type StructuredDataFacts } from './structured-data-facts.ts';

/** Facts of a page or of a shared fragment. */
export interface PageFacts {
  readonly title: string | null;
  readonly description: string | null;
  /** `lang` of `<html>`. */
  readonly language: string | null;
  readonly canonical: string | null;
  /** hreflang and href of every alternate link. */
  readonly alternates: readonly { readonly hreflang: string; readonly href: string }[];
  /** Every `href` of an `<a>`, once, in order of first use. */
  readonly links: readonly string[];
  /** Everything the browser loads: stylesheets, scripts, images, icons. */
  readonly assets: readonly string[];
  readonly ids: readonly string[];
  readonly headingCount: number;
  readonly hasNoindex: boolean;
  /** Content of each Open Graph property, by its name without `og:`; the last one of a name. */
  readonly openGraph: Readonly<Record<string, string>>;
  /** Sources of images that have neither width and height nor a ratio of their own from the stylesheet. */
  readonly unsizedImages: readonly string[];
  /** Sources of images without an `alt` attribute; an empty one says that the image is decoration. */
  readonly unnamedImages: readonly string[];
  /** One a block of JSON-LD. */
  readonly structuredData: readonly StructuredDataFacts[];
}

/** Filled while tags go by. */
interface Found {
  title: string | null;
  description: string | null;
  language: string | null;
  canonical: string | null;
  headingCount: number;
  hasNoindex: boolean;
  readonly alternates: { hreflang: string; href: string }[];
  readonly links: Set<string>;
  readonly assets: Set<string>;
  readonly ids: string[];
  readonly openGraph: Record<string, string>;
  readonly unsizedImages: Set<string>;
  readonly unnamedImages: Set<string>;
  readonly structuredData: StructuredDataFacts[];
}

const JSON_LD_TYPE = 'application/ld+json';
/** Images whose box the stylesheet gives a ratio. */
const RATIO_CLASS = 'image--unsized';
const ID = 'id="';
/** Between an attribute's name and its value. */
const EQUALS = '="';
const SPACE = 0x20;
const DIGIT_0 = 0x30;
const GREATER = 0x3e;
const SMALL_A = 0x61;
const SMALL_Z = 0x7a;

/** Reads the facts of some HTML, given in one piece or in several that end between tags. */
export function parsePageFacts(...pieces: readonly string[]): PageFacts {
  const found = startFacts();
  for (const html of pieces) readTags(html, found);
  return listFacts(found);
}

/** The facts of a page but for its chrome: those of its whole HTML. */
export function collectPageFacts({ languageTag, headTags, switcher, main }: PageParts): PageFacts {
  const found = startFacts();
  found.language = languageTag;
  for (const tag of headTags) readHeadTag(tag, found);
  readTags(switcher, found);
  readTags(main, found);
  return listFacts(found);
}

function startFacts(): Found {
  return {
    title: null,
    description: null,
    language: null,
    canonical: null,
    headingCount: 0,
    hasNoindex: false,
    alternates: [],
    links: new Set(),
    assets: new Set(),
    ids: [],
    openGraph: {},
    unsizedImages: new Set(),
    unnamedImages: new Set(),
    structuredData: [],
  };
}

function listFacts(found: Found): PageFacts {
  return {
    ...found,
    links: [...found.links],
    assets: [...found.assets],
    unsizedImages: [...found.unsizedImages],
    unnamedImages: [...found.unnamedImages],
  };
}

function readHeadTag({ tag, attributes, text, json }: HeadTag, found: Found): void {
  if (tag === 'title') found.title ??= text ?? '';
  else if (json === undefined) READERS[tag]?.((name) => attributes[name], found);
  else found.structuredData.push(checkStructuredData(json));
}

function readTags(html: string, found: Found): void {
  readIds(html, found);
  for (let start = html.indexOf('<'); start !== -1; start = html.indexOf('<', start + 1)) {
    const reader = READER_BY_START.get(startOf(html, start + 1));
    if (reader === undefined || !html.startsWith(reader.name, start + 1)) continue;
    const nameEnd = start + 1 + reader.name.length;
    const end = html.indexOf('>', nameEnd);
    if (end === -1) return;
    if (nameEnd !== end && html.charCodeAt(nameEnd) > SPACE) continue;
    const attribute = (name: string) => attributeOf(html, name, { from: nameEnd, end });
    reader.read(attribute, found);
    if (reader.name === 'title') found.title ??= decodeEntities(html.slice(end + 1, html.indexOf('<', end)));
    if (reader.name === 'script' && attribute('type') === JSON_LD_TYPE)
      found.structuredData.push(parseStructuredData(html.slice(end + 1, html.indexOf('</script>', end))));
  }
}

/** Any tag may have an id; few have one. */
function readIds(html: string, found: Found): void {
  for (let at = html.indexOf(ID); at !== -1; at = html.indexOf(ID, at + 1)) {
    const start = html.lastIndexOf('<', at);
    const first = html.charCodeAt(start + 1);
    const isInTag = start !== -1 && first >= SMALL_A && first <= SMALL_Z && html.indexOf('>', start) > at;
    if (isInTag && startsAttribute(html, start, at)) found.ids.push(valueAt(html, at + ID.length));
  }
}

/** Finds the value of an attribute. */
type FindAttribute = (name: string) => string | undefined;
/** Reads a tag from its attributes. */
type ReadTag = (attribute: FindAttribute, found: Found) => void;

const LOADING_RELATIONS = new Set(['stylesheet', 'icon', 'preload', 'modulepreload']);
const LINKING_RELATIONS = new Set(['alternate', 'next', 'prev']);

const readLink: ReadTag = (attribute, found) => {
  const href = attribute('href');
  if (href === undefined) return;
  const rel = attribute('rel') ?? '';
  // React prints this one in camel case.
  const hreflang = attribute('hreflang') ?? attribute('hrefLang');
  if (rel === 'canonical') found.canonical = href;
  else if (rel === 'alternate' && hreflang !== undefined) found.alternates.push({ hreflang, href });
  else if (LOADING_RELATIONS.has(rel)) found.assets.add(href);
  else if (LINKING_RELATIONS.has(rel)) found.links.add(href);
};

const readMeta: ReadTag = (attribute, found) => {
  const property = attribute('property');
  const name = property === undefined ? attribute('name') : undefined;
  const content = () => attribute('content') ?? '';
  if (name === 'robots') found.hasNoindex = content().includes('noindex');
  if (name === 'description') found.description = content();
  if (property?.startsWith('og:') === true) found.openGraph[property.slice('og:'.length)] = content();
};

/** What the browser loads, every candidate of a `srcset` too. */
const readSource: ReadTag = (attribute, found) => {
  const src = attribute('src');
  if (src !== undefined) found.assets.add(src);
  // React prints this one in camel case.
  const srcset = attribute('srcset') ?? attribute('srcSet');
  for (const candidate of srcset?.split(/,\s+/) ?? []) found.assets.add(candidate.split(' ')[0] ?? '');
};

const readImage: ReadTag = (attribute, found) => {
  readSource(attribute, found);
  const src = attribute('src') ?? '';
  const hasSize = attribute('width') !== undefined && attribute('height') !== undefined;
  if (!hasSize && attribute('class')?.includes(RATIO_CLASS) !== true) found.unsizedImages.add(src);
  if (attribute('alt') === undefined) found.unnamedImages.add(src);
};

/** The tags of which more is read than their id: a page has far more of the others. */
const READERS: Readonly<Record<string, ReadTag>> = {
  h1: (_, found) => {
    found.headingCount += 1;
  },
  html: (attribute, found) => {
    found.language = attribute('lang') ?? null;
  },
  // Its text is read, not its tag.
  title: () => {},
  link: readLink,
  meta: readMeta,
  a: (attribute, found) => {
    const href = attribute('href');
    if (href !== undefined) found.links.add(href);
  },
  img: readImage,
  source: readSource,
  video: readSource,
  audio: readSource,
  iframe: readSource,
  embed: readSource,
  script: readSource,
};

/** The first two letters of a tag's name as a number; of a name of one letter, that one alone. */
function startOf(text: string, at: number): number {
  const second = text.charCodeAt(at + 1);
  return (text.charCodeAt(at) << 8) | (second >= DIGIT_0 && second <= SMALL_Z && second !== GREATER ? second : 0);
}

/** No two of their names start alike. Far more tags start otherwise, and are not even cut out of their page. */
const READER_BY_START: ReadonlyMap<number, { readonly name: string; readonly read: ReadTag }> = new Map(
  Object.entries(READERS).map(([name, read]) => [startOf(name, 0), { name, read }]),
);

/** The value of an attribute; undefined where the tag has none of that name, which is compared letter by letter. */
function attributeOf(
  html: string,
  name: string,
  tag: { readonly from: number; readonly end: number },
): string | undefined {
  for (let equals = html.indexOf(EQUALS, tag.from); equals !== -1 && equals < tag.end; ) {
    const start = equals - name.length;
    if (html.charCodeAt(start - 1) <= SPACE && html.startsWith(name, start))
      return valueAt(html, equals + EQUALS.length);
    const end = html.indexOf('"', equals + EQUALS.length);
    equals = end === -1 ? -1 : html.indexOf(EQUALS, end);
  }
  return undefined;
}

/** Whether an attribute's name begins at a place: a value may end in what looks like one. */
function startsAttribute(text: string, from: number, at: number): boolean {
  if (text.charCodeAt(at - 1) > SPACE) return false;
  let isOutside = true;
  for (let quote = text.indexOf('"', from); quote !== -1 && quote < at; quote = text.indexOf('"', quote + 1))
    isOutside = !isOutside;
  return isOutside;
}

/** No value has a double quote inside, so the next one ends it. */
function valueAt(text: string, start: number): string {
  return decodeEntities(text.slice(start, text.indexOf('"', start)));
}
