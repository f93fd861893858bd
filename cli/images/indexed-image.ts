// An opaque image of at most 256 colours, on which text of one colour is printed: a copy, a few look-ups, one compression. Drawing
// each image as SVG and compressing it in full colour would take seven times as long, and twice the bytes.

import { constants, crc32, deflateSync } from 'node:zlib';

/** What covers a pixel, from 0 to 255, row by row. */
export interface Mask {
  readonly width: number;
  readonly height: number;
  readonly pixels: Uint8Array;
}

/** A picture in a few colours of its own. */
export interface Inlay {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  readonly colours: readonly Colour[];
  /** The index of the colour of each pixel. */
  readonly pixels: Uint8Array;
}

/** A background. Prints masks on it, and cuts off what is outside. Returns a PNG. An inlay lies within it, beside all masks. */
export type Backdrop = (
  marks: readonly { readonly x: number; readonly y: number; readonly mask: Mask }[],
  inlay?: Inlay | null,
) => Uint8Array;

const MAX_COLOURS = 256;
/** Of an inlay. Fewer colours make longer runs. */
const INLAY_COLOURS = 48;
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
  hasInlay = false,
): Backdrop {
  const colours = chooseColours(rgb, ink).slice(0, hasInlay ? MAX_COLOURS - INLAY_COLOURS : MAX_COLOURS);
  const findNearest = createFinder(colours);
  /** The rows as PNG wants them: each starts with a zero, because it is not filtered. */
  const plain = new Uint8Array((width + 1) * height);
  for (let pixel = 0; pixel < width * height; pixel += 1)
    plain[pixel + Math.floor(pixel / width) + 1] = findNearest(colourAt(rgb, 3 * pixel));
  /** The colour of a printed pixel, by its colour and how much of it is covered. */
  const printed = colours.flatMap((colour) => blend(colour, ink).map(findNearest));
  return (marks, inlay = null) => {
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
    if (inlay !== null) {
      for (let row = 0; row < inlay.height; row += 1)
        for (let column = 0; column < inlay.width; column += 1)
          rows[(inlay.y + row) * (width + 1) + inlay.x + column + 1] =
            colours.length + (inlay.pixels[row * inlay.width + column] ?? 0);
    }
    return encodePng(width, height, Uint8Array.from([...colours, ...(inlay?.colours ?? [])].flat()), rows);
  };
}

/** Frequent colours of a picture, and its pixels in them. */
export function indexColours(rgb: Uint8Array): Pick<Inlay, 'colours' | 'pixels'> {
  // The most frequent of each kind: the shades of one dark ground would leave no room for others.
  const frequent = countColours(rgb);
  const kinds = new Map(frequent.toReversed().map((colour) => [colour.map((part) => part >> 4).join(), colour]));
  const ofKinds = new Set(kinds.values());
  const colours = [
    ...new Set([...frequent.slice(0, INLAY_COLOURS / 3), ...frequent.filter((colour) => ofKinds.has(colour))]),
  ].slice(0, INLAY_COLOURS);
  const findNearest = createFinder(colours);
  const pixels = Uint8Array.from({ length: rgb.length / 3 }, (_, pixel) => findNearest(colourAt(rgb, 3 * pixel)));
  return { colours, pixels };
}

/** The text on each flat colour, and the most frequent colours. */
function chooseColours(rgb: Uint8Array, ink: Colour): readonly Colour[] {
  const frequent = countColours(rgb);
  const mixed = frequent.slice(0, FLAT_COLOURS).flatMap((colour) => blend(colour, ink));
  const names = new Set([...mixed, ...frequent].map((colour) => colour.join()));
  return [...names].slice(0, MAX_COLOURS).map(parse);
}

/** All colours, frequent ones first. */
function countColours(rgb: Uint8Array): readonly Colour[] {
  const counts = new Map<number, number>();
  for (let at = 0; at < rgb.length; at += 3) {
    const colour = ((rgb[at] ?? 0) << 16) | ((rgb[at + 1] ?? 0) << 8) | (rgb[at + 2] ?? 0);
    counts.set(colour, (counts.get(colour) ?? 0) + 1);
  }
  return [...counts]
    .sort(([, left], [, right]) => right - left)
    .map(([colour]) => [colour >> 16, (colour >> 8) & 255, colour & 255]);
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
