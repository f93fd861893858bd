// Rows of a large collection are packed, and their cards leave memory: they are read again, a few at a time, when lists, feeds
// and outputs show them. Relied on afterwards: of its texts only the title of an entry lies in memory, but for the first of each
// collection.

import { randomUUID } from 'node:crypto';
import { mkdirSync, openSync, readSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import type { IndexRow } from './content-snapshot.ts';
import { createRowPacker, type PackRows, type RowFile } from './packed-rows.ts';

/** Entries of a collection whose rows stay as they are: those of every small site. */
const CARDS_IN_MEMORY = 4000;
/** Of a larger collection the newest, which other entries show beside themselves. */
const NEWEST_IN_MEMORY = 1000;
/** Bytes that are read at once, and written at once: cards are mostly asked for in the order of the content. */
const WINDOW_BYTES = 65_536;

/** Takes rows out of memory, but for what nearly everybody asks of them. */
export interface CardShelf {
  /** The same rows, which make their fields and read their cards when they are asked for. */
  readonly keep: PackRows;
}

/** Opens a shelf in a file of the cache folder that ends with the process; there is none before the first card. */
export function openCardShelf(cacheDir: string): CardShelf {
  let pack: PackRows | null = null;
  return {
    keep: (rows) => {
      pack ??= createRowPacker(openCardFile(cacheDir));
      return pack(rows);
    },
  };
}

/** Gathers the rows of one collection, newest first. */
export interface RowList {
  readonly add: (rows: readonly IndexRow[]) => void;
  readonly finish: () => readonly IndexRow[];
}

/** Starts a list that keeps few cards in memory, where there is a shelf. */
export function createRowList(shelf: CardShelf | null): RowList {
  const rows: IndexRow[] = [];
  return {
    add: (more) => {
      for (const row of shelf === null || rows.length < CARDS_IN_MEMORY ? more : shelf.keep(more)) rows.push(row);
    },
    finish: () => {
      if (shelf === null || rows.length <= CARDS_IN_MEMORY) return rows;
      return [...rows.slice(0, NEWEST_IN_MEMORY), ...shelf.keep(rows.slice(NEWEST_IN_MEMORY))];
    },
  };
}

/** The file has no name any more when this returns: whatever becomes of the build, nobody has to delete it. */
function openCardFile(cacheDir: string): RowFile {
  mkdirSync(cacheDir, { recursive: true });
  const name = join(cacheDir, `cards-${randomUUID()}.tmp`);
  const descriptor = openSync(name, 'wx+');
  rmSync(name);
  let waiting: Buffer[] = [];
  let waitingBytes = 0;
  let size = 0;
  let window = Buffer.alloc(0);
  let start = 0;
  /** What is beyond stood there before: what is appended later is not in the window. */
  let end = 0;
  const flush = () => {
    const bytes = Buffer.concat(waiting);
    for (let done = 0; done < bytes.length; ) done += writeSync(descriptor, bytes, done);
    waiting = [];
    waitingBytes = 0;
  };
  return {
    append: (bytes) => {
      const place = size;
      waiting.push(bytes);
      waitingBytes += bytes.length;
      size += bytes.length;
      if (waitingBytes >= WINDOW_BYTES) flush();
      return place;
    },
    read: (place, length) => {
      if (waitingBytes > 0) flush();
      if (place < start || place + length > end) {
        const wanted = Math.max(length, Math.min(WINDOW_BYTES, size - place));
        if (wanted > window.length || window.length > WINDOW_BYTES) window = Buffer.allocUnsafeSlow(wanted);
        start = place;
        end = place + readSync(descriptor, window, 0, wanted, place);
      }
      return window.toString('utf8', place - start, place - start + length);
    },
  };
}
