// What one page says about itself: links, ids, headings, assets. Where it is rendered, its facts are read from what its
// HTML is put together of, which gives those of its whole HTML at a tenth of the price.

import type { PageParts } from '../../templates/page-input.ts';
import { readMarkup } from './frame-facts.ts';
import type { StructuredDataFacts } from './structured-data-facts.ts';
import { type Found, readHtml, startFacts } from './tag-facts.ts';

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

/** The facts of a page but for its chrome: those of its whole HTML. */
export function collectPageFacts({ head, switcher, main }: PageParts): PageFacts {
  const found = startFacts();
  readMarkup(head, found);
  readMarkup(switcher, found);
  readMarkup(main, found);
  return listFacts(found);
}

/** Facts of what was read. */
export function listFacts(found: Found): PageFacts {
  return {
    ...found,
    links: found.links.texts,
    assets: found.assets.texts,
    unsizedImages: found.unsizedImages.texts,
    unnamedImages: found.unnamedImages.texts,
  };
}
