// The one place where sharp is loaded, by builds that have something to measure or to make. Bytes depend on the source,
// the order and the versions in `image-recipe.ts` alone: one thread an image, no metadata, sRGB.

import sharp from 'sharp';
import { AVIF_EFFORT, AVIF_QUALITY, IMAGE_MAX_PIXELS, IMAGE_QUALITY } from '../../config/constants.ts';
import type { ResizeOrder } from './image-order.ts';
import { addPalette, type ColourIndex } from './indexed-png.ts';

// Images are made side by side, so threads inside one would only be in each other's way.
sharp.concurrency(1);
sharp.cache(false);

/** Of 9; the next level makes 3 % fewer bytes in half as much time again. */
const CARD_COMPRESSION = 5;
const INPUT = { limitInputPixels: IMAGE_MAX_PIXELS, failOn: 'warning' } as const;

/** The box of an image as it is shown, and its number of frames. @throws Error where sharp cannot read it. */
export async function readBox(
  bytes: Uint8Array,
): Promise<{ readonly width: number; readonly height: number; readonly frames: number }> {
  const { autoOrient, pages = 1 } = await sharp(bytes, INPUT).metadata();
  return { width: autoOrient.width, height: autoOrient.height, frames: pages };
}

/** Makes one width of an image, upright. @throws Error where the source cannot be decoded. */
export async function resizeImage({ file, width, format, isAnimated }: ResizeOrder): Promise<Uint8Array> {
  const image = sharp(file, { ...INPUT, animated: isAnimated })
    .autoOrient()
    .resize({ width, withoutEnlargement: true });
  const made =
    format === 'avif'
      ? image.avif({ quality: AVIF_QUALITY, effort: AVIF_EFFORT })
      : image.webp({ quality: IMAGE_QUALITY });
  return await made.toBuffer();
}

/** The pixels of an opaque drawing in its own size, four bytes each. */
export async function renderDrawing(svg: string): Promise<Uint8Array> {
  return await sharp(Buffer.from(svg)).raw().toBuffer();
}

/** A picture of indices as PNG. */
export async function printIndexed(
  indices: Uint8Array,
  { width, height, colours }: { readonly width: number; readonly height: number; readonly colours: ColourIndex },
): Promise<Uint8Array> {
  const greys = sharp(indices, { raw: { width, height, channels: 1 } }).toColourspace('b-w');
  return addPalette(await greys.png({ compressionLevel: CARD_COMPRESSION }).toBuffer(), colours);
}
