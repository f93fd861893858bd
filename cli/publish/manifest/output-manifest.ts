// The list of what was handed over: each file of the out folder with its digest and the headers it is to be served with.
// Valid JSON with one file per line, sorted by path, so that it diffs well and 100,000 files are read line by line.

import { existsSync } from 'node:fs';
import { LOCALES, type Locale } from '../../../config/locales.ts';
import { errorMessage } from '../../errors.ts';
import type { OutputKind } from '../../files/output-file.ts';
import { readLines } from '../../files/text-lines.ts';
import { isOutPath } from '../../paths/out-path.ts';
import { outputSiteError } from '../output-errors.ts';

/** One published file. */
export interface ManifestFile {
  /** Relative to the out folder, '/' between parts, decoded. */
  readonly path: string;
  /** Lower-case hex. */
  readonly sha256: string;
  readonly bytes: number;
  readonly contentType: string;
  readonly cacheControl: string;
  readonly kind: OutputKind;
  readonly locale: Locale | null;
  /** Site path of the route that owns it. */
  readonly owner: string | null;
  /** Only for a hashed asset that no page of this site names: kept for visitors with an older page; so many releases did without it. */
  readonly outdatedBy?: number;
}

/** Everything in the out folder that sitegen wrote. */
export interface OutputManifest {
  readonly version: 1;
  /** Sorted by path (UTF-16 code units), no path twice. */
  readonly files: readonly ManifestFile[];
}

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
  ['pdf', 'application/pdf'],
]);
const FEED_NAMES = new Set(['feed.xml', 'atom.xml']);
const HASHED_FOLDERS = ['assets/', 'media/'];

/** Between these stand the rows. */
export const FIRST_LINE = '{"version":1,"files":[';
export const LAST_LINE = ']}';
const KINDS: readonly string[] = ['asset', 'page', 'map'] satisfies readonly OutputKind[];
const LOCALE_NAMES: readonly string[] = LOCALES.map((row) => row.locale);

/**
 * The manifest in a file, read line by line.
 * @returns null where there is no such file.
 * @throws SiteError MANIFEST_DAMAGED (exit 2) for anything but a manifest as `writeManifest` wrote it.
 */
export function loadManifest(file: string): OutputManifest | null {
  if (!existsSync(file)) return null;
  try {
    return { version: 1, files: parseManifestLines(readLines(file)) };
  } catch (cause) {
    if (!(cause instanceof SyntaxError || cause instanceof TypeError)) throw cause;
    throw outputSiteError(
      'MANIFEST_DAMAGED',
      'The manifest of the last build cannot be read. Nothing was touched.',
      {
        file,
        what: `It is not a manifest of this version of sitegen: ${errorMessage(cause)}`,
        fix: 'Restore it from a backup, or delete it together with the out folder that it describes, and build again.',
      },
      cause,
    );
  }
}

function parseManifestLines(lines: Iterable<string>): readonly ManifestFile[] {
  const files: ManifestFile[] = [];
  // Header texts repeat on every row; one copy of each is kept.
  const known = new Map<string, string>();
  let state: 'start' | 'files' | 'end' = 'start';
  for (const line of lines) {
    if (state === 'files' && line !== LAST_LINE) files.push(parseManifestFile(line, known));
    else if (state === 'start' && line === FIRST_LINE) state = 'files';
    else if (state === 'files') state = 'end';
    else throw new SyntaxError(`Unexpected line ${JSON.stringify(line.slice(0, 60))}.`);
  }
  if (state !== 'end') throw new SyntaxError('It ends too early.');
  return files;
}

function parseManifestFile(line: string, known: Map<string, string>): ManifestFile {
  const row: unknown = JSON.parse(line.endsWith(',') ? line.slice(0, -1) : line);
  if (!isManifestFile(row)) throw new SyntaxError(`Unexpected row ${JSON.stringify(line.slice(0, 60))}.`);
  const { path, sha256, bytes, kind, locale, owner, outdatedBy } = row;
  return {
    path,
    sha256,
    bytes,
    contentType: intern(row.contentType, known),
    cacheControl: intern(row.cacheControl, known),
    kind,
    locale,
    owner,
    ...(outdatedBy === undefined ? {} : { outdatedBy }),
  };
}

function intern(text: string, known: Map<string, string>): string {
  const first = known.get(text);
  if (first !== undefined) return first;
  known.set(text, text);
  return text;
}

function isManifestFile(row: unknown): row is ManifestFile {
  if (typeof row !== 'object' || row === null) return false;
  const { path, sha256, bytes, contentType, cacheControl, kind, locale, owner, outdatedBy } = row as Partial<
    Record<keyof ManifestFile, unknown>
  >;
  return (
    typeof path === 'string' &&
    // Rows decide what is deleted: a path out of the folder must not get this far.
    isOutPath(path) &&
    typeof sha256 === 'string' &&
    typeof bytes === 'number' &&
    typeof contentType === 'string' &&
    typeof cacheControl === 'string' &&
    typeof kind === 'string' &&
    KINDS.includes(kind) &&
    (locale === null || (typeof locale === 'string' && LOCALE_NAMES.includes(locale))) &&
    (owner === null || typeof owner === 'string') &&
    (outdatedBy === undefined || typeof outdatedBy === 'number')
  );
}

/** What most files are. */
const PAGE_END = '/index.html';

/** `Content-Type` of a file, with `charset=utf-8` where it is text. Files without an extension (`_redirects`) are plain text. */
export function contentTypeOf(path: string): string {
  if (path.endsWith(PAGE_END)) return 'text/html; charset=utf-8';
  const name = path.slice(path.lastIndexOf('/') + 1);
  if (FEED_NAMES.has(name)) return 'application/atom+xml; charset=utf-8';
  const dot = name.lastIndexOf('.');
  if (dot <= 0) return 'text/plain; charset=utf-8';
  return TYPE_BY_EXTENSION.get(name.slice(dot + 1).toLowerCase()) ?? 'application/octet-stream';
}

/**
 * `Cache-Control` of a file: what has a hash in its name never changes, a page or map is asked for again each time,
 * other assets (icons) live a day. Never `no-store`.
 */
export function cacheControlOf(path: string, kind: OutputKind): string {
  if (kind !== 'asset') return 'public, max-age=0, must-revalidate';
  if (isHashedAsset({ path, kind })) return 'public, max-age=31536000, immutable';
  return 'public, max-age=86400, stale-while-revalidate=604800';
}

/** Whether other bytes of this file would have another path. */
export function isHashedAsset({ path, kind }: Pick<ManifestFile, 'path' | 'kind'>): boolean {
  return kind === 'asset' && HASHED_FOLDERS.some((folder) => path.startsWith(folder));
}
