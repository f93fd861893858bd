// The only module that loads sharp. The content of an image depends only on its source, the order and the versions in
// `image-recipe.ts`: one thread per image, no metadata, sRGB.

import sharp from 'sharp';
import { AVIF_EFFORT, AVIF_QUALITY, IMAGE_QUALITY } from '../../config/constants.ts';
import type { ResizeOrder } from './image-order.ts';

// Several images are made at the same time, so more threads per image would not help.
sharp.concurrency(1);
sharp.cache(false);

// No limit here: images are measured before they are decoded, and limited by their size then.
const INPUT = { limitInputPixels: false, failOn: 'warning' } as const;

/**
 * The size of an image as shown, and its number of frames. Reads only the metadata.
 * @throws Error if sharp cannot read it.
 */
export async function readSize(
  file: string,
): Promise<{ readonly width: number; readonly height: number; readonly frames: number }> {
  const { autoOrient, pages = 1 } = await sharp(file, INPUT).metadata();
  return { width: autoOrient.width, height: autoOrient.height, frames: pages };
}

/**
 * Makes an image of another width, with its orientation applied.
 * @throws Error if the source cannot be decoded.
 */
export async function resizeImage({ file, width, format, isAnimated }: ResizeOrder): Promise<Uint8Array> {
  const image = sharp(file, { ...INPUT, animated: isAnimated })
    .autoOrient()
    .resize({ width, withoutEnlargement: true });
  const made =
    format === 'avif'
      ? // Chroma subsampling, as in WebP: a third less memory and time.
        image.avif({ quality: AVIF_QUALITY, effort: AVIF_EFFORT, chromaSubsampling: '4:2:0' })
      : image.webp({ quality: IMAGE_QUALITY });
  return await made.toBuffer();
}

/** Renders an opaque SVG as PNG in its own size. */
export async function renderSvg(svg: string): Promise<Uint8Array> {
  return await sharp(Buffer.from(svg)).removeAlpha().png().toBuffer();
}
