// What a commit will do, decided before anything is touched: what moves in, what is deleted, what the manifest says then.

import type { Locale } from '../../config/locales.ts';
import { createSizeFinder } from '../files/file-size.ts';
import type { OutputKind } from '../files/output-file.ts';
import { caselessPath, foldersAbove } from '../paths/out-path.ts';
import { planKeptAssets } from './manifest/kept-assets.ts';
import { cacheControlOf, contentTypeOf, type ManifestFile } from './manifest/output-manifest.ts';
import type { WrittenFile, WrittenFiles } from './manifest/written-files.ts';

/** Which files a commit owns. */
export interface CommitScope {
  readonly locales: readonly Locale[] | 'all';
}

/** A file that goes from staging to the out folder, after the files in its way are deleted. */
export interface Move {
  readonly path: string;
  readonly replaces: readonly string[];
}

/** Everything that a commit does, in order, in groups: one is done before the next begins. */
export interface CommitPlan {
  /** Assets, then pages and maps: no page is there before its assets. */
  readonly moves: readonly (readonly Move[])[];
  /** Pages and maps, then assets: no page outlives its assets. */
  readonly deletions: readonly (readonly string[])[];
  readonly unchanged: number;
  /** Assets that stay although the new site does without them. */
  readonly kept: number;
  /** Staged files that are not in the scope. */
  readonly unpublished: readonly string[];
  /** Rows of the new manifest, sorted by path; each is made when its turn comes. */
  readonly rows: Iterable<ManifestFile>;
}

/** What a commit is planned from. */
interface CommitSource {
  readonly outDir: string;
  readonly written: WrittenFiles;
  /** Rows of the out folder by path. */
  readonly last: ReadonlyMap<string, ManifestFile>;
  readonly isCaseless: boolean;
  /** For how many releases an asset stays that is out of use. */
  readonly assetReleasesKept: number;
}

const PUBLISHING_ORDER: readonly (readonly OutputKind[])[] = [['asset'], ['page', 'map']];

/**
 * Plans a commit. Files outside of the scope are neither written nor deleted; a commit of some locales adds assets, and files
 * of no locale that are missing, and deletes none.
 */
export function planCommit(source: CommitSource, scope: CommitScope): CommitPlan {
  const { written, last } = source;
  const numbers = Array.from({ length: written.count() }, (_, number) => number);
  const [published, outside] = partition(
    numbers,
    (number) => isInScope(written.traitAt(number), scope) || isMissingShared(written, number, last),
  );
  const leftOver = listLeftOver(last, written, published);
  const sizeOf = createSizeFinder(source.outDir);
  const isStill = (row: ManifestFile) => sizeOf(row.path) >= 0;
  const [owned, others] = partition(leftOver, (row) => isDeletable(row, scope));
  const kept = planKeptAssets(owned, source.assetReleasesKept).filter(
    (row) => written.isFree(row.path) && isStill(row),
  );
  const keptPaths = new Set(kept.map((row) => row.path));
  const deleted = owned.filter((row) => !keptPaths.has(row.path));
  const [moves, deletions] = planSteps(source, published, deleted);
  return {
    moves,
    deletions,
    unchanged: published.length - moves.reduce((sum, group) => sum + group.length, 0),
    kept: kept.length,
    unpublished: outside.filter((number) => written.traitAt(number).isStaged).map(written.pathAt),
    rows: createRows(written, published, [...others.filter(isStill), ...kept]),
  };
}

/** Rows of the last manifest for which nothing is published now. */
function listLeftOver(
  last: CommitSource['last'],
  written: WrittenFiles,
  published: readonly number[],
): readonly ManifestFile[] {
  if (last.size === 0) return [];
  const known = published.reduce((sum, number) => sum + (last.has(written.pathAt(number)) ? 1 : 0), 0);
  // Most builds publish at least what is there.
  if (known === last.size) return [];
  const publishedPaths = new Set(published.map(written.pathAt));
  return [...last.values()].filter((row) => !publishedPaths.has(row.path));
}

/** The rows of what is published, and those that stay as they are, sorted by path. */
function createRows(
  written: WrittenFiles,
  published: readonly number[],
  staying: readonly ManifestFile[],
): CommitPlan['rows'] {
  const pathOf = (place: number | ManifestFile) => (typeof place === 'number' ? written.pathAt(place) : place.path);
  const sorted = [...published, ...staying].sort((one, other) => (pathOf(one) < pathOf(other) ? -1 : 1));
  return {
    *[Symbol.iterator]() {
      for (const place of sorted) yield typeof place === 'number' ? manifestFile(written.at(place)) : place;
    },
  };
}

function partition<Row>(
  rows: readonly Row[],
  isFirst: (row: Row) => boolean,
): readonly [readonly Row[], readonly Row[]] {
  return [rows.filter(isFirst), rows.filter((row) => !isFirst(row))];
}

function isInScope(file: Pick<WrittenFile, 'kind' | 'locale'>, { locales }: CommitScope): boolean {
  return locales === 'all' || file.kind === 'asset' || (file.locale !== null && locales.includes(file.locale));
}

/** A site of some locales needs its sitemap too: shared files are written where there are none. */
function isMissingShared(written: WrittenFiles, number: number, last: CommitSource['last']): boolean {
  return written.traitAt(number).locale === null && !last.has(written.pathAt(number));
}

function isDeletable(row: ManifestFile, { locales }: CommitScope): boolean {
  return locales === 'all' || (row.kind !== 'asset' && row.locale !== null && locales.includes(row.locale));
}

const NOTHING: readonly string[] = [];

/** Moves in publishing order and the deletions after them. A deletion that makes room for a move belongs to the move. */
function planSteps(
  source: CommitSource,
  published: readonly number[],
  deleted: readonly ManifestFile[],
): readonly [moves: CommitPlan['moves'], deletions: CommitPlan['deletions']] {
  const { written, isCaseless } = source;
  const key = isCaseless ? caselessPath : (path: string) => path;
  const isMoved = (number: number, kind: OutputKind) => {
    const trait = written.traitAt(number);
    return trait.kind === kind && trait.isStaged;
  };
  const groups = PUBLISHING_ORDER.map((kinds) =>
    kinds
      .flatMap((kind) => published.filter((number) => isMoved(number, kind)))
      .map((number) => ({ path: written.pathAt(number), replaces: NOTHING })),
  );
  // What a first build, and most others, are spared: 100,000 moves and their folders by name.
  if (deleted.length === 0) return [groups, PUBLISHING_ORDER.map(() => [])] as const;
  const findRoom = findMoves(groups.flat(), key);
  const later = deleted.filter((row) => {
    const move = findRoom(key(row.path));
    if (move !== undefined) move.replaces = [...move.replaces, row.path];
    return move === undefined;
  });
  const deletions = PUBLISHING_ORDER.toReversed().map((kinds) =>
    later.filter((row) => kinds.includes(row.kind)).map((row) => row.path),
  );
  return [groups, deletions] as const;
}

/** One whose room is still looked for. */
type OpenMove = { -readonly [Key in keyof Move]: Move[Key] };

/** Finds the move that needs the place of a path: the same path, one below it, or a file where a folder of it is. */
function findMoves(moves: readonly OpenMove[], key: (path: string) => string): (path: string) => OpenMove | undefined {
  const moveByPath = new Map(moves.map((move) => [key(move.path), move]));
  const firstMoveByFolder = new Map<string, OpenMove>();
  for (const move of moves) {
    for (const folder of foldersAbove(key(move.path))) {
      if (firstMoveByFolder.has(folder)) break;
      firstMoveByFolder.set(folder, move);
    }
  }
  const findAbove = (path: string) =>
    foldersAbove(path)
      .map((folder) => moveByPath.get(folder))
      .find((move) => move !== undefined);
  return (path) => moveByPath.get(path) ?? firstMoveByFolder.get(path) ?? findAbove(path);
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
