// One of the two compared sites, and how it is read from a folder: the last build, another build, or any folder of pages.

import { existsSync, readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import fastGlob from 'fast-glob';
import { systemErrorCode, usageError } from '../errors.ts';
import { findRefresh } from '../facts/parse-html.ts';
import { type Digest, type SitePath, toOutPath } from '../files/brands.ts';
import { hashFile, sha256 } from '../files/content-hash.ts';
import { pathOfOutFile } from '../paths/site-path.ts';
import { loadManifest } from '../publish/manifest.ts';
import type { HistoryRow } from '../release/release-history.ts';

export interface SideFile {
  readonly sha256: string;
  /** A redirect may be a file or an object; an asset is what pages load. */
  readonly role: 'page' | 'redirect' | 'asset' | 'other';
  /** Target of a redirect, as written. */
  readonly target?: string;
  /** An X-Robots-Tag of the host that hides the page from search engines, if the page itself does not. */
  readonly robotsTag?: string;
}

export interface SiteSide {
  /** For messages: `out/`, `release 000043 of s3://bucket`. */
  readonly name: string;
  /** By path relative to its root, decoded. */
  readonly files: ReadonlyMap<string, SideFile>;
  /** Null if there is no such file. Not for assets. */
  readonly read: (path: string) => Promise<Buffer | null>;
  /** Key of code, words and tables; null if unknown. */
  readonly code: string | null;
  /** Digest of its content; null if unknown. */
  readonly digest: Digest | null;
  /** Where a database may know its pages. */
  readonly cacheDir: string;
  /** What its release says it was made from. */
  readonly history?: readonly HistoryRow[];
  /** Deletes temporary files and closes connections. */
  readonly close: () => Promise<void>;
}

/** Pages of a site by path. */
export function listPages({ files }: SiteSide): ReadonlyMap<SitePath, SideFile> {
  return new Map(
    [...files].flatMap(([file, row]) => (row.role === 'page' ? [[pathOfOutFile(toOutPath(file)), row] as const] : [])),
  );
}

interface SideFolder extends Pick<SiteSide, 'name' | 'cacheDir'> {
  readonly dir: string;
}

/** @throws SiteError DIFF_NO_SITE (exit 2) if there is no page. */
export function openFolderSide({ name, dir, cacheDir }: SideFolder): SiteSide {
  const files = existsSync(dir) ? listFiles(dir) : new Map<string, SideFile>();
  if (files.values().every(({ role }) => role !== 'page'))
    throw usageError(
      'DIFF_NO_SITE',
      `There is no page in ${name}. Run "sitegen build" first, or choose another folder, snapshot, release or URL.`,
    );
  return {
    name,
    files,
    read: (path) => readOrNull(join(dir, path)),
    ...(isBuildOf(cacheDir, files) ? readReport(join(cacheDir, 'report.json')) : UNKNOWN_BUILD),
    cacheDir,
    close: async () => {},
  };
}

async function readOrNull(file: string): Promise<Buffer | null> {
  try {
    return await readFile(file);
  } catch (cause) {
    if (['ENOENT', 'ENOTDIR', 'EISDIR'].includes(systemErrorCode(cause) ?? '')) return null;
    throw cause;
  }
}

/** Names of assets contain a hash of their bytes. */
export function isAssetPath(path: string): boolean {
  return /^(?:assets|media)\//.test(path);
}

function listFiles(dir: string): ReadonlyMap<string, SideFile> {
  const paths = fastGlob.sync('**', { cwd: dir, dot: true, followSymbolicLinks: false }).sort();
  return new Map(
    paths.map((path) => {
      if (isAssetPath(path)) return [path.normalize('NFC'), { sha256: path, role: 'asset' }];
      const file = join(dir, path);
      const row = path.endsWith('.html')
        ? describePage(readFileSync(file))
        : ({ sha256: hashFile(file), role: 'other' } as const);
      return [path.normalize('NFC'), row];
    }),
  );
}

/** Redirect pages are shorter than this. */
const MAX_REDIRECT_PAGE_BYTES = 8192;

/** An HTML file is a page or a redirect page. */
export function describePage(bytes: Buffer): SideFile {
  const target = findRefresh(bytes.subarray(0, MAX_REDIRECT_PAGE_BYTES).toString('utf8'));
  const hash = sha256(bytes);
  return target === null ? { sha256: hash, role: 'page' } : { sha256: hash, role: 'redirect', target };
}

/** Whether a cache folder belongs to the build in a folder: most pages are those of its manifest. Some may have been edited. */
function isBuildOf(cacheDir: string, files: ReadonlyMap<string, SideFile>): boolean {
  const rows = loadManifest(join(cacheDir, 'manifest.json'))?.files ?? [];
  const pages = rows.filter(({ kind, owner }) => kind === 'page' && owner !== null);
  const same = pages.filter(({ path, sha256: hash }) => files.get(path)?.sha256 === hash);
  return pages.length > 0 && same.length >= pages.length / 2;
}

/** For a site that may be of any build. */
export const UNKNOWN_BUILD = { code: null, digest: null };

function readReport(file: string): Pick<SiteSide, 'code' | 'digest'> {
  if (!existsSync(file)) return UNKNOWN_BUILD;
  const report: {
    readonly stamp?: { readonly code?: string };
    readonly snapshot?: { readonly digest?: Digest };
  } = JSON.parse(readFileSync(file, 'utf8'));
  return { code: report.stamp?.code ?? null, digest: report.snapshot?.digest ?? null };
}
