// Loads the local images: all files of the folder behind `/assets/…` or of a snapshot, with hash and size. The image process only
// starts for new content.

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
import { ImageProcess } from './image-process.ts';

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
  return await measureAll(
    (files ?? []).map((file) => findContentFile(filesDir, file)),
    measuring,
  );
}

/** Linked files, which are published unchanged. Files of other types must be images. */
const PUBLISHED_TYPES: ReadonlySet<string> = new Set(LINKED_FILE_TYPES.map((type) => `.${type}`));

function findContentFile(dir: string, { address, sha256, bytes, extension, fault }: ContentFile): UnmeasuredImage {
  const fileName = fileNameOf(address);
  const name = extname(fileName) === '' ? `${fileName}${extension}` : fileName;
  if (sha256 === null) {
    const { what, fix } = fault ?? { what: 'The file is missing.', fix: 'Build again.' };
    const facts = { kind: 'faulty', what, fix } as const;
    return { path: address, name, file: '', sha256: toDigest(''), bytes, facts };
  }
  const file = join(dir, sha256);
  // Its size was checked when the snapshot was loaded.
  const check = () => {
    if (hashFile(file) !== sha256) throw damagedFile(file, address);
  };
  const type = PUBLISHED_TYPES.has(extension) || isMeasured(extension) ? extension : UNKNOWN_TYPE;
  return { path: address, name, file, sha256, bytes, type, check };
}

/** Loads the files of a folder. Does not follow symbolic links, so it never reads files outside. */
export async function loadLocalImages(dir: string | null, measuring: Measuring): Promise<LocalImages> {
  const files = dir === null ? [] : listLocalFiles(dir);
  return await measureAll(
    files.map((row) => ({ ...row, name: basename(row.file), type: extname(row.file).toLowerCase() })),
    measuring,
  );
}

/** The files of a folder with their hashes. Does not measure them. */
export function listLocalFiles(dir: string): readonly Pick<LocalImage, 'path' | 'file' | 'sha256' | 'bytes'>[] {
  return listFiles(dir).map((name) => {
    const file = join(dir, name);
    return { path: `/assets/${name}`, file, sha256: hashFile(file), bytes: statSync(file).size };
  });
}

/** How unknown files are measured. */
export interface Measuring {
  readonly cache: ImageCache;
  /** Images with more pixels are not decoded. */
  readonly maxPixels: number;
}

/** A file that may need to be measured. */
interface UnmeasuredImage extends Omit<LocalImage, 'facts' | 'factsKey'> {
  /** Its extension: with another one, the same content is another kind of file. */
  readonly type?: string;
  /** Of a file that is missing. */
  readonly facts?: ImageFacts;
  /** Called before the file is measured. May throw. */
  readonly check?: () => void;
}

async function measureAll(files: readonly UnmeasuredImage[], { cache, maxPixels }: Measuring): Promise<LocalImages> {
  const images = new ImageProcess();
  const findFacts = async ({ file, type = '', facts, check }: UnmeasuredImage, key: string): Promise<ImageFacts> => {
    if (facts === undefined && !isMeasured(type)) return { kind: 'file' };
    const known = facts ?? cache.findFacts(key);
    if (known !== null) return known;
    const found = await images.measure({ kind: 'measure', file, extension: type, maxPixels }, check);
    // What was not decoded is measured again, because the limit may change.
    if (countPixels(found) <= maxPixels) cache.keepFacts(key, found);
    return found;
  };
  try {
    const measured = files.map(async (file) => {
      const { type = '', check, ...image } = file;
      const factsKey = `${image.sha256}${type}`;
      return [image.path, { ...image, facts: await findFacts(file, factsKey), factsKey }] as const;
    });
    return new Map(await Promise.all(measured));
  } finally {
    images.close();
  }
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
