// The one place where sharp is loaded, by builds that have something to measure or to make. Bytes depend on the source,
// the order and the versions in `image-recipe.ts` alone: one thread an image, no metadata, sRGB.

import sharp from 'sharp';
import { AVIF_EFFORT, AVIF_QUALITY, IMAGE_QUALITY } from '../../config/constants.ts';
import type { ResizeOrder } from './image-order.ts';

// Images are made side by side, so threads inside one would only be in each other's way.
sharp.concurrency(1);
sharp.cache(false);

// Images are measured before they are decoded, and held against the owner's limit then.
const INPUT = { limitInputPixels: false, failOn: 'warning' } as const;

/** The box of an image as it is shown, and its number of frames. Reads no more of the file than that takes. @throws Error where sharp cannot read it. */
export async function readBox(
  file: string,
): Promise<{ readonly width: number; readonly height: number; readonly frames: number }> {
  const { autoOrient, pages = 1 } = await sharp(file, INPUT).metadata();
  return { width: autoOrient.width, height: autoOrient.height, frames: pages };
}

/** Makes one width of an image, upright. @throws Error where the source cannot be decoded. */
export async function resizeImage({ file, width, format, isAnimated }: ResizeOrder): Promise<Uint8Array> {
  const image = sharp(file, { ...INPUT, animated: isAnimated })
    .autoOrient()
    .resize({ width, withoutEnlargement: true });
  const made =
    format === 'avif'
      ? // Colours at half the size, as WebP has them: a third less memory and time.
        image.avif({ quality: AVIF_QUALITY, effort: AVIF_EFFORT, chromaSubsampling: '4:2:0' })
      : image.webp({ quality: IMAGE_QUALITY });
  return await made.toBuffer();
}

/** An opaque SVG as PNG, in its own size. */
export async function printDrawing(svg: string): Promise<Uint8Array> {
  return await sharp(Buffer.from(svg)).removeAlpha().png().toBuffer();
}
