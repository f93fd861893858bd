// What the out folder holds before a build: nothing, or what an earlier build put there according to a manifest.

import { existsSync, lstatSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { hashFile } from '../../files/content-hash.ts';
import { createSizeFinder } from '../../files/file-size.ts';
import { findOwnManifest } from '../folder-owner.ts';
import { outNotOurs } from '../output-errors.ts';
import type { OutputPlaces } from '../output-places.ts';
import type { LastFile } from './last-manifest.ts';
import type { ManifestFile } from './output-manifest.ts';

/** The out folder as the last build left it. */
export interface LastOutput {
  /** Rows by path; empty where the out folder is absent or empty. */
  readonly files: ReadonlyMap<string, ManifestFile>;
  /** Whether the manifest names a file of this path. */
  has(path: string): boolean;
  /** True where the out folder is absent or empty. */
  readonly isEmpty: boolean;
  /** Whether the out folder holds these very bytes at this path. */
  holds(path: string, sha256: string, bytes: number): boolean;
}

const NOTHING: LastOutput = {
  files: new Map(),
  has: () => false,
  isEmpty: true,
  holds: () => false,
};

/**
 * Finds out what the out folder holds. After `findOwnManifest` file sizes are enough, but in the midst of an unfinished commit.
 * @throws SiteError OUT_NOT_OURS (exit 2), unless the folder is adopted; MANIFEST_DAMAGED.
 */
export function loadLastOutput(places: OutputPlaces, ownership: { readonly isAdopted: boolean }): LastOutput {
  if (isEmptyFolder(places.outDir)) return NOTHING;
  const manifest = findOwnManifest(places, ownership);
  const sizeOf = createSizeFinder(places.outDir);
  const isThere = ({ path, sha256, bytes }: LastFile): boolean => {
    if (sizeOf(path) !== bytes) return false;
    return manifest.origin !== 'unfinished' || hashFile(`${places.outDir}/${path}`) === sha256;
  };
  return {
    files: manifest.files,
    has: (path) => manifest.files.has(path),
    isEmpty: false,
    holds: (path, sha256, bytes) => {
      const known = manifest.files.get(path);
      return known?.sha256 === sha256 && known.bytes === bytes && isThere(known);
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
