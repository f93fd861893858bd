// A file on its way to the out folder. Content type and cache rule follow from its path and kind.

import type { Locale } from '../../config/locales.ts';

/** Order of publishing: assets first, then pages, then maps (sitemap, feeds, lists, redirects); deletions last. */
export type OutputKind = 'asset' | 'page' | 'map';

/** One file to publish. */
export interface OutputFile {
  /** Relative to the out folder, '/' between parts, decoded. */
  readonly path: string;
  readonly content: string | Uint8Array;
  readonly kind: OutputKind;
  /** Null where it belongs to no locale: assets, sitemap, robots, root files. */
  readonly locale: Locale | null;
  /** Site path of the route that owns it; null where none does. */
  readonly owner: string | null;
}

/** A file for browsers, crawlers and hosts beside the pages: sitemap, feed, list, redirects. */
export function createMapFile(path: string, content: string, locale: Locale | null = null): OutputFile {
  return { path, content, kind: 'map', locale, owner: null };
}
