// The journal of a commit lists all its steps. It is on disk before the first file changes, so that the next build can finish a killed
// one. Repeating a finished step changes nothing.

import { copyFileSync, existsSync, readFileSync, renameSync, rmdirSync, rmSync, statSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { systemErrorCode } from '../errors.ts';
import { findLinks } from '../files/links.ts';
import { makeFolder, writePieces } from '../files/write-file.ts';
import { foldersAbove, isOutPath } from '../paths/out-path.ts';
import type { CommitPlan, Move } from './commit-plan.ts';
import type { DiskSync } from './disk-sync.ts';
import { journalDamaged, linksInCommit, outNotOurs } from './output-errors.ts';
import type { OutputPlaces } from './output-places.ts';

export interface Journal {
  readonly version: 2;
  /** Relative to the side folder, so that the project can be moved. */
  readonly cacheDir: string;
  /** Whether staging becomes the out folder (first build). */
  readonly isWhole: boolean;
  readonly moves: CommitPlan['moves'];
  readonly deletions: CommitPlan['deletions'];
  /** State files, relative to the cache folder. */
  readonly state: readonly string[];
}

/** Writes the journal atomically. From then on, the commit will be finished. */
export function writeJournal(
  places: OutputPlaces,
  steps: Pick<Journal, 'isWhole' | 'moves' | 'deletions' | 'state'>,
  sync: DiskSync,
): Journal {
  const journal: Journal = { version: 2, cacheDir: relative(places.sideDir, places.cacheDir), ...steps };
  const unfinished = `${places.journalFile}.tmp`;
  writePieces(unfinished, [JSON.stringify(journal)]);
  sync.file(unfinished);
  renameSync(unfinished, places.journalFile);
  sync.folder(places.sideDir);
  return journal;
}

/**
 * Loads the journal of an interrupted commit; null if there is none.
 * @throws SiteError OUT_JOURNAL_DAMAGED (exit 2).
 */
export function loadJournal(places: OutputPlaces): Journal | null {
  if (!existsSync(places.journalFile)) return null;
  const text = readFileSync(places.journalFile, 'utf8');
  try {
    const value: unknown = JSON.parse(text);
    if (isJournal(value)) return value;
  } catch (cause) {
    throw journalDamaged(places.journalFile, places.shownOutDir, cause);
  }
  throw journalDamaged(places.journalFile, places.shownOutDir, new SyntaxError('Unexpected shape.'));
}

function isJournal(value: unknown): value is Journal {
  if (typeof value !== 'object' || value === null) return false;
  const { version, cacheDir, isWhole, moves, deletions, state } = value as Partial<Record<keyof Journal, unknown>>;
  const isShaped = version === 2 && typeof cacheDir === 'string' && typeof isWhole === 'boolean';
  const areGroups = isListOf(moves, (group) => isListOf(group, isMove)) && isListOf(deletions, areOutPaths);
  return isShaped && areGroups && areOutPaths(state);
}

function isMove(value: unknown): value is Move {
  if (typeof value !== 'object' || value === null) return false;
  const { path, replaces } = value as Partial<Record<keyof Move, unknown>>;
  return typeof path === 'string' && isOutPath(path) && areOutPaths(replaces);
}

function areOutPaths(value: unknown): boolean {
  return isListOf(value, (path) => typeof path === 'string' && isOutPath(path));
}

function isListOf(value: unknown, isRow: (row: unknown) => boolean): boolean {
  return Array.isArray(value) && value.every(isRow);
}

/**
 * Checks that nobody added links to the out folder since the commit was interrupted.
 * @throws SiteError OUT_PATH_TAKEN (exit 2).
 */
export function assertNoLinks({ outDir, shownOutDir }: OutputPlaces, { moves, deletions }: Journal): void {
  const touched = [...moves.flat().flatMap(({ path, replaces }) => [path, ...replaces]), ...deletions.flat()];
  const links = findLinks(outDir, touched);
  if (links.length > 0) throw linksInCommit(shownOutDir, links);
}

/**
 * Applies the remaining steps of a journal and deletes it.
 * @throws SiteError OUT_NOT_OURS if an empty out folder now has files; errors of the system.
 */
export function applyJournal(places: OutputPlaces, journal: Journal, { sync, onMoved, onOutDone }: Applying): void {
  if (journal.isWhole) moveWhole(places, sync);
  else moveFiles(places, journal.moves, { sync, onMoved });
  for (const group of journal.deletions) {
    for (const path of group) deleteFile(`${places.outDir}/${path}`);
    removeEmptyFolders(places.outDir, group);
    sync.foldersOf(places.outDir, group);
  }
  onOutDone();
  installState(places, journal, sync);
  // Last, because without a journal the next build deletes everything else in the side folder.
  rmSync(places.journalFile);
  sync.folder(places.sideDir);
}

interface Applying {
  readonly sync: DiskSync;
  /** Called with the number of finished moves. */
  readonly onMoved: (done: number) => void;
  /** Called when the out folder is complete. Only the state files and the manifest are still missing. */
  readonly onOutDone: () => void;
}

function moveWhole({ stagingDir, outDir, sideDir, shownOutDir }: OutputPlaces, sync: DiskSync): void {
  try {
    if (existsSync(stagingDir)) renameSync(stagingDir, outDir);
    sync.folder(dirname(outDir));
    sync.folder(sideDir);
  } catch (cause) {
    const code = systemErrorCode(cause);
    throw code === 'ENOTEMPTY' || code === 'EEXIST' ? outNotOurs(shownOutDir, 'unknown') : cause;
  }
}

function moveFiles(
  places: OutputPlaces,
  groups: Journal['moves'],
  { sync, onMoved }: Omit<Applying, 'onOutDone'>,
): void {
  makeFolder(places.outDir);
  let done = 0;
  for (const group of groups) {
    for (const move of group) {
      moveFile(places, move);
      done += 1;
      onMoved(done);
    }
    sync.foldersOf(
      places.outDir,
      group.map(({ path }) => path),
    );
  }
}

function moveFile({ stagingDir, outDir }: OutputPlaces, { path, replaces }: Move): void {
  const from = `${stagingDir}/${path}`;
  const to = `${outDir}/${path}`;
  // Not after the move: the replaced path may then be the folder of the file, or (on a file system that ignores case) the file itself.
  if (replaces.length > 0 && existsSync(from)) {
    for (const replaced of replaces) deleteFile(`${outDir}/${replaced}`);
    removeEmptyFolders(outDir, replaces);
  }
  try {
    renameSync(from, to);
  } catch (cause) {
    if (systemErrorCode(cause) !== 'ENOENT') throw cause;
    // The file was moved before, or its folder does not exist yet.
    if (!existsSync(from)) return;
    makeFolder(dirname(to));
    renameSync(from, to);
  }
}

function deleteFile(file: string): void {
  try {
    rmSync(file, { force: true });
  } catch (cause) {
    // A folder, or a path below a file: the file to delete does not exist.
    const isOther = systemErrorCode(cause) === 'ENOTDIR' || statSync(file, { throwIfNoEntry: false })?.isDirectory();
    if (!isOther) throw cause;
  }
}

const NOT_REMOVABLE = new Set(['ENOTEMPTY', 'EEXIST', 'ENOENT', 'ENOTDIR']);

/** Removes empty parent folders of deleted files, deepest first, but not `dir` itself. */
export function removeEmptyFolders(dir: string, deleted: Iterable<string>): void {
  const folders = new Set([...deleted].flatMap((path) => [...foldersAbove(path)]));
  for (const folder of [...folders].sort((one, other) => other.length - one.length)) removeIfEmpty(`${dir}/${folder}`);
}

function removeIfEmpty(folder: string): void {
  try {
    rmdirSync(folder);
  } catch (cause) {
    if (!NOT_REMOVABLE.has(systemErrorCode(cause) ?? '')) throw cause;
  }
}

/** Installs the state files, then the manifest in the cache folder, then that in the side folder. Skips those that were moved before. */
function installState(places: OutputPlaces, journal: Journal, sync: DiskSync): void {
  const cacheDir = resolve(places.sideDir, journal.cacheDir);
  makeFolder(cacheDir);
  for (const path of journal.state) {
    const from = join(places.stateDir, path);
    if (existsSync(from)) moveIn(from, join(cacheDir, path), sync);
  }
  sync.foldersOf(cacheDir, journal.state);
  for (const path of journal.state) rmSync(join(places.stateDir, path), { force: true });
  if (!existsSync(places.nextManifestFile)) return;
  installCopy(places.nextManifestFile, join(cacheDir, 'manifest.json'), sync);
  sync.folder(cacheDir);
  renameSync(places.nextManifestFile, places.manifestFile);
  sync.folder(places.sideDir);
}

/** Moves a file. Copies it if the cache folder is on another file system. */
function moveIn(from: string, to: string, sync: DiskSync): void {
  makeFolder(dirname(to));
  try {
    renameSync(from, to);
  } catch (cause) {
    if (systemErrorCode(cause) !== 'EXDEV') throw cause;
    installCopy(from, to, sync);
  }
}

/** Copies a file atomically. */
function installCopy(from: string, to: string, sync: DiskSync): void {
  makeFolder(dirname(to));
  const unfinished = `${to}.tmp`;
  copyFileSync(from, unfinished);
  sync.file(unfinished);
  renameSync(unfinished, to);
}
