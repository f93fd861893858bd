// The manifest that the last build left.

import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { OutputPlaces } from '../output-places.ts';
import { loadManifest, type ManifestFile } from './output-manifest.ts';

/** A row with its number in the manifest. */
export interface LastFile extends ManifestFile {
  readonly row: number;
}

/** What a manifest tells. */
export interface LastManifest {
  /** The out folder's own; that and the next one of an unfinished commit; or the cache folder's, which may be of another out folder. */
  readonly origin: 'own' | 'unfinished' | 'cache';
  /** SHA-256 of the bytes that a file may have; none where it is not in the manifest. */
  readonly hashesOf: (path: string) => readonly string[];
  /** Rows by path. */
  readonly files: ReadonlyMap<string, LastFile>;
}

/**
 * Opens what manifests there are of the out folder; null where there is none.
 * @throws SiteError MANIFEST_DAMAGED (exit 2).
 */
export function openManifests(places: OutputPlaces): LastManifest | null {
  // Only a dry run comes here with the next manifest of an unfinished commit there: the files are of either.
  const next = loadManifest(places.nextManifestFile);
  const hasOwn = existsSync(places.manifestFile);
  const last = loadManifest(hasOwn ? places.manifestFile : join(places.cacheDir, 'manifest.json'));
  const both = [last, next].flatMap((manifest) => manifest ?? []);
  if (both.length === 0) return null;
  const rows = both.flatMap(({ files }) => files);
  if (!hasOwn) return openRows(rows, 'cache');
  return openRows(rows, next === null ? 'own' : 'unfinished');
}

/** A manifest of these rows. */
export function openRows(rows: readonly ManifestFile[], origin: LastManifest['origin']): LastManifest {
  const files = new Map(rows.map((file, row) => [file.path, { ...file, row }]));
  return {
    origin,
    hashesOf: (path) => {
      // An unfinished commit has two rows of most paths.
      const found = origin === 'unfinished' ? rows.filter((row) => row.path === path) : [files.get(path)];
      return found.flatMap((row) => row?.sha256 ?? []);
    },
    files,
  };
}
