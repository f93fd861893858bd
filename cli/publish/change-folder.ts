// Changes the out folder in place, without a moment in which a page is cut off or lacks its assets.
//
// The new files are staged beside the folder. Then one rename makes `wanted.json`, the manifest that the folder will have. From then on
// the change will be finished, by this build or by the next command: it makes room (where a file takes the place of a folder), moves
// assets, then all other files, deletes pages, then assets, and moves the state files. Last, `wanted.json` becomes `manifest.json`. What is
// left to do follows from the two manifests and from what is still staged, so each step can be repeated.

import { existsSync, readdirSync } from 'node:fs';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { type Digest, type OutPath, toDigest, toOutPath } from '../files/brands.ts';
import { hashFile } from '../files/content-hash.ts';
import { findEntry, findLinks } from '../files/links.ts';
import { readJsonFields } from '../files/read-json-fields.ts';
import { makeFolder, writePieces } from '../files/write-file.ts';
import { caselessPath, foldersAbove } from '../paths/out-path.ts';
import { Disk, isEmptyFolder } from './disk.ts';
import { loadManifest, type ManifestFile, rowsByPath, writeManifest } from './manifest.ts';
import { assertFree, type Obstacle, outputError } from './output-errors.ts';
import type { OutputPlaces } from './output-places.ts';

/** A staged change. */
export interface FolderChange {
  /** Rows of the manifest after the change. */
  readonly wanted: readonly ManifestFile[];
  /** Rows of the current manifest, by path. */
  readonly last: ReadonlyMap<string, ManifestFile>;
  /** Paths of the staged files. */
  readonly moves: readonly OutPath[];
  /** Whether to replace files that no build wrote. */
  readonly isAdopted: boolean;
}

/** What a change deletes: before the moves, and after them. */
interface Deletions {
  readonly room: readonly string[];
  readonly pages: readonly string[];
  readonly assets: readonly string[];
}

/** Plans a change. @throws SiteError OUT_PATH_TAKEN (exit 2) if links, or files that must stay, are in the way. */
export function planDeletions(places: OutputPlaces, { wanted, last, moves, isAdopted }: FolderChange): Deletions {
  const { outDir, shownOutDir } = places;
  if (isEmptyFolder(outDir)) return { room: [], pages: [], assets: [] };
  const rows = rowsByPath(wanted);
  const leaving = [...last.values()].filter(({ path }) => !rows.has(path));
  // The target of a link is not in the out folder.
  const links = findLinks(outDir, [...moves, ...leaving.map(({ path }) => path)]);
  assertFree(
    shownOutDir,
    links.map((path) => ({ path, kind: 'link' })),
  );
  // A file system that ignores case finds the lock file in upper case.
  const key = existsSync(join(dirname(places.lockFile), 'LOCK')) ? caselessPath : (path: string) => path;
  const mayReplace = (path: OutPath) =>
    isAdopted || last.has(path) || hashOf(`${outDir}/${path}`) === rows.get(path)?.sha256;
  const room = findRoom(places, {
    moves,
    leaving: new Map(leaving.map(({ path }) => [key(path), path])),
    key,
    mayReplace,
  });
  // If case is ignored, the old name of a new file was deleted to make room. By now it is the new file.
  const names = new Set(wanted.map(({ path }) => key(path)));
  const later = Map.groupBy(
    leaving.filter(({ path }) => !room.has(path) && !names.has(key(path))),
    ({ kind }) => kind === 'asset',
  );
  const pathsOf = (isAsset: boolean) => (later.get(isAsset) ?? []).map(({ path }) => path);
  return { room: [...room], pages: pathsOf(false), assets: pathsOf(true) };
}

/** Finds the files and folders to delete before the moves. `leaving`: by key, which is equal for paths of the same file. */
function findRoom(
  { outDir, shownOutDir }: OutputPlaces,
  site: {
    readonly moves: readonly OutPath[];
    readonly leaving: ReadonlyMap<string, string>;
    readonly key: (path: string) => string;
    readonly mayReplace: (path: OutPath) => boolean;
  },
): ReadonlySet<string> {
  const { leaving, key } = site;
  const room = new Set<string>();
  const taken: Obstacle[] = [];
  const replace = (path: string, kind: Obstacle['kind']) => {
    const old = leaving.get(key(path));
    if (old === undefined) taken.push({ path, kind });
    else room.add(old);
  };
  const seen = new Set<string>();
  for (const path of site.moves) {
    for (const folder of foldersAbove(path)) {
      if (seen.has(folder)) break;
      seen.add(folder);
      if (findEntry(`${outDir}/${folder}`)?.isDirectory() === false) replace(folder, 'file-or-folder');
    }
    const found = findEntry(`${outDir}/${path}`);
    if (found?.isDirectory() === true) {
      if (isEmptiedBy(outDir, path, (file) => leaving.has(key(file)))) room.add(path);
      else taken.push({ path, kind: 'file-or-folder' });
    } else if (found !== undefined && (leaving.has(key(path)) || !site.mayReplace(path))) replace(path, 'foreign-file');
  }
  assertFree(shownOutDir, taken);
  return room;
}

/** Whether all files in a folder leave. */
function isEmptiedBy(outDir: string, folder: string, isLeaving: (path: string) => boolean): boolean {
  return readdirSync(`${outDir}/${folder}`, { withFileTypes: true }).every((entry) => {
    const path = `${folder}/${entry.name}`;
    return entry.isDirectory() ? isEmptiedBy(outDir, path, isLeaving) : isLeaving(path);
  });
}

/** Null if there is no file. */
function hashOf(file: string): Digest | null {
  return findEntry(file)?.isFile() === true ? hashFile(file) : null;
}

/** What the next command needs to know of a change, besides its manifest. */
interface ChangeNote {
  /** Relative to the side folder, so that the project can be moved. */
  readonly cacheDir: string;
  readonly isSynced: boolean;
}

const noteOf = ({ stagingDir }: OutputPlaces) => join(stagingDir, 'change.json');

/** Declares staging complete. From then on, the change will be finished. */
export function sealStaging(places: OutputPlaces, wanted: readonly ManifestFile[], disk: Disk): void {
  const { stagingDir, sideDir, cacheDir, wantedFile } = places;
  const note: ChangeNote = { cacheDir: relative(sideDir, cacheDir), isSynced: disk.isSynced };
  writePieces(noteOf(places), [JSON.stringify(note)]);
  writeManifest(`${stagingDir}/state/manifest.json`, wanted);
  writeManifest(`${stagingDir}/wanted.json`, wanted);
  for (const dir of [cacheDir, sideDir]) {
    disk.syncTree(dir);
    disk.syncFolder(dirname(dir));
  }
  disk.moveFile(`${stagingDir}/wanted.json`, wantedFile);
  disk.syncFolder(sideDir);
}

/** Makes the out folder as wanted. @throws SiteError OUT_DISK_FULL, OUT_UNWRITABLE (exit 2). The next command then continues. */
export function changeFolder(places: OutputPlaces, { room, pages, assets }: Deletions, disk: Disk): void {
  const { outDir, stagingDir, cacheDir } = places;
  attempt(places, () => {
    makeFolder(outDir);
    disk.syncFolder(dirname(outDir));
    for (const path of room) disk.deleteAll(`${outDir}/${path}`);
    disk.moveTree(`${stagingDir}/assets`, outDir);
    disk.moveTree(`${stagingDir}/pages`, outDir);
    disk.deleteFiles(outDir, pages);
    disk.deleteFiles(outDir, assets);
    disk.moveTree(`${stagingDir}/state`, cacheDir);
  });
}

/** The last step of a change. */
export function finishChange(places: OutputPlaces, disk: Disk): void {
  attempt(places, () => disk.moveFile(places.wantedFile, places.manifestFile));
  disk.syncFolder(places.sideDir);
}

/** The hash of a file that was lost: no file has it. */
const LOST = toDigest('0'.repeat(64));

/**
 * Finishes the change of an interrupted build, without building. Returns the number of files that are lost, as after a power cut without
 * --fsync: the next build writes them again. Null if no change is unfinished. Call it with the lock.
 */
export function finishInterrupted(places: OutputPlaces): number | null {
  const { stagingDir, outDir, wantedFile, manifestFile } = places;
  const wanted = loadManifest(wantedFile)?.files;
  if (wanted === undefined) return null;
  const note = loadNote(places);
  const disk = new Disk(note);
  const last = rowsByPath(loadManifest(manifestFile)?.files ?? []);
  const moves = ['assets', 'pages'].flatMap((part) => listTree(`${stagingDir}/${part}`));
  // What may be replaced was decided when staging was sealed.
  const deletions = planDeletions(places, { wanted, last, moves, isAdopted: true });
  changeFolder({ ...places, cacheDir: note.cacheDir }, deletions, disk);
  const isLost = ({ path, sha256 }: ManifestFile) =>
    last.get(path)?.sha256 !== sha256 && hashOf(`${outDir}/${path}`) !== sha256;
  const lost = new Set(wanted.filter(isLost));
  if (lost.size > 0)
    attempt(places, () => {
      const rows = wanted.map((row) => (lost.has(row) ? { ...row, sha256: LOST } : row));
      writeManifest(`${wantedFile}.tmp`, rows);
      disk.moveFile(`${wantedFile}.tmp`, wantedFile);
    });
  finishChange(places, disk);
  return lost.size;
}

function loadNote(places: OutputPlaces): ChangeNote {
  // It may be lost in a power cut.
  const { cacheDir = places.cacheDir, isSynced = false } = readJsonFields<ChangeNote>(noteOf(places));
  return { cacheDir: resolve(places.sideDir, cacheDir), isSynced };
}

/** The files in a folder, with '/'. */
function listTree(dir: string): readonly OutPath[] {
  if (!existsSync(dir)) return [];
  const entries = readdirSync(dir, { recursive: true, withFileTypes: true }).filter((entry) => !entry.isDirectory());
  return entries.map(({ parentPath, name }) => toOutPath(relative(dir, join(parentPath, name)).replaceAll(sep, '/')));
}

function attempt({ shownOutDir, outDir }: OutputPlaces, run: () => void): void {
  try {
    run();
  } catch (cause) {
    throw outputError(cause, { outDir: shownOutDir, place: placeOf(cause) ?? outDir, isUntouched: false });
  }
}

/** The file that could not be changed. */
function placeOf(cause: unknown): string | null {
  if (!(cause instanceof Error)) return null;
  const { dest, path }: NodeJS.ErrnoException & { readonly dest?: string } = cause;
  return dest ?? path ?? null;
}
