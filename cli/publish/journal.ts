// The journal of a commit: everything that is still to do, on disk before the first file is touched, so that a build that
// was killed is finished by the next one. Each step may be done twice; one that was done changes nothing.

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

/** What a commit does after the journal is written. */
export interface Journal {
  readonly version: 2;
  /** Relative to the side folder, so that both may be moved with the project. */
  readonly cacheDir: string;
  /** A first build: staging becomes the out folder. */
  readonly isWhole: boolean;
  /** In groups, as the plan has them. */
  readonly moves: CommitPlan['moves'];
  readonly deletions: CommitPlan['deletions'];
  /** State files, relative to the cache folder. */
  readonly state: readonly string[];
}

/** Writes the journal in one step: it is there whole or not at all. From then on the commit will be finished. */
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
 * The journal of a commit that was interrupted, or null.
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
 * Refuses to go on with a commit where a link was put into the out folder since.
 * @throws SiteError OUT_PATH_TAKEN (exit 2).
 */
export function assertNoLinks({ outDir, shownOutDir }: OutputPlaces, { moves, deletions }: Journal): void {
  const touched = [...moves.flat().flatMap(({ path, replaces }) => [path, ...replaces]), ...deletions.flat()];
  const links = findLinks(outDir, touched);
  if (links.length > 0) throw linksInCommit(shownOutDir, links);
}

/**
 * Does what is still to do of a journal and removes it.
 * @throws SiteError OUT_NOT_OURS where files appeared in an out folder that was empty; system errors as they are.
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
  // Last: without a journal, everything else in the side folder is left over and may be deleted.
  rmSync(places.journalFile);
  sync.folder(places.sideDir);
}

/** What accompanies a commit. */
interface Applying {
  readonly sync: DiskSync;
  /** Gets the number of moves done so far. */
  readonly onMoved: (done: number) => void;
  /** The out folder is the new site; what is left to do is beside it and in the cache folder. */
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
  // Once the file has moved, what it replaces may be its own folder, or itself on a file system without case.
  if (replaces.length > 0 && existsSync(from)) {
    for (const replaced of replaces) deleteFile(`${outDir}/${replaced}`);
    removeEmptyFolders(outDir, replaces);
  }
  try {
    renameSync(from, to);
  } catch (cause) {
    if (systemErrorCode(cause) !== 'ENOENT') throw cause;
    // It has moved already, or its folder is new.
    if (!existsSync(from)) return;
    makeFolder(dirname(to));
    renameSync(from, to);
  }
}

function deleteFile(file: string): void {
  try {
    rmSync(file, { force: true });
  } catch (cause) {
    // A folder of that name is none of the files to delete; below a file there is nothing to delete.
    const isOther = systemErrorCode(cause) === 'ENOTDIR' || statSync(file, { throwIfNoEntry: false })?.isDirectory();
    if (!isOther) throw cause;
  }
}

const NOT_REMOVABLE = new Set(['ENOTEMPTY', 'EEXIST', 'ENOENT', 'ENOTDIR']);

/** Removes the folders above deleted files that are empty now, deepest first. `dir` itself stays. */
export function removeEmptyFolders(dir: string, deleted: Iterable<string>): void {
  const folders = new Set<string>();
  for (const path of deleted) {
    for (const folder of foldersAbove(path)) {
      if (folders.has(folder)) break;
      folders.add(folder);
    }
  }
  for (const folder of [...folders].sort((one, other) => other.length - one.length)) removeIfEmpty(`${dir}/${folder}`);
}

function removeIfEmpty(folder: string): void {
  try {
    rmdirSync(folder);
  } catch (cause) {
    if (!NOT_REMOVABLE.has(systemErrorCode(cause) ?? '')) throw cause;
  }
}

/** State files, then the manifest, then the out folder's own copy of it. What is gone from the side folder was installed. */
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

/** Moves a file, or leaves a copy where it is to be: the cache folder may be on another file system. */
function moveIn(from: string, to: string, sync: DiskSync): void {
  makeFolder(dirname(to));
  try {
    renameSync(from, to);
  } catch (cause) {
    if (systemErrorCode(cause) !== 'EXDEV') throw cause;
    installCopy(from, to, sync);
  }
}

/** Copies in one step as seen from outside. */
function installCopy(from: string, to: string, sync: DiskSync): void {
  makeFolder(dirname(to));
  const unfinished = `${to}.tmp`;
  copyFileSync(from, unfinished);
  sync.file(unfinished);
  renameSync(unfinished, to);
}
