// Plans the files of local images and share images, and how pages refer to them. Names follow from content and recipe, so that pages
// can be rendered before the files are made.

import { basename, extname } from 'node:path';
import { IMAGE_WIDTHS, SHARE_IMAGE_SIZE } from '../../config/constants.ts';
import type { SiteConfig } from '../../config/define-site.ts';
import type { ImageInput, ShareImageInput } from '../../templates/page-input.ts';
import { toOutPath } from '../files/brands.ts';
import { sha256 } from '../files/content-hash.ts';
import { caselessPath } from '../paths/out-path.ts';
import { hrefOfFile } from '../paths/site-path.ts';
import { DEVICE_NAME } from '../paths/slug.ts';
import { countPixels, HUGE_PIXELS, type OriginalFacts } from './image-facts.ts';
import type { CopyOrder, ImageOrder, MadeFormat, ResizeOrder, ShareCard, ShareOrder } from './image-order.ts';
import type { LocalImage, LocalImages } from './local-images.ts';

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
/** Highest side of a WebP image in pixels; that of AVIF is one more. */
const MAX_SIDE = 16_383;
const REDUCED_MOTION = '(prefers-reduced-motion: reduce)';

/** Plans AVIF and WebP files of raster images. Other files are published unchanged. */
export function planVariants(image: LocalImage, recipe: string): PlannedImage {
  switch (image.facts.kind) {
    case 'raster':
      return planRaster(image, image.facts, recipe);
    case 'animation':
      return planAnimation(image, image.facts, recipe);
    case 'original':
      return planOriginal(image, image.facts, recipe);
    case 'vector':
    case 'file':
    case 'faulty':
      return planCopy(image);
  }
}

/** Publishes the file itself. */
export function createCopyOrder({ name, file, sha256: hash, bytes, facts }: LocalImage): CopyOrder {
  // A file with the extension of another format would get the wrong type.
  const extension = facts.kind === 'original' ? facts.extension : extname(name).toLowerCase();
  const path = toOutPath(`assets/${plainName(name)}-${hash.slice(0, NAME_DIGITS)}${extension}`);
  return { kind: 'copy', path, file, sha256: hash, bytes };
}

/** Publishes a linked file under its own name. */
export function createFileOrder({ name, file, sha256: hash, bytes }: LocalImage): CopyOrder {
  const type = FILE_TYPE.exec(name)?.[0] ?? '';
  const kept = name
    .slice(0, name.length - type.length)
    .normalize('NFC')
    .replace(UNUSUAL_LETTERS, '-')
    .replace(/^[.-]+/, '');
  const short = [...kept].slice(0, NAME_LENGTH).join('').replace(/\.+$/, '');
  const isUsable = /[\p{L}\p{N}]/u.test(short) && !DEVICE_NAME.test(short);
  const path = `assets/files/${hash.slice(0, NAME_DIGITS)}/${isUsable ? short : `file-${short}`.replace(/-+$/, '')}${type}`;
  return { kind: 'copy', path: toOutPath(path), file, sha256: hash, bytes };
}

/** Copies of a file whose names differ only in case get the name of the first: some file systems ignore case. */
export function nameCopiesAlike(images: LocalImages): LocalImages {
  const names = new Map<string, string>();
  const sorted = [...images].sort(([one], [other]) => (one < other ? -1 : 1));
  return new Map(
    sorted.map(([path, image]) => {
      const name = names.getOrInsert(caselessPath(createFileOrder(image).path), image.name);
      return [path, { ...image, name }];
    }),
  );
}

const FILE_TYPE = /\.[a-z0-9]{1,10}$/i;
const UNUSUAL_LETTERS = /[^\p{L}\p{N}._-]+/gu;

function planCopy(image: LocalImage): PlannedImage {
  const order = createCopyOrder(image);
  const { width, height } = 'width' in image.facts ? image.facts : { width: null, height: null };
  return { input: { src: hrefOfFile(order.path), width, height, srcset: null, sources: [] }, orders: [order] };
}

interface Box {
  readonly width: number;
  readonly height: number;
}

/** Images of which not even one pixel of width can be made, 1 × 20000, are published unchanged. */
function planRaster(image: LocalImage, { width, height }: Box, recipe: string): PlannedImage {
  const widths = findWidths({ width, height });
  const order = (format: MadeFormat) =>
    widths.map((each) => {
      const pixels = pixelsAt(each, { width, height });
      return createResizeOrder(image, { width: each, format, isAnimated: false, recipe, pixels });
    });
  const avif = order('avif');
  const webp = order('webp');
  const plain = webp.findLast((order) => order.width <= SRC_WIDTH) ?? webp[0];
  if (plain === undefined) return planCopy(image);
  return {
    input: {
      src: hrefOfFile(plain.path),
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
  const still = planStill(image, { width, height }, recipe);
  if (still === null) return planCopy(image);
  const pixels = still.order.pixels * frames;
  const variant = { width: still.order.width, format: 'webp', recipe } as const;
  const moving = createResizeOrder(image, { ...variant, isAnimated: true, pixels });
  const input = { src: hrefOfFile(moving.path), width, height, srcset: null, sources: [still.source] };
  return { input, orders: [moving, still.order] };
}

/** Plans the file itself, and its first frame if it moves. */
function planOriginal(image: LocalImage, { width, height, hasStill }: OriginalFacts, recipe: string): PlannedImage {
  const { input, orders } = planCopy(image);
  const still = hasStill ? planStill(image, { width, height }, recipe) : null;
  if (still === null) return { input, orders };
  return { input: { ...input, sources: [still.source] }, orders: [...orders, still.order] };
}

/** The first frame of an animation; null if it is too high for WebP. */
function planStill(image: LocalImage, box: Box, recipe: string) {
  const width = fittingWidth(box, Math.min(box.width, SRC_WIDTH));
  if (width === 0) return null;
  const pixels = pixelsAt(width, box);
  const order = createResizeOrder(image, { width, format: 'webp', isAnimated: false, recipe, pixels });
  return { order, source: { type: 'image/webp', srcset: hrefOfFile(order.path), media: REDUCED_MOTION } as const };
}

/** The pixels of an image at another width. */
function pixelsAt(newWidth: number, { width, height }: Box): number {
  return Math.round((newWidth * newWidth * height) / width);
}

/** The configured widths below that of the image, and its own, up to the largest configured width and what formats allow. */
function findWidths(box: Box): readonly number[] {
  const offered: readonly number[] = IMAGE_WIDTHS;
  const largest = fittingWidth(box, Math.min(box.width, offered.at(-1) ?? box.width));
  return [...offered.filter((each) => each < largest), largest].filter((each) => each > 0);
}

/** The largest width up to `width` whose height is at most that of WebP and AVIF; 0 if there is none. */
function fittingWidth(box: Box, width: number): number {
  // The height of an image is rounded.
  return Math.min(width, Math.floor(((MAX_SIDE + 0.49) * box.width) / box.height));
}

function createResizeOrder(
  { path, name: fileName, file, sha256: hash, facts, factsKey }: LocalImage,
  {
    recipe,
    pixels,
    ...variant
  }: Pick<ResizeOrder, 'width' | 'format' | 'isAnimated' | 'pixels'> & { readonly recipe: string },
): ResizeOrder {
  const key = sha256(JSON.stringify([hash, variant, recipe])).slice(0, 2 * NAME_DIGITS);
  const name = `${plainName(fileName)}-${variant.width}-${key.slice(0, NAME_DIGITS)}.${variant.format}`;
  const sourcePixels =
    facts.kind === 'animation' && !variant.isAnimated ? facts.width * facts.height : countPixels(facts);
  const made = { path: toOutPath(`assets/${name}`), key, ...variant, pixels };
  return { kind: 'resize', ...made, file, source: path, sourcePixels, factsKey };
}

function printSrcset(orders: readonly ResizeOrder[]): string {
  return orders.map(({ path, width }) => `${hrefOfFile(path)} ${width}w`).join(', ');
}

/** Keeps letters without a meaning in URLs, `srcset` and file systems. In lower case, since some of these ignore case. */
function plainName(name: string): string {
  return basename(name, extname(name))
    .toLowerCase()
    .replace(/[^a-z0-9-]/g, '-')
    .slice(0, NAME_LENGTH);
}

/** The texts of a share image, and the source of its picture. Without a title it shows only the brand. */
export type ShareText = Pick<ShareCard, 'title' | 'kicker' | 'picture'>;

/** Whether a share image can have the picture: it must be whole, and not take the memory of many. */
export function isShareable({ facts }: LocalImage): boolean {
  return (
    facts.kind === 'vector' ||
    (facts.kind === 'raster' && facts.flaw === undefined && countPixels(facts) <= HUGE_PIXELS)
  );
}

/** Plans the share image of a page. */
export function planShareImage(
  { brand, origin }: SiteConfig,
  { title, kicker }: Pick<ShareText, 'title' | 'kicker'>,
  picture: LocalImage | null,
  recipe: string,
): { readonly image: ShareImageInput; readonly order: ShareOrder } {
  const texts = { brand: brand.name, host: new URL(origin).host, title, kicker };
  const card = { ...texts, picture: picture?.file ?? null };
  const key = sha256(JSON.stringify([texts, picture?.sha256, recipe])).slice(0, 2 * NAME_DIGITS);
  const path = toOutPath(`assets/share-${key}.png`);
  return {
    image: { url: `${origin}/${path}`, alt: title ?? brand.name, ...SHARE_IMAGE_SIZE },
    order: { kind: 'share', path, key, card, format: 'png' },
  };
}
