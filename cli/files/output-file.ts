// A file for the out folder. Its headers depend on its path and kind (publish/response-headers.ts).

import type { Locale } from '../../config/locales.ts';
import type { OutPath, SitePath } from './brands.ts';

/**
 * Kind of a file: an asset that pages load, a page, or a map (any other file: sitemap, robots.txt, feed, list, search data,
 * redirects). Assets are written first and deleted last.
 */
export type OutputKind = 'asset' | 'page' | 'map';

/** A file to write. */
export interface OutputFile {
  readonly path: OutPath;
  readonly content: string | Uint8Array;
  readonly kind: OutputKind;
  /** Null for assets, sitemap, robots.txt and root files. */
  readonly locale: Locale | null;
  /** Site path of its route; null if it has none. */
  readonly owner: SitePath | null;
}

/** Creates a map. Without a locale it belongs to the whole site. */
export function createMapFile(path: OutPath, content: string, locale: Locale | null = null): OutputFile {
  return { path, content, kind: 'map', locale, owner: null };
}

/** Creates an asset. */
export function createAssetFile(path: OutPath, content: string | Uint8Array): OutputFile {
  return { path, content, kind: 'asset', locale: null, owner: null };
}
