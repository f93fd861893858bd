// Reads a site from a folder: the last build, another build, or any folder of pages.

import { existsSync, readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import fastGlob from 'fast-glob';
import type { RouteEntry } from '../check/check-input.ts';
import { SiteError, systemErrorCode } from '../errors.ts';
import { openStoredPages, type StoredPages } from '../facts/page-store.ts';
import { hashFile, sha256 } from '../files/content-hash.ts';
import { loadManifest } from '../publish/manifest.ts';
import { findRefresh } from './page-view.ts';
import { type SideBuild, type SideFile, type SiteSide, UNKNOWN_BUILD } from './site-side.ts';

interface SideFolder {
  readonly name: string;
  readonly dir: string;
  /** Cache folder of the build. */
  readonly cacheDir: string;
}

/** @throws SiteError DIFF_NO_SITE (exit 2) if there is no page. */
export async function openFolderSide({ name, dir, cacheDir }: SideFolder): Promise<SiteSide> {
  const files = existsSync(dir) ? listSite(dir) : new Map<string, SideFile>();
  if (![...files.values()].some(({ role }) => role === 'page'))
    throw new SiteError({
      code: 'DIFF_NO_SITE',
      exitCode: 2,
      message: `There is no page in ${name}. Run "sitegen build" first, or choose another folder, snapshot, release or URL.`,
    });
  const pages = isBuildOf(cacheDir, files) ? openStoredPages(cacheDir) : null;
  return {
    name,
    files,
    read: (path) => readOrNull(join(dir, path)),
    build: pages === null ? UNKNOWN_BUILD : await loadBuild(cacheDir, pages),
    close: async () => pages?.close(),
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

function listSite(dir: string): ReadonlyMap<string, SideFile> {
  const paths = fastGlob.sync('**', { cwd: dir, dot: true, followSymbolicLinks: false }).sort();
  return new Map(paths.map((path) => [path.normalize('NFC'), describeFile(dir, path)]));
}

function describeFile(dir: string, path: string): SideFile {
  if (isAssetPath(path)) return { sha256: path, role: 'asset' };
  const file = join(dir, path);
  if (!path.endsWith('.html')) return { sha256: hashFile(file), role: 'other' };
  return describePage(readFileSync(file));
}

/** Redirect pages are shorter than this. */
const MAX_REDIRECT_PAGE_BYTES = 8192;

/** An HTML file is a page or a redirect page. */
export function describePage(bytes: Buffer): SideFile {
  const target = findRefresh(bytes.subarray(0, MAX_REDIRECT_PAGE_BYTES).toString('utf8'));
  const hash = sha256(bytes);
  return target === null ? { sha256: hash, role: 'page' } : { sha256: hash, role: 'redirect', target };
}

/** Share of pages that must be unchanged since the build. Some may have been edited. */
const MIN_UNCHANGED = 0.5;

/** Whether a cache folder belongs to the build in a folder. */
function isBuildOf(cacheDir: string, files: ReadonlyMap<string, SideFile>): boolean {
  const rows = loadManifest(join(cacheDir, 'manifest.json'))?.files ?? [];
  const pages = rows.filter(({ kind, owner }) => kind === 'page' && owner !== null);
  const same = pages.filter(({ path, sha256: hash }) => files.get(path)?.sha256 === hash);
  return pages.length > 0 && same.length >= pages.length * MIN_UNCHANGED;
}

interface StoredRoute {
  readonly path: string;
  readonly entry: RouteEntry | null;
}

async function loadBuild(cacheDir: string, pages: StoredPages): Promise<SideBuild> {
  const { routes }: { readonly routes: readonly StoredRoute[] } = readJson(join(cacheDir, 'routes.json')) ?? {
    routes: [],
  };
  const report = readJson<{
    readonly snapshot?: { readonly digest?: string };
    readonly stamp?: { readonly code?: string };
  }>(join(cacheDir, 'report.json'));
  const digest = report?.snapshot?.digest;
  const entries = new Map(routes.map(({ path, entry }) => [path, entry]));
  return {
    code: report?.stamp?.code ?? null,
    content: digest === undefined ? null : { cacheDir, digest },
    entryOf: (path) => entries.get(path) ?? null,
    recordOf: (path) => pages.read(path),
  };
}

function readJson<T>(file: string): T | null {
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : null;
}
