// Images that were made before, and what is known of local files, in the cache folder. A file gets its name when it is
// whole, so a build that is killed leaves none that is torn; what the index forgot is found again by its name.

import { randomUUID } from 'node:crypto';
import { readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { open, rename } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { IMAGES_KEPT_DAYS } from '../../config/constants.ts';
import type { SiteConfig } from '../../config/define-site.ts';
import { sha256 } from '../build/content-hash.ts';
import { makeFolder } from '../output/make-folder.ts';
import { type ImageRecipe, loadImageRecipe } from './image-recipe.ts';
import type { ImageFacts } from './measure-image.ts';

/** Version of the shape of the index. */
const INDEX_VERSION = 1;
const DAY_MS = 86_400_000;
/** A file that changes twice within this time may keep its time stamp, so a younger one is read again. */
const SETTLED_AFTER_MS = 2000;

/** A local file as it was when it was read. */
interface SourceRow {
  readonly size: number;
  readonly mtimeMs: number;
  readonly isSettled: boolean;
  readonly sha256: string;
}

interface MadeRow {
  readonly sha256: string;
  readonly bytes: number;
  /** Days since 1970 of the last build that asked for it. */
  readonly usedOn: number;
}

interface ImageIndex {
  readonly version: number;
  /** The one by which the facts were found. */
  readonly recipe: string;
  readonly sources: Record<string, SourceRow>;
  readonly facts: Record<string, ImageFacts>;
  readonly made: Record<string, MadeRow>;
}

/** A made file: where it is, and its bytes in short. */
export interface MadeImage {
  readonly file: string;
  readonly sha256: string;
  readonly bytes: number;
}

/** The cache of one build. Keys settle bytes: two builds never disagree about one. */
export interface ImageCache {
  /** What settles how images are made; part of every key. */
  readonly recipe: ImageRecipe;
  /** SHA-256 of a file that has the size and time it had when it was read; null where it must be read. */
  readonly findSource: (file: string, stat: { readonly size: number; readonly mtimeMs: number }) => string | null;
  readonly keepSource: (file: string, stat: { readonly size: number; readonly mtimeMs: number }, hash: string) => void;
  readonly findFacts: (hash: string) => ImageFacts | null;
  readonly keepFacts: (hash: string, facts: ImageFacts) => void;
  /** A made file by its key and extension. */
  readonly findMade: (name: string) => MadeImage | null;
  /** Writes a made file under its name, whole or not at all. */
  readonly keepMade: (name: string, content: Uint8Array) => Promise<MadeImage>;
  /** Writes what was learnt. With `mayForget`, files that no build asked for in a month are deleted. */
  readonly save: (options: { readonly mayForget: boolean }) => void;
}

/** Where made images lie: beside the other caches, or where the owner says. */
export function imageCacheDirOf({ build }: SiteConfig, cacheDir: string): string {
  return resolve(build.imageCacheDir ?? join(cacheDir, 'images'));
}

/** Opens a folder of made images. A missing or damaged index is an empty one. */
export function openImageCache(dir: string): ImageCache {
  const indexFile = join(dir, 'index.json');
  const recipe = loadImageRecipe();
  const stored = loadIndex(indexFile);
  const { sources, made } = stored.index;
  const facts = stored.index.recipe === recipe.resize ? stored.index.facts : {};
  const today = Math.floor(Date.now() / DAY_MS);
  const keep = (name: string, row: Omit<MadeRow, 'usedOn'>): MadeImage => {
    made[name] = { ...row, usedOn: today };
    return { file: join(dir, name), sha256: row.sha256, bytes: row.bytes };
  };
  return {
    recipe,
    findSource: (file, { size, mtimeMs }) => {
      const row = sources[file];
      return row?.isSettled === true && row.size === size && row.mtimeMs === mtimeMs ? row.sha256 : null;
    },
    keepSource: (file, { size, mtimeMs }, hash) => {
      sources[file] = { size, mtimeMs, isSettled: Date.now() - mtimeMs > SETTLED_AFTER_MS, sha256: hash };
    },
    findFacts: (hash) => facts[hash] ?? null,
    keepFacts: (hash, found) => {
      facts[hash] = found;
    },
    findMade: (name) => {
      const size = statSync(join(dir, name), { throwIfNoEntry: false })?.size ?? 0;
      if (size === 0) return null;
      const row = made[name];
      if (row !== undefined) return row.bytes === size ? keep(name, row) : null;
      return keep(name, { sha256: sha256(readFileSync(join(dir, name))), bytes: size });
    },
    keepMade: async (name, content) => {
      makeFolder(dir);
      await writeWhole(join(dir, name), content);
      return keep(name, { sha256: sha256(content), bytes: content.byteLength });
    },
    save: ({ mayForget }) => {
      if (mayForget) forgetUnused(dir, made, today);
      const text = `${JSON.stringify({ version: INDEX_VERSION, recipe: recipe.resize, sources, facts, made } satisfies ImageIndex)}\n`;
      if (text === stored.text) return;
      makeFolder(dir);
      const part = `${indexFile}.${randomUUID()}`;
      writeFileSync(part, text);
      renameSync(part, indexFile);
    },
  };
}

function loadIndex(file: string): { readonly index: ImageIndex; readonly text: string } {
  try {
    const text = readFileSync(file, 'utf8');
    const index: ImageIndex = JSON.parse(text);
    if (index.version === INDEX_VERSION) return { index, text };
  } catch {
    // Absent or damaged: files are read, and made ones found by their names.
  }
  return { index: { version: INDEX_VERSION, recipe: '', sources: {}, facts: {}, made: {} }, text: '' };
}

/** The name comes last, after the bytes are on the disk: whoever finds it finds all of them. */
async function writeWhole(file: string, content: Uint8Array): Promise<void> {
  const part = `${file}.${randomUUID()}`;
  try {
    const handle = await open(part, 'wx');
    try {
      await handle.writeFile(content);
      await handle.sync();
    } finally {
      await handle.close();
    }
    await rename(part, file);
  } catch (cause) {
    rmSync(part, { force: true });
    throw cause;
  }
}

function forgetUnused(dir: string, made: Record<string, MadeRow>, today: number): void {
  for (const [name, { usedOn }] of Object.entries(made)) {
    if (today - usedOn <= IMAGES_KEPT_DAYS) continue;
    rmSync(join(dir, name), { force: true });
    delete made[name];
  }
}
