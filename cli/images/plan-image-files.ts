// Plans the files of local images and share images, and how pages refer to them. Names follow from content and recipe, so that pages
// can be rendered before the files are made.

import { basename, extname } from 'node:path';
import { IMAGE_WIDTHS, SHARE_IMAGE_SIZE } from '../../config/constants.ts';
import type { SiteConfig } from '../../config/define-site.ts';
import type { ImageInput } from '../../templates/page-input.ts';
import { sha256 } from '../files/content-hash.ts';
import { hrefOf } from '../paths/site-path.ts';
import type { CopyOrder, ImageOrder, MadeFormat, ResizeOrder, ShareCard, ShareOrder } from './image-order.ts';
import type { LocalImage } from './local-images.ts';

/** A local image as pages show it, and the files that it needs. */
export interface PlannedImage {
  readonly input: Omit<ImageInput, 'alt'>;
  readonly orders: readonly ImageOrder[];
}

/** Digits of the hash in a file name. Browsers may cache such files forever. */
const NAME_DIGITS = 10;
/** Letters of the original file name: file systems allow 255 bytes, including what is added. */
const NAME_LENGTH = 60;
/** Width of `src`, which browsers without `srcset` load. */
const SRC_WIDTH = 960;
const REDUCED_MOTION = '(prefers-reduced-motion: reduce)';

/** Plans AVIF and WebP files of raster images. Other files are published unchanged. */
export function planVariants(image: LocalImage, recipe: string): PlannedImage {
  switch (image.facts.kind) {
    case 'raster':
      return planRaster(image, image.facts, recipe);
    case 'animation':
      return planAnimation(image, image.facts, recipe);
    case 'vector':
    case 'file':
    case 'faulty':
      return planCopy(image);
  }
}

/** Publishes the file itself. */
export function createCopyOrder({ name, file, sha256: hash, bytes }: LocalImage): CopyOrder {
  const path = `assets/${plainName(name)}-${hash.slice(0, NAME_DIGITS)}${extname(name).toLowerCase()}`;
  return { kind: 'copy', path, file, sha256: hash, bytes };
}

/** Publishes a linked file under its own name. */
export function createFileOrder({ name, file, sha256: hash, bytes }: LocalImage): CopyOrder {
  const kept = name
    .normalize('NFC')
    .replace(UNUSUAL_LETTERS, '-')
    .replace(/^[.-]+/, '');
  const type = extname(kept);
  const short = `${[...basename(kept, type)].slice(0, NAME_LENGTH).join('')}${type}`;
  return { kind: 'copy', path: `assets/files/${hash.slice(0, NAME_DIGITS)}/${short}`, file, sha256: hash, bytes };
}

const UNUSUAL_LETTERS = /[^\p{L}\p{N}._-]+/gu;

function planCopy(image: LocalImage): PlannedImage {
  const order = createCopyOrder(image);
  const { width, height } = image.facts.kind === 'vector' ? image.facts : { width: null, height: null };
  return { input: { src: hrefOf(`/${order.path}`), width, height, srcset: null, sources: [] }, orders: [order] };
}

interface Box {
  readonly width: number;
  readonly height: number;
}

function planRaster(image: LocalImage, { width, height }: Box, recipe: string): PlannedImage {
  const widths = findWidths(width);
  const order = (format: MadeFormat) =>
    widths.map((each) => {
      const pixels = countPixels({ width, height }, each);
      return createResizeOrder(image, { width: each, format, isAnimated: false, recipe, pixels });
    });
  const avif = order('avif');
  const webp = order('webp');
  const plain = webp.findLast((order) => order.width <= SRC_WIDTH) ?? webp[0];
  return {
    input: {
      src: hrefOf(`/${plain?.path}`),
      width,
      height,
      srcset: printSrcset(webp),
      sources: [{ type: 'image/avif', srcset: printSrcset(avif), media: null }],
    },
    orders: [...avif, ...webp],
  };
}

/** Plans an animated WebP, and its first frame for visitors who prefer reduced motion. */
function planAnimation(
  image: LocalImage,
  { width, height, frames }: Box & { readonly frames: number },
  recipe: string,
): PlannedImage {
  const shown = Math.min(width, SRC_WIDTH);
  const pixels = countPixels({ width, height }, shown);
  const variant = { width: shown, format: 'webp', recipe } as const;
  const moving = createResizeOrder(image, { ...variant, isAnimated: true, pixels: pixels * frames });
  const still = createResizeOrder(image, { ...variant, isAnimated: false, pixels });
  return {
    input: {
      src: hrefOf(`/${moving.path}`),
      width,
      height,
      srcset: null,
      sources: [{ type: 'image/webp', srcset: hrefOf(`/${still.path}`), media: REDUCED_MOTION }],
    },
    orders: [moving, still],
  };
}

/** The pixels of an image at another width. */
function countPixels({ width, height }: Box, newWidth: number): number {
  return Math.round((newWidth * newWidth * height) / width);
}

/** The configured widths below that of the image, and its own, up to the largest configured width. */
function findWidths(width: number): readonly number[] {
  const offered: readonly number[] = IMAGE_WIDTHS;
  const largest = offered.at(-1) ?? width;
  return [...offered.filter((each) => each < width), Math.min(width, largest)].filter(
    (each, index, all) => all.indexOf(each) === index,
  );
}

interface Variant {
  readonly width: number;
  readonly format: MadeFormat;
  readonly isAnimated: boolean;
  readonly recipe: string;
  readonly pixels: number;
}

function createResizeOrder(
  { path, name: fileName, file, sha256: hash }: LocalImage,
  { recipe, pixels, ...variant }: Variant,
): ResizeOrder {
  const key = sha256(JSON.stringify([hash, variant, recipe])).slice(0, 2 * NAME_DIGITS);
  const name = `${plainName(fileName)}-${variant.width}-${key.slice(0, NAME_DIGITS)}.${variant.format}`;
  return { kind: 'resize', path: `assets/${name}`, key, file, source: path, ...variant, pixels };
}

function printSrcset(orders: readonly ResizeOrder[]): string {
  return orders.map(({ path, width }) => `${hrefOf(`/${path}`)} ${width}w`).join(', ');
}

/** Keeps letters without a meaning in URLs, `srcset` and file systems. */
function plainName(name: string): string {
  return basename(name, extname(name))
    .replace(/[^A-Za-z0-9-]/g, '-')
    .slice(0, NAME_LENGTH);
}

/** The texts of a share image. Without a title it shows only the brand. */
export type ShareText = Pick<ShareCard, 'title' | 'kicker'>;

/** A share image as pages refer to it. */
export interface ShareImage {
  /** Absolute URL. */
  readonly url: string;
  readonly alt: string;
  readonly width: number;
  readonly height: number;
}

/** Plans the share image of a page. */
export function planShareImage(
  { brand, origin }: SiteConfig,
  { title, kicker }: ShareText,
  recipe: string,
): { readonly image: ShareImage; readonly order: ShareOrder } {
  const card = { brand: brand.name, host: new URL(origin).host, title, kicker };
  const key = sha256(JSON.stringify([card, recipe])).slice(0, 2 * NAME_DIGITS);
  const path = `assets/share-${key}.png`;
  return {
    image: { url: `${origin}/${path}`, alt: title ?? brand.name, ...SHARE_IMAGE_SIZE },
    order: { kind: 'share', path, key, card, format: 'png' },
  };
}
