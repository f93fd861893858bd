// Small pictures for tests, made by sharp: what goes in is known to the pixel.

import sharp from 'sharp';

/** A PNG with two halves of different colours, so that a turned or cut picture is seen. */
export async function pngOf(width: number, height: number, { isTransparent = false } = {}): Promise<Uint8Array> {
  const left = await sharp(solid(Math.ceil(width / 2), height, { r: 200, g: 30, b: 30, alpha: 1 }))
    .png()
    .toBuffer();
  const ground = { r: 30, g: 30, b: 200, alpha: isTransparent ? 0 : 1 };
  const image = sharp(solid(width, height, ground)).composite([{ input: left, left: 0, top: 0 }]);
  return await (isTransparent ? image : image.removeAlpha()).png().toBuffer();
}

/** A JPEG that is stored lying on its side: shown upright it is `height` wide. */
export async function turnedJpegOf(width: number, height: number): Promise<Uint8Array> {
  return await sharp(await pngOf(width, height))
    .jpeg()
    .withMetadata({ orientation: 6 })
    .toBuffer();
}

/** A GIF of three frames. */
export async function gifOf(width: number, height: number): Promise<Uint8Array> {
  const frames = await Promise.all(
    [0, 120, 240].map((shade) =>
      sharp(solid(width, height, { r: shade, g: shade, b: 90, alpha: 1 }))
        .png()
        .toBuffer(),
    ),
  );
  return await sharp(frames, { join: { animated: true } })
    .gif({ delay: 100 })
    .toBuffer();
}

function solid(width: number, height: number, background: { r: number; g: number; b: number; alpha: number }) {
  return { create: { width, height, channels: 4 as const, background } };
}
