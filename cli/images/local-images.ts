// The images on this machine: every file of the folder behind `/assets/…`, with its hash and its box. An unchanged file
// is known by its size and time and is not read; sharp is loaded for bytes that were never seen.

import { readFileSync, statSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { extname, join } from 'node:path';
import pLimit from 'p-limit';
import { hashFile } from '../files/content-hash.ts';
import { listFiles } from '../files/list-files.ts';
import type { ImageCache } from './image-cache.ts';
import type { ImageFacts } from './measure-image.ts';

/** One file. */
export interface LocalImage {
  /** Decoded site path: `/assets/blog/chart.png`. */
  readonly path: string;
  readonly file: string;
  readonly sha256: string;
  readonly bytes: number;
  readonly facts: ImageFacts;
}

/** By site path. */
export type LocalImages = ReadonlyMap<string, LocalImage>;

/** Measures the files of a folder; null has none. Links are not followed, so nothing outside is ever read. */
export async function loadLocalImages(dir: string | null, cache: ImageCache): Promise<LocalImages> {
  if (dir === null) return new Map();
  const limit = pLimit(availableParallelism());
  const images = await Promise.all(listFiles(dir).map((path) => loadImage(dir, path, { cache, limit })));
  return new Map(images.map((image) => [image.path, image]));
}

interface Loading {
  readonly cache: ImageCache;
  readonly limit: ReturnType<typeof pLimit>;
}

async function loadImage(dir: string, name: string, { cache, limit }: Loading): Promise<LocalImage> {
  const file = join(dir, name);
  const stat = statSync(file);
  const path = `/assets/${name}`;
  const known = cache.findSource(file, stat);
  const hash = known ?? hashFile(file);
  if (known === null) cache.keepSource(file, stat, hash);
  const extension = extname(file).toLowerCase();
  // The same bytes under another extension are another kind of file.
  const factsKey = `${hash}${extension}`;
  const facts = cache.findFacts(factsKey) ?? (await limit(() => measure(file, extension)));
  cache.keepFacts(factsKey, facts);
  return { path, file, sha256: hash, bytes: stat.size, facts };
}

/** What reads images is loaded for those that are new. */
async function measure(file: string, extension: string): Promise<ImageFacts> {
  const { measureImage } = await import('./measure-image.ts');
  return measureImage(readFileSync(file), extension);
}
