// Range files: up to RANGE_SIZE entries as received, one a line, stored once under the SHA-256 of their bytes.
// Relied on afterwards: a file under its final name is whole, and what is read is what was written.

import { createHash, type Hash, hash, randomUUID, subtle } from 'node:crypto';
import { type FileHandle, mkdir, open, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { RANGE_SIZE } from '../../config/constants.ts';
import { SiteError, systemErrorCode } from '../errors.ts';

/** Takes the lines of one collection of one site. */
export interface RangeWriter {
  /** Lines without line break. */
  append(lines: readonly string[]): Promise<void>;
  /** Completes the last range. @returns the SHA-256 of each range, in order. */
  finish(): Promise<readonly string[]>;
  /** Drops what is not complete. Complete ranges stay until they are pruned. */
  discard(): Promise<void>;
}

interface OpenRange {
  readonly temporaryFile: string;
  readonly handle: FileHandle;
  readonly hash: Hash;
  lines: number;
}

const LINE_BREAK = 10;

/** The range of a snapshot's folder by its hash. */
export function rangeFile(rangesDir: string, sha256: string): string {
  return join(rangesDir, `${sha256}.ndjson`);
}

/** Writes ranges into a folder, which is made when the first line comes. */
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
        const batch = lines.slice(start, start + RANGE_SIZE - range.lines);
        await appendTo(range, batch);
        start += batch.length;
        if (range.lines === RANGE_SIZE) await close();
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
  return (await readRangeLines(rangesDir, sha256)).map((line): unknown => JSON.parse(line));
}

/** The lines of a range. @throws as {@link readRange}. */
export async function readRangeLines(rangesDir: string, sha256: string): Promise<readonly string[]> {
  return (await readRangeBytes(rangesDir, sha256)).toString('utf8').split('\n').slice(0, -1);
}

/** Finds the text of a line in a range, whose bytes stay in memory; null where it has no such line. @throws as {@link readRange}. */
export async function openRangeLines(rangesDir: string, sha256: string): Promise<(line: number) => string | null> {
  const bytes = await readRangeBytes(rangesDir, sha256);
  const ends: number[] = [];
  for (let end = bytes.indexOf(LINE_BREAK); end !== -1; end = bytes.indexOf(LINE_BREAK, end + 1)) ends.push(end);
  return (line) => {
    const end = ends[line];
    return end === undefined ? null : bytes.toString('utf8', line === 0 ? 0 : (ends[line - 1] ?? 0) + 1, end);
  };
}

/** Compares the bytes of a range with its name, beside this thread. @throws as {@link readRange}. */
export async function verifyRange(rangesDir: string, sha256: string): Promise<void> {
  const bytes = await loadRangeFile(rangesDir, sha256);
  const digest = await subtle.digest('SHA-256', bytes);
  if (Buffer.from(digest).toString('hex') !== sha256)
    throw damagedRange(rangeFile(rangesDir, sha256), 'was changed or cut off');
}

async function readRangeBytes(rangesDir: string, sha256: string): Promise<Buffer> {
  const bytes = await loadRangeFile(rangesDir, sha256);
  if (hash('sha256', bytes) !== sha256) throw damagedRange(rangeFile(rangesDir, sha256), 'was changed or cut off');
  return bytes;
}

function loadRangeFile(rangesDir: string, sha256: string): Promise<NonSharedBuffer> {
  const file = rangeFile(rangesDir, sha256);
  return readFile(file).catch((cause: unknown) => {
    if (systemErrorCode(cause) === 'ENOENT') throw damagedRange(file, 'is missing', cause);
    throw cause;
  });
}

function damagedRange(file: string, fault: string, cause?: unknown): SiteError {
  const what = `The range file ${file} of the snapshot ${fault}.`;
  const fix =
    'Delete the file if it is there, and build from the content service, which writes it anew; or restore the whole snapshots folder.';
  return new SiteError(
    {
      code: 'SNAPSHOT_DAMAGED',
      exitCode: 2,
      message: `${what} Nothing was published.`,
      problems: [{ code: 'SNAPSHOT_DAMAGED', severity: 'error', where: { file }, what, fix }],
    },
    { cause },
  );
}

async function openRange(rangesDir: string): Promise<OpenRange> {
  await mkdir(rangesDir, { recursive: true });
  const temporaryFile = join(rangesDir, `${randomUUID()}.tmp`);
  return { temporaryFile, handle: await open(temporaryFile, 'wx'), hash: createHash('sha256'), lines: 0 };
}

async function appendTo(range: OpenRange, lines: readonly string[]): Promise<void> {
  const bytes = Buffer.from(lines.map((line) => `${line}\n`).join(''));
  range.hash.update(bytes);
  await range.handle.writeFile(bytes);
  range.lines += lines.length;
}

/** Renamed over a file of that name, if there is one: the same bytes, or a damaged file made whole. */
async function completeRange(rangesDir: string, range: OpenRange): Promise<string> {
  await range.handle.close();
  const sha256 = range.hash.digest('hex');
  await rename(range.temporaryFile, rangeFile(rangesDir, sha256));
  return sha256;
}
