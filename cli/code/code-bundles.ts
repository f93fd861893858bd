// The bundled code of a build, and its cache: the next build reuses it unless the code has changed.

import { mkdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import type { Digest, OutPath, SitePath } from '../files/brands.ts';
import { hashFile, sha256 } from '../files/content-hash.ts';
import { createAssetFile, type OutputFile } from '../files/output-file.ts';
import { writeWhole } from '../files/write-file.ts';
import type { TemplateCodes } from './template-keys.ts';

/** The code that renders pages, and the code that they load. */
export interface PageCode {
  /** File of the template bundle, which every thread loads. */
  readonly templatesFile: string;
  readonly assets: readonly OutputFile[];
  /** Root-relative. */
  readonly stylesheet: SitePath;
  /** Fonts by script (ISO 15924), root-relative. */
  readonly fontByScript: { readonly Latn: SitePath; readonly Cyrl: SitePath };
  readonly script: SitePath;
  readonly redirectScript: SitePath;
  /** Root-relative. `touch` has 180 pixels, `small` 192, `large` 512. */
  readonly icons: Readonly<Record<'svg' | 'png' | 'touch' | 'small' | 'large', SitePath>>;
}

/** The bundled code of one build. */
export interface CodeBundles extends PageCode {
  /** The key of each template. */
  readonly templates: TemplateCodes;
}

/** Version of the format of the cache file. */
const CACHE_VERSION = 9;
const CACHE_FILE = 'bundles/cache.json';

interface StoredBundles {
  readonly version: number;
  readonly codeKey: string;
  /** `templatesFile` is relative to the cache folder, which a CI system may restore at another path. */
  readonly bundles: Omit<CodeBundles, 'assets'>;
  /** SHA-256 of the files, to detect damage after a crash. */
  readonly templates: string;
  readonly assets: readonly { readonly path: OutPath; readonly sha256: Digest }[];
}

/** The bundles of the last build; null if the code has changed, or a file is missing or damaged. */
export function findCachedBundles(cacheDir: string, codeKey: string): CodeBundles | null {
  try {
    const stored: StoredBundles = JSON.parse(readFileSync(join(cacheDir, CACHE_FILE), 'utf8'));
    const { bundles, templates } = stored;
    const isSame = stored.version === CACHE_VERSION && stored.codeKey === codeKey;
    const templatesFile = join(cacheDir, bundles.templatesFile);
    if (!isSame || hashFile(templatesFile) !== templates) return null;
    const assets = stored.assets.map(({ path, sha256: hash }) => {
      const content = readFileSync(join(cacheDir, 'bundles', path));
      if (sha256(content) !== hash) throw new Error(`${path} is damaged.`);
      return createAssetFile(path, content);
    });
    return { ...bundles, templatesFile, assets };
  } catch {
    return null; // Missing or damaged.
  }
}

/** Stores bundles for the next build. */
export function storeBundles(cacheDir: string, codeKey: string, { assets, ...bundles }: CodeBundles): void {
  for (const { path, content } of assets) {
    const file = join(cacheDir, 'bundles', path);
    mkdirSync(dirname(file), { recursive: true });
    writeWhole(file, content);
  }
  const stored: StoredBundles = {
    version: CACHE_VERSION,
    codeKey,
    bundles: { ...bundles, templatesFile: relative(cacheDir, bundles.templatesFile) },
    templates: hashFile(bundles.templatesFile),
    assets: assets.map(({ path, content }) => ({ path, sha256: sha256(content) })),
  };
  writeWhole(join(cacheDir, CACHE_FILE), JSON.stringify(stored));
}
