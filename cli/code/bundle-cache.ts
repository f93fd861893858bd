// The last bundles, found again while every source file that they and their keys were made of has the same bytes.
// Bytes are compared where a file was touched: a fresh checkout with the same sources finds them, and a touched file with
// other bytes never does.

import { mkdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { hashFile, sha256 } from '../files/content-hash.ts';
import type { FileHashes } from '../files/file-hashes.ts';
import { writeWhole } from '../files/write-whole.ts';
import type { CodeBundles } from './code-bundles.ts';

/** Version of the shape of the cache file. */
const CACHE_VERSION = 5;
const CACHE_FILE = 'bundles/cache.json';
/** File systems count time in steps. */
const CLOCK_STEP_MS = 20;
/** What settles how sources become bundles, besides the sources. */
const RECIPE = ['templates/template-ids.ts', 'package-lock.json'];

interface StoredBundles {
  readonly version: number;
  /** SHA-256 by path relative to the project. */
  readonly sources: Readonly<Record<string, string>>;
  readonly bundles: Omit<CodeBundles, 'assets'>;
  /** SHA-256 of what was written: a build that was killed, or a power cut, may have left less. */
  readonly templates: string;
  readonly assets: readonly { readonly path: string; readonly sha256: string }[];
}

/** Where bundles are looked for. Folders are absolute. */
export interface BundlePlace {
  readonly project: string;
  readonly cacheDir: string;
  readonly hashes: FileHashes;
}

/** The bundles of the last build, or null where a source differs or anything is missing. */
export function findCachedBundles({ project, cacheDir, hashes }: BundlePlace): CodeBundles | null {
  try {
    const stored: StoredBundles = JSON.parse(readFileSync(join(cacheDir, CACHE_FILE), 'utf8'));
    const isWhole = (file: string, hash: string) => hashes.hashOf(file) === hash;
    const fileOf = (asset: string) => join(cacheDir, 'bundles', asset);
    const isSame =
      stored.version === CACHE_VERSION &&
      Object.entries(stored.sources).every(([path, hash]) => isWhole(join(project, path), hash)) &&
      isWhole(stored.bundles.templatesFile, stored.templates) &&
      stored.assets.every(({ path, sha256: hash }) => isWhole(fileOf(path), hash));
    hashes.store();
    if (!isSame) return null;
    const assets = stored.assets.map(({ path }) => ({
      path,
      content: readFileSync(fileOf(path)),
      kind: 'asset' as const,
      locale: null,
      owner: null,
    }));
    return { ...stored.bundles, assets };
  } catch {
    return null; // Absent or damaged: bundling again mends it.
  }
}

/** What bundles and their keys were made of. */
interface Bundled {
  /** The moment before any source was read. */
  readonly begunMs: number;
  /** Relative to the project. */
  readonly sources: readonly string[];
}

/** Keeps bundles for the next build; false, and nothing is kept, where a source changed since they were begun. */
export function storeBundles(
  { project, cacheDir, hashes }: BundlePlace,
  { begunMs, sources }: Bundled,
  { assets, ...bundles }: CodeBundles,
): boolean {
  const compared = [...new Set([...RECIPE, ...sources])];
  const hashBySource = Object.fromEntries(compared.map((path) => [path, hashes.hashOf(join(project, path))]));
  // After hashing: an edit that was hashed shows here.
  const isTouched = (path: string) => statSync(join(project, path)).ctimeMs >= begunMs - CLOCK_STEP_MS;
  if (compared.some(isTouched)) return false;
  for (const { path, content } of assets) {
    const file = join(cacheDir, 'bundles', path);
    mkdirSync(dirname(file), { recursive: true });
    writeWhole(file, content);
  }
  const stored: StoredBundles = {
    version: CACHE_VERSION,
    sources: hashBySource,
    bundles,
    templates: hashFile(bundles.templatesFile),
    assets: assets.map(({ path, content }) => ({ path, sha256: sha256(content) })),
  };
  writeWhole(join(cacheDir, CACHE_FILE), JSON.stringify(stored));
  hashes.store();
  return true;
}
