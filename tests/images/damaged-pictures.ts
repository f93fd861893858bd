// Pictures that editors upload and that are not as they should be, and random damage for properties.

import { Buffer } from 'node:buffer';
import { crc32, deflateSync } from 'node:zlib';
import sharp from 'sharp';
import { gifOf, pngOf } from './pictures.ts';

const SVG =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 60 40"><g fill="#0a0"><rect width="30" height="40"/></g></svg>';

/** One sound picture of each format, by extension. */
export async function soundPictures(): Promise<ReadonlyMap<string, Buffer>> {
  const png = Buffer.from(await pngOf(60, 40));
  return new Map([
    ['png', png],
    ['jpg', await sharp(png).jpeg().toBuffer()],
    ['webp', await sharp(png).webp().toBuffer()],
    ['avif', await sharp(png).avif({ effort: 0 }).toBuffer()],
    ['gif', Buffer.from(await gifOf(60, 40))],
    ['svg', Buffer.from(SVG)],
  ]);
}

/** A random number from 0 to 1 without 1, the same for the same seed. */
export function createRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

/** Changes, cuts or inserts bytes. */
export function damage(bytes: Buffer, random: () => number): Buffer {
  const at = Math.floor(random() * bytes.length);
  switch (Math.floor(random() * 3)) {
    case 0: {
      const changed = Buffer.from(bytes);
      for (let count = 1 + random() * 8; count > 0; count -= 1)
        changed[Math.floor(random() * bytes.length)] = Math.floor(random() * 256);
      return changed;
    }
    case 1:
      return bytes.subarray(0, at);
    default: {
      const stray = Buffer.from(
        Array.from({ length: 1 + Math.floor(random() * 20) }, () => Math.floor(random() * 256)),
      );
      return Buffer.concat([bytes.subarray(0, at), stray, bytes.subarray(at)]);
    }
  }
}

/** JPEGs that every browser shows: wrong parameters of some phones, stray bytes between markers, no end marker. */
export async function phoneJpegs(): Promise<Readonly<Record<string, Buffer>>> {
  const jpeg = await sharp(await pngOf(600, 400))
    .jpeg()
    .toBuffer();
  const scan = jpeg.lastIndexOf(Buffer.from([0xff, 0xda]));
  const phone = Buffer.from(jpeg);
  phone[scan + 2 + phone.readUInt16BE(scan + 2) - 2] = 0;
  const padded = Buffer.concat([jpeg.subarray(0, 20), Buffer.alloc(12, 7), jpeg.subarray(20)]);
  return { 'phone.jpg': phone, 'padded.jpg': padded, 'no-end.jpg': jpeg.subarray(0, -2) };
}

/** A PNG whose image data has a wrong checksum. */
export async function badChecksumPng(): Promise<Buffer> {
  const png = Buffer.from(await pngOf(60, 40));
  const start = png.indexOf('IDAT') + 4;
  const end = start + png.readUInt32BE(start - 8);
  png[end] = (png[end] ?? 0) ^ 0xff;
  return png;
}

/** What an iPhone writes: a format that sharp measures and cannot decode, and most browsers cannot show. */
export async function heic(): Promise<Buffer> {
  const avif = await sharp(await pngOf(60, 40))
    .avif({ effort: 0 })
    .toBuffer();
  const renamed = avif.toString('latin1').replaceAll('av01', 'hvc1').replaceAll('av1C', 'hvcC');
  return Buffer.from(renamed.replaceAll('ftypavif', 'ftypheic').replaceAll('avif', 'heic'), 'latin1');
}

/** An animated PNG of two frames. */
export function movingPng(width: number, height: number): Buffer {
  const chunk = (type: string, data: Buffer) => {
    const named = Buffer.concat([Buffer.from(type), data]);
    return Buffer.concat([numbers(data.length), named, numbers(crc32(named))]);
  };
  const frame = (shade: number) => {
    const row = Buffer.alloc(1 + width * 3, shade);
    row[0] = 0;
    return deflateSync(Buffer.concat(Array.from({ length: height }, () => row)));
  };
  const control = (sequence: number) =>
    Buffer.concat([numbers(sequence, width, height, 0, 0), Buffer.from([0, 20, 0, 100, 0, 0])]);
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', Buffer.concat([numbers(width, height), Buffer.from([8, 2, 0, 0, 0])])),
    chunk('acTL', numbers(2, 0)),
    chunk('fcTL', control(0)),
    chunk('IDAT', frame(20)),
    chunk('fcTL', control(1)),
    chunk('fdAT', Buffer.concat([numbers(2), frame(200)])),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

function numbers(...values: readonly number[]): Buffer {
  const bytes = Buffer.alloc(values.length * 4);
  for (const [index, value] of values.entries()) bytes.writeUInt32BE(value >>> 0, index * 4);
  return bytes;
}
