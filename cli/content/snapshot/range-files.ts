// Range files: up to RANGE_SIZE entries, one per line, named by the SHA-256 of the digests of their lines, so that equal content is
// stored once. A range file is always complete; reading all of it verifies its name.

import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { SiteError, systemErrorCode } from '../../errors.ts';
import { sha256 } from '../../files/content-hash.ts';
import { writeWhole } from '../../files/write-file.ts';
import { printableText } from '../../text/printable-text.ts';

/** A line of a range file. */
export interface RangeLine {
  readonly line: string;
  /** SHA-256 of the line without its line break, in hex. */
  readonly digest: string;
}

const LINE_BREAK = 10;

/** The file of a range. */
export function rangeFile(rangesDir: string, name: string): string {
  return join(rangesDir, `${name}.ndjson`);
}

/** The name of a range whose lines have these digests. */
export function nameOfLines(digests: readonly string[]): string {
  return sha256(digests.join('\n'));
}

/** Writes a range and returns its name. Replaces a file of that name, which has the same bytes or is damaged. */
export function writeRange(rangesDir: string, lines: readonly RangeLine[]): string {
  const name = nameOfLines(lines.map(({ digest }) => digest));
  writeWhole(rangeFile(rangesDir, name), lines.map(({ line }) => `${line}\n`).join(''));
  return name;
}

/**
 * Reads the entries of a range as received, in line order.
 * @throws SiteError SNAPSHOT_DAMAGED (exit 2) if the file is missing or was changed.
 */
export function readRange(rangesDir: string, name: string): readonly unknown[] {
  return readRangeLines(rangesDir, name).map(({ line }): unknown => JSON.parse(line));
}

/** Reads the lines of a range. @throws as {@link readRange}. */
export function readRangeLines(rangesDir: string, name: string): readonly RangeLine[] {
  const { bytes, ends, digests } = readVerified(rangesDir, name);
  return digests.map((digest, line) => ({ line: bytes.toString('utf8', startOf(ends, line), ends[line]), digest }));
}

/** Checks that the file of a range exists, without reading it. @throws as {@link readRange}. */
export function assertRangeExists(rangesDir: string, name: string): void {
  const file = rangeFile(rangesDir, name);
  if (!existsSync(file)) throw damagedRange(file, 'is missing');
}

function readVerified(rangesDir: string, name: string) {
  const file = rangeFile(rangesDir, name);
  const { bytes, ends } = readLines(file);
  const digests = ends.map((end, line) => sha256(bytes.subarray(startOf(ends, line), end)));
  const isWhole = startOf(ends, ends.length) === bytes.length && nameOfLines(digests) === name;
  if (!isWhole) throw damagedRange(file, 'was changed or truncated');
  return { bytes, ends, digests };
}

/** Finds the text of a line of a range; null if there is no such line. */
export type FindRangeLine = (line: number) => string | null;

/** Opens a range to read single lines. `isVerified`: this process wrote or read it. @throws as {@link readRange}. */
export function openRangeLines(rangesDir: string, name: string, isVerified: boolean): FindRangeLine {
  const { bytes, ends } = isVerified ? readLines(rangeFile(rangesDir, name)) : readVerified(rangesDir, name);
  return (line) => {
    const end = ends[line];
    return end === undefined ? null : bytes.toString('utf8', startOf(ends, line), end);
  };
}

/** Finds the lines of a range that contain one of the texts, by number. */
export function findLinesWith(rangesDir: string, name: string, texts: readonly string[]): ReadonlySet<number> {
  const { bytes, ends } = readLines(rangeFile(rangesDir, name));
  const found = new Set<number>();
  for (const text of texts) {
    for (let at = bytes.indexOf(text); at !== -1; at = bytes.indexOf(text, ends[lineAt(ends, at)]))
      found.add(lineAt(ends, at));
  }
  return found;
}

/** The line that contains a byte. */
function lineAt(ends: readonly number[], at: number): number {
  return ends.findIndex((end) => at <= end);
}

/** Reads a file, and finds the ends of its lines. */
function readLines(file: string) {
  const bytes = readBytes(file);
  const ends: number[] = [];
  for (let end = bytes.indexOf(LINE_BREAK); end !== -1; end = bytes.indexOf(LINE_BREAK, end + 1)) ends.push(end);
  return { bytes, ends };
}

function readBytes(file: string): Buffer {
  try {
    return readFileSync(file);
  } catch (cause) {
    throw systemErrorCode(cause) === 'ENOENT' ? damagedRange(file, 'is missing', cause) : cause;
  }
}

/** The first byte of a line. */
function startOf(ends: readonly number[], line: number): number {
  return line === 0 ? 0 : (ends[line - 1] ?? 0) + 1;
}

function damagedRange(file: string, fault: string, cause?: unknown): SiteError {
  return damaged(file, `The range file ${file} of the snapshot ${fault}.`, cause);
}

/** The error for an image or linked file of a snapshot that is missing or was changed. */
export function damagedFile(file: string, address: string): SiteError {
  return damaged(
    file,
    `The file ${file} of the snapshot is missing or was changed. It was downloaded from ${printableText(address, 200)}.`,
  );
}

function damaged(file: string, what: string, cause?: unknown): SiteError {
  const fix =
    'Delete the file if it exists, and build from the content service, which writes it again. Or restore the whole snapshots folder.';
  return new SiteError(
    {
      code: 'SNAPSHOT_DAMAGED',
      exitCode: 2,
      message: `${what} Nothing was written.`,
      problems: [{ code: 'SNAPSHOT_DAMAGED', severity: 'error', where: { file }, what, fix }],
    },
    { cause },
  );
}
