// An opaque image of at most 256 colours, on which text of one colour is printed: a copy, a few look-ups, one compression. Drawing
// each image as SVG and compressing it in full colour would take ten times as long and twice the bytes.

import { constants, crc32, deflateSync } from 'node:zlib';

/** What covers a pixel, from 0 to 255, row by row. */
export interface Mask {
  readonly width: number;
  readonly height: number;
  readonly pixels: Uint8Array;
}

const MAX_COLOURS = 256;
/** Steps between background and text. More are not visible. */
const STEPS = 32;
/** Colours that fill areas. Text on any other one takes the nearest colours that there are. */
const FLAT_COLOURS = 4;

/** A background to print text on. */
export class IndexedImage {
  readonly #width: number;
  readonly #height: number;
  /** Red, green and blue of each colour. */
  readonly #palette: Uint8Array;
  /** The rows as PNG wants them: each starts with a zero, because it is not filtered. */
  readonly #rows: Uint8Array;
  /** The colour of a printed pixel, by its colour and how much of it is covered. */
  readonly #printed: Uint8Array;

  /** Takes red, green and blue of each pixel, and the colour of the text: `0xf3f6ff`. Rare colours become the nearest frequent one. */
  constructor({ width, height }: { readonly width: number; readonly height: number }, rgb: Uint8Array, ink: number) {
    const colours = chooseColours(rgb, ink);
    const findNearest = createFinder(colours);
    this.#width = width;
    this.#height = height;
    this.#palette = Uint8Array.from(colours.flatMap(channelsOf));
    this.#rows = new Uint8Array((width + 1) * height);
    for (let y = 0, from = 0; y < height; y += 1)
      for (let x = 1; x <= width; x += 1, from += 3) this.#rows[y * (width + 1) + x] = findNearest(colourAt(rgb, from));
    this.#printed = Uint8Array.from(colours.flatMap((colour) => blends(colour, ink).map(findNearest)));
  }

  /** The image as PNG with text on it. What is outside is cut off. */
  print(marks: readonly { readonly x: number; readonly y: number; readonly mask: Mask }[]): Uint8Array {
    const rows = this.#rows.slice();
    for (const { x, y, mask } of marks) {
      const [left, right] = [Math.max(0, -x), Math.min(mask.width, this.#width - x)];
      for (let row = Math.max(0, -y); row < Math.min(mask.height, this.#height - y); row += 1) {
        const to = (y + row) * (this.#width + 1) + x + 1;
        for (let column = left; column < right; column += 1) {
          const step = (mask.pixels[row * mask.width + column] ?? 0) >> 3;
          if (step > 0) rows[to + column] = this.#printed[(rows[to + column] ?? 0) * STEPS + step] ?? 0;
        }
      }
    }
    return encodePng({ width: this.#width, height: this.#height, palette: this.#palette, rows });
  }
}

/** The text on each flat colour, and the most frequent colours. */
function chooseColours(rgb: Uint8Array, ink: number): readonly number[] {
  const counts = new Map<number, number>();
  for (let at = 0; at < rgb.length; at += 3) {
    const colour = colourAt(rgb, at);
    counts.set(colour, (counts.get(colour) ?? 0) + 1);
  }
  const frequent = [...counts].sort(([, left], [, right]) => right - left).map(([colour]) => colour);
  const mixed = frequent.slice(0, FLAT_COLOURS).flatMap((colour) => blends(colour, ink));
  return [...new Set([...mixed, ...frequent])].slice(0, MAX_COLOURS);
}

/** The steps from a colour to the ink. */
function blends(colour: number, ink: number): readonly number[] {
  return Array.from({ length: STEPS }, (_, step) => {
    const share = step / (STEPS - 1);
    const [red, green, blue] = channelsOf(ink).map((channel, index) =>
      Math.round(channel * share + (channelsOf(colour)[index] ?? 0) * (1 - share)),
    );
    return ((red ?? 0) << 16) | ((green ?? 0) << 8) | (blue ?? 0);
  });
}

/** Finds the index of the nearest colour. */
function createFinder(colours: readonly number[]): (colour: number) => number {
  const known = new Map(colours.map((colour, index) => [colour, index]));
  return (colour) => {
    const found = known.get(colour);
    if (found !== undefined) return found;
    const distances = colours.map((each) => distanceOf(each, colour));
    const nearest = distances.indexOf(Math.min(...distances));
    known.set(colour, nearest);
    return nearest;
  };
}

function distanceOf(left: number, right: number): number {
  const others = channelsOf(right);
  return channelsOf(left).reduce((sum, channel, index) => sum + (channel - (others[index] ?? 0)) ** 2, 0);
}

function colourAt(rgb: Uint8Array, at: number): number {
  return ((rgb[at] ?? 0) << 16) | ((rgb[at + 1] ?? 0) << 8) | (rgb[at + 2] ?? 0);
}

function channelsOf(colour: number): [number, number, number] {
  return [colour >> 16, (colour >> 8) & 255, colour & 255];
}

interface Pixels {
  readonly width: number;
  readonly height: number;
  readonly palette: Uint8Array;
  readonly rows: Uint8Array;
}

const PNG_SIGNATURE = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1');
/** Eight bits a pixel, which are an index into the palette. */
const INDEXED = [8, 3, 0, 0, 0];

function encodePng({ width, height, palette, rows }: Pixels): Uint8Array {
  const header = Buffer.alloc(8);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  // Runs are nearly all there is to find, and looking for them alone gives the same bytes on every processor.
  const data = deflateSync(rows, { strategy: constants.Z_RLE, memLevel: 9 });
  return Buffer.concat([
    PNG_SIGNATURE,
    chunk('IHDR', Buffer.concat([header, Buffer.from(INDEXED)])),
    chunk('PLTE', palette),
    chunk('IDAT', data),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

function chunk(type: string, data: Uint8Array): Buffer {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.byteLength);
  check.writeUInt32BE(crc32(named));
  return Buffer.concat([length, named, check]);
}
