// Plans a commit before any file changes: files to move and to delete, and the next manifest.

import type { Locale } from '../../config/locales.ts';
import { createSizeFinder } from '../files/links.ts';
import type { OutputKind } from '../files/output-file.ts';
import { caselessPath, foldersAbove } from '../paths/out-path.ts';
import type { ManifestFile } from './manifest.ts';
import { cacheControlOf, contentTypeOf, isHashedAsset } from './response-headers.ts';
import type { WrittenFile, WrittenFiles } from './written-files.ts';

export interface CommitScope {
  readonly locales: readonly Locale[] | 'all';
}

/** A file to move from staging to the out folder, after the files that it replaces are deleted. */
export interface Move {
  readonly path: string;
  readonly replaces: readonly string[];
}

/** The steps of a commit. Each group is complete before the next one starts. */
export interface CommitPlan {
  /** Assets, then pages and maps, so that no page is live before its assets. */
  readonly moves: readonly (readonly Move[])[];
  /** Pages and maps, then assets, so that no page outlives its assets. */
  readonly deletions: readonly (readonly string[])[];
  readonly unchanged: number;
  /** Number of assets that stay although the new site does not use them. */
  readonly kept: number;
  /** Staged files outside the scope. */
  readonly unpublished: readonly string[];
  /** Rows of the new manifest, sorted by path. */
  readonly rows: readonly ManifestFile[];
}

interface CommitSource {
  readonly outDir: string;
  readonly written: WrittenFiles;
  /** The current files of the out folder, by path. */
  readonly last: ReadonlyMap<string, ManifestFile>;
  readonly isCaseless: boolean;
  /** Number of releases for which unused assets stay. */
  readonly assetReleasesKept: number;
}

const PUBLISHING_ORDER: readonly (readonly OutputKind[])[] = [['asset'], ['page', 'map']];

/**
 * Plans a commit. Files outside the scope are neither written nor deleted. A commit of some locales also adds assets, and files
 * without a locale that are missing (a site needs its sitemap), but deletes neither.
 */
export function planCommit(source: CommitSource, { locales }: CommitScope): CommitPlan {
  const { written, last } = source;
  const isOwned = ({ locale: own }: Pick<ManifestFile, 'locale'>) =>
    locales === 'all' || locales.some((locale) => locale === own);
  const [published, outside] = partition(
    written.all,
    (file) => isOwned(file) || file.kind === 'asset' || (file.locale === null && !last.has(file.path)),
  );
  const publishedPaths = new Set(published.map(({ path }) => path));
  const leftOver = [...last.values()].filter(({ path }) => !publishedPaths.has(path));
  const sizeOf = createSizeFinder(source.outDir);
  const isStillThere = ({ path }: ManifestFile) => sizeOf(path) >= 0;
  const [owned, others] = partition(leftOver, (row) => isOwned(row) && (locales === 'all' || row.kind !== 'asset'));
  const kept = planKeptAssets(owned, source.assetReleasesKept).filter(
    (row) => written.isFree(row.path) && isStillThere(row),
  );
  const keptPaths = new Set(kept.map(({ path }) => path));
  const staged = published.filter(({ isStaged }) => isStaged);
  const deleted = owned.filter(({ path }) => !keptPaths.has(path));
  const rows = [...published.map(createRow), ...others.filter(isStillThere), ...kept];
  return {
    ...planSteps(staged, deleted, source),
    unchanged: published.length - staged.length,
    kept: kept.length,
    unpublished: outside.filter(({ isStaged }) => isStaged).map(({ path }) => path),
    rows: rows.sort((one, other) => (one.path < other.path ? -1 : 1)),
  };
}

function partition<Row>(
  rows: readonly Row[],
  isFirst: (row: Row) => boolean,
): readonly [readonly Row[], readonly Row[]] {
  return [rows.filter(isFirst), rows.filter((row) => !isFirst(row))];
}

/**
 * Hashed assets that the new site no longer uses stay for some releases, because visitors may still have pages that load them. Only
 * commits that stop using an asset count as releases; edits of content do not.
 */
function planKeptAssets(leftOver: readonly ManifestFile[], releases: number): readonly ManifestFile[] {
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

/** The moves, and the deletions after them. A deletion that makes room for a move is part of the move. */
function planSteps(
  staged: readonly WrittenFile[],
  deleted: readonly ManifestFile[],
  { isCaseless }: CommitSource,
): Pick<CommitPlan, 'moves' | 'deletions'> {
  const groups = PUBLISHING_ORDER.map((kinds) => kinds.flatMap((each) => staged.filter(({ kind }) => kind === each)));
  const findMove = createMoveFinder(
    groups.flat().map(({ path }) => path),
    isCaseless ? caselessPath : (path) => path,
  );
  const deletedByMove = Map.groupBy(deleted, ({ path }) => findMove(path));
  const later = deletedByMove.get(undefined) ?? [];
  const pathsOf = (rows: readonly ManifestFile[]) => rows.map(({ path }) => path);
  return {
    moves: groups.map((group) => group.map(({ path }) => ({ path, replaces: pathsOf(deletedByMove.get(path) ?? []) }))),
    deletions: PUBLISHING_ORDER.toReversed().map((kinds) => pathsOf(later.filter(({ kind }) => kinds.includes(kind)))),
  };
}

/** Finds the move that needs the place of a file: to the same path, to a path below it, or to the path of one of its folders. */
function createMoveFinder(moves: readonly string[], key: (path: string) => string) {
  const moveByPath = new Map(moves.map((path) => [key(path), path]));
  const firstMoveByFolder = new Map<string, string>();
  for (const path of moves) {
    for (const folder of foldersAbove(key(path))) {
      if (firstMoveByFolder.has(folder)) break;
      firstMoveByFolder.set(folder, path);
    }
  }
  return (file: string): string | undefined => {
    const path = key(file);
    const folder = foldersAbove(path).find((each) => moveByPath.has(each));
    return moveByPath.get(path) ?? firstMoveByFolder.get(path) ?? moveByPath.get(folder ?? '');
  };
}
