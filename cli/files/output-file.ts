// A file on its way to the out folder. Its headers follow from its path and kind (publish/response-headers.ts).

import type { Locale } from '../../config/locales.ts';

/**
 * What a file is: an asset that pages load, a page, or a map, which is any other file (sitemap, robots.txt, feed, list, search
 * data, redirects). Assets are published first, and deleted last.
 */
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

/** A map; without a locale it belongs to the whole site. */
export function createMapFile(path: string, content: string, locale: Locale | null = null): OutputFile {
  return { path, content, kind: 'map', locale, owner: null };
}
