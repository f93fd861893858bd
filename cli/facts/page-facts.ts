// The facts of one page that checks and lists need: links, ids, headings, assets. They are read from its HTML.

import type { PageParts } from '../../templates/page-input.ts';
import { checkStructuredData, parseStructuredData, type StructuredDataFacts } from './structured-data-facts.ts';
import { type Found, readHtml, readTag, startFacts } from './tag-facts.ts';

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
  /** Open Graph's title, type, url and image, as far as they are there; the last one of a name. */
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

/** Reads the facts of some HTML, given in one piece or in several that end between tags. */
export function parsePageFacts(...pieces: readonly string[]): PageFacts {
  const found = startFacts();
  for (const html of pieces) readHtml(html, found);
  return listFacts(found);
}

/** The facts of a page without its chrome. Its head is at hand as data, so only what is in its body is read again. */
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

/** Facts of what was read. */
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

/** Most pages have fewer texts of a kind: to compare those costs less than to hash them. */
const MANY = 64;

function distinct(texts: readonly string[]): readonly string[] {
  return texts.length < MANY ? texts.filter((text, index) => texts.indexOf(text) === index) : [...new Set(texts)];
}
