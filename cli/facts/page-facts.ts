// Reads the facts of a page that checks and lists need: links, ids, headings, assets.

import type { PageParts } from '../../templates/page-input.ts';
import {
  checkStructuredData,
  isStructuredDataFault,
  parseStructuredData,
  type StructuredDataFacts,
} from './structured-data-facts.ts';
import { type Found, readHtml, readTag, startFacts } from './tag-facts.ts';

/** The facts of a page or of a shared fragment. */
export interface PageFacts {
  readonly title: string | null;
  readonly description: string | null;
  /** `lang` of `<html>`. */
  readonly language: string | null;
  readonly canonical: string | null;
  readonly alternates: readonly { readonly hreflang: string; readonly href: string }[];
  /** Every `href` of an `<a>`, without duplicates, in order of first use. */
  readonly links: readonly string[];
  /** Everything the browser loads: stylesheets, scripts, images, icons. */
  readonly assets: readonly string[];
  readonly ids: readonly string[];
  readonly headingCount: number;
  readonly hasNoindex: boolean;
  /** Open Graph title, type, url and image. The last one of each wins. */
  readonly openGraph: Readonly<Record<string, string>>;
  /** Sources of images without width and height, and without an aspect ratio from the stylesheet. */
  readonly unsizedImages: readonly string[];
  /** Sources of images without an `alt` attribute. An empty `alt` marks a decorative image and is fine. */
  readonly unnamedImages: readonly string[];
  /** One per block of JSON-LD. */
  readonly structuredData: readonly StructuredDataFacts[];
}

export const NO_FACTS: PageFacts = listFacts(startFacts());

/** Reads stored facts; null if they are damaged. */
export function parseStoredFacts(text: string): PageFacts | null {
  try {
    const facts: PageFacts = JSON.parse(text);
    return isWhole(facts) ? facts : null;
  } catch {
    return null;
  }
}

const TEXT_LISTS = ['links', 'assets', 'ids', 'unsizedImages', 'unnamedImages'] as const;
const isText = (value: unknown) => typeof value === 'string';

/** Damaged JSON may still be JSON. Where a list or an object is missing, this throws. */
function isWhole(facts: PageFacts): boolean {
  return (
    TEXT_LISTS.every((name) => facts[name].every(isText)) &&
    [facts.title ?? '', facts.description ?? '', ...Object.values(facts.openGraph)].every(isText) &&
    facts.alternates.every(({ hreflang, href }) => isText(hreflang) && isText(href)) &&
    facts.structuredData.every(({ urls, faults }) => urls.every(isText) && faults.every(isStructuredDataFault))
  );
}

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
    else if (json !== undefined) structuredData.push(checkStructuredData(json));
    else readTag(tag, (name) => attributes[name], found);
  }
  for (const html of [switcher, main]) readHtml(html, found);
  return listFacts(found, structuredData);
}

export function listFacts(
  { dataTexts, ...found }: Found,
  structuredData = dataTexts.map(parseStructuredData),
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
