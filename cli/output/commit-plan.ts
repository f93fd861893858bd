// What a commit will do, decided before anything is touched: what moves in, what is deleted, what the manifest says then.

import { lstatSync } from 'node:fs';
import type { Locale } from '../../config/locales.ts';
import { caselessPath, foldersAbove } from './out-path.ts';
import type { OutputKind } from './output-file.ts';
import { cacheControlOf, contentTypeOf, type ManifestFile } from './output-manifest.ts';

/** Which files a commit owns. */
export interface CommitScope {
  readonly locales: readonly Locale[] | 'all';
}

/** What is kept in memory of a file that a build wrote. */
export interface WrittenFile {
  readonly path: string;
  readonly sha256: string;
  readonly bytes: number;
  readonly kind: OutputKind;
  readonly locale: Locale | null;
  readonly owner: string | null;
  /** False where the out folder has it already. */
  readonly isStaged: boolean;
}

/** A file that goes from staging to the out folder, after the files in its way are deleted. */
export interface Move {
  readonly path: string;
  readonly replaces: readonly string[];
}

/** Everything that a commit does, in order. */
export interface CommitPlan {
  readonly moves: readonly Move[];
  /** Pages and maps before assets, so that no page outlives its assets. */
  readonly deletions: readonly string[];
  readonly unchanged: number;
  /** Staged files that are not in the scope. */
  readonly unpublished: readonly string[];
  /** Rows of the new manifest, sorted by path. */
  readonly files: readonly ManifestFile[];
}

/** What a commit is planned from. `last` are the rows of the out folder by path. */
interface CommitSource {
  readonly outDir: string;
  readonly written: readonly WrittenFile[];
  readonly last: ReadonlyMap<string, ManifestFile>;
  readonly isCaseless: boolean;
}

const PUBLISHING_ORDER: readonly OutputKind[] = ['asset', 'page', 'map'];

/**
 * Plans a commit. Files outside of the scope are neither written nor deleted; a commit of some locales adds assets and deletes none.
 */
export function planCommit(source: CommitSource, scope: CommitScope): CommitPlan {
  const published = source.written.filter((file) => isPublished(file, scope));
  const publishedPaths = new Set(published.map((file) => file.path));
  const leftOver = [...source.last.values()].filter((row) => !publishedPaths.has(row.path));
  const [moves, deletions] = planSteps(
    source,
    published,
    leftOver.filter((row) => isDeletable(row, scope)),
  );
  const kept = leftOver.filter((row) => !isDeletable(row, scope) && isThere(`${source.outDir}/${row.path}`));
  return {
    moves,
    deletions,
    unchanged: published.length - moves.length,
    unpublished: source.written
      .filter((file) => file.isStaged && !publishedPaths.has(file.path))
      .map((file) => file.path),
    files: [...published.map(manifestFile), ...kept].sort((one, other) => (one.path < other.path ? -1 : 1)),
  };
}

function isPublished(file: WrittenFile, { locales }: CommitScope): boolean {
  return locales === 'all' || file.kind === 'asset' || (file.locale !== null && locales.includes(file.locale));
}

function isDeletable(row: ManifestFile, { locales }: CommitScope): boolean {
  return locales === 'all' || (row.kind !== 'asset' && row.locale !== null && locales.includes(row.locale));
}

/** Moves in publishing order and the deletions after them. A deletion that makes room for a move belongs to the move. */
function planSteps(source: CommitSource, published: readonly WrittenFile[], deleted: readonly ManifestFile[]) {
  const key = source.isCaseless ? caselessPath : (path: string) => path;
  const moves = PUBLISHING_ORDER.flatMap((kind) => published.filter((file) => file.kind === kind && file.isStaged)).map(
    ({ path }) => ({ path, replaces: [] as string[] }),
  );
  const moveByPath = new Map(moves.map((move) => [key(move.path), move]));
  const firstMoveByFolder = new Map<string, (typeof moves)[number]>();
  for (const move of moves) {
    for (const folder of foldersAbove(key(move.path))) {
      if (firstMoveByFolder.has(folder)) break;
      firstMoveByFolder.set(folder, move);
    }
  }
  const makesRoomFor = (path: string) => {
    const own = moveByPath.get(path) ?? firstMoveByFolder.get(path);
    return (
      own ??
      foldersAbove(path)
        .map((folder) => moveByPath.get(folder))
        .find((move) => move !== undefined)
    );
  };
  const later: ManifestFile[] = [];
  for (const row of deleted) {
    const move = makesRoomFor(key(row.path));
    if (move === undefined) later.push(row);
    else move.replaces.push(row.path);
  }
  const pagesFirst = [...later.filter((row) => row.kind !== 'asset'), ...later.filter((row) => row.kind === 'asset')];
  return [moves satisfies readonly Move[], pagesFirst.map((row) => row.path)] as const;
}

function isThere(file: string): boolean {
  return lstatSync(file, { throwIfNoEntry: false })?.isFile() === true;
}

function manifestFile({ path, sha256, bytes, kind, locale, owner }: WrittenFile): ManifestFile {
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
