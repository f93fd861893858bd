// What a range was indexed into, kept beside it: equal bytes and equal code give equal rows, so that a snapshot whose
// entries are mostly those of the last build need not be parsed again. Nothing relies on it: what is missing is made anew.

import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { deserialize, serialize } from 'node:v8';
import { crc32 } from 'node:zlib';
import type { Problem } from '../../errors.ts';
import type { CollectionPlace } from '../intake/take-entry.ts';
import type { IndexRow } from './content-snapshot.ts';
import type { FiledTexts } from './filed-texts.ts';
import { holdFile } from './held-file.ts';
import { packColumns, type RowColumns, unpackRows } from './packed-rows.ts';
import { hashRange, stampRange } from './range-files.ts';

/** A range whose entries are all valid. */
export interface RangeRows {
  readonly rows: readonly IndexRow[];
  /** Links of its entries that lead nowhere. */
  readonly warnings: readonly Problem[];
}

/** What is known of the bytes that rows were made of. */
interface KnownBytes {
  /** Of the bytes of the range that they were made of: sooner compared than the names of its lines. */
  readonly hashOfBytes: string;
  /** What {@link stampRange} told of the range when its bytes were hashed. */
  readonly stamp: string | null;
}

/** Rows that were kept. */
export interface KeptRows extends RangeRows, KnownBytes {}

/** Which rows: those of a range in a collection of a site, as some code makes them. Several sites may have a range in common. */
export interface RowsPlace extends CollectionPlace {
  readonly rangesDir: string;
  readonly sha256: string;
  readonly codeKey: string;
}

/** What a file begins with, as V8 prints it; cards follow. */
interface FileHead extends KnownBytes {
  /** Of {@link keyOf}. */
  readonly key: string;
  readonly warnings: readonly Problem[];
  readonly columns: RowColumns;
}

/** CRC-32 of all that follows, and the bytes of the head. */
const HEAD_START = 8;

/** Name of the file beside that of its range. */
const rowsFile = ({ rangesDir, sha256, collection, site }: RowsPlace) =>
  join(rangesDir, `${sha256}.${collection}.${site}.rows`);

/** What rows are of: a file under another's name is none of this place. */
const keyOf = ({ sha256, collection, site, codeKey }: RowsPlace) => [sha256, collection, site, codeKey].join(' ');

/** The rows of a range; null where they are missing, of other code, or damaged. Read at once: nothing else is to be done meanwhile. */
export function loadRangeRows(place: RowsPlace, texts: FiledTexts): KeptRows | null {
  try {
    // Held: cards are read later, when another build may have put rows of other code there.
    const file = holdFile(rowsFile(place), 'r');
    const bytes = readFileSync(file.descriptor);
    if (crc32(bytes.subarray(4)) !== bytes.readUInt32LE(0)) return null;
    const cardsStart = HEAD_START + bytes.readUInt32LE(4);
    // A copy, in which its texts remain: those of the cards leave memory.
    const { key, columns, ...known }: FileHead = deserialize(Buffer.from(bytes.subarray(HEAD_START, cardsStart)));
    if (key !== keyOf(place)) return null;
    return { ...known, rows: unpackRows(place.sha256, columns, texts.open(file, cardsStart)) };
  } catch {
    return null;
  }
}

/** Keeps the rows of a range. Where they cannot be written, the next build parses the range. */
export async function storeRangeRows(place: RowsPlace, { rows, warnings }: RangeRows): Promise<void> {
  const unfinished = join(place.rangesDir, `${randomUUID()}.tmp`);
  try {
    // Before reading: a change in between shows the next time.
    const stamp = stampRange(place.rangesDir, place.sha256);
    const hashOfBytes = await hashRange(place.rangesDir, place.sha256);
    const { columns, cards } = packColumns(rows);
    const head = { key: keyOf(place), hashOfBytes, stamp, warnings, columns };
    await writeFile(unfinished, printFile(head, cards), { flag: 'wx' });
    await rename(unfinished, rowsFile(place));
  } catch {
    await rm(unfinished, { force: true });
  }
}

function printFile(head: FileHead, cards: Buffer): Buffer {
  const printed = serialize(head);
  const bytes = Buffer.concat([Buffer.alloc(HEAD_START), printed, cards]);
  bytes.writeUInt32LE(printed.length, 4);
  bytes.writeUInt32LE(crc32(bytes.subarray(4)), 0);
  return bytes;
}
