// What one page's HTML says about itself, read from its bytes: links, ids, headings, assets. Our renderer and the
// sanitiser both print every attribute double-quoted with `<` and `>` escaped, which is all that this reading relies on.

import { decodeEntities } from './find-attributes.ts';
import { parseStructuredData, type StructuredDataFacts } from './structured-data-facts.ts';

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
const SMALL_A = 0x61;
const SMALL_Z = 0x7a;

/** Reads the facts of some HTML, given in one piece or in several that end between tags. */
export function parsePageFacts(...pieces: readonly string[]): PageFacts {
  const found: Found = {
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
  for (const html of pieces) readTags(html, found);
  return {
    ...found,
    links: [...found.links],
    assets: [...found.assets],
    unsizedImages: [...found.unsizedImages],
    unnamedImages: [...found.unnamedImages],
  };
}

/** Every tag of every page comes by: one that tells nothing but its id is not even cut out of its page. */
function readTags(html: string, found: Found): void {
  let nextId = html.indexOf(ID);
  for (let start = html.indexOf('<'); start !== -1; start = html.indexOf('<', start + 1)) {
    const first = html.charCodeAt(start + 1);
    if (first < SMALL_A || first > SMALL_Z) continue;
    const end = html.indexOf('>', start);
    if (end === -1) return;
    for (; nextId !== -1 && nextId < end; nextId = html.indexOf(ID, nextId + 1))
      if (nextId > start && startsAttribute(html, start, nextId)) found.ids.push(valueAt(html, nextId + ID.length));
    let nameEnd = start + 2;
    while (nameEnd < end && html.charCodeAt(nameEnd) > SPACE) nameEnd += 1;
    const read = READERS.get(html.slice(start + 1, nameEnd));
    if (read !== undefined) read(html.slice(nameEnd, end), found, { html, end: end + 1 });
    start = end;
  }
}

/** Reads a tag from the text of its attributes; `after` is where its page goes on. */
type ReadTag = (attributes: string, found: Found, after: { readonly html: string; readonly end: number }) => void;

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

const readImage: ReadTag = (attributes, found, after) => {
  readSource(attributes, found, after);
  const src = attributeOf(attributes, 'src') ?? '';
  const hasSize = attributeOf(attributes, 'width') !== undefined && attributeOf(attributes, 'height') !== undefined;
  if (!hasSize && attributeOf(attributes, 'class')?.includes(RATIO_CLASS) !== true) found.unsizedImages.add(src);
  if (attributeOf(attributes, 'alt') === undefined) found.unnamedImages.add(src);
};

/** The tags of which more is read than their id: a page has far more of the others. */
const READERS: ReadonlyMap<string, ReadTag> = new Map<string, ReadTag>([
  ['h1', (_, found) => (found.headingCount += 1)],
  ['html', (attributes, found) => (found.language = attributeOf(attributes, 'lang') ?? null)],
  ['title', (_, found, { html, end }) => (found.title ??= decodeEntities(html.slice(end, html.indexOf('<', end))))],
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
  ...['source', 'video', 'audio', 'iframe', 'embed'].map((name): [string, ReadTag] => [name, readSource]),
  [
    'script',
    (attributes, found, after) => {
      readSource(attributes, found, after);
      if (attributeOf(attributes, 'type') !== JSON_LD_TYPE) return;
      const { html, end } = after;
      found.structuredData.push(parseStructuredData(html.slice(end, html.indexOf('</script>', end))));
    },
  ],
]);

/** The value of an attribute; undefined where the tag has none of that name, which is compared letter by letter. */
function attributeOf(attributes: string, name: string): string | undefined {
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
