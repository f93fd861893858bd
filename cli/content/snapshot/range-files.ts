// Range files: up to RANGE_SIZE entries, one a line, named by the SHA-256 of the digests of their lines, so that equal content is
// stored once. A file under its final name is complete, and reading it whole verifies its name.

import { hash, randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { type FileHandle, mkdir, open, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { RANGE_SIZE } from '../../../config/constants.ts';
import { SiteError, systemErrorCode } from '../../errors.ts';

/** A line. */
export interface RangeLine {
  readonly line: string;
  /** SHA-256 of the line without its break, in hex. */
  readonly digest: string;
}

/** Writes the lines of one collection of one site. */
export interface RangeWriter {
  append(lines: readonly RangeLine[]): Promise<void>;
  /** Completes the last range. @returns the name of each range, in order. */
  finish(): Promise<readonly string[]>;
  /** Deletes the incomplete range. Complete ones stay until they are pruned. */
  discard(): Promise<void>;
}

interface OpenRange {
  readonly temporaryFile: string;
  readonly handle: FileHandle;
  /** Of the lines so far. */
  readonly digests: string[];
}

const LINE_BREAK = 10;

/** The range of a snapshot's folder by its hash. */
export function rangeFile(rangesDir: string, sha256: string): string {
  return join(rangesDir, `${sha256}.ndjson`);
}

/** Writes ranges into a folder, which is created with the first line. */
export function createRangeWriter(rangesDir: string): RangeWriter {
  const finished: string[] = [];
  let range: OpenRange | null = null;
  const close = async () => {
    if (range !== null) finished.push(await completeRange(rangesDir, range));
    range = null;
  };
  return {
    async append(lines) {
      for (let start = 0; start < lines.length; ) {
        range ??= await openRange(rangesDir);
        const batch = lines.slice(start, start + RANGE_SIZE - range.digests.length);
        await appendTo(range, batch);
        start += batch.length;
        if (range.digests.length === RANGE_SIZE) await close();
      }
    },
    async finish() {
      await close();
      return finished;
    },
    async discard() {
      const dropped = range;
      range = null;
      await dropped?.handle.close();
      if (dropped !== null) await rm(dropped.temporaryFile, { force: true });
    },
  };
}

/**
 * The entries of a range in line order, unparsed.
 * @throws SiteError SNAPSHOT_DAMAGED (exit 2) where the file is missing or its bytes are not those of its name.
 */
export async function readRange(rangesDir: string, sha256: string): Promise<readonly unknown[]> {
  return (await readRangeLines(rangesDir, sha256)).map(({ line }): unknown => JSON.parse(line));
}

/** The lines of a range. @throws as {@link readRange}. */
export async function readRangeLines(rangesDir: string, sha256: string): Promise<readonly RangeLine[]> {
  const file = rangeFile(rangesDir, sha256);
  const bytes = await readFile(file).catch((cause: unknown) => {
    throw missingOr(file, cause);
  });
  const ends = findLineEnds(bytes);
  const lines = ends.map((end, number) => {
    const start = startOf(ends, number);
    return { line: bytes.toString('utf8', start, end), digest: hash('sha256', bytes.subarray(start, end)) };
  });
  const isWhole =
    startOf(ends, ends.length) === bytes.length && nameOfLines(lines.map(({ digest }) => digest)) === sha256;
  if (!isWhole) throw damagedRange(file, 'was changed or cut off');
  return lines;
}

/** Finds the text of a line of a range; null where it has no such line. */
export type FindRangeLine = (line: number) => string | null;

/**
 * Finds single lines of a range, whose bytes were verified when it was written or indexed.
 * @throws as {@link readRange} if the file is missing.
 */
export function openRangeLines(rangesDir: string, sha256: string): FindRangeLine {
  const bytes = readRangeBytes(rangeFile(rangesDir, sha256));
  const ends = findLineEnds(bytes);
  return (line) => {
    const end = ends[line];
    return end === undefined ? null : bytes.toString('utf8', startOf(ends, line), end);
  };
}

function readRangeBytes(file: string): Buffer {
  try {
    return readFileSync(file);
  } catch (cause) {
    throw missingOr(file, cause);
  }
}

function findLineEnds(bytes: Buffer): readonly number[] {
  const ends: number[] = [];
  for (let end = bytes.indexOf(LINE_BREAK); end !== -1; end = bytes.indexOf(LINE_BREAK, end + 1)) ends.push(end);
  return ends;
}

/** Where a line starts: behind the end of the one before. */
function startOf(ends: readonly number[], line: number): number {
  return line === 0 ? 0 : (ends[line - 1] ?? 0) + 1;
}

/** The name of the range whose lines have these digests. */
export function nameOfLines(digests: readonly string[]): string {
  return hash('sha256', digests.join('\n'));
}

function missingOr(file: string, cause: unknown): unknown {
  return systemErrorCode(cause) === 'ENOENT' ? damagedRange(file, 'is missing', cause) : cause;
}

function damagedRange(file: string, fault: string, cause?: unknown): SiteError {
  const what = `The range file ${file} of the snapshot ${fault}.`;
  const fix =
    'Delete the file if it is there, and build from the content service, which writes it anew; or restore the whole snapshots folder.';
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

async function openRange(rangesDir: string): Promise<OpenRange> {
  await mkdir(rangesDir, { recursive: true });
  const temporaryFile = join(rangesDir, `${randomUUID()}.tmp`);
  return { temporaryFile, handle: await open(temporaryFile, 'wx'), digests: [] };
}

async function appendTo(range: OpenRange, lines: readonly RangeLine[]): Promise<void> {
  await range.handle.writeFile(lines.map(({ line }) => `${line}\n`).join(''));
  for (const { digest } of lines) range.digests.push(digest);
}

/** Replaces a file of that name: it has the same bytes, or is damaged. */
async function completeRange(rangesDir: string, range: OpenRange): Promise<string> {
  await range.handle.close();
  const sha256 = nameOfLines(range.digests);
  await rename(range.temporaryFile, rangeFile(rangesDir, sha256));
  return sha256;
}
