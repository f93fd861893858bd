// One of the two compared sites, and how it is read from a folder: the last build, another build, or any folder of pages.

import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import fastGlob from 'fast-glob';
import { usageError } from '../errors.ts';
import { findRefresh } from '../facts/parse-html.ts';
import { type SitePath, toOutPath } from '../files/brands.ts';
import { hashFile, sha256 } from '../files/content-hash.ts';
import { pathOfOutFile } from '../paths/site-path.ts';
import type { HistoryRow } from '../release/release-history.ts';

export interface SideFile {
  readonly sha256: string;
  /** A redirect may be a file or an object. */
  readonly role: 'page' | 'redirect' | 'other';
  /** Target of a redirect, as written, unless the redirect maps have it. */
  readonly target?: string;
  /** An X-Robots-Tag of the host that hides the page from search engines, if the page itself does not. */
  readonly robotsTag?: string;
}

export interface SiteSide {
  /** For messages: `out/`, `release 000043 of s3://bucket`. */
  readonly name: string;
  /** By path relative to its root, decoded. Without assets. */
  readonly files: ReadonlyMap<string, SideFile>;
  /** Null if there is no such file. */
  readonly read: (path: string) => Promise<Buffer | null>;
  /** If it is a folder: builds may have written it. */
  readonly dir?: string;
  /** Where a database may know its pages. */
  readonly cacheDir: string;
  /** What its release says it was made from. */
  readonly history?: readonly HistoryRow[];
}

/** Pages of a site by path. */
export function listPages({ files }: SiteSide): ReadonlyMap<SitePath, SideFile> {
  return new Map(
    [...files].flatMap(([file, row]) => (row.role === 'page' ? [[pathOfOutFile(toOutPath(file)), row] as const] : [])),
  );
}

/** Assets are not compared: their names contain a hash of their bytes, so pages change with them. */
export function isAssetPath(path: string): boolean {
  return /^(?:assets|media)\//.test(path);
}

/** @throws SiteError DIFF_NO_SITE (exit 2) if there is no page. */
export function openFolderSide({ name, dir, cacheDir }: Record<'name' | 'dir' | 'cacheDir', string>): SiteSide {
  // It treats a missing folder as an empty one.
  const paths = fastGlob.sync('**', { cwd: dir, dot: true, followSymbolicLinks: false }).sort();
  const files = new Map(
    paths
      .filter((path) => !isAssetPath(path))
      .map((path) => [path.normalize('NFC'), describeFile(join(dir, path))] as const),
  );
  if (files.values().every(({ role }) => role !== 'page'))
    throw usageError(
      'DIFF_NO_SITE',
      `There is no page in ${name}. Run "sitegen build" first, or choose another folder, snapshot, release or URL.`,
    );
  const read = async (path: string) => (files.has(path) ? readFile(join(dir, path)) : null);
  return { name, files, read, dir, cacheDir };
}

/** Redirect pages are shorter than this. */
const MAX_REDIRECT_PAGE_BYTES = 8192;

function describeFile(file: string): SideFile {
  return file.endsWith('.html') ? describePage(readFileSync(file)) : { sha256: hashFile(file), role: 'other' };
}

/** An HTML file is a page or a redirect page. */
export function describePage(bytes: Buffer): SideFile {
  const hash = sha256(bytes);
  const target = findRefresh(bytes.subarray(0, MAX_REDIRECT_PAGE_BYTES).toString('utf8'));
  return target === null ? { sha256: hash, role: 'page' } : { sha256: hash, role: 'redirect', target };
}
