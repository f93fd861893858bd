// The rows of a snapshot, stored beside its file, so that a build from it does not parse all entries.
// Only the same code reuses them. Without them, or if the file is damaged, entries are parsed.

import { readFileSync } from 'node:fs';
import { sha256 } from '../../files/content-hash.ts';
import { writeWhole } from '../../files/write-file.ts';
import type { CollectionSnapshot, IndexRow } from './content-snapshot.ts';
import type { SnapshotRecord } from './snapshot-file.ts';

type StoredCollection = SnapshotRecord['collections'][number];

/** The first line of the file. Each other line has the rows of a range, in the order of the snapshot. */
interface Head {
  readonly digest: string;
  /** Key of the code of the program. */
  readonly codeKey: string;
  /** SHA-256 of all other lines. */
  readonly rows: string;
}

const LINE_BREAK = 10;

/** The file of the rows of a snapshot. */
export function rowsFileOf(snapshotFile: string): string {
  return snapshotFile.replace(/\.json$/, '.rows.ndjson');
}

type StoredRows = Pick<CollectionSnapshot, 'rows' | 'ranges'>;

/** Writes the rows of a snapshot beside its file. */
export function writeRows(
  snapshotFile: string,
  { digest, collections }: { readonly digest: string; readonly collections: readonly StoredRows[] },
  codeKey: string,
): void {
  const lines = collections.flatMap(({ rows, ranges }) => {
    const byRange = Map.groupBy(rows, ({ range }) => range);
    return ranges.map((range) => Buffer.from(`${JSON.stringify(byRange.get(range) ?? [])}\n`));
  });
  const rows = Buffer.concat(lines);
  const head: Head = { digest, codeKey, rows: sha256(rows) };
  writeWhole(rowsFileOf(snapshotFile), Buffer.concat([Buffer.from(`${JSON.stringify(head)}\n`), rows]));
}

/** Loads the rows of each collection of a snapshot; null if this code has stored none. */
export function loadRows(
  snapshotFile: string,
  { digest, collections }: SnapshotRecord,
  codeKey: string,
): ReadonlyMap<StoredCollection, readonly IndexRow[]> | null {
  try {
    const bytes = readFileSync(rowsFileOf(snapshotFile));
    let start = 0;
    const readLine = () => {
      const end = bytes.indexOf(LINE_BREAK, start);
      const line = JSON.parse(bytes.toString('utf8', start, end));
      start = end + 1;
      return line;
    };
    const head: Head = readLine();
    const isCurrent = head.digest === digest && head.codeKey === codeKey && head.rows === sha256(bytes.subarray(start));
    if (!isCurrent) return null;
    return new Map(collections.map((stored) => [stored, stored.ranges.flatMap((): readonly IndexRow[] => readLine())]));
  } catch {
    return null; // Missing or truncated.
  }
}
