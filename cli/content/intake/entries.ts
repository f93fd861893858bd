// Reads the entries of a snapshot, one range at a time.

import type { Collection, Entry } from '../../../content/collections.ts';
import type { ContentSnapshot } from '../snapshot/content-snapshot.ts';
import { openRangeLines, readRange } from '../snapshot/range-files.ts';
import { reparseEntry } from './parse-entry.ts';

/**
 * The entries of one range, in line order: `row.line` is the index.
 * @throws SiteError SNAPSHOT_DAMAGED (exit 2) where the range file is missing or changed.
 */
export function readRangeEntries<C extends Collection>(
  snapshot: Pick<ContentSnapshot, 'rangesDir'>,
  rangeSha256: string,
  collection: C,
): readonly Entry<C>[] {
  return readRange(snapshot.rangesDir, rangeSha256).map((entry, line) =>
    parseStored(entry, collection, `Line ${line} of range ${rangeSha256}`),
  );
}

/** Finds the entry of a line. @throws Error where there is no such line. */
export type FindRangeEntry = (line: number) => Entry;

/**
 * Opens a range whose entries are parsed one by one. Only its bytes and the last entry stay in memory.
 * @throws SiteError as {@link readRangeEntries}.
 */
export function openRangeEntries(
  { rangesDir, areRangesVerified }: Pick<ContentSnapshot, 'rangesDir' | 'areRangesVerified'>,
  rangeSha256: string,
  collection: Collection,
): FindRangeEntry {
  const lineAt = openRangeLines(rangesDir, rangeSha256, areRangesVerified);
  let last: { readonly line: number; readonly entry: Entry } | null = null;
  return (line) => {
    if (last?.line === line) return last.entry;
    const name = `Line ${line} of range ${rangeSha256}`;
    const text = lineAt(line);
    if (text === null) throw new Error(`${name} is missing.`);
    const entry = parseStored(JSON.parse(text), collection, name);
    last = { line, entry };
    return entry;
  };
}

function parseStored<C extends Collection>(raw: unknown, collection: C, name: string): Entry<C> {
  try {
    return reparseEntry(raw, collection);
  } catch (cause) {
    throw new Error(`${name} is no valid entry of ${collection}, though its snapshot was validated.`, { cause });
  }
}
