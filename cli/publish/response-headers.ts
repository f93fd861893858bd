// The HTTP headers of the files of the site, by path and kind: previews, S3 and the files for hosts send them, and `sitegen verify` expects
// them.

import type { OutputKind } from '../files/output-file.ts';
import { requirePackage } from '../files/project.ts';

// Bundles of the preview get no default exports.
const { default: mime }: typeof import('mime') = requirePackage('mime');

/** Types for which the package has other names than browsers. */
const OWN_TYPES = new Map([
  ['ico', 'image/x-icon'],
  ['vcf', 'text/vcard'],
]);
/** Types that need a charset. */
const TEXT = /^text\/|^application\/(?:javascript|json|xml)$|\+(?:json|xml)$/;
/** Of files whose extension is not known. */
export const UNKNOWN_CONTENT_TYPE = 'application/octet-stream';
/** Files without an extension that are JSON. */
const JSON_NAMES = new Set(['apple-app-site-association', 'openid-configuration']);
const FEED_NAMES = new Set(['feed.xml', 'atom.xml']);

/** `Cache-Control` of files whose name changes with their content. */
export const HASHED_CACHE_CONTROL = 'public, max-age=31536000, immutable';
/** `Cache-Control` of pages and maps: cached, but revalidated each time. */
export const PAGE_CACHE_CONTROL = 'public, max-age=0, must-revalidate';
const HASHED_FOLDERS = ['assets/', 'media/'];

/** `Content-Type` of a file. Files without an extension (`_redirects`) are plain text. */
export function contentTypeOf(path: string): string {
  const name = path.slice(path.lastIndexOf('/') + 1);
  if (FEED_NAMES.has(name)) return 'application/atom+xml; charset=utf-8';
  if (JSON_NAMES.has(name)) return 'application/json; charset=utf-8';
  const dot = name.lastIndexOf('.');
  if (dot <= 0) return 'text/plain; charset=utf-8';
  const type = OWN_TYPES.get(name.slice(dot + 1).toLowerCase()) ?? mime.getType(name) ?? UNKNOWN_CONTENT_TYPE;
  return TEXT.test(type) ? `${type}; charset=utf-8` : type;
}

/**
 * `Cache-Control` of a file. Hashed assets never change, pages and maps are revalidated each time, other assets (icons) are cached for a
 * day. Never `no-store`, which would disable the back/forward cache.
 */
export function cacheControlOf(path: string, kind: OutputKind): string {
  if (kind !== 'asset') return PAGE_CACHE_CONTROL;
  if (isHashedAsset({ path, kind })) return HASHED_CACHE_CONTROL;
  return 'public, max-age=86400, stale-while-revalidate=604800';
}

/** Whether the path of a file contains a hash of its content. */
export function isHashedAsset({ path, kind }: { readonly path: string; readonly kind: OutputKind }): boolean {
  return kind === 'asset' && HASHED_FOLDERS.some((folder) => path.startsWith(folder));
}
