// The files of one build, and what the out folder should have after it.

import type { Locale } from '../../config/locales.ts';
import type { OutPath } from '../files/brands.ts';
import { assertOutPath, caselessPath, foldersAbove } from '../paths/out-path.ts';
import type { ManifestFile } from './manifest.ts';
import { cacheControlOf, contentTypeOf, isHashedAsset } from './response-headers.ts';

export interface WrittenFile extends Pick<ManifestFile, 'path' | 'sha256' | 'bytes' | 'kind' | 'locale' | 'owner'> {
  /** False if the out folder already has the file. */
  readonly isStaged: boolean;
}

/** Rejects duplicates, and paths that would be a file and a folder, also on file systems that ignore case. */
export class WrittenFiles {
  /** In the order of `add`. */
  readonly all: WrittenFile[] = [];
  /** By caseless path. */
  readonly #taken = new Map<string, WrittenFile | 'folder'>();

  add(file: WrittenFile): void {
    this.assertFree(file.path);
    const key = caselessPath(file.path);
    for (const folder of foldersAbove(key)) this.#taken.set(folder, 'folder');
    this.#taken.set(key, file);
    this.all.push(file);
  }

  /** @throws Error (a bug) for a path outside the out folder, or a path that is taken. */
  assertFree(path: OutPath): void {
    assertOutPath(path);
    const conflict = this.findConflict(path);
    if (conflict !== null) throw new Error(conflict);
  }

  /** Why a file cannot have this path; null if it can. */
  findConflict(path: OutPath): string | null {
    const key = caselessPath(path);
    const found = this.#taken.get(key);
    if (found === 'folder') return `"${path}" is a folder of this build and cannot be a file.`;
    if (found !== undefined) return `"${path}" was already written in this build, as "${found.path}".`;
    for (const folder of foldersAbove(key)) {
      const above = this.#taken.get(folder);
      if (above === 'folder') return null;
      if (above !== undefined) return `"${path}" needs a folder where this build wrote the file "${folder}".`;
    }
    return null;
  }
}

/** The out folder as a build found it. */
export interface LastOutput {
  /** The rows of its manifest, by path. */
  readonly files: ReadonlyMap<OutPath, ManifestFile>;
  /** Whether the out folder was missing or empty. */
  readonly isEmpty: boolean;
  /** Size of a file in bytes; -1 if it is not there. */
  readonly sizeOf: (path: OutPath) => number;
}

export interface CommitScope {
  readonly locales: readonly Locale[] | 'all';
}

/** Numbers of files of a commit. */
export interface CommitCounts {
  readonly written: number;
  readonly unchanged: number;
  readonly deleted: number;
  /** Unused assets that stay for visitors with older pages. */
  readonly kept: number;
}

export interface WantedFiles {
  /** Rows of the next manifest, sorted by path. */
  readonly rows: readonly ManifestFile[];
  /** Staged files that are published. */
  readonly staged: readonly WrittenFile[];
  /** Staged files outside of the scope. */
  readonly unpublished: readonly WrittenFile[];
  readonly counts: CommitCounts;
}

/**
 * Plans the next manifest. Files outside the scope are neither written nor deleted. A commit of some locales also adds assets, and files
 * without a locale that are missing (a site needs its sitemap), but deletes neither. `assetReleasesKept`: number of releases for which
 * unused assets stay.
 */
export function planWanted(
  written: WrittenFiles,
  { files: last, sizeOf }: LastOutput,
  { locales, assetReleasesKept }: CommitScope & { readonly assetReleasesKept: number },
): WantedFiles {
  const isOwned = ({ locale: own }: Pick<ManifestFile, 'locale'>) =>
    locales === 'all' || locales.some((locale) => locale === own);
  const isPublished = (file: WrittenFile) =>
    isOwned(file) || file.kind === 'asset' || (file.locale === null && !last.has(file.path));
  const { published = [], outside = [] } = Object.groupBy(written.all, (file) =>
    isPublished(file) ? 'published' : 'outside',
  );
  const paths = new Set(published.map(({ path }) => path));
  const { owned = [], others = [] } = Object.groupBy(
    [...last.values()].filter(({ path }) => !paths.has(path)),
    (row) => (isOwned(row) && (locales === 'all' || row.kind !== 'asset') ? 'owned' : 'others'),
  );
  const kept = keepAssets(owned, assetReleasesKept).filter(
    ({ path }) => written.findConflict(path) === null && sizeOf(path) >= 0,
  );
  const staged = published.filter(({ isStaged }) => isStaged);
  const rows = [...published.map(createRow), ...others.filter(({ path }) => sizeOf(path) >= 0), ...kept];
  return {
    rows: rows.sort((one, other) => (one.path < other.path ? -1 : 1)),
    staged,
    unpublished: outside.filter(({ isStaged }) => isStaged),
    counts: {
      written: staged.length,
      unchanged: published.length - staged.length,
      deleted: owned.length - kept.length,
      kept: kept.length,
    },
  };
}

/**
 * Hashed assets that the new site no longer uses stay for some releases, because visitors may still have pages that load them. Only
 * commits that stop using an asset count as releases; edits of content do not.
 */
function keepAssets(leftOver: readonly ManifestFile[], releases: number): readonly ManifestFile[] {
  const assets = leftOver.filter(isHashedAsset);
  const isRelease = assets.some(({ outdatedBy }) => outdatedBy === undefined);
  return assets
    .map((row) => ({ ...row, outdatedBy: (row.outdatedBy ?? 0) + (isRelease ? 1 : 0) }))
    .filter(({ outdatedBy }) => outdatedBy <= releases);
}

function createRow({ path, sha256, bytes, kind, locale, owner }: WrittenFile): ManifestFile {
  return {
    path,
    sha256,
    bytes,
    contentType: contentTypeOf(path),
    cacheControl: cacheControlOf(path, kind),
    kind,
    locale,
    owner,
  };
}
