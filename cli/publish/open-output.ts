// Opens the out folder: checks that it is ours, takes the lock, finishes the change of an interrupted build, removes old staging.

import { accessSync, constants, existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { type OutPath, toOutPath } from '../files/brands.ts';
import { hashFile } from '../files/content-hash.ts';
import { createSizeFinder } from '../files/links.ts';
import { makeFolder } from '../files/write-file.ts';
import type { Report } from '../report/report-event.ts';
import { finishInterrupted } from './change-folder.ts';
import { isEmptyFolder } from './disk.ts';
import { loadManifest, type ManifestFile, rowsByPath } from './manifest.ts';
import { outNotOurs, outputError, withOutputErrors } from './output-errors.ts';
import { type OutputLock, takeLock } from './output-lock.ts';
import { dryRunDirOf, findPlaces, type OutputPlaces } from './output-places.ts';
import { endSession, OutputSession, removeStaging } from './output-session.ts';
import type { LastOutput } from './wanted-files.ts';

interface OutputOptions {
  readonly outDir: string;
  readonly cacheDir: string;
  /** Number of releases for which unused hashed assets stay. */
  readonly assetReleasesKept: number;
  /** Whether to sync each step of the commit to disk, so that a power cut cannot break it. */
  readonly isSynced: boolean;
  /** A dry run changes nothing, does not finish interrupted changes, and has its own staging folder. */
  readonly isDryRun: boolean;
  /** Whether to accept an out folder with foreign files. Those in the way are replaced, all others stay. */
  readonly isAdopted?: boolean;
  readonly report: Report;
}

/** @throws SiteError OUT_LOCKED, OUT_NOT_OURS, OUT_UNWRITABLE, OUT_DISK_FULL, OUT_PATH_TAKEN, MANIFEST_DAMAGED (exit 2). */
export async function openOutput(options: OutputOptions): Promise<OutputSession> {
  const { outDir, cacheDir, isDryRun, isAdopted = false, report } = options;
  const found = withOutputErrors(outDir, outDir, () => findPlaces(outDir, cacheDir));
  const places = isDryRun ? { ...found, stagingDir: dryRunDirOf(found) } : found;
  withOutputErrors(outDir, outDir, () => {
    if (!isAdopted) assertMayBeOurs(places);
  });
  withOutputErrors(outDir, cacheDir, () => makeWritableFolder(places.cacheDir));
  withOutputErrors(outDir, places.sideDir, () => makeWritableFolder(places.sideDir));
  const lock = await lockOutput(places);
  try {
    withOutputErrors(outDir, outDir, () => {
      if (existsSync(places.outDir)) accessSync(places.outDir, constants.W_OK);
    });
    finishBefore(places, report, { isDryRun });
    return withOutputErrors(outDir, places.sideDir, () => {
      removeStaging(places);
      const last = loadLast(places, { isAdopted });
      for (const part of ['assets', 'pages', 'state']) makeFolder(`${places.stagingDir}/${part}`);
      return new OutputSession({ ...options, isAdopted, places, lock, last });
    });
  } catch (cause) {
    endSession(places, lock);
    throw cause;
  }
}

/**
 * Finishes what an interrupted build left to do. Call it before reading an out folder and its cache folder.
 * @throws SiteError OUT_LOCKED if a build changes the folder now, and as `openOutput` (exit 2).
 */
export async function finishLastBuild(outDir: string, cacheDir: string, report: Report): Promise<void> {
  const places = findPlaces(outDir, cacheDir);
  if (!existsSync(places.wantedFile)) return;
  const lock = await lockOutput(places);
  try {
    finishBefore(places, report, { isDryRun: false });
  } finally {
    endSession(places, lock);
  }
}

function finishBefore(places: OutputPlaces, report: Report, { isDryRun }: { readonly isDryRun: boolean }): void {
  if (!existsSync(places.wantedFile)) return;
  const lost = isDryRun ? 0 : finishInterrupted(places);
  const outcome = isDryRun
    ? 'the next build without --dry-run will finish it first. This one compares with the files of that build.'
    : `it is now finished.${lost === 0 ? '' : ` ${lost} of its files are lost; a build writes them again.`}`;
  const text = `An earlier build was interrupted while it wrote the out folder; ${outcome}`;
  report({ kind: 'log', level: 'warning', text });
}

async function lockOutput({ lockFile, shownOutDir }: OutputPlaces): Promise<OutputLock> {
  return takeLock(lockFile, shownOutDir).catch((cause: unknown) => {
    throw outputError(cause, { outDir: shownOutDir, place: lockFile, isUntouched: true });
  });
}

function makeWritableFolder(dir: string): void {
  makeFolder(dir);
  accessSync(dir, constants.W_OK);
}

/** Rejects an out folder that cannot be ours, before any folder is created next to it. */
function assertMayBeOurs({ outDir, shownOutDir, cacheDir, wantedFile, manifestFile }: OutputPlaces): void {
  // In this order, because a build that is just finishing renames the one to the other.
  const manifests = [wantedFile, manifestFile, join(cacheDir, 'manifest.json')];
  if (!isEmptyFolder(outDir) && !manifests.some((file) => existsSync(file))) throw outNotOurs(shownOutDir);
}

function loadLast(places: OutputPlaces, { isAdopted }: { readonly isAdopted: boolean }): LastOutput {
  const { outDir, wantedFile } = places;
  const wanted = loadManifest(wantedFile);
  // Only a dry run finds it. It compares with the folder as it will be.
  if (wanted !== null) {
    const files = rowsByPath(wanted.files);
    return { files, isEmpty: false, sizeOf: (path) => files.get(path)?.bytes ?? -1 };
  }
  const sizeOf = createSizeFinder(outDir);
  if (isEmptyFolder(outDir)) return { files: new Map(), isEmpty: true, sizeOf };
  return { files: rowsByPath(findOwnRows(places, { isAdopted, sizeOf })), isEmpty: false, sizeOf };
}

/** Number of files that are enough to recognise our own folder. */
const FILES_CHECKED = 200;

/**
 * The rows of the manifest that describes an out folder with files. Names are not enough, because many sites have an `index.html`.
 * - The manifest next to the folder is valid if at least half of the checked files have its hashes; users may have changed some.
 * - The manifest in the cache folder may describe another out folder, so all of its files that exist must have its hashes.
 * - An adopted folder can have any files: the result has only those with the hashes of a manifest.
 * @throws SiteError OUT_NOT_OURS (exit 2), unless the folder is adopted; MANIFEST_DAMAGED (exit 2).
 */
function findOwnRows(
  { outDir, shownOutDir, manifestFile, cacheDir }: OutputPlaces,
  { isAdopted, sizeOf }: { readonly isAdopted: boolean; readonly sizeOf: LastOutput['sizeOf'] },
): readonly ManifestFile[] {
  const own = loadManifest(manifestFile)?.files;
  const rows = own ?? loadManifest(join(cacheDir, 'manifest.json'))?.files ?? [];
  const isHeld = ({ path, bytes, sha256 }: ManifestFile) =>
    sizeOf(path) === bytes && hashFile(`${outDir}/${path}`) === sha256;
  const first = listFirstFiles(outDir);
  const byPath = rowsByPath(rows);
  const named = first.flatMap((path) => byPath.get(path) ?? []);
  if (own !== undefined && named.length > 0 && named.filter(isHeld).length * 2 >= named.length) return rows;
  const found = Map.groupBy(rows, (row) => (isHeld(row) ? 'held' : sizeOf(row.path) >= 0 ? 'changed' : 'missing'));
  const changed = (found.get('changed') ?? []).map(({ path }) => path);
  const isOurs = rows.length > 0 && changed.length === 0 && named.length * 2 >= first.length;
  if (!isAdopted && !isOurs) throw outNotOurs(shownOutDir, changed);
  return found.get('held') ?? [];
}

/** The first files of a folder, from the top down, without links. */
function listFirstFiles(outDir: string): readonly OutPath[] {
  const found: OutPath[] = [];
  const folders = [''];
  for (let folder = folders.shift(); folder !== undefined && found.length < FILES_CHECKED; folder = folders.shift()) {
    for (const entry of readdirSync(join(outDir, folder), { withFileTypes: true })) {
      if (entry.isDirectory()) folders.push(`${folder}${entry.name}/`);
      else if (entry.isFile()) found.push(toOutPath(`${folder}${entry.name}`));
    }
  }
  return found;
}
