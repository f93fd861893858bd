// A drawing of a few flat colours as an indexed PNG. The image library's own search for a palette takes longer than all
// else about a card; here each colour is put into one of 4096 buckets, and a bucket shows its colour of the largest area.

import { crc32 } from 'node:zlib';

/** The colours of a picture: one for each bucket that it has. */
export interface ColourIndex {
  /** By bucket; -1 where the picture has none of it. */
  readonly indexByBucket: Int16Array;
  /** By index: red, green and blue in the lower three bytes. */
  readonly colours: number[];
  readonly longestRuns: number[];
}

const BUCKETS = 4096;
const MAX_COLOURS = 256;
/** Where the parts of IHDR are, which is always the first chunk. */
const HEADER = { typeAt: 12, colourTypeAt: 25, end: 33 } as const;
const COLOUR_TYPE_INDEXED = 3;

/** Colours of no picture yet, or a copy that another picture may add to. */
export function startColours(from?: ColourIndex): ColourIndex {
  if (from === undefined) return { indexByBucket: new Int16Array(BUCKETS).fill(-1), colours: [], longestRuns: [] };
  const { indexByBucket, colours, longestRuns } = from;
  return { indexByBucket: indexByBucket.slice(), colours: [...colours], longestRuns: [...longestRuns] };
}

/**
 * Indexes opaque pixels, four bytes each, and adds their colours to those that are known: a byte for each pixel.
 * @throws Error for more kinds of colours than a palette has room for.
 */
export function indexPixels(rgba: Uint8Array, known: ColourIndex): Uint8Array {
  const pixels = new Uint32Array(rgba.buffer, rgba.byteOffset, rgba.byteLength / 4);
  const indices = new Uint8Array(pixels.length);
  let colour = pixels[0] ?? 0;
  let index = findIndex(colour, known);
  let start = 0;
  for (let at = 0; at < pixels.length; at += 1) {
    const next = pixels[at] ?? 0;
    if (next !== colour) {
      noteRun(known, { index, colour, length: at - start });
      colour = next;
      index = findIndex(colour, known);
      start = at;
    }
    indices[at] = index;
  }
  noteRun(known, { index, colour, length: pixels.length - start });
  if (known.colours.length > MAX_COLOURS) throw new Error(`The drawing has ${known.colours.length} kinds of colours.`);
  return indices;
}

function findIndex(colour: number, { indexByBucket, colours, longestRuns }: ColourIndex): number {
  const bucket = bucketOf(colour);
  const known = indexByBucket[bucket] ?? -1;
  if (known !== -1) return known;
  longestRuns.push(0);
  indexByBucket[bucket] = colours.push(colour) - 1;
  return colours.length - 1;
}

/** The colour of the longest run is that of an area, and those of its bucket are on the way to it. */
function noteRun(
  { colours, longestRuns }: ColourIndex,
  { index, colour, length }: { readonly index: number; readonly colour: number; readonly length: number },
): void {
  if (length <= (longestRuns[index] ?? 0)) return;
  longestRuns[index] = length;
  colours[index] = colour;
}

/** Machines with the bytes of a number in another order have no Node. */
function channelsOf(colour: number): readonly [number, number, number] {
  return [colour & 0xff, (colour >>> 8) & 0xff, (colour >>> 16) & 0xff];
}

/** The upper four bits of each channel. */
function bucketOf(colour: number): number {
  return ((colour >>> 4) & 0xf) | ((colour >>> 8) & 0xf0) | ((colour >>> 12) & 0xf00);
}

/** Makes the greys of a PNG the indices of a palette. The rest of the file, with its compressed bytes, stays as it is. */
export function addPalette(greyPng: Uint8Array, { colours }: ColourIndex): Uint8Array {
  const header = Buffer.from(greyPng.subarray(0, HEADER.end));
  header[HEADER.colourTypeAt] = COLOUR_TYPE_INDEXED;
  header.writeUInt32BE(crc32(header.subarray(HEADER.typeAt, HEADER.end - 4)), HEADER.end - 4);
  return Buffer.concat([
    header,
    createChunk('PLTE', Uint8Array.from(colours.flatMap(channelsOf))),
    greyPng.subarray(HEADER.end),
  ]);
}

function createChunk(type: string, data: Uint8Array): Uint8Array {
  const content = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const chunk = Buffer.alloc(content.length + 8);
  chunk.writeUInt32BE(data.length);
  chunk.set(content, 4);
  chunk.writeUInt32BE(crc32(content), content.length + 4);
  return chunk;
}
