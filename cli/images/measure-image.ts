// Reads the size of a local image, and decides how it can be published. Decodes it once, so that pages are rendered with what can be
// made of it. Runs in the image process.

import { open, readFile, stat } from 'node:fs/promises';
import pLimit from 'p-limit';
import { errorMessage } from '../errors.ts';
import { findSvgDanger, MAX_SVG_BYTES, type SvgDanger } from './find-svg-danger.ts';
import { countPixels, HUGE_PIXELS, type ImageFacts, type MeasureOrder } from './image-facts.ts';
import { decodeImage, type ImageHeader, readHeader } from './sharp-images.ts';

/** Formats that all browsers show, with the extension of each. */
const SHOWN_FORMATS: Readonly<Record<string, string>> = {
  jpeg: '.jpg',
  png: '.png',
  gif: '.gif',
  webp: '.webp',
  avif: '.avif',
};
/** Enough for what is looked for in the first bytes. */
const HEAD_BYTES = 1_000_000;

/** Measures an image. Does not throw if the file is damaged. */
export async function measureImage({ file, extension, maxPixels }: MeasureOrder): Promise<ImageFacts> {
  if (extension === '.svg') return await measureVector(file);
  const header = await orReason(file, readHeader(file));
  if (typeof header === 'string') return await measureUnreadable(file, header);
  // An SVG with another extension is drawn.
  const danger = header.format === 'svg' ? await judgeSvg(file) : null;
  if (danger !== null) return danger;
  const { width, height, frames } = header;
  const facts: ImageFacts =
    frames > 1 ? { kind: 'animation', width, height, frames } : { kind: 'raster', width, height };
  // Refused later, because the limit is a setting.
  if (countPixels(facts) > maxPixels) return facts;
  const motion = frames > 1 ? null : findMotion(await readHead(file));
  if (motion !== null) return { kind: 'original', width, height, extension: motion, hasStill: true, flaw: null };
  const flaw = await tryDecoding(file, frames > 1, width * height * frames);
  if (flaw === null) return facts;
  if (flaw.isShown) return { ...facts, flaw: firstLine(flaw.reason) };
  const still = frames > 1 ? await tryDecoding(file, false, width * height) : flaw;
  return describeUndecodable(header, { reason: flaw.reason, hasStill: still === null || still.isShown });
}

/** The facts of an image whose making failed, although it could be decoded. */
export async function measureUnmade(file: string, reason: string): Promise<ImageFacts> {
  const header = await orReason(file, readHeader(file));
  if (typeof header === 'string') return await measureUnreadable(file, header);
  return describeUndecodable(header, { reason: withoutPath(file, reason), hasStill: false });
}

const oneHuge = pLimit(1);

/** Why an image cannot be decoded, or only in part; null if it is whole. */
async function tryDecoding(
  file: string,
  isAnimated: boolean,
  pixels: number,
): Promise<{ readonly reason: string; readonly isShown: boolean } | null> {
  const decode = async (isStrict: boolean) =>
    await orReason(file, pixels > HUGE_PIXELS ? oneHuge(run, isStrict) : run(isStrict));
  const run = (isStrict: boolean) => decodeImage(file, { isAnimated, isStrict });
  const reason = await decode(true);
  if (typeof reason !== 'string') return null;
  return { reason, isShown: typeof (await decode(false)) !== 'string' };
}

/** Browsers may show what sharp cannot decode. Visitors who prefer reduced motion get the first frame, if there is one. */
function describeUndecodable(
  { width, height, format }: ImageHeader,
  { reason, hasStill }: { readonly reason: string; readonly hasStill: boolean },
): ImageFacts {
  const extension = SHOWN_FORMATS[format];
  if (extension === undefined) return unusableFormat(format, reason);
  return { kind: 'original', width, height, extension, hasStill, flaw: firstLine(reason) };
}

/** Browsers show the beginning of a WebP file. */
async function measureUnreadable(file: string, reason: string): Promise<ImageFacts> {
  const size = readWebpSize(await readHead(file));
  if (size === null) return brokenImage(reason);
  return { kind: 'original', ...size, extension: '.webp', hasStill: false, flaw: firstLine(reason) };
}

/** What sharp cannot read (invalid XML, no size) is broken in browsers too. */
async function measureVector(file: string): Promise<ImageFacts> {
  const danger = await judgeSvg(file);
  if (danger !== null) return danger;
  const header = await orReason(file, readHeader(file));
  return typeof header === 'string'
    ? brokenImage(header)
    : { kind: 'vector', width: header.width, height: header.height };
}

/** Why an SVG cannot be published; null if it can. */
async function judgeSvg(file: string): Promise<ImageFacts | null> {
  if ((await stat(file)).size > MAX_SVG_BYTES)
    return describeDanger({ kind: 'heavy', what: `more than ${MAX_SVG_BYTES / 1e6} MB`, line: null });
  const danger = findSvgDanger(await readFile(file));
  return danger === null ? null : describeDanger(danger);
}

function describeDanger({ kind, what, line }: SvgDanger): ImageFacts {
  const place = line === null ? '' : ` (line ${line})`;
  switch (kind) {
    case 'malformed':
      return brokenImage(what);
    case 'encoding':
      return { kind: 'faulty', what: `The SVG has ${what}.`, fix: 'Save or export it as UTF-8, and upload it again.' };
    case 'heavy':
      return {
        kind: 'faulty',
        what: `The SVG has ${what}${place}: it could freeze the browsers of visitors.`,
        fix: 'Simplify the drawing, or export it as PNG, and upload it again.',
      };
    case 'danger':
      return {
        kind: 'faulty',
        what: `The SVG has ${what}${place}: opened by its own URL it could run or load something.`,
        fix: 'Export it as plain SVG (Inkscape: "Plain SVG"; Illustrator: "Export As", or "Save As" without "Preserve Illustrator Editing Capabilities"), without scripts and linked files, or export it as PNG, and upload it again.',
      };
  }
}

async function readHead(file: string): Promise<Uint8Array> {
  await using handle = await open(file);
  const { buffer, bytesRead } = await handle.read(Buffer.alloc(HEAD_BYTES), 0, HEAD_BYTES, 0);
  return buffer.subarray(0, bytesRead);
}

/** The result, or why there is none. */
async function orReason<Result>(file: string, work: Promise<Result>): Promise<Result | string> {
  try {
    return await work;
  } catch (cause) {
    return withoutPath(file, errorMessage(cause));
  }
}

/** Some messages of sharp name the path, which differs between machines. */
function withoutPath(file: string, message: string): string {
  return message.replaceAll(`${file}: `, '');
}

/** Describes a file that sharp cannot read. */
function brokenImage(reason: string): ImageFacts {
  return {
    kind: 'faulty',
    what: `The file is damaged or not an image: ${firstLine(reason)}.`,
    fix: 'Export it as JPEG or PNG, and replace the file.',
  };
}

function unusableFormat(format: string, reason: string): ImageFacts {
  return {
    kind: 'faulty',
    what: `The image cannot be decoded (format ${format}): ${firstLine(reason)}.`,
    fix: 'Export it as JPEG or PNG, and upload it again.',
  };
}

function firstLine(reason: string): string {
  return (reason.split('\n')[0] ?? '').trim().replace(/[.:]$/, '');
}

// What sharp does not tell of the first bytes of image files.

/** Chunks of a PNG before its data: a few, unless it is an attack. */
const MAX_CHUNKS = 200;
const PNG_SIGNATURE = '\x89PNG\r\n\x1a\n';

/** The extension of a PNG or AVIF file that moves; null if it does not. sharp keeps only the first frame of them. */
function findMotion(bytes: Uint8Array): '.png' | '.avif' | null {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (file.toString('latin1', 4, 12) === 'ftypavis') return '.avif';
  if (file.toString('latin1', 0, 8) !== PNG_SIGNATURE) return null;
  for (let at = 8, chunks = 0; at + 12 <= file.length && chunks < MAX_CHUNKS; chunks += 1) {
    const type = file.toString('latin1', at + 4, at + 8);
    // An animation of one frame stands still.
    if (type === 'acTL') return file.readUInt32BE(at + 8) > 1 ? '.png' : null;
    if (type === 'IDAT') return null;
    at += file.readUInt32BE(at) + 12;
  }
  return null;
}

/** The size of a WebP file in pixels, also if the file is cut off; null if the header is not that of one. */
function readWebpSize(bytes: Uint8Array): { readonly width: number; readonly height: number } | null {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (file.length < 30 || file.toString('latin1', 0, 4) !== 'RIFF' || file.toString('latin1', 8, 12) !== 'WEBP')
    return null;
  switch (file.toString('latin1', 12, 16)) {
    case 'VP8X':
      return { width: file.readUIntLE(24, 3) + 1, height: file.readUIntLE(27, 3) + 1 };
    case 'VP8 ':
      return sizeOf(file.readUInt16LE(26) & 0x3fff, file.readUInt16LE(28) & 0x3fff);
    case 'VP8L': {
      const bits = file.readUInt32LE(21);
      return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 };
    }
    default:
      return null;
  }
}

function sizeOf(width: number, height: number) {
  return width > 0 && height > 0 ? { width, height } : null;
}
