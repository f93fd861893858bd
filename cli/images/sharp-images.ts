// The only module that loads sharp. The content of an image depends only on its source, the order and the versions in
// `image-cache.ts`: one thread per image, no metadata, sRGB.

import sharp from 'sharp';
import { AVIF_EFFORT, AVIF_QUALITY, IMAGE_QUALITY } from '../../config/constants.ts';
import type { ResizeOrder } from './image-order.ts';

// Several images are made at the same time, so more threads per image would not help.
sharp.concurrency(1);
sharp.cache(false);

// No limit here: images are measured before they are decoded, and limited by their size then. As tolerant as browsers, which show what
// they can read of a damaged file.
const INPUT = { limitInputPixels: false, failOn: 'none' } as const;
/** Enough to read all data of a file. */
const TRIAL_WIDTH = 16;
/** Decoding takes at most this long. */
const MAX_SECONDS = 120;

/** Formats whose pages are frames; those of a TIFF are the sheets of a scan. */
const MOVING: ReadonlySet<string> = new Set(['gif', 'webp']);

/** What the header of an image says. */
export interface ImageHeader {
  /** As shown, in pixels. */
  readonly width: number;
  readonly height: number;
  readonly frames: number;
  /** `jpeg`, `png`, `avif`, `heic`, `svg` … */
  readonly format: string;
}

/**
 * Reads only the metadata.
 * @throws Error if sharp cannot read it.
 */
export async function readHeader(file: string): Promise<ImageHeader> {
  const { autoOrient, pages = 1, format, compression } = await sharp(file, INPUT).metadata();
  const { width, height } = autoOrient;
  const named = format === 'heif' ? (compression === 'av1' ? 'avif' : 'heic') : format;
  return { width, height, frames: MOVING.has(named) ? pages : 1, format: named };
}

/**
 * Decodes an image, as `resizeImage` would. Strictly, the file must be complete.
 * @throws Error if it cannot be decoded.
 */
export async function decodeImage(
  file: string,
  { isAnimated, isStrict }: { readonly isAnimated: boolean; readonly isStrict: boolean },
): Promise<void> {
  await sharp(file, { ...INPUT, failOn: isStrict ? 'truncated' : 'none', animated: isAnimated })
    .autoOrient()
    .resize({ width: TRIAL_WIDTH })
    .timeout({ seconds: MAX_SECONDS })
    .raw()
    .toBuffer();
}

/**
 * Makes an image of another width, with its orientation applied.
 * @throws Error if the source cannot be decoded.
 */
export async function resizeImage({ file, width, format, isAnimated }: ResizeOrder): Promise<Uint8Array> {
  const image = sharp(file, { ...INPUT, animated: isAnimated })
    .autoOrient()
    .resize({ width, withoutEnlargement: true })
    .timeout({ seconds: MAX_SECONDS });
  const made =
    format === 'avif'
      ? // Chroma subsampling, as in WebP: a third less memory and time.
        image.avif({ quality: AVIF_QUALITY, effort: AVIF_EFFORT, chromaSubsampling: '4:2:0' })
      : image.webp({ quality: IMAGE_QUALITY });
  return await made.toBuffer();
}

/** Draws an opaque SVG in its own size: red, green and blue of each pixel. */
export async function drawColours(svg: string): Promise<Uint8Array> {
  return await sharp(Buffer.from(svg)).removeAlpha().raw().toBuffer();
}

/**
 * Draws a whole picture as large as fits into a box, with round corners on a colour: red, green and blue of each pixel.
 * @throws Error if it cannot be decoded.
 */
export async function drawPicture(
  file: string,
  { width, height, radius, ground }: { width: number; height: number; radius: number; ground: string },
): Promise<{ readonly rgb: Uint8Array; readonly width: number; readonly height: number }> {
  const { data, info } = await sharp(file, INPUT)
    .autoOrient()
    .resize({ width, height, fit: 'inside' })
    .timeout({ seconds: MAX_SECONDS })
    .flatten({ background: ground })
    .png({ compressionLevel: 1 })
    .toBuffer({ resolveWithObject: true });
  const [right, down, r] = [info.width, info.height, radius];
  const inside = `M${r} 0H${right - r}A${r} ${r} 0 0 1 ${right} ${r}V${down - r}A${r} ${r} 0 0 1 ${right - r} ${down}H${r}A${r} ${r} 0 0 1 0 ${down - r}V${r}A${r} ${r} 0 0 1 ${r} 0Z`;
  const corners = `<svg xmlns="http://www.w3.org/2000/svg" width="${right}" height="${down}"><path fill="${ground}" fill-rule="evenodd" d="M0 0H${right}V${down}H0Z${inside}"/></svg>`;
  const rgb = await sharp(data)
    .composite([{ input: Buffer.from(corners) }])
    .toColourspace('srgb')
    .removeAlpha()
    .raw()
    .toBuffer();
  return { rgb, width: info.width, height: info.height };
}

/** Draws how much of each pixel the shapes of an SVG cover. */
export async function drawAlpha(svg: string): Promise<Uint8Array> {
  return await sharp(Buffer.from(svg)).extractChannel('alpha').raw().toBuffer();
}
