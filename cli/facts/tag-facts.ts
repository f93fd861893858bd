// Reads facts from the tags of some HTML. See read-tags.ts for its limits.

import { decodeEntities } from '../text/find-attributes.ts';
import { type OpenTag, readTags, startOfName } from './read-tags.ts';

/** Facts that are collected from tags. */
export interface Found {
  title: string | null;
  description: string | null;
  language: string | null;
  canonical: string | null;
  headingCount: number;
  hasNoindex: boolean;
  readonly alternates: { hreflang: string; href: string }[];
  /** This list and those below can have duplicates. */
  readonly links: string[];
  readonly assets: string[];
  readonly ids: string[];
  readonly openGraph: Record<string, string>;
  readonly unsizedImages: string[];
  readonly unnamedImages: string[];
  /** Text of each block of JSON-LD. */
  readonly dataTexts: string[];
}

export const JSON_LD_TYPE = 'application/ld+json';
/** Class of images that get an aspect ratio from the stylesheet. */
const RATIO_CLASS = 'image--unsized';

export function startFacts(): Found {
  return {
    title: null,
    description: null,
    language: null,
    canonical: null,
    headingCount: 0,
    hasNoindex: false,
    alternates: [],
    links: [],
    assets: [],
    ids: [],
    openGraph: {},
    unsizedImages: [],
    unnamedImages: [],
    dataTexts: [],
  };
}

/** Adds the facts of some HTML, which must end between tags. */
export function readHtml(html: string, found: Found): void {
  found.headingCount += countHeadings(html);
  found.title ??= findTitle(html);
  readTags(html, {
    isRead: (start) => READER_BY_START.has(start),
    onId: (id) => found.ids.push(id),
    onTag: (tag) => {
      const read = findReader(tag);
      if (read === null) return;
      read(tag.attribute, found);
      if (tag.isNamed('script') && tag.attribute('type') === JSON_LD_TYPE)
        found.dataTexts.push(tag.textBefore('</script>'));
    },
  });
}

const HEADING = '<h1>';
const TITLE = '<title>';

/** Counts `<h1>` without attributes. `readTags` finds the others. */
function countHeadings(html: string): number {
  let count = 0;
  for (let at = html.indexOf(HEADING); at !== -1; at = html.indexOf(HEADING, at + 1)) count += 1;
  return count;
}

/** The text of the first title; null if there is none. */
function findTitle(html: string): string | null {
  const start = html.indexOf(TITLE);
  return start === -1 ? null : decodeEntities(html.slice(start + TITLE.length, html.indexOf('<', start + 1)));
}

type FindAttribute = (name: string) => string | undefined;
type ReadTag = (attribute: FindAttribute, found: Found) => void;

const LOADING_RELATIONS = new Set(['stylesheet', 'icon', 'apple-touch-icon', 'manifest', 'preload', 'modulepreload']);
const LINKING_RELATIONS = new Set(['alternate', 'next', 'prev']);

const readLink: ReadTag = (attribute, found) => {
  const href = attribute('href');
  if (href === undefined) return;
  const rel = attribute('rel') ?? '';
  // React prints camel case.
  const hreflang = attribute('hreflang') ?? attribute('hrefLang');
  if (rel === 'canonical') found.canonical = href;
  else if (rel === 'alternate' && hreflang !== undefined) found.alternates.push({ hreflang, href });
  else if (LOADING_RELATIONS.has(rel)) found.assets.push(href);
  else if (LINKING_RELATIONS.has(rel)) found.links.push(href);
};

/** Open Graph properties that checks use. */
const READ_PROPERTIES = new Set(['og:title', 'og:type', 'og:url', 'og:image']);

const NOINDEX = /\b(?:noindex|none)\b/i;

const readMeta: ReadTag = (attribute, found) => {
  const property = attribute('property');
  const name = property === undefined ? attribute('name')?.toLowerCase() : undefined;
  const content = () => attribute('content') ?? '';
  if (name === 'robots') found.hasNoindex ||= NOINDEX.test(content());
  if (name === 'description') found.description = content();
  if (property !== undefined && READ_PROPERTIES.has(property))
    found.openGraph[property.slice('og:'.length)] = content();
};

/** Adds everything that the browser can load, including all candidates of a `srcset`. */
const readSource: ReadTag = (attribute, found) => {
  const src = attribute('src');
  if (src !== undefined) found.assets.push(src);
  // React prints camel case.
  const srcset = attribute('srcset') ?? attribute('srcSet');
  for (const candidate of srcset?.split(/,\s+/) ?? []) found.assets.push(candidate.split(' ')[0] ?? '');
};

const readImage: ReadTag = (attribute, found) => {
  readSource(attribute, found);
  const src = attribute('src') ?? '';
  // Images that cannot be shown have a `data:` URL.
  const isLoaded = src !== '' && !src.startsWith('data:');
  const hasSize = attribute('width') !== undefined && attribute('height') !== undefined;
  if (isLoaded && !hasSize && attribute('class')?.includes(RATIO_CLASS) !== true) found.unsizedImages.push(src);
  if (attribute('alt') === undefined) found.unnamedImages.push(src);
};

/** How to read each tag. Of all other tags only the id is read. */
const READERS: Readonly<Record<string, ReadTag>> = {
  h1: (_, found) => {
    found.headingCount += 1;
  },
  html: (attribute, found) => {
    found.language = attribute('lang') ?? null;
  },
  link: readLink,
  meta: readMeta,
  a: (attribute, found) => {
    const href = attribute('href');
    if (href !== undefined) found.links.push(href);
  },
  img: readImage,
  source: readSource,
  video: readSource,
  audio: readSource,
  iframe: readSource,
  embed: readSource,
  script: readSource,
};

/** Reads a tag. `name` is in lower case. */
export function readTag(name: string, attribute: FindAttribute, found: Found): void {
  if (Object.hasOwn(READERS, name)) READERS[name]?.(attribute, found);
}

/** Finds the few tags that are read without extracting the names of all others. No two names have the same start. */
const READER_BY_START: ReadonlyMap<number, { readonly name: string; readonly read: ReadTag }> = new Map(
  Object.entries(READERS).map(([name, read]) => [startOfName(name, 0), { name, read }]),
);

function findReader(tag: OpenTag): ReadTag | null {
  const reader = READER_BY_START.get(tag.start());
  return reader !== undefined && tag.isNamed(reader.name) ? reader.read : null;
}
