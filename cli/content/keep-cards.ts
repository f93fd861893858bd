// Cards of a large site leave memory: they are read again, a few at a time, when lists, feeds and outputs show them.
// Relied on afterwards: what lies in memory of an entry does not grow with its texts, but for the first of each collection.

import { randomUUID } from 'node:crypto';
import { mkdirSync, openSync, readSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import type { CardReader, CollectionSnapshot, ContentSnapshot, IndexRow, RowCard } from './content-snapshot.ts';

/** Entries of a collection whose cards stay in memory: those of every small site, and of a large one the newest. */
const CARDS_IN_MEMORY = 4000;
/** Bytes that are read at once, and written at once: cards are mostly asked for in the order of the content. */
const WINDOW_BYTES = 65_536;

/** Puts the cards of large collections into a file of the cache folder that ends with the process. */
export function keepCards(content: ContentSnapshot, cacheDir: string): ContentSnapshot {
  if (content.collections.every(({ rows }) => rows.length <= CARDS_IN_MEMORY)) return content;
  const file = openCardFile(cacheDir);
  const collections = content.collections.map((part) => withoutCards(part, file));
  file.finish();
  return { ...content, collections };
}

function withoutCards(part: CollectionSnapshot, file: CardFile): CollectionSnapshot {
  const ranges = new Map<string, CardRange>();
  const moveCard = (row: IndexRow): IndexRow => {
    if (typeof row.card === 'function') return row;
    const range = ranges.get(row.range) ?? createCardRange(file);
    ranges.set(row.range, range);
    range.add(row.line, row.card);
    // An entry that was never changed says its date twice.
    const lastModified = row.lastModified === row.date ? row.date : row.lastModified;
    return { ...row, lastModified, card: range.read };
  };
  return { ...part, rows: part.rows.map((row, index) => (index < CARDS_IN_MEMORY ? row : moveCard(row))) };
}

/** The cards of one range. */
interface CardRange {
  readonly add: (line: number, card: RowCard) => void;
  readonly read: CardReader;
}

function createCardRange(file: CardFile): CardRange {
  const places: { [line: number]: number } = [];
  const lengths: { [line: number]: number } = [];
  return {
    add: (line, card) => {
      const bytes = Buffer.from(JSON.stringify(card));
      places[line] = file.append(bytes);
      lengths[line] = bytes.length;
    },
    read: (line) => {
      const place = places[line];
      if (place === undefined) throw new Error(`No card of line ${line}.`);
      return JSON.parse(file.read(place, lengths[line] ?? 0));
    },
  };
}

interface CardFile {
  /** Returns where the bytes begin. */
  readonly append: (bytes: Buffer) => number;
  /** To be called between the last `append` and the first `read`. */
  readonly finish: () => void;
  readonly read: (place: number, length: number) => string;
}

/** The file has no name any more when this returns: whatever becomes of the build, nobody has to delete it. */
function openCardFile(cacheDir: string): CardFile {
  mkdirSync(cacheDir, { recursive: true });
  const name = join(cacheDir, `cards-${randomUUID()}.tmp`);
  const descriptor = openSync(name, 'wx+');
  rmSync(name);
  let waiting: Buffer[] = [];
  let waitingBytes = 0;
  let size = 0;
  let window = Buffer.alloc(0);
  let start = 0;
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
    finish: flush,
    read: (place, length) => {
      if (place < start || place + length > start + window.length) {
        const wanted = Math.max(length, Math.min(WINDOW_BYTES, size - place));
        if (wanted > window.length || window.length > WINDOW_BYTES) window = Buffer.allocUnsafeSlow(wanted);
        start = place;
        readSync(descriptor, window, 0, wanted, place);
      }
      return window.toString('utf8', place - start, place - start + length);
    },
  };
}
