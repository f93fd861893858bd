// Whose files are in an out folder. It is ours if its files have the hashes of a manifest: names alone are those of many sites.

import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { hashFile } from '../files/content-hash.ts';
import { createSizeFinder } from '../files/file-size.ts';
import { type LastFile, type LastManifest, openManifests, openRows } from './manifest/last-manifest.ts';
import { outNotOurs } from './output-errors.ts';
import type { OutputPlaces } from './output-places.ts';

/** The first files are enough to recognise our own folder; some of them may have been changed by hand. */
const FILES_LOOKED_AT = 200;

/**
 * The manifest of what is in an out folder that is not empty.
 * - The manifest beside the folder is believed if at least half of the files that it names have its hashes.
 * - The cache folder's manifest may describe another out folder: every file that it names must have its hash.
 * - An adopted folder may hold anything: only files with the hashes of a manifest are in the result.
 * @throws SiteError OUT_NOT_OURS (exit 2), MANIFEST_DAMAGED (exit 2).
 */
export function findOwnManifest(places: OutputPlaces, { isAdopted }: { readonly isAdopted: boolean }): LastManifest {
  const { outDir, shownOutDir } = places;
  const manifest = openManifests(places);
  if (manifest === null) {
    if (isAdopted) return openRows([], 'cache');
    throw outNotOurs(shownOutDir, 'unknown');
  }
  if (manifest.origin !== 'cache' && isMostlyUnchanged(outDir, manifest)) return manifest;
  const { held, changed } = compareFiles(outDir, manifest);
  if (!isAdopted) {
    if (changed.length > 0) throw outNotOurs(shownOutDir, changed);
    if (!areMostlyNamed(outDir, manifest)) throw outNotOurs(shownOutDir, 'unknown');
  }
  return openRows(held, 'cache');
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
  return found.filter((path) => manifest.hashesOf(path).length > 0).length * 2 >= found.length;
}

/** The files that are as the manifest says, and those that are there with other bytes. */
function compareFiles(outDir: string, manifest: LastManifest) {
  const sizeOf = createSizeFinder(outDir);
  const held: LastFile[] = [];
  const changed: string[] = [];
  for (const row of manifest.files.values()) {
    const size = sizeOf(row.path);
    if (size === row.bytes && hashFile(`${outDir}/${row.path}`) === row.sha256) held.push(row);
    else if (size >= 0) changed.push(row.path);
  }
  return { held, changed };
}

/** The first files of a folder, from the top down. Links are not followed, and are no files. */
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
