// An opaque image of at most 256 colours, on which text of one colour is printed: a copy, a few look-ups, one compression. Drawing
// each image as SVG and compressing it in full colour would take seven times as long, and twice the bytes.

import { constants, crc32, deflateSync } from 'node:zlib';

/** What covers a pixel, from 0 to 255, row by row. */
export interface Mask {
  readonly width: number;
  readonly height: number;
  readonly pixels: Uint8Array;
}

/** A background. Prints masks on it, and cuts off what is outside. Returns a PNG. */
export type Backdrop = (
  marks: readonly { readonly x: number; readonly y: number; readonly mask: Mask }[],
) => Uint8Array;

const MAX_COLOURS = 256;
/** Steps between background and text. More are not visible. */
const STEPS = 32;
/** Colours that fill areas. Text on any other one takes the nearest colours that there are. */
const FLAT_COLOURS = 4;

type Colour = readonly [red: number, green: number, blue: number];

/** Takes red, green and blue of each pixel. Rare colours become the nearest frequent one. */
export function createBackdrop(
  { width, height }: { readonly width: number; readonly height: number },
  rgb: Uint8Array,
  ink: Colour,
): Backdrop {
  const colours = chooseColours(rgb, ink);
  const findNearest = createFinder(colours);
  /** The rows as PNG wants them: each starts with a zero, because it is not filtered. */
  const plain = new Uint8Array((width + 1) * height);
  for (let pixel = 0; pixel < width * height; pixel += 1)
    plain[pixel + Math.floor(pixel / width) + 1] = findNearest(colourAt(rgb, 3 * pixel));
  /** The colour of a printed pixel, by its colour and how much of it is covered. */
  const printed = colours.flatMap((colour) => blend(colour, ink).map(findNearest));
  return (marks) => {
    const rows = plain.slice();
    for (const { x, y, mask } of marks) {
      const [left, right] = [Math.max(0, -x), Math.min(mask.width, width - x)];
      for (let row = Math.max(0, -y); row < Math.min(mask.height, height - y); row += 1) {
        const start = (y + row) * (width + 1) + x + 1;
        for (let column = left; column < right; column += 1) {
          const step = (mask.pixels[row * mask.width + column] ?? 0) >> 3;
          if (step > 0) rows[start + column] = printed[(rows[start + column] ?? 0) * STEPS + step] ?? 0;
        }
      }
    }
    return encodePng(width, height, Uint8Array.from(colours.flat()), rows);
  };
}

/** The text on each flat colour, and the most frequent colours. */
function chooseColours(rgb: Uint8Array, ink: Colour): readonly Colour[] {
  const counts = new Map<string, number>();
  for (let at = 0; at < rgb.length; at += 3) {
    const colour = colourAt(rgb, at).join();
    counts.set(colour, (counts.get(colour) ?? 0) + 1);
  }
  const frequent = [...counts].sort(([, left], [, right]) => right - left).map(([text]) => parse(text));
  const mixed = frequent.slice(0, FLAT_COLOURS).flatMap((colour) => blend(colour, ink));
  const names = new Set([...mixed, ...frequent].map((colour) => colour.join()));
  return [...names].slice(0, MAX_COLOURS).map(parse);
}

function parse(text: string): Colour {
  const [red = 0, green = 0, blue = 0] = text.split(',').map(Number);
  return [red, green, blue];
}

function colourAt(rgb: Uint8Array, at: number): Colour {
  return [rgb[at] ?? 0, rgb[at + 1] ?? 0, rgb[at + 2] ?? 0];
}

/** The steps from a colour to the ink. */
function blend([red, green, blue]: Colour, ink: Colour): readonly Colour[] {
  return Array.from({ length: STEPS }, (_, step) => {
    const mix = (from: number, to: number) => Math.round(from + ((to - from) * step) / (STEPS - 1));
    return [mix(red, ink[0]), mix(green, ink[1]), mix(blue, ink[2])];
  });
}

/** Finds the index of the nearest colour. */
function createFinder(colours: readonly Colour[]): (colour: Colour) => number {
  const known = new Map<number, number>();
  return ([red, green, blue]) => {
    const key = (red << 16) | (green << 8) | blue;
    const found = known.get(key);
    if (found !== undefined) return found;
    const distances = colours.map((each) => (each[0] - red) ** 2 + (each[1] - green) ** 2 + (each[2] - blue) ** 2);
    const nearest = distances.indexOf(Math.min(...distances));
    known.set(key, nearest);
    return nearest;
  };
}

/** Eight bits a pixel, which are an index into the palette. */
const INDEXED = [8, 3, 0, 0, 0];

function encodePng(width: number, height: number, palette: Uint8Array, rows: Uint8Array): Uint8Array {
  // Runs are nearly all there is to find, and looking for them alone gives the same bytes on every processor.
  const data = deflateSync(rows, { strategy: constants.Z_RLE, memLevel: 9 });
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', Buffer.from([...bytesOf(width), ...bytesOf(height), ...INDEXED])),
    chunk('PLTE', palette),
    chunk('IDAT', data),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

function chunk(type: string, data: Uint8Array): Buffer {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  return Buffer.concat([bytesOf(data.byteLength), named, bytesOf(crc32(named))]);
}

function bytesOf(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
}
