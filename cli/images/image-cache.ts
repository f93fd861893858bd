// The cache of made images, and of what local files were measured as. A file gets its name when it is whole, so a build that
// is killed leaves no torn one; files that its index does not list (that build wrote none) are found by their name, which holds
// a digest of their bytes.

import { accessSync, constants, existsSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { IMAGES_KEPT_DAYS } from '../../config/constants.ts';
import type { SiteConfig } from '../../config/define-site.ts';
import { errorMessage, SiteError, systemErrorCode } from '../errors.ts';
import { hashFile, sha256 } from '../files/content-hash.ts';
import { makeFolder, writeWhole } from '../files/write-file.ts';
import { type ImageRecipe, loadImageRecipe } from './image-recipe.ts';
import type { ImageFacts } from './measure-image.ts';

const INDEX_FILE = 'index.json';
/** Version of the shape of the index. */
const INDEX_VERSION = 2;
const DAY_MS = 86_400_000;
/** A file that changes twice within this time may keep its time stamp, so a younger one is read again. */
const SETTLED_AFTER_MS = 2000;
/** Digits of the digest in a file's name: 64 bits distinguish torn files from whole ones. */
const DIGEST_DIGITS = 16;
const MADE_FILE = /^([0-9a-f]+)-[0-9a-f]{16}\.([a-z]+)$/;

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
  /** Of the file when its bytes were last checked: another time means that it was written to. */
  readonly mtimeMs: number;
  /** Days since 1970 of the last build that used it. */
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
  readonly keepMade: (name: string, content: Uint8Array) => MadeImage;
  /** Writes the index. With `mayForget`, files that no build used in a month are deleted. */
  readonly save: (options: { readonly mayForget: boolean }) => void;
}

/** The folder of made images: beside the other caches, or the one in the settings. */
export function imageCacheDirOf({ build }: SiteConfig, cacheDir: string): string {
  return resolve(build.imageCacheDir ?? join(cacheDir, 'images'));
}

/** An open cache: what its index holds, and what this build adds. */
interface OpenCache {
  readonly dir: string;
  readonly recipe: ImageRecipe;
  readonly isForced: boolean;
  /** Days since 1970. */
  readonly today: number;
  readonly index: ImageIndex;
  /** The text of the index file; empty where there is none. */
  readonly text: string;
  /** Files that the index does not list, once they were looked for. */
  unlisted: ReadonlyMap<string, string> | null;
}

/**
 * Opens a folder of made images. A missing or damaged index is an empty one. With `isForced` nothing in the index is trusted:
 * sources are read again, and made files are only reused after their bytes were hashed.
 */
export function openImageCache(dir: string, { isForced = false } = {}): ImageCache {
  const recipe = loadImageRecipe();
  const { index, text } = loadIndex(join(dir, INDEX_FILE));
  const sources = isForced ? {} : index.sources;
  const facts = !isForced && index.recipe === recipe.resize ? index.facts : {};
  const today = Math.floor(Date.now() / DAY_MS);
  const cache: OpenCache = { dir, recipe, isForced, today, index: { ...index, sources, facts }, text, unlisted: null };
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
    findMade: (name) => findMade(cache, name),
    keepMade: (name, content) => keepMade(cache, name, content),
    save: ({ mayForget }) => saveIndex(cache, mayForget),
  };
}

function findMade(cache: OpenCache, name: string): MadeImage | null {
  const { dir, index, isForced } = cache;
  const row = index.made[name];
  const checked = row === undefined ? null : checkMade(join(dir, fileName(name, row.sha256)), row, isForced);
  if (checked !== null) return markUsed(cache, name, checked);
  cache.unlisted ??= listUnlisted(dir, index.made);
  const found = cache.unlisted.get(name);
  return found === undefined || !isWhole(join(dir, found)) ? null : markUsed(cache, name, rowOf(join(dir, found)));
}

function keepMade(cache: OpenCache, name: string, content: Uint8Array): MadeImage {
  makeCacheFolder(cache.dir);
  const file = join(cache.dir, fileName(name, sha256(content)));
  writeWhole(file, content);
  return markUsed(cache, name, rowOf(file, content));
}

/** Notes that this build uses a made file. */
function markUsed({ dir, index, today }: OpenCache, name: string, row: Omit<MadeRow, 'usedOn'>): MadeImage {
  index.made[name] = { ...row, usedOn: today };
  return { file: join(dir, fileName(name, row.sha256)), sha256: row.sha256, bytes: row.bytes };
}

function saveIndex({ dir, recipe, today, index, text }: OpenCache, mayForget: boolean): void {
  if (mayForget) forgetUnused(dir, index.made, today);
  const { sources, facts, made } = index;
  const next: ImageIndex = { version: INDEX_VERSION, recipe: recipe.resize, sources, facts, made };
  const nextText = `${JSON.stringify(next)}\n`;
  if (nextText === text) return;
  makeCacheFolder(dir);
  writeWhole(join(dir, INDEX_FILE), nextText);
}

function loadIndex(file: string): { readonly index: ImageIndex; readonly text: string } {
  try {
    const text = readFileSync(file, 'utf8');
    const index: ImageIndex = JSON.parse(text);
    if (index.version === INDEX_VERSION) return { index, text };
  } catch {
    // Missing or damaged: sources are read, and made files found by their names.
  }
  return { index: { version: INDEX_VERSION, recipe: '', sources: {}, facts: {}, made: {} }, text: '' };
}

/** `{key}.avif` as a file: `{key}-{digest}.avif`. */
function fileName(name: string, hash: string): string {
  return name.replace('.', `-${hash.slice(0, DIGEST_DIGITS)}.`);
}

const REFUSALS: readonly (string | null)[] = ['EACCES', 'EPERM', 'EROFS', 'ENOTDIR', 'EEXIST', 'ENOENT'];

/** @throws SiteError CACHE_UNWRITABLE (exit 2). */
function makeCacheFolder(dir: string): void {
  try {
    makeFolder(dir);
    accessSync(dir, constants.W_OK);
  } catch (cause) {
    if (!REFUSALS.includes(systemErrorCode(cause))) throw cause;
    const message = `The folder ${dir} of made images cannot be made or written: ${errorMessage(cause)}. Nothing was written. Check its permissions, or name another one with SITEGEN_IMAGE_CACHE or --cache-dir.`;
    throw new SiteError({ code: 'CACHE_UNWRITABLE', exitCode: 2, message }, { cause });
  }
}

/** Files of the folder that the index does not list, by the name under which they were made. */
function listUnlisted(dir: string, made: Readonly<Record<string, MadeRow>>): ReadonlyMap<string, string> {
  if (!existsSync(dir)) return new Map();
  const names = readdirSync(dir).flatMap((file) => {
    const [, key, extension] = MADE_FILE.exec(file) ?? [];
    return key === undefined || made[`${key}.${extension}`] !== undefined
      ? []
      : [[`${key}.${extension}`, file] as const];
  });
  return new Map(names);
}

/** The bytes are those that the name promises. */
function isWhole(file: string): boolean {
  return file.includes(`-${hashFile(file).slice(0, DIGEST_DIGITS)}.`);
}

/** The row of a file whose bytes are right. */
function rowOf(file: string, content: Uint8Array = readFileSync(file)): Omit<MadeRow, 'usedOn'> {
  return { sha256: sha256(content), bytes: content.byteLength, mtimeMs: statSync(file).mtimeMs };
}

/** The row of a file that still has the bytes of its row, else null. Bytes are only read where size and time do not vouch for them. */
function checkMade(file: string, row: MadeRow, isForced: boolean): Omit<MadeRow, 'usedOn'> | null {
  const stat = statSync(file, { throwIfNoEntry: false });
  if (stat === undefined || stat.size !== row.bytes) return null;
  if (stat.mtimeMs === row.mtimeMs && !isForced) return row;
  const now = rowOf(file);
  return now.sha256 === row.sha256 ? now : null;
}

function forgetUnused(dir: string, made: Record<string, MadeRow>, today: number): void {
  for (const [name, { usedOn, sha256: hash }] of Object.entries(made)) {
    if (today - usedOn <= IMAGES_KEPT_DAYS) continue;
    rmSync(join(dir, fileName(name, hash)), { force: true });
    delete made[name];
  }
}
