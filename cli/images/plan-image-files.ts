// Which files a local image and a share image become, and how a page names them. Names follow from content and recipe, so
// that pages are rendered before anything is made.

import { basename, extname } from 'node:path';
import { IMAGE_WIDTHS, SHARE_IMAGE_SIZE } from '../../config/constants.ts';
import type { SiteConfig } from '../../config/define-site.ts';
import type { ImageInput } from '../../templates/page-input.ts';
import { sha256 } from '../files/content-hash.ts';
import { hrefOf } from '../paths/site-path.ts';
import type { CopyOrder, ImageOrder, MadeFormat, ResizeOrder, ShareCard, ShareOrder } from './image-order.ts';
import type { LocalImage } from './local-images.ts';

/** A local image as pages show it, and the files that this takes. */
export interface PlannedImage {
  readonly input: Omit<ImageInput, 'alt'>;
  readonly orders: readonly ImageOrder[];
}

/** Digits of a hash in the name of a file that may be cached for ever. */
const NAME_DIGITS = 10;
/** Letters of a file's own name: file systems take 255 bytes, with what is added to it. */
const NAME_LENGTH = 60;
/** The width of `src`: what a browser without `srcset` loads. */
const PLAIN_WIDTH = 960;
const STILL_ONLY = '(prefers-reduced-motion: reduce)';

/** Plans AVIF and WebP of raster images; vectors and what cannot be read stay as they are. */
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

/** The file itself. */
export function createCopyOrder({ name, file, sha256: hash, bytes }: LocalImage): CopyOrder {
  const path = `assets/${plainName(name)}-${hash.slice(0, NAME_DIGITS)}${extname(name).toLowerCase()}`;
  return { kind: 'copy', path, file, sha256: hash, bytes };
}

/** A linked file, under its own name. */
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
  const plain = webp.findLast((order) => order.width <= PLAIN_WIDTH) ?? webp[0];
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

/** One moving WebP, and its first frame for visitors who prefer less motion. */
function planAnimation(
  image: LocalImage,
  { width, height, frames }: Box & { readonly frames: number },
  recipe: string,
): PlannedImage {
  const shown = Math.min(width, PLAIN_WIDTH);
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
      sources: [{ type: 'image/webp', srcset: hrefOf(`/${still.path}`), media: STILL_ONLY }],
    },
    orders: [moving, still],
  };
}

/** Of the image in another width. */
function countPixels({ width, height }: Box, shown: number): number {
  return Math.round((shown * shown * height) / width);
}

/** The offered widths that the image has, and its own where it is between them. */
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

/** Letters that mean nothing in a URL, a `srcset` or a file system. */
function plainName(name: string): string {
  return basename(name, extname(name))
    .replace(/[^A-Za-z0-9-]/g, '-')
    .slice(0, NAME_LENGTH);
}

/** The texts of a page's share image; a null title shows the brand alone. */
export type ShareText = Pick<ShareCard, 'title' | 'kicker'>;

/** The card as a page names it. */
export interface ShareImage {
  /** Absolute. */
  readonly url: string;
  readonly alt: string;
  readonly width: number;
  readonly height: number;
}

/** Plans the card of a page. */
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
