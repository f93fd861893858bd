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
  else if (json === undefined) READERS.get(tag)?.(attributes, found);
  else found.structuredData.push(checkStructuredData(json));
}

function readTags(html: string, found: Found): void {
  readIds(html, found);
  for (let start = html.indexOf('<'); start !== -1; start = html.indexOf('<', start + 1)) {
    if (!READ_STARTS.has(startOf(html, start + 1))) continue;
    const end = html.indexOf('>', start);
    if (end === -1) return;
    let nameEnd = start + 2;
    while (nameEnd < end && html.charCodeAt(nameEnd) > SPACE) nameEnd += 1;
    const name = html.slice(start + 1, nameEnd);
    const read = READERS.get(name);
    if (read === undefined) continue;
    const attributes = html.slice(nameEnd, end);
    read(attributes, found);
    if (name === 'title') found.title ??= decodeEntities(html.slice(end + 1, html.indexOf('<', end)));
    if (name === 'script' && attributeOf(attributes, 'type') === JSON_LD_TYPE)
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

/** Attributes as they stand in a tag, or as data. */
type Attributes = string | HeadTag['attributes'];
/** Reads a tag from its attributes. */
type ReadTag = (attributes: Attributes, found: Found) => void;

const LOADING_RELATIONS = new Set(['stylesheet', 'icon', 'preload', 'modulepreload']);
const LINKING_RELATIONS = new Set(['alternate', 'next', 'prev']);

const readLink: ReadTag = (attributes, found) => {
  const href = attributeOf(attributes, 'href');
  if (href === undefined) return;
  const rel = attributeOf(attributes, 'rel') ?? '';
  // React prints this one in camel case.
  const hreflang = attributeOf(attributes, 'hreflang') ?? attributeOf(attributes, 'hrefLang');
  if (rel === 'canonical') found.canonical = href;
  else if (rel === 'alternate' && hreflang !== undefined) found.alternates.push({ hreflang, href });
  else if (LOADING_RELATIONS.has(rel)) found.assets.add(href);
  else if (LINKING_RELATIONS.has(rel)) found.links.add(href);
};

const readMeta: ReadTag = (attributes, found) => {
  const property = attributeOf(attributes, 'property');
  const name = property === undefined ? attributeOf(attributes, 'name') : undefined;
  const content = () => attributeOf(attributes, 'content') ?? '';
  if (name === 'robots') found.hasNoindex = content().includes('noindex');
  if (name === 'description') found.description = content();
  if (property?.startsWith('og:') === true) found.openGraph[property.slice('og:'.length)] = content();
};

/** What the browser loads, every candidate of a `srcset` too. */
const readSource: ReadTag = (attributes, found) => {
  const src = attributeOf(attributes, 'src');
  if (src !== undefined) found.assets.add(src);
  // React prints this one in camel case.
  const srcset = attributeOf(attributes, 'srcset') ?? attributeOf(attributes, 'srcSet');
  for (const candidate of srcset?.split(/,\s+/) ?? []) found.assets.add(candidate.split(' ')[0] ?? '');
};

const readImage: ReadTag = (attributes, found) => {
  readSource(attributes, found);
  const src = attributeOf(attributes, 'src') ?? '';
  const hasSize = attributeOf(attributes, 'width') !== undefined && attributeOf(attributes, 'height') !== undefined;
  if (!hasSize && attributeOf(attributes, 'class')?.includes(RATIO_CLASS) !== true) found.unsizedImages.add(src);
  if (attributeOf(attributes, 'alt') === undefined) found.unnamedImages.add(src);
};

/** The tags of which more is read than their id: a page has far more of the others. */
const READERS: ReadonlyMap<string, ReadTag> = new Map<string, ReadTag>([
  ['h1', (_, found) => (found.headingCount += 1)],
  ['html', (attributes, found) => (found.language = attributeOf(attributes, 'lang') ?? null)],
  // Its text is read, not its tag.
  ['title', () => {}],
  ['link', readLink],
  ['meta', readMeta],
  [
    'a',
    (attributes, found) => {
      const href = attributeOf(attributes, 'href');
      if (href !== undefined) found.links.add(href);
    },
  ],
  ['img', readImage],
  ...['source', 'video', 'audio', 'iframe', 'embed', 'script'].map((name): [string, ReadTag] => [name, readSource]),
]);

/** The first two letters of a tag's name as a number; of a name of one letter, that one alone. */
function startOf(text: string, at: number): number {
  const second = text.charCodeAt(at + 1);
  return (text.charCodeAt(at) << 8) | (second >= DIGIT_0 && second <= SMALL_Z && second !== GREATER ? second : 0);
}

/** What the names of those tags start with: far more tags start otherwise, and are not even cut out of their page. */
const READ_STARTS: ReadonlySet<number> = new Set([...READERS.keys()].map((name) => startOf(name, 0)));

/** The value of an attribute; undefined where the tag has none of that name, which is compared letter by letter. */
function attributeOf(attributes: Attributes, name: string): string | undefined {
  if (typeof attributes !== 'string') return attributes[name];
  const start = `${name}="`;
  for (let at = attributes.indexOf(start); at !== -1; at = attributes.indexOf(start, at + 1))
    if (startsAttribute(attributes, 0, at)) return valueAt(attributes, at + start.length);
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
