// Caches generated images and the measurements of local files. The name of an image has its key, and the size and hash of its content, so a
// build that is killed loses nothing, and several checkouts can share the folder.

import { accessSync, constants, existsSync, readdirSync, rmSync, statSync, utimesSync } from 'node:fs';
import { findPackageJSON } from 'node:module';
import { join, resolve } from 'node:path';
import { AVIF_EFFORT, AVIF_QUALITY, IMAGE_QUALITY, IMAGES_KEPT_DAYS } from '../../config/constants.ts';
import type { SiteConfig } from '../../config/define-site.ts';
import { errorMessage, systemErrorCode, usageError } from '../errors.ts';
import { toDigest } from '../files/brands.ts';
import { hashFile, sha256 } from '../files/content-hash.ts';
import { PROJECT } from '../files/project.ts';
import { readJsonFields } from '../files/read-json-fields.ts';
import { makeFolder, writeWhole } from '../files/write-file.ts';
import type { ImageFacts } from './image-facts.ts';
import type { ReadyFile } from './image-order.ts';

const INDEX_FILE = 'index.json';
const INDEX_VERSION = 3;
const DAY_MS = 86_400_000;
/** `{key}-{bytes}-{sha256}.avif` */
const MADE_FILE = /^([0-9a-f]{20})-(\d+)-([0-9a-f]{64})(\.[a-z]+)$/;
/** Also the names that earlier versions gave. */
const ANY_MADE_FILE = /^[0-9a-f]{20}-/;

interface ImageIndex {
  readonly version: number;
  /** The recipe that `facts` were measured with. */
  readonly recipe: string;
  readonly facts: Record<string, ImageFacts>;
}

/** A generated image. */
export type MadeImage = Omit<ReadyFile, 'path'>;

/** The folder of generated images: the one in the settings, or one in the cache folder. */
export function imageCacheDirOf({ build }: SiteConfig, cacheDir: string): string {
  return resolve(build.imageCacheDir ?? join(cacheDir, 'images'));
}

/** The cache of a build. The key of an image determines its content. */
export class ImageCache {
  /** Part of every key. */
  readonly recipe: ImageRecipe = loadImageRecipe();
  readonly #dir: string;
  readonly #isForced: boolean;
  readonly #index: ImageIndex;
  /** JSON of the index file. */
  readonly #stored: string;
  /** Images by `{key}.{extension}`; null until they are needed. */
  #made: Map<string, MadeImage> | null = null;
  /** Files of the images that this build uses. */
  readonly #used = new Set<string>();

  /**
   * A missing or damaged index counts as empty. With `isForced`, local files are measured again, and generated images are hashed
   * before they are reused.
   */
  constructor(dir: string, { isForced = false }: { readonly isForced?: boolean } = {}) {
    const { version, recipe, facts = {} } = readJsonFields<ImageIndex>(join(dir, INDEX_FILE));
    const isUsable = !isForced && version === INDEX_VERSION && recipe === this.recipe.resize;
    this.#dir = dir;
    this.#isForced = isForced;
    this.#stored = JSON.stringify({ version, recipe, facts });
    this.#index = { version: INDEX_VERSION, recipe: this.recipe.resize, facts: isUsable ? facts : {} };
  }

  findFacts(key: string): ImageFacts | null {
    return this.#index.facts[key] ?? null;
  }

  keepFacts(key: string, facts: ImageFacts): void {
    this.#index.facts[key] = facts;
  }

  /** Finds a generated image: `{key}.{extension}`. */
  findMade(name: string): MadeImage | null {
    this.#made ??= listMade(this.#dir);
    const image = this.#made.get(name);
    const stat = image && statSync(image.file, { throwIfNoEntry: false });
    if (image === undefined || stat?.size !== image.bytes) return null;
    if (this.#isForced && hashFile(image.file) !== image.sha256) return null;
    this.#used.add(image.file);
    if (Date.now() - stat.mtimeMs > DAY_MS) markUsed(image.file);
    return image;
  }

  /** Writes a generated image atomically. */
  keepMade(name: string, content: Uint8Array): MadeImage {
    makeCacheFolder(this.#dir);
    const [hash, bytes] = [sha256(content), content.byteLength];
    const file = join(this.#dir, name.replace('.', `-${bytes}-${hash}.`));
    writeWhole(file, content);
    this.#used.add(file);
    const image = { file, sha256: hash, bytes };
    this.#made?.set(name, image);
    return image;
  }

  /** Writes the index. With `mayForget`, deletes images that no build used in a month. */
  save({ mayForget }: { readonly mayForget: boolean }): void {
    const text = JSON.stringify(this.#index);
    if (text !== this.#stored) {
      makeCacheFolder(this.#dir);
      writeWhole(join(this.#dir, INDEX_FILE), `${text}\n`);
    }
    if (mayForget) forgetUnused(this.#dir, this.#used);
  }
}

function listMade(dir: string): Map<string, MadeImage> {
  const names = existsSync(dir) ? readdirSync(dir) : [];
  return new Map(
    names.flatMap((name) => {
      const [, key, bytes, hash = '', extension] = MADE_FILE.exec(name) ?? [];
      if (key === undefined) return [];
      const image = { file: join(dir, name), sha256: toDigest(hash), bytes: Number(bytes) };
      return [[`${key}${extension}`, image] as const];
    }),
  );
}

/** The time of an image says when a build last used it. */
function markUsed(file: string): void {
  const now = new Date();
  try {
    utimesSync(file, now, now);
  } catch {
    // It belongs to another user, who keeps it.
  }
}

function forgetUnused(dir: string, used: ReadonlySet<string>): void {
  for (const name of existsSync(dir) ? readdirSync(dir) : []) {
    const file = join(dir, name);
    if (used.has(file) || !ANY_MADE_FILE.test(name)) continue;
    const usedAt = statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0;
    if (Date.now() - usedAt > IMAGES_KEPT_DAYS * DAY_MS) rmSync(file, { force: true });
  }
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
    throw usageError('CACHE_UNWRITABLE', message, cause);
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

/** Loads no library. The package of sharp names the version of libvips too, as an optional dependency. */
export function loadImageRecipe(): ImageRecipe {
  return {
    resize: hashOf(OPTIONS, RESIZE_CODE, ['sharp']),
    share: hashOf({}, SHARE_CODE, ['sharp', 'opentype.js', '@fontsource/onest']),
  };
}

function hashOf(options: object, code: readonly string[], packages: readonly string[]): string {
  const files = [
    ...code.map((name) => join(PROJECT, 'cli/images', name)),
    ...packages.map((name) => findPackageJSON(name, PROJECT) ?? `${name}/package.json`),
  ];
  return sha256(JSON.stringify([options, ...files.map((file) => hashFile(file))])).slice(0, 20);
}
