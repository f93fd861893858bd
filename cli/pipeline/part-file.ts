// The folder of a part. Guarantees: a folder with part.json has a complete part, only folders of parts are ever emptied, and one build
// at a time uses a folder.

import { existsSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';
import { DATABASE_FILE } from '../database/open-database.ts';
import { errorMessage, isDiskFull, type SiteError, usageError } from '../errors.ts';
import { hashFile } from '../files/content-hash.ts';
import { makeFolder } from '../files/write-file.ts';
import { type OutputLock, takeLock } from '../publish/output-lock.ts';

/** Pages by their path in the out folder. */
export const PART_PAGES = 'pages';
const PART_FILE = 'part.json';
/** Exists while the part is being written. */
const BEGUN_FILE = `${PART_FILE}.next`;
/** Exists while a build uses the folder. */
const LOCK_FILE = 'part.lock';
/** All files of a part. A folder with any other file is not a part. */
const PART_NAMES = new Set([
  ...[PART_PAGES, PART_FILE, BEGUN_FILE],
  ...['', '-wal', '-shm', '-journal'].map((ending) => `${DATABASE_FILE}${ending}`),
]);
/** Version of the format of part.json. */
const PART_VERSION = 5;

const partSchema = z.object({
  version: z.literal(PART_VERSION),
  /** `index` is 1-based. */
  shard: z
    .object({ index: z.int().positive(), count: z.int().positive() })
    .refine(({ index, count }) => index <= count),
  /** SHA-256 of the database. */
  database: z.hash('sha256').brand<'Digest'>(),
});

/** The contents of part.json. */
export type PartFile = Readonly<z.output<typeof partSchema>>;
/** One of `count` shards. `index` is 1-based. */
export type Shard = PartFile['shard'];

/**
 * Empties the folder of an earlier part, or creates a new one, and locks it.
 * @throws SiteError PART_NOT_OURS, OUT_LOCKED (exit 2).
 */
export async function beginPart(dir: string): Promise<OutputLock> {
  const found = existsSync(dir) ? readdirSync(dir) : [];
  const isMarked = found.includes(PART_FILE) || found.includes(BEGUN_FILE);
  const isOurs = found.every((name) => isLock(name) || (isMarked && PART_NAMES.has(name)));
  if (!isOurs)
    throw usageError(
      'PART_NOT_OURS',
      `The folder ${dir} has files that sitegen did not write. Nothing was written. Choose an empty or new folder with --part-dir.`,
    );
  const lock = await takeLock(join(dir, LOCK_FILE), dir);
  try {
    emptyPart(dir);
    return lock;
  } catch (cause) {
    lock.release();
    throw cause;
  }
}

function emptyPart(dir: string): void {
  writeFileSync(join(dir, BEGUN_FILE), '');
  // First the file that marks the part as complete.
  rmSync(join(dir, PART_FILE), { force: true });
  const others = readdirSync(dir).filter((name) => name !== BEGUN_FILE && !isLock(name));
  for (const name of others) rmSync(join(dir, name), { recursive: true, force: true });
  makeFolder(join(dir, PART_PAGES));
}

/** A stale lock is renamed before it is replaced. */
function isLock(name: string): boolean {
  return name.startsWith(LOCK_FILE);
}

/** Marks the part as complete. */
export function endPart(dir: string, shard: Shard): void {
  const ended: PartFile = { version: PART_VERSION, shard, database: hashFile(join(dir, DATABASE_FILE)) };
  writeFileSync(join(dir, BEGUN_FILE), `${JSON.stringify(ended)}\n`);
  renameSync(join(dir, BEGUN_FILE), join(dir, PART_FILE));
}

/** Reads part.json. @throws SiteError PART_DAMAGED, PARTS_DIFFER (exit 2). */
export function loadPart(dir: string): PartFile {
  const file = join(dir, PART_FILE);
  if (!existsSync(dir)) throw partDamaged(dir, 'there is no such folder');
  if (!existsSync(file)) throw partDamaged(dir, `it has no ${PART_FILE}, so it was never finished`);
  const value = guardPart(dir, (): unknown => JSON.parse(readFileSync(file, 'utf8')));
  const { data: part } = partSchema.safeParse(value);
  if (part !== undefined) return part;
  const isOther = typeof value === 'object' && value !== null && 'version' in value && value.version !== PART_VERSION;
  throw isOther ? partOfOtherSite(dir) : partDamaged(dir, `${PART_FILE} was not written by sitegen`);
}

/** Any error but a full disk means that the part is damaged. */
export function guardPart<Result>(dir: string, read: () => Result): Result {
  try {
    return read();
  } catch (cause) {
    if (isDiskFull(cause)) throw cause;
    throw partDamaged(dir, errorMessage(cause).replace(/\.$/, ''), cause);
  }
}

/** The error of a part with other content, configuration or code. */
export function partOfOtherSite(dir: string): SiteError {
  return usageError(
    'PARTS_DIFFER',
    `The part ${dir} was built from other content, with another configuration, or with another version of sitegen or Node than this merge. Nothing was written. ` +
      'Build all parts and merge them with the same sources, variables, flags and --snapshot.',
  );
}

/** The error of a part that was changed or is incomplete. */
export function partDamaged(dir: string, fault: string, cause?: unknown): SiteError {
  return usageError(
    'PART_DAMAGED',
    `The part ${dir} is damaged: ${fault}. Nothing was written. Build or copy that part again.`,
    cause,
  );
}
