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

const TITLE = /<title>([^<]*)<\/title>/;
/** Tags of which more is read than their id: a page has far more of the others. */
const TELLING_TAGS = new Set([
  'html',
  'a',
  'link',
  'meta',
  'img',
  'source',
  'script',
  'video',
  'audio',
  'iframe',
  'embed',
]);
const JSON_LD_TYPE = 'application/ld+json';
/** Images whose box the stylesheet gives a ratio. */
const RATIO_CLASS = 'image--unsized';
const SMALL_A = 0x61;
const SMALL_Z = 0x7a;

/** Reads the facts of some HTML, given in one piece or in several that end between tags. */
export function parsePageFacts(...pieces: readonly string[]): PageFacts {
  const found: Found = {
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
  let title: string | null = null;
  for (const html of pieces) {
    readTags(html, found);
    title ??= TITLE.exec(html)?.[1] ?? null;
  }
  return {
    ...found,
    title: title === null ? null : decodeEntities(title),
    links: [...found.links],
    assets: [...found.assets],
    unsizedImages: [...found.unsizedImages],
    unnamedImages: [...found.unnamedImages],
  };
}

function readTags(html: string, found: Found): void {
  for (let start = html.indexOf('<'); start !== -1; start = html.indexOf('<', start + 1)) {
    const first = html.charCodeAt(start + 1);
    if (first < SMALL_A || first > SMALL_Z) continue;
    const end = html.indexOf('>', start);
    if (end === -1) return;
    const tag = html.slice(start + 1, end);
    const space = tag.search(/\s/);
    const name = space === -1 ? tag : tag.slice(0, space);
    if (name === 'h1') found.headingCount += 1;
    if (space !== -1) {
      if (TELLING_TAGS.has(name)) {
        const { type } = readTellingTag(name, tag, found);
        if (type === JSON_LD_TYPE)
          found.structuredData.push(parseStructuredData(html.slice(end + 1, html.indexOf('</script>', end))));
      } else if (tag.includes(' id="')) found.ids.push(parseAttributes(tag, name.length).id ?? '');
    }
    start = end;
  }
}

function readTellingTag(name: string, tag: string, found: Found): Attributes {
  const attributes = parseAttributes(tag, name.length);
  const { id, href, src, srcset } = attributes;
  if (id !== undefined) found.ids.push(id);
  if (name === 'a' && href !== undefined) found.links.add(href);
  if (name === 'link' && href !== undefined) readLink(href, attributes, found);
  if (name === 'html') found.language = attributes.lang ?? null;
  if (name === 'meta') readMeta(attributes, found);
  if (name === 'img') readImage(attributes, found);
  if (src !== undefined) found.assets.add(src);
  for (const candidate of srcset?.split(/,\s+/) ?? []) found.assets.add(candidate.split(' ')[0] ?? '');
  return attributes;
}

function readMeta({ name, property, content = '' }: Attributes, found: Found): void {
  if (name === 'robots') found.hasNoindex = content.includes('noindex');
  if (name === 'description') found.description = content;
  if (property?.startsWith('og:') === true) found.openGraph[property.slice('og:'.length)] = content;
}

function readImage({ src = '', alt, width, height, class: classes = '' }: Attributes, found: Found): void {
  if ((width === undefined || height === undefined) && !classes.includes(RATIO_CLASS)) found.unsizedImages.add(src);
  if (alt === undefined) found.unnamedImages.add(src);
}

const LOADING_RELATIONS = new Set(['stylesheet', 'icon', 'preload', 'modulepreload']);
const LINKING_RELATIONS = new Set(['alternate', 'next', 'prev']);

function readLink(href: string, { rel = '', hreflang }: Attributes, found: Found): void {
  if (rel === 'canonical') found.canonical = href;
  else if (rel === 'alternate' && hreflang !== undefined) found.alternates.push({ hreflang, href });
  else if (LOADING_RELATIONS.has(rel)) found.assets.add(href);
  else if (LINKING_RELATIONS.has(rel)) found.links.add(href);
}

type Attributes = Readonly<Record<string, string | undefined>>;

/** Attributes with a value, by lower-case name: React prints some in camel case. */
function parseAttributes(tag: string, from: number): Attributes {
  const attributes: Record<string, string> = {};
  let position = from;
  for (let equals = tag.indexOf('="', position); equals !== -1; equals = tag.indexOf('="', position)) {
    const end = tag.indexOf('"', equals + 2);
    if (end === -1) break;
    const name = tag.slice(position, equals).trim().toLowerCase();
    attributes[name.slice(name.lastIndexOf(' ') + 1)] = decodeEntities(tag.slice(equals + 2, end));
    position = end + 1;
  }
  return attributes;
}
