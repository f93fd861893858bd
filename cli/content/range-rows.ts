// What a range was indexed into, kept beside it: equal bytes and equal code give equal rows, so that a snapshot whose
// entries are mostly those of the last build need not be parsed again. Nothing relies on it: what is missing is made anew.

import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Problem } from '../errors.ts';
import type { RowDraft } from './index-row.ts';
import { hashRange, stampRange } from './range-files.ts';

/** A row that knows its line and the SHA-256 of that; its collection, site and range are those of the file. */
export interface RangeRow extends RowDraft {
  readonly line: number;
  readonly digest: string;
}

/** A range whose entries are all valid. */
export interface RangeRows {
  readonly rows: readonly RangeRow[];
  /** Links of its entries that lead nowhere. */
  readonly warnings: readonly Problem[];
}

/** Rows that were kept. */
export interface KeptRows extends RangeRows {
  /** Of the bytes of the range that they were made of: sooner compared than the names of its lines. */
  readonly hashOfBytes: string;
  /** What {@link stampRange} told of the range when its bytes were hashed. */
  readonly stamp: string | null;
}

/** Which rows: those of a range under a key of all that made them. */
export interface RowsPlace {
  readonly rangesDir: string;
  readonly sha256: string;
  /** Of the code, the collection and the site. */
  readonly key: string;
}

/** Name of the file beside that of its range. */
const rowsFile = ({ rangesDir, sha256 }: RowsPlace) => join(rangesDir, `${sha256}.rows.json`);

/** The rows of a range; null where they are missing, of other code, or damaged. Read at once: nothing else is to be done meanwhile. */
export function loadRangeRows(place: RowsPlace): KeptRows | null {
  try {
    const stored: KeptRows & { readonly key: string } = JSON.parse(readFileSync(rowsFile(place), 'utf8'));
    return stored.key === place.key ? stored : null;
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
    await writeFile(unfinished, JSON.stringify({ key: place.key, hashOfBytes, stamp, rows, warnings }), { flag: 'wx' });
    await rename(unfinished, rowsFile(place));
  } catch {
    await rm(unfinished, { force: true });
  }
}
