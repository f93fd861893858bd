// What one page's HTML says about itself: links, ids, headings, assets. Of its body they are read from its bytes: our
// renderer and the sanitiser both print every attribute double-quoted with `<` and `>` escaped, which is all that this
// reading relies on. Of its head they are read from the tags that were printed, which gives the same at a tenth of the price.

import type { HeadTag } from '../../templates/head/head-tag.ts';
import type { PageParts } from '../../templates/page-input.ts';
import { decodeEntities } from './find-attributes.ts';
import { readTags, startOfName } from './read-tags.ts';
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

/** Facts of header, footer and banner. */
export interface FragmentFacts extends PageFacts {
  /** Characters of its three parts, which tell it from the page's own in the page's HTML. */
  readonly lengths: readonly [top: number, afterSwitcher: number, bottom: number];
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

/** Reads the facts of some HTML, given in one piece or in several that end between tags. */
export function parsePageFacts(...pieces: readonly string[]): PageFacts {
  const found = startFacts();
  for (const html of pieces) readBody(html, found);
  return listFacts(found);
}

/** The facts of a page but for its chrome: those of its whole HTML. */
export function collectPageFacts({ languageTag, headTags, switcher, main }: PageParts): PageFacts {
  const found = startFacts();
  found.language = languageTag;
  for (const tag of headTags) readHeadTag(tag, found);
  readBody(switcher, found);
  readBody(main, found);
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

function readBody(html: string, found: Found): void {
  readTags(html, {
    onId: (id) => found.ids.push(id),
    onTag: (tag) => {
      const reader = READER_BY_START.get(tag.start());
      if (reader === undefined || !tag.isNamed(reader.name)) return;
      reader.read(tag.attribute, found);
      if (reader.name === 'title') found.title ??= decodeEntities(tag.textBefore('<'));
      if (reader.name === 'script' && tag.attribute('type') === JSON_LD_TYPE)
        found.structuredData.push(parseStructuredData(tag.textBefore('</script>')));
    },
  });
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

/** No two of their names start alike. Far more tags start otherwise, and are not even cut out of their page. */
const READER_BY_START: ReadonlyMap<number, { readonly name: string; readonly read: ReadTag }> = new Map(
  Object.entries(READERS).map(([name, read]) => [startOfName(name, 0), { name, read }]),
);
