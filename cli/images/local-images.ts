// Loads the local images: all files of the folder behind `/assets/…` or of a snapshot, with hash and size. Unchanged files are not
// read, and the image process only starts for new content.

import { statSync } from 'node:fs';
import { basename, extname, join } from 'node:path';
import { LINKED_FILE_TYPES } from '../../config/constants.ts';
import { fileNameOf } from '../content/files/file-addresses.ts';
import type { ContentFile, ContentSnapshot } from '../content/snapshot/content-snapshot.ts';
import { damagedFile } from '../content/snapshot/snapshot-file.ts';
import { type Digest, toDigest } from '../files/brands.ts';
import { hashFile } from '../files/content-hash.ts';
import { listFiles } from '../files/list-files.ts';
import type { ImageCache } from './image-cache.ts';
import { countPixels, type ImageFacts, isMeasured, UNKNOWN_TYPE } from './image-facts.ts';
import { createImageProcess, type ImageProcess } from './image-process.ts';

/** A local image or file. */
export interface LocalImage {
  /** Decoded site path, `/assets/blog/chart.png`, or the key of a file of the content service. */
  readonly path: string;
  /** File name: `chart.png`. */
  readonly name: string;
  readonly file: string;
  readonly sha256: Digest;
  readonly bytes: number;
  readonly facts: ImageFacts;
  /** The key of the facts in the cache. */
  readonly factsKey: string;
}

/** By site path. */
export type LocalImages = ReadonlyMap<string, LocalImage>;

/**
 * Loads the images and files of a snapshot.
 * @throws SiteError SNAPSHOT_DAMAGED (exit 2) if a file was changed.
 */
export async function loadContentImages(
  { files, filesDir }: Pick<ContentSnapshot, 'files' | 'filesDir'>,
  measuring: Measuring,
): Promise<LocalImages> {
  return await loadAll(files ?? [], measuring, (file, loading) => loadContentImage(filesDir, file, loading));
}

/** Linked files, which are published unchanged. Files of other types must be images. */
const PUBLISHED_TYPES: ReadonlySet<string> = new Set(LINKED_FILE_TYPES.map((type) => `.${type}`));

async function loadContentImage(
  dir: string,
  { address, sha256, bytes, extension, fault }: ContentFile,
  loading: Loading,
): Promise<LocalImage> {
  const fileName = fileNameOf(address);
  const name = extname(fileName) === '' ? `${fileName}${extension}` : fileName;
  if (sha256 === null) {
    const { what, fix } = fault ?? { what: 'The file is missing.', fix: 'Build again.' };
    const none = { file: '', sha256: toDigest(''), factsKey: '' };
    return { path: address, name, ...none, bytes, facts: { kind: 'faulty', what, fix } };
  }
  const file = join(dir, sha256);
  // Its size was checked when the snapshot was loaded.
  const check = () => {
    if (hashFile(file) !== sha256) throw damagedFile(file, address);
  };
  const type = PUBLISHED_TYPES.has(extension) || isMeasured(extension) ? extension : UNKNOWN_TYPE;
  const factsKey = `${sha256}${type}`;
  const facts = await findFacts(file, { key: factsKey, extension: type, check }, loading);
  return { path: address, name, file, sha256, bytes, facts, factsKey };
}

/** Loads the files of a folder. Does not follow symbolic links, so it never reads files outside. */
export async function loadLocalImages(dir: string | null, measuring: Measuring): Promise<LocalImages> {
  const files = dir === null ? [] : listLocalFiles(dir, measuring.cache);
  return await loadAll(files, measuring, async ({ path, file, sha256, bytes }, loading) => {
    const extension = extname(file).toLowerCase();
    const factsKey = `${sha256}${extension}`;
    const facts = await findFacts(file, { key: factsKey, extension, check: () => {} }, loading);
    return { path, name: basename(file), file, sha256, bytes, facts, factsKey };
  });
}

/** The files of a folder with their hashes. Does not measure them. */
export function listLocalFiles(
  dir: string,
  cache: ImageCache,
): readonly Pick<LocalImage, 'path' | 'file' | 'sha256' | 'bytes'>[] {
  return listFiles(dir).map((name) => {
    const file = join(dir, name);
    const stat = statSync(file);
    const known = cache.findSource(file, stat);
    const hash = known ?? hashFile(file);
    if (known === null) cache.keepSource(file, stat, hash);
    return { path: `/assets/${name}`, file, sha256: hash, bytes: stat.size };
  });
}

/** How unknown files are measured. */
export interface Measuring {
  readonly cache: ImageCache;
  /** Images with more pixels are not decoded. */
  readonly maxPixels: number;
}

interface Loading extends Measuring {
  readonly images: ImageProcess;
}

async function loadAll<File>(
  files: readonly File[],
  measuring: Measuring,
  load: (file: File, loading: Loading) => Promise<LocalImage>,
): Promise<LocalImages> {
  const loading = { ...measuring, images: createImageProcess() };
  try {
    const images = await Promise.all(files.map((file) => load(file, loading)));
    return new Map(images.map((image) => [image.path, image]));
  } finally {
    loading.images.close();
  }
}

/** A file to measure. */
interface Measured {
  /** Hash and extension: with another extension, the same content is another kind of file. */
  readonly key: string;
  readonly extension: string;
  /** Called before the file is measured. May throw. */
  readonly check: () => void;
}

async function findFacts(
  file: string,
  { key, extension, check }: Measured,
  { cache, maxPixels, images }: Loading,
): Promise<ImageFacts> {
  if (!isMeasured(extension)) return { kind: 'file' };
  const known = cache.findFacts(key);
  if (known !== null) return known;
  const facts = await images.measure({ kind: 'measure', file, extension, maxPixels }, check);
  // What was not decoded is measured again, because the limit may change.
  if (countPixels(facts) <= maxPixels) cache.keepFacts(key, facts);
  return facts;
}

const NUMBER = new Intl.NumberFormat('en');

/** Marks images with more pixels than allowed as faulty: decoding them would take too much memory. Measurements are cached without it. */
export function limitImages(images: LocalImages, maxPixels: number): LocalImages {
  return new Map(
    images.entries().map(([path, image]) => [path, { ...image, facts: limitPixels(image.facts, maxPixels) }]),
  );
}

function limitPixels(facts: ImageFacts, maxPixels: number): ImageFacts {
  const pixels = countPixels(facts);
  if (pixels <= maxPixels || !('width' in facts)) return facts;
  const { width, height } = facts;
  const frames = facts.kind === 'animation' ? facts.frames : 1;
  const size = `${width} × ${height} pixels${frames > 1 ? ` in each of ${frames} frames` : ''}`;
  return {
    kind: 'faulty',
    what: `The image has ${size}, ${NUMBER.format(pixels)} in all; the limit is ${NUMBER.format(maxPixels)}.`,
    fix: 'Resize it to 4000 pixels wide or less and upload it again, or raise content.maxImagePixels in site.config.ts.',
  };
}
