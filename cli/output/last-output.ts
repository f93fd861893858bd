// What the out folder holds before a build: nothing, or what an earlier build put there according to a manifest.

import { createHash } from 'node:crypto';
import { closeSync, existsSync, lstatSync, openSync, readdirSync, readSync } from 'node:fs';
import { join } from 'node:path';
import type { Locale } from '../../config/locales.ts';
import { sizeOfFile } from './file-size.ts';
import { type LastFile, type LastManifest, openManifests } from './last-manifest.ts';
import { type FindLooked, lookAhead } from './look-ahead.ts';
import type { LineRange } from './manifest-sections.ts';
import { outNotOurs } from './output-errors.ts';
import type { ManifestFile } from './output-manifest.ts';
import type { OutputPlaces } from './output-places.ts';
import type { KeptLines } from './write-manifest.ts';

/** The out folder as the last build left it. */
export interface LastOutput {
  /** Rows by path, but for those of sections that are kept; empty where the out folder is absent or empty. */
  files(): ReadonlyMap<string, ManifestFile>;
  /** True where the out folder is absent or empty. */
  readonly isEmpty: boolean;
  /** Whether the out folder holds these very bytes at this path. */
  holds(path: string, sha256: string, bytes: number): boolean;
  /** Of what the pages of some locales were made, as far as it is known of all of a locale. */
  readonly keys: ReadonlyMap<Locale, string>;
  /**
   * The lines of all pages of a locale, where they were made of what has this key and the out folder holds them; else null, as
   * once a row was asked for.
   */
  keepSection(locale: Locale, key: string): readonly KeptLines[] | null;
  /** Looks at all files beside this thread: to be told when most of them will be asked for, and not at once. */
  lookAhead(): void;
}

/** A look at the first files is enough to tell our folder from somebody's documents. */
const FILES_LOOKED_AT = 200;
const CHUNK_BYTES = 65_536;
const NOTHING: LastOutput = {
  files: () => new Map(),
  isEmpty: true,
  holds: () => false,
  keys: new Map(),
  keepSection: () => null,
  lookAhead: () => {},
};

/**
 * Finds out what the out folder holds. Its own manifest (beside it) is believed where file sizes agree; the cache folder's may
 * be that of another out folder, so with that one files are read and hashed.
 * @throws SiteError OUT_NOT_OURS (exit 2) where files are there and most of them are in no manifest; MANIFEST_DAMAGED.
 */
export function loadLastOutput(places: OutputPlaces): LastOutput {
  if (isEmptyFolder(places.outDir)) return NOTHING;
  const manifest = openManifests(places);
  if (manifest === null || !areMostlyKnown(places.outDir, manifest)) throw outNotOurs(places.shownOutDir);
  let findLooked: FindLooked | null = null;
  const isThere = ({ path, sha256, bytes, row }: LastFile): boolean => {
    const file = `${places.outDir}/${path}`;
    if (!(findLooked?.(row) ?? sizeOfFile(file) === bytes)) return false;
    return manifest.isOwn || sha256Of(file) === sha256;
  };
  const isRangeThere = (range: LineRange): boolean => {
    let rows: readonly LastFile[] | null = null;
    for (let index = 0; index < range.files; index += 1) {
      const looked = findLooked?.(range.line + index);
      if (looked === true) continue;
      if (looked === false) return false;
      rows ??= manifest.parseRange(range);
      const row = rows[index];
      if (row === undefined || !isThere(row)) return false;
    }
    return true;
  };
  return {
    files: manifest.files,
    isEmpty: false,
    holds: (path, sha256, bytes) => {
      const known = manifest.files().get(path);
      return known?.sha256 === sha256 && known.bytes === bytes && isThere(known);
    },
    keys: new Map([...manifest.sections].map(([locale, { key }]) => [locale, key])),
    keepSection: (locale, key) => {
      const section = manifest.sections.get(locale);
      return section?.key === key && section.ranges.every(isRangeThere) ? manifest.keep(locale) : null;
    },
    lookAhead: () => {
      if (manifest.isOwn) findLooked ??= lookAhead(places.outDir, places.manifestFile, manifest.rows);
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
function areMostlyKnown(outDir: string, manifest: LastManifest): boolean {
  const found = firstFiles(outDir);
  return found.filter(manifest.has).length * 2 >= found.length;
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
