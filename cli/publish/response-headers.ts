// The HTTP headers of the files of the site, by path and kind.

import type { OutputKind } from '../files/output-file.ts';

const OFFICE = 'application/vnd.openxmlformats-officedocument';
/** The only list of types: previews, S3 and the files for hosts send them, and `sitegen verify` expects them. */
const TYPE_BY_EXTENSION: ReadonlyMap<string, string> = new Map([
  ['html', 'text/html; charset=utf-8'],
  ['css', 'text/css; charset=utf-8'],
  ['js', 'text/javascript; charset=utf-8'],
  ['mjs', 'text/javascript; charset=utf-8'],
  ['json', 'application/json; charset=utf-8'],
  ['map', 'application/json; charset=utf-8'],
  ['webmanifest', 'application/manifest+json; charset=utf-8'],
  ['xml', 'application/xml; charset=utf-8'],
  ['atom', 'application/atom+xml; charset=utf-8'],
  ['txt', 'text/plain; charset=utf-8'],
  ['csv', 'text/csv; charset=utf-8'],
  ['ics', 'text/calendar; charset=utf-8'],
  ['svg', 'image/svg+xml; charset=utf-8'],
  ['ico', 'image/x-icon'],
  ['png', 'image/png'],
  ['jpg', 'image/jpeg'],
  ['jpeg', 'image/jpeg'],
  ['gif', 'image/gif'],
  ['webp', 'image/webp'],
  ['avif', 'image/avif'],
  ['woff', 'font/woff'],
  ['woff2', 'font/woff2'],
  ['mp4', 'video/mp4'],
  ['webm', 'video/webm'],
  ['mp3', 'audio/mpeg'],
  ['m4a', 'audio/mp4'],
  ['ogg', 'audio/ogg'],
  ['wav', 'audio/wav'],
  ['pdf', 'application/pdf'],
  ['doc', 'application/msword'],
  ['docx', `${OFFICE}.wordprocessingml.document`],
  ['odt', 'application/vnd.oasis.opendocument.text'],
  ['rtf', 'application/rtf'],
  ['xls', 'application/vnd.ms-excel'],
  ['xlsx', `${OFFICE}.spreadsheetml.sheet`],
  ['ods', 'application/vnd.oasis.opendocument.spreadsheet'],
  ['ppt', 'application/vnd.ms-powerpoint'],
  ['pptx', `${OFFICE}.presentationml.presentation`],
  ['odp', 'application/vnd.oasis.opendocument.presentation'],
  ['epub', 'application/epub+zip'],
  ['zip', 'application/zip'],
  ['vcf', 'text/vcard; charset=utf-8'],
]);
/** Of files whose extension is not in the list. */
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
  return TYPE_BY_EXTENSION.get(name.slice(dot + 1).toLowerCase()) ?? UNKNOWN_CONTENT_TYPE;
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
