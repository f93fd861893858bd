// Rows of a large collection are packed, and their cards leave memory: they are read again, a few at a time, when lists, feeds
// and outputs show them. Relied on afterwards: of a large collection only the cards of its newest entries lie in memory.

import { randomUUID } from 'node:crypto';
import { mkdirSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import type { IndexRow } from '../snapshot/content-snapshot.ts';
import { createFiledTexts, type ReadFiled } from '../snapshot/filed-texts.ts';
import { holdFile } from '../snapshot/held-file.ts';
import { isPacked, packColumns, unpackRows } from '../snapshot/packed-rows.ts';

/** Entries of a collection whose rows stay as they are: those of every small site. */
const CARDS_IN_MEMORY = 4000;
/** Of a larger collection the newest, which other entries show beside themselves. */
const NEWEST_IN_MEMORY = 1000;

/** Packs rows, which may be those of several ranges; those that are packed stay as they are. */
type PackRows = (rows: readonly IndexRow[]) => readonly IndexRow[];

/** Takes rows out of memory, but for what nearly everybody asks of them. */
export interface CardShelf {
  /** The same rows, which make their fields and read their cards when they are asked for. */
  readonly keep: PackRows;
}

/** Opens a shelf in a file of the cache folder that ends with the last of its rows; there is none before the first card. */
export function openCardShelf(cacheDir: string): CardShelf {
  let file: CardFile | null = null;
  const pack = (rows: readonly IndexRow[]) => {
    file ??= openCardFile(cacheDir);
    const { columns, cards } = packColumns(rows);
    return unpackRows(rows[0]?.range ?? '', columns, file.add(cards));
  };
  return {
    keep: (rows) =>
      [...Map.groupBy(rows, ({ range }) => range).values()].flatMap((ofRange) =>
        ofRange.some(isPacked) ? ofRange : pack(ofRange),
      ),
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

/** Takes the cards of a range. */
interface CardFile {
  readonly add: (bytes: Buffer) => ReadFiled;
}

/** The file has no name any more when this returns: whatever becomes of the build, nobody has to delete it. */
function openCardFile(cacheDir: string): CardFile {
  mkdirSync(cacheDir, { recursive: true });
  const name = join(cacheDir, `cards-${randomUUID()}.tmp`);
  const file = holdFile(name, 'wx+');
  rmSync(name);
  const texts = createFiledTexts();
  let size = 0;
  return {
    add: (bytes) => {
      const start = size;
      for (let done = 0; done < bytes.length; ) done += writeSync(file.descriptor, bytes, done);
      size += bytes.length;
      return texts.open(file, start);
    },
  };
}
