// Loads the local images: all files of the folder behind `/assets/…` or of a snapshot, with hash and size. Unchanged files are not
// read, and sharp is only loaded for new content.

import { statSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { basename, extname, join } from 'node:path';
import pLimit from 'p-limit';
import { LINKED_FILE_TYPES } from '../../config/constants.ts';
import { fileNameOf } from '../content/files/file-addresses.ts';
import type { ContentFile, ContentSnapshot } from '../content/snapshot/content-snapshot.ts';
import { damagedFile } from '../content/snapshot/range-files.ts';
import { hashFile } from '../files/content-hash.ts';
import { listFiles } from '../files/list-files.ts';
import type { ImageCache } from './image-cache.ts';
import { type ImageFacts, isMeasured, UNKNOWN_TYPE } from './measure-image.ts';

/** A local image or file. */
export interface LocalImage {
  /** Decoded site path, `/assets/blog/chart.png`, or the key of a file of the content service. */
  readonly path: string;
  /** File name: `chart.png`. */
  readonly name: string;
  readonly file: string;
  readonly sha256: string;
  readonly bytes: number;
  readonly facts: ImageFacts;
}

/** By site path. */
export type LocalImages = ReadonlyMap<string, LocalImage>;

/**
 * Loads the images and files of a snapshot.
 * @throws SiteError SNAPSHOT_DAMAGED (exit 2) if a file was changed.
 */
export async function loadContentImages(
  { files, filesDir }: Pick<ContentSnapshot, 'files' | 'filesDir'>,
  cache: ImageCache,
): Promise<LocalImages> {
  const limit = pLimit(availableParallelism());
  const images = await Promise.all((files ?? []).map((file) => loadContentImage(filesDir, file, { cache, limit })));
  return new Map(images.map((image) => [image.path, image]));
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
    return { path: address, name, file: '', sha256: '', bytes, facts: { kind: 'faulty', what, fix } };
  }
  const file = join(dir, sha256);
  // Its size was checked when the snapshot was loaded.
  const check = () => {
    if (hashFile(file) !== sha256) throw damagedFile(file, address);
  };
  const type = PUBLISHED_TYPES.has(extension) || isMeasured(extension) ? extension : UNKNOWN_TYPE;
  return {
    path: address,
    name,
    file,
    sha256,
    bytes,
    facts: await findFacts(file, { key: `${sha256}${type}`, extension: type, check }, loading),
  };
}

/** Loads the files of a folder. Does not follow symbolic links, so it never reads files outside. */
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

async function loadImage(dir: string, name: string, loading: Loading): Promise<LocalImage> {
  const file = join(dir, name);
  const stat = statSync(file);
  const known = loading.cache.findSource(file, stat);
  const hash = known ?? hashFile(file);
  if (known === null) loading.cache.keepSource(file, stat, hash);
  const extension = extname(file).toLowerCase();
  const facts = await findFacts(file, { key: `${hash}${extension}`, extension, check: () => {} }, loading);
  return { path: `/assets/${name}`, name: basename(name), file, sha256: hash, bytes: stat.size, facts };
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
  { cache, limit }: Loading,
): Promise<ImageFacts> {
  const facts = cache.findFacts(key) ?? (await limit(() => measure(file, extension, check)));
  cache.keepFacts(key, facts);
  return facts;
}

async function measure(file: string, extension: string, check: Measured['check']): Promise<ImageFacts> {
  const { measureImage } = await import('./measure-image.ts');
  check();
  return measureImage(file, extension);
}
