// What one page says about itself: links, ids, headings, assets. Where it is rendered, its facts are read from what its
// HTML is put together of, and from the tags of its head as data, which gives those of its whole HTML at a tenth of the price.

import type { HeadTag } from '../../templates/head/head-tag.ts';
import type { PageParts } from '../../templates/page-input.ts';
import { readMarkup } from './frame-facts.ts';
import { checkStructuredData, type StructuredDataFacts } from './structured-data-facts.ts';
import { type Found, READERS, readHtml, startFacts } from './tag-facts.ts';

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

/** Reads the facts of some HTML, given in one piece or in several that end between tags. */
export function parsePageFacts(...pieces: readonly string[]): PageFacts {
  const found = startFacts();
  for (const html of pieces) readHtml(html, found);
  return listFacts(found);
}

/** The facts of a page but for its chrome: those of its whole HTML. */
export function collectPageFacts({ languageTag, headTags, switcher, main }: PageParts): PageFacts {
  const found = startFacts();
  found.language = languageTag;
  for (const tag of headTags) readHeadTag(tag, found);
  readMarkup(switcher, found);
  readMarkup(main, found);
  return listFacts(found);
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
