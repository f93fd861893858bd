// Caches generated images and the measurements of local files. A file has its name only once it is complete, so that a build that is
// killed leaves no truncated files. Files missing in the index (a killed build does not write it) are found by name, which contains
// a hash of the content.

import { accessSync, constants, existsSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { findPackageJSON } from 'node:module';
import { join, resolve } from 'node:path';
import { AVIF_EFFORT, AVIF_QUALITY, IMAGE_QUALITY, IMAGES_KEPT_DAYS } from '../../config/constants.ts';
import type { SiteConfig } from '../../config/define-site.ts';
import { errorMessage, SiteError, systemErrorCode } from '../errors.ts';
import type { Digest } from '../files/brands.ts';
import { hashFile, sha256 } from '../files/content-hash.ts';
import { PROJECT } from '../files/project.ts';
import { makeFolder, writeWhole } from '../files/write-file.ts';
import type { ImageFacts } from './image-facts.ts';

const INDEX_FILE = 'index.json';
const INDEX_VERSION = 2;
const DAY_MS = 86_400_000;
/** A file that changes twice within this time may keep its modification time, so newer files are hashed again. */
const STABLE_AFTER_MS = 2000;
/** Digits of the hash in a file name: 64 bits are enough to recognise truncated files. */
const HASH_DIGITS = 16;
const MADE_FILE = /^([0-9a-f]+)-[0-9a-f]{16}\.([a-z]+)$/;

/** A local file when it was last hashed. */
interface SourceRow {
  readonly size: number;
  readonly mtimeMs: number;
  readonly isStable: boolean;
  readonly sha256: Digest;
}

interface MadeRow {
  readonly sha256: Digest;
  readonly bytes: number;
  /** Modification time when the content was last checked. */
  readonly mtimeMs: number;
  /** Days since 1970 of the last build that used it. */
  readonly usedOn: number;
}

interface ImageIndex {
  readonly version: number;
  /** The recipe that `facts` were measured with. */
  readonly recipe: string;
  readonly sources: Record<string, SourceRow>;
  readonly facts: Record<string, ImageFacts>;
  readonly made: Record<string, MadeRow>;
}

/** A generated image. */
export interface MadeImage {
  readonly file: string;
  readonly sha256: Digest;
  readonly bytes: number;
}

/** The cache of a build. The key of an image determines its content. */
export interface ImageCache {
  /** Part of every key. */
  readonly recipe: ImageRecipe;
  /** SHA-256 of a file that has the same size and time as when it was hashed; null if it must be hashed. */
  readonly findSource: (file: string, stat: { readonly size: number; readonly mtimeMs: number }) => Digest | null;
  readonly keepSource: (file: string, stat: { readonly size: number; readonly mtimeMs: number }, hash: Digest) => void;
  readonly findFacts: (hash: string) => ImageFacts | null;
  readonly keepFacts: (hash: string, facts: ImageFacts) => void;
  /** Finds a generated image: `{key}.{extension}`. */
  readonly findMade: (name: string) => MadeImage | null;
  /** Writes a generated image atomically. */
  readonly keepMade: (name: string, content: Uint8Array) => MadeImage;
  /** Writes the index. With `mayForget`, deletes files that no build used in a month. */
  readonly save: (options: { readonly mayForget: boolean }) => void;
}

/** The folder of generated images: the one in the settings, or one in the cache folder. */
export function imageCacheDirOf({ build }: SiteConfig, cacheDir: string): string {
  return resolve(build.imageCacheDir ?? join(cacheDir, 'images'));
}

/** State of an open cache. */
interface OpenCache {
  readonly dir: string;
  readonly recipe: ImageRecipe;
  readonly isForced: boolean;
  /** Days since 1970. */
  readonly today: number;
  readonly index: ImageIndex;
  /** The content of the index file; empty if there is none. */
  readonly text: string;
  /** File names that are missing in the index, by `{key}.{extension}`; null until they are needed. */
  unlisted: ReadonlyMap<string, string> | null;
}

/**
 * Opens a folder of generated images. A missing or damaged index counts as empty. With `isForced` the index is not trusted: local
 * files are hashed and measured again, and generated images are hashed before they are reused.
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
      return row?.isStable === true && row.size === size && row.mtimeMs === mtimeMs ? row.sha256 : null;
    },
    keepSource: (file, { size, mtimeMs }, hash) => {
      sources[file] = { size, mtimeMs, isStable: Date.now() - mtimeMs > STABLE_AFTER_MS, sha256: hash };
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
  return found === undefined || !isComplete(join(dir, found)) ? null : markUsed(cache, name, rowOf(join(dir, found)));
}

function keepMade(cache: OpenCache, name: string, content: Uint8Array): MadeImage {
  makeCacheFolder(cache.dir);
  const file = join(cache.dir, fileName(name, sha256(content)));
  writeWhole(file, content);
  return markUsed(cache, name, rowOf(file, content));
}

/** Records that this build uses an image. */
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
    // Missing or damaged: local files are hashed again, and generated images found by name.
  }
  return { index: { version: INDEX_VERSION, recipe: '', sources: {}, facts: {}, made: {} }, text: '' };
}

/** `{key}.avif` becomes `{key}-{hash}.avif`. */
function fileName(name: string, hash: Digest): string {
  return name.replace('.', `-${hash.slice(0, HASH_DIGITS)}.`);
}

const UNWRITABLE_CODES: readonly (string | null)[] = ['EACCES', 'EPERM', 'EROFS', 'ENOTDIR', 'EEXIST', 'ENOENT'];

/** @throws SiteError CACHE_UNWRITABLE (exit 2). */
function makeCacheFolder(dir: string): void {
  try {
    makeFolder(dir);
    accessSync(dir, constants.W_OK);
  } catch (cause) {
    if (!UNWRITABLE_CODES.includes(systemErrorCode(cause))) throw cause;
    const message = `The image cache folder ${dir} cannot be created or written: ${errorMessage(cause)}. Nothing was written. Check its permissions, or set another one with SITEGEN_IMAGE_CACHE or --cache-dir.`;
    throw new SiteError({ code: 'CACHE_UNWRITABLE', exitCode: 2, message }, { cause });
  }
}

/** Finds files that are missing in the index, by `{key}.{extension}`. */
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

/** Whether the content matches the hash in the file name. */
function isComplete(file: string): boolean {
  return file.includes(`-${hashFile(file).slice(0, HASH_DIGITS)}.`);
}

/** Creates the row of a complete file. */
function rowOf(file: string, content: Uint8Array = readFileSync(file)): Omit<MadeRow, 'usedOn'> {
  return { sha256: sha256(content), bytes: content.byteLength, mtimeMs: statSync(file).mtimeMs };
}

/** Returns the row of a file if its content is unchanged, else null. Hashes the file only if its time changed. */
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

/** Hashes of what determines generated images besides sources and sizes: options, code, libraries. When one changes, all images of its kind are made again. */
export interface ImageRecipe {
  readonly resize: string;
  readonly share: string;
}

const OPTIONS = { AVIF_EFFORT, AVIF_QUALITY, IMAGE_QUALITY };
const RESIZE_CODE = [
  'sharp-images.ts',
  'measure-image.ts',
  'image-facts.ts',
  'find-svg-danger.ts',
  'svg-names.ts',
  'svg-weight.ts',
];
const SHARE_CODE = ['sharp-images.ts', 'draw-share-image.ts', 'indexed-image.ts', 'typeface.ts', 'wrap-lines.ts'];

/** Loads no library. */
export function loadImageRecipe(): ImageRecipe {
  // Contains the version of libvips too, as an optional dependency.
  const sharp = packageFile('sharp');
  const opentype = packageFile('opentype.js');
  const font = packageFile('@fontsource/onest');
  return {
    resize: hashOf(OPTIONS, [...RESIZE_CODE.map(codeFile), sharp]),
    share: hashOf({}, [...SHARE_CODE.map(codeFile), sharp, opentype, font]),
  };
}

function codeFile(name: string): string {
  return join(PROJECT, 'cli/images', name);
}

function packageFile(name: string): string {
  const file = findPackageJSON(name, PROJECT);
  if (file === undefined) throw new Error(`The package ${name} is not installed.`);
  return file;
}

function hashOf(options: object, files: readonly string[]): string {
  return sha256(JSON.stringify([options, ...files.map((file) => hashFile(file))])).slice(0, 20);
}
