// What the out folder holds before a build: nothing, or the files of an earlier build. It is ours if its files have the
// hashes of a manifest; names alone are not enough, because many sites have an `index.html`.

import { existsSync, lstatSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { hashFile } from '../files/content-hash.ts';
import { createSizeFinder } from '../files/links.ts';
import { loadManifest, type ManifestFile } from './manifest.ts';
import { outNotOurs } from './output-errors.ts';
import type { OutputPlaces } from './output-places.ts';

/** The out folder as the last build left it. */
export interface LastOutput {
  /** Rows by path; empty where the out folder is absent or empty. */
  readonly files: ReadonlyMap<string, ManifestFile>;
  /** True where the out folder is absent or empty. */
  readonly isEmpty: boolean;
  /** Whether the out folder holds exactly these bytes at this path. */
  holds(path: string, sha256: string, bytes: number): boolean;
}

/** What manifests list of an out folder. */
interface LastManifest {
  /** The out folder's own; that and the next one of an unfinished commit; or the cache folder's, which may be of another out folder. */
  readonly origin: 'own' | 'unfinished' | 'cache';
  readonly files: ReadonlyMap<string, ManifestFile>;
  /** SHA-256 of the bytes that a file may have; none where it is not in the manifest. */
  readonly hashesOf: (path: string) => readonly string[];
}

/** The first files are enough to recognise our own folder; some of them may have been changed by hand. */
const FILES_LOOKED_AT = 200;

/**
 * Finds out what the out folder holds. Once the folder is known to be ours, file sizes are enough; during an unfinished commit
 * hashes are compared too.
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
 * Refuses an out folder that cannot be ours before anything is made beside it.
 * @throws SiteError OUT_NOT_OURS (exit 2).
 */
export function assertMayBeOurs(places: OutputPlaces): void {
  // In this order: a first build that ends at this moment has its journal until its manifest is there.
  if (isEmptyFolder(places.outDir) || existsSync(places.journalFile) || existsSync(places.manifestFile)) return;
  if (!existsSync(join(places.cacheDir, 'manifest.json'))) throw outNotOurs(places.shownOutDir, 'unknown');
}

function isEmptyFolder(dir: string): boolean {
  return lstatSync(dir, { throwIfNoEntry: false }) === undefined || readdirSync(dir).length === 0;
}

/**
 * The manifest of an out folder that is not empty.
 * - The manifest beside the folder is trusted if at least half of the files that it names have its hashes.
 * - The cache folder's manifest may describe another out folder: every file that it names must have its hash.
 * - An adopted folder may hold anything: only files with the hashes of a manifest are in the result.
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

/** Null where there is no manifest. */
function loadManifests(places: OutputPlaces): LastManifest | null {
  // Only a dry run finds the next manifest of an unfinished commit here: each file is as one of the two lists it.
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
      // An unfinished commit has two rows of most paths.
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

/** The files that have the hashes of the manifest, and those that are there with other bytes. */
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

/** The first files of a folder, from the top down. Links are not followed and not listed. */
function listFirstFiles(outDir: string): readonly string[] {
  const found: string[] = [];
  const folders = [''];
  for (let folder = folders.shift(); folder !== undefined && found.length < FILES_LOOKED_AT; folder = folders.shift()) {
    for (const entry of readdirSync(join(outDir, folder), { withFileTypes: true })) {
      if (entry.isDirectory()) folders.push(`${folder}${entry.name}/`);
      else if (entry.isFile()) found.push(`${folder}${entry.name}`);
    }
  }
  return found;
}
