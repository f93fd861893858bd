// Which maps of a locale (lists, search data, feed) the last build made of what: where that is the same, they are taken
// over as they lie in the out folder, and not made again to be compared.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Locale } from '../../config/locales.ts';
import { sha256 } from '../files/content-hash.ts';
import type { StagedBytes } from '../publish/staging-writer.ts';

/** Version of the shape of maps.json. */
const MAPS_VERSION = 1;
const MAPS_FILE = 'maps.json';

/** A file as it was made. */
export interface MadeMap extends StagedBytes {
  /** Relative to the out folder. */
  readonly path: string;
}

/** The maps of one locale. */
export interface LocaleMaps {
  /** Key of all that the locale shows. */
  readonly key: string;
  readonly files: readonly MadeMap[];
}

/** By locale; one whose key cannot be told is left out. */
type MapsByLocale = ReadonlyMap<Locale, LocaleMaps>;

interface StoredMaps {
  readonly version: number;
  /** Of what follows. */
  readonly digest: string;
  readonly locales: readonly (readonly [Locale, LocaleMaps])[];
}

/** The maps of the last build; none where they are not as that build wrote them. */
export function loadMaps(cacheDir: string): MapsByLocale {
  try {
    const { version, digest, locales }: StoredMaps = JSON.parse(readFileSync(join(cacheDir, MAPS_FILE), 'utf8'));
    return new Map(version === MAPS_VERSION && digest === digestOf(locales) ? locales : []);
  } catch {
    return new Map(); // Absent, or damaged by whatever hand: all maps are made.
  }
}

/** The state file that tells the next build. */
export function printMaps(maps: MapsByLocale): { readonly path: string; readonly content: string } {
  const locales = [...maps];
  const stored = { version: MAPS_VERSION, digest: digestOf(locales), locales } satisfies StoredMaps;
  return { path: MAPS_FILE, content: `${JSON.stringify(stored)}\n` };
}

function digestOf(locales: StoredMaps['locales']): string {
  return sha256(JSON.stringify(locales));
}
