// Reads the state of the out folder before a build. The folder is ours if its files have the hashes of a manifest. Names are not enough,
// because many sites have an `index.html`.

import { existsSync, lstatSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { hashFile } from '../files/content-hash.ts';
import { createSizeFinder } from '../files/links.ts';
import { loadManifest, type ManifestFile } from './manifest.ts';
import { outNotOurs } from './output-errors.ts';
import type { OutputPlaces } from './output-places.ts';

/** The out folder after the last build. */
export interface LastOutput {
  /** By path; empty if the out folder is missing or empty. */
  readonly files: ReadonlyMap<string, ManifestFile>;
  /** Whether the out folder is missing or empty. */
  readonly isEmpty: boolean;
  /** Whether the out folder has a file with this content. */
  holds(path: string, sha256: string, bytes: number): boolean;
}

interface LastManifest {
  /**
   * `own`: the manifest of the out folder. `unfinished`: that, and the next one of an unfinished commit. `cache`: the manifest in the
   * cache folder, which may describe another out folder.
   */
  readonly origin: 'own' | 'unfinished' | 'cache';
  readonly files: ReadonlyMap<string, ManifestFile>;
  /** The possible hashes of a file; empty if it is not in the manifest. */
  readonly hashesOf: (path: string) => readonly string[];
}

/** Number of files that are enough to recognise our own folder. */
const FILES_CHECKED = 200;

/**
 * Loads the state of the out folder. In a folder of ours, `holds` compares sizes only; after an interrupted commit also hashes.
 * @throws SiteError OUT_NOT_OURS (exit 2), unless the folder is adopted; MANIFEST_DAMAGED (exit 2).
 */
export function loadLastOutput(places: OutputPlaces, { isAdopted }: { readonly isAdopted: boolean }): LastOutput {
  if (isEmptyFolder(places.outDir)) return { files: new Map(), isEmpty: true, holds: () => false };
  const { origin, files } = findOwnManifest(places, isAdopted);
  const sizeOf = createSizeFinder(places.outDir);
  return {
    files,
    isEmpty: false,
    holds: (path, sha256, bytes) => {
      const row = files.get(path);
      if (row?.sha256 !== sha256 || row.bytes !== bytes || sizeOf(path) !== bytes) return false;
      return origin !== 'unfinished' || hashFile(`${places.outDir}/${path}`) === sha256;
    },
  };
}

/**
 * Rejects an out folder that cannot be ours, before any folder is created next to it.
 * @throws SiteError OUT_NOT_OURS (exit 2).
 */
export function assertMayBeOurs(places: OutputPlaces): void {
  // In this order, because a first build that is just finishing writes its manifest before it deletes its journal.
  if (isEmptyFolder(places.outDir) || existsSync(places.journalFile) || existsSync(places.manifestFile)) return;
  if (!existsSync(join(places.cacheDir, 'manifest.json'))) throw outNotOurs(places.shownOutDir, 'unknown');
}

function isEmptyFolder(dir: string): boolean {
  return lstatSync(dir, { throwIfNoEntry: false }) === undefined || readdirSync(dir).length === 0;
}

/**
 * Finds the manifest of an out folder with files.
 * - The manifest next to the folder is valid if at least half of the checked files have its hashes; users may have changed some.
 * - The manifest in the cache folder may describe another out folder, so all of its files that exist must have its hashes.
 * - An adopted folder can have any files: the result has only those with the hashes of a manifest.
 */
function findOwnManifest(places: OutputPlaces, isAdopted: boolean): LastManifest {
  const { outDir, shownOutDir } = places;
  const manifest = loadManifests(places);
  if (manifest === null) {
    if (isAdopted) return createLastManifest([], 'cache');
    throw outNotOurs(shownOutDir, 'unknown');
  }
  if (manifest.origin !== 'cache' && isMostlyUnchanged(outDir, manifest)) return manifest;
  const { held, changed } = compareFiles(outDir, manifest);
  if (!isAdopted) {
    if (changed.length > 0) throw outNotOurs(shownOutDir, changed);
    if (!areMostlyNamed(outDir, manifest)) throw outNotOurs(shownOutDir, 'unknown');
  }
  return createLastManifest(held, 'cache');
}

/** Null if there is no manifest. */
function loadManifests(places: OutputPlaces): LastManifest | null {
  // Only a dry run finds the next manifest of an unfinished commit. Each file then matches one of the two manifests.
  const next = loadManifest(places.nextManifestFile);
  const hasOwn = existsSync(places.manifestFile);
  const last = loadManifest(hasOwn ? places.manifestFile : join(places.cacheDir, 'manifest.json'));
  if (last === null && next === null) return null;
  const rows = [...(last?.files ?? []), ...(next?.files ?? [])];
  if (!hasOwn) return createLastManifest(rows, 'cache');
  return createLastManifest(rows, next === null ? 'own' : 'unfinished');
}

function createLastManifest(rows: readonly ManifestFile[], origin: LastManifest['origin']): LastManifest {
  const files = new Map(rows.map((row) => [row.path, row]));
  return {
    origin,
    files,
    hashesOf: (path) => {
      // Both manifests of an unfinished commit list most paths.
      const found = origin === 'unfinished' ? rows.filter((row) => row.path === path) : [files.get(path)];
      return found.flatMap((row) => row?.sha256 ?? []);
    },
  };
}

function isMostlyUnchanged(outDir: string, manifest: LastManifest): boolean {
  const named = listFirstFiles(outDir).flatMap((path) => {
    const hashes = manifest.hashesOf(path);
    return hashes.length === 0 ? [] : [{ path, hashes }];
  });
  const unchanged = named.filter(({ path, hashes }) => hashes.includes(hashFile(`${outDir}/${path}`)));
  return named.length > 0 && unchanged.length * 2 >= named.length;
}

function areMostlyNamed(outDir: string, manifest: LastManifest): boolean {
  const found = listFirstFiles(outDir);
  return found.filter((path) => manifest.files.has(path)).length * 2 >= found.length;
}

/** The files with the hashes of the manifest, and those with other content. */
function compareFiles(outDir: string, manifest: LastManifest) {
  const sizeOf = createSizeFinder(outDir);
  const held: ManifestFile[] = [];
  const changed: string[] = [];
  for (const row of manifest.files.values()) {
    const size = sizeOf(row.path);
    if (size === row.bytes && hashFile(`${outDir}/${row.path}`) === row.sha256) held.push(row);
    else if (size >= 0) changed.push(row.path);
  }
  return { held, changed };
}

/** The first files of a folder, from the top down, without links. */
function listFirstFiles(outDir: string): readonly string[] {
  const found: string[] = [];
  const folders = [''];
  for (let folder = folders.shift(); folder !== undefined && found.length < FILES_CHECKED; folder = folders.shift()) {
    for (const entry of readdirSync(join(outDir, folder), { withFileTypes: true })) {
      if (entry.isDirectory()) folders.push(`${folder}${entry.name}/`);
      else if (entry.isFile()) found.push(`${folder}${entry.name}`);
    }
  }
  return found;
}
