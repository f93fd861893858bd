// Pictures as editors upload them: 2400 × 1600 pixels, about 2 MB. A few are drawn; a comment in the file makes each one another.

import sharp from 'sharp';

/** Photographs by path, and how often they were sent. */
export interface Photos {
  /** The bytes of a path below `/photos/`; null elsewhere. */
  readonly find: (path: string) => Buffer | null;
  readonly count: () => PhotoCount;
}

/** How many photographs were sent in all, and how many different ones. */
export interface PhotoCount {
  readonly sent: number;
  readonly different: number;
}

/** What an article of the bench shows. */
export const PHOTOS_PER_ARTICLE = 4;
const WIDTH = 2400;
const HEIGHT = 1600;
const DRAWN = 4;
/** Marks the beginning of a JPEG. */
const START = Buffer.from([0xff, 0xd8]);
const COMMENT = Buffer.from([0xff, 0xfe]);

/** Draws them. */
export async function createPhotos(): Promise<Photos> {
  const drawn = await Promise.all(Array.from({ length: DRAWN }, drawPhoto));
  const sent: string[] = [];
  return {
    find: (path) => {
      if (!path.startsWith('/photos/')) return null;
      sent.push(path);
      return withComment(drawn[Number(/\d+/.exec(path)) % DRAWN] ?? START, path);
    },
    count: () => ({ sent: sent.length, different: new Set(sent).size }),
  };
}

/** Light that changes slowly, shapes, and the grain of a sensor. */
async function drawPhoto(): Promise<Buffer> {
  const [light, shapes, grain] = await Promise.all([drawNoise(40, 60), drawNoise(4, 30), drawNoise(1, 20)]);
  const layers = [shapes, grain].map((input) => ({ input, blend: 'overlay' }) as const);
  return await sharp(light).composite(layers).jpeg({ quality: 90 }).toBuffer();
}

/** Random spots of a size in pixels. */
async function drawNoise(size: number, sigma: number): Promise<Buffer> {
  const noise = { type: 'gaussian', mean: 128, sigma } as const;
  const box = { width: WIDTH / size, height: HEIGHT / size };
  const spots = await sharp({ create: { ...box, channels: 3, background: '#777', noise } })
    .png()
    .toBuffer();
  return await sharp(spots).resize(WIDTH, HEIGHT).png().toBuffer();
}

function withComment(jpeg: Buffer, text: string): Buffer {
  const length = Buffer.alloc(2);
  length.writeUInt16BE(2 + Buffer.byteLength(text));
  return Buffer.concat([START, COMMENT, length, Buffer.from(text), jpeg.subarray(START.length)]);
}
