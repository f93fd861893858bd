// What the out folder holds before a build: nothing, or what an earlier build put there according to a manifest.

import { createHash } from 'node:crypto';
import { closeSync, existsSync, lstatSync, openSync, readdirSync, readSync } from 'node:fs';
import { join } from 'node:path';
import { sizeOfFile } from './file-size.ts';
import { type FindSize, lookAhead } from './look-ahead.ts';
import { outNotOurs } from './output-errors.ts';
import { loadManifest, type ManifestFile } from './output-manifest.ts';
import type { OutputPlaces } from './output-places.ts';

/** The out folder as the last build left it. */
export interface LastOutput {
  /** Rows by path; empty where the out folder is absent or empty. */
  readonly files: ReadonlyMap<string, ManifestFile>;
  /** True where the out folder is absent or empty. */
  readonly isEmpty: boolean;
  /** Whether the out folder holds these very bytes at this path. */
  holds(path: string, sha256: string, bytes: number): boolean;
  /** What the last build left at this path, where the out folder still holds it; else null. */
  find(path: string): ManifestFile | null;
  /** Looks at all files beside this thread: to be told when most of them will be asked for, and not at once. */
  lookAhead(): void;
}

/** A look at the first files is enough to tell our folder from somebody's documents. */
const FILES_LOOKED_AT = 200;
const CHUNK_BYTES = 65_536;

/**
 * Finds out what the out folder holds. Its own manifest (beside it) is believed where file sizes agree; the cache folder's may
 * be that of another out folder, so with that one files are read and hashed.
 * @throws SiteError OUT_NOT_OURS (exit 2) where files are there and most of them are in no manifest; MANIFEST_DAMAGED.
 */
export function loadLastOutput(places: OutputPlaces): LastOutput {
  if (isEmptyFolder(places.outDir))
    return { files: new Map(), isEmpty: true, holds: () => false, find: () => null, lookAhead: () => {} };
  // Only a dry run comes here with the next manifest of an unfinished commit there: the files are of either.
  const next = loadManifest(places.nextManifestFile);
  const own = loadManifest(places.manifestFile);
  const manifest = own ?? loadManifest(join(places.cacheDir, 'manifest.json'));
  const files = new Map([...(manifest?.files ?? []), ...(next?.files ?? [])].map((file) => [file.path, file]));
  if ((manifest ?? next) === null || !areMostlyKnown(places.outDir, files)) throw outNotOurs(places.shownOutDir);
  const isBelieved = own !== null && next === null;
  let findSize: FindSize | null = null;
  const isThere = ({ path, sha256 }: ManifestFile, bytes: number): boolean => {
    const file = `${places.outDir}/${path}`;
    if ((findSize?.(path) ?? sizeOfFile(file)) !== bytes) return false;
    return isBelieved || sha256Of(file) === sha256;
  };
  return {
    files,
    isEmpty: false,
    holds: (path, sha256, bytes) => {
      const known = files.get(path);
      return known?.sha256 === sha256 && isThere(known, bytes);
    },
    find: (path) => {
      const known = files.get(path);
      return known !== undefined && isThere(known, known.bytes) ? known : null;
    },
    lookAhead: () => {
      findSize ??= lookAhead(places.outDir, files);
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
  if (!existsSync(join(places.cacheDir, 'manifest.json'))) throw outNotOurs(places.shownOutDir);
}

function isEmptyFolder(dir: string): boolean {
  return lstatSync(dir, { throwIfNoEntry: false }) === undefined || readdirSync(dir).length === 0;
}

/** Whether at least half of the files that are found first, from the top down, are in the manifest. */
function areMostlyKnown(outDir: string, files: ReadonlyMap<string, ManifestFile>): boolean {
  const found = firstFiles(outDir);
  return found.filter((path) => files.has(path)).length * 2 >= found.length;
}

function firstFiles(outDir: string): readonly string[] {
  const found: string[] = [];
  const folders = [''];
  for (let folder = folders.shift(); folder !== undefined && found.length < FILES_LOOKED_AT; folder = folders.shift()) {
    for (const entry of readdirSync(join(outDir, folder), { withFileTypes: true })) {
      if (entry.isDirectory()) folders.push(`${folder}${entry.name}/`);
      else found.push(`${folder}${entry.name}`);
    }
  }
  return found;
}

function sha256Of(file: string): string {
  const hash = createHash('sha256');
  const chunk = Buffer.allocUnsafe(CHUNK_BYTES);
  const descriptor = openSync(file, 'r');
  try {
    for (let length = readSync(descriptor, chunk); length > 0; length = readSync(descriptor, chunk)) {
      hash.update(chunk.subarray(0, length));
    }
    return hash.digest('hex');
  } finally {
    closeSync(descriptor);
  }
}
