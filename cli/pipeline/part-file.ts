// The folder of a part: its files, its start and its end. Relied on afterwards: a folder with part.json holds a
// whole part, only folders that a part was begun in are ever emptied, and one build at a time works in one.

import { existsSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';
import { CACHE_FILE } from '../cache/cache-file.ts';
import { problemSchema } from '../content/snapshot/snapshot-file.ts';
import { errorMessage, isDiskFull, SiteError } from '../errors.ts';
import { makeFolder } from '../files/write-file.ts';
import { isOutPath } from '../paths/out-path.ts';
import { type OutputLock, takeLock } from '../publish/output-lock.ts';

/** Pages by their path in the out folder. */
export const PART_PAGES = 'pages';
const PART_FILE = 'part.json';
/** Is in the folder while the part is being written. */
const BEGUN_FILE = `${PART_FILE}.next`;
/** Is there while a build writes to the folder. */
const LOCK_FILE = 'part.lock';
/** All that a part consists of: a folder with any other file is not ours. */
const PART_NAMES = new Set([PART_PAGES, PART_FILE, BEGUN_FILE, CACHE_FILE, `${CACHE_FILE}-journal`]);
/** Version of the shape of part.json. */
const PART_VERSION = 3;

const sha256 = z.string().regex(/^[0-9a-f]{64}$/);
const hex = z.string().regex(/^[0-9a-f]+$/);
const count = z.int().nonnegative();
const insidePath = z.string().refine(isOutPath);

const imageOrder = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('copy'), path: insidePath, file: insidePath, sha256, bytes: count }),
  z.object({
    kind: z.literal('resize'),
    path: insidePath,
    key: hex,
    file: insidePath,
    source: z.string(),
    width: count,
    format: z.enum(['avif', 'webp']),
    isAnimated: z.boolean(),
    pixels: count,
  }),
  z.object({
    kind: z.literal('share'),
    path: insidePath,
    key: hex,
    card: z.object({
      brand: z.string(),
      host: z.string(),
      title: z.string().nullable(),
      kicker: z.string().nullable(),
    }),
    format: z.literal('png'),
  }),
]);

const partSchema = z.object({
  version: z.literal(PART_VERSION),
  /** Which part of how many, counted from 1. */
  shard: z
    .object({ index: z.int().positive(), count: z.int().positive() })
    .refine(({ index, count: all }) => index <= all),
  /** Equal for the parts of one site: content, clock, configuration, code. */
  site: sha256,
  pages: count,
  bytes: count,
  /** SHA-256 of the cache with its records. */
  cache: sha256,
  /** Files are relative to the folder of local images, which is elsewhere on the other machine. */
  imageOrders: z.array(imageOrder),
  imageFaults: z.array(z.object({ source: z.string(), what: z.string(), fix: z.string() })),
  problems: z.array(problemSchema),
});

/** The contents of part.json. */
export type PartFile = Readonly<z.output<typeof partSchema>>;
/** Which part of how many, counted from 1. */
export type Shard = PartFile['shard'];

/**
 * Empties the folder of an earlier part, or makes a new one. It is this build's until the lock is released.
 * @throws SiteError PART_NOT_OURS, OUT_LOCKED (exit 2).
 */
export async function beginPart(dir: string): Promise<OutputLock> {
  const found = existsSync(dir) ? readdirSync(dir) : [];
  const isMarked = found.includes(PART_FILE) || found.includes(BEGUN_FILE);
  const isOurs = found.every((name) => isLock(name) || (isMarked && PART_NAMES.has(name)));
  if (!isOurs) throw partNotOurs(dir);
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
  // First the file that marks the part as whole.
  rmSync(join(dir, PART_FILE), { force: true });
  const others = readdirSync(dir).filter((name) => name !== BEGUN_FILE && !isLock(name));
  for (const name of others) rmSync(join(dir, name), { recursive: true, force: true });
  makeFolder(join(dir, PART_PAGES));
}

/** Locks that are being taken over have names of their own. */
function isLock(name: string): boolean {
  return name.startsWith(LOCK_FILE);
}

/** Marks the part as whole. */
export function endPart(dir: string, part: Omit<PartFile, 'version'>): PartFile {
  const ended: PartFile = { version: PART_VERSION, ...part };
  writeFileSync(join(dir, BEGUN_FILE), `${JSON.stringify(ended)}\n`);
  renameSync(join(dir, BEGUN_FILE), join(dir, PART_FILE));
  return ended;
}

/** Reads part.json. @throws SiteError PART_DAMAGED, PARTS_DIFFER (exit 2). */
export function loadPart(dir: string): PartFile {
  const file = join(dir, PART_FILE);
  if (!existsSync(dir)) throw partDamaged(dir, 'there is no such folder');
  if (!existsSync(file)) throw partDamaged(dir, `there is no ${PART_FILE} in it, so it was never finished`);
  const value = guardPart(dir, (): unknown => JSON.parse(readFileSync(file, 'utf8')));
  const { data: part } = partSchema.safeParse(value);
  if (part !== undefined) return part;
  const isOther = typeof value === 'object' && value !== null && 'version' in value && value.version !== PART_VERSION;
  throw isOther ? partOfOtherSite(dir) : partDamaged(dir, `${PART_FILE} is none that sitegen wrote`);
}

/** A part that cannot be read is damaged; but a full disk is this machine's problem. */
export function guardPart<Result>(dir: string, read: () => Result): Result {
  try {
    return read();
  } catch (cause) {
    if (isDiskFull(cause)) throw cause;
    throw partDamaged(dir, errorMessage(cause).replace(/\.$/, ''), cause);
  }
}

function partNotOurs(dir: string): SiteError {
  return new SiteError({
    code: 'PART_NOT_OURS',
    exitCode: 2,
    message: `The folder ${dir} holds files that are no part of a site. Nothing was written. Name an empty or new folder with --part-dir.`,
  });
}

/** The error of a part that was made of something else. */
export function partOfOtherSite(dir: string): SiteError {
  return new SiteError({
    code: 'PARTS_DIFFER',
    exitCode: 2,
    message:
      `The part ${dir} was made of other content, another configuration, or another version of sitegen or Node than this merge. Nothing was written. ` +
      'Build every part and merge with the same sources, variables, flags and --snapshot.',
  });
}

/** The error of a part that is not as it was written. */
export function partDamaged(dir: string, fault: string, cause?: unknown): SiteError {
  return new SiteError(
    {
      code: 'PART_DAMAGED',
      exitCode: 2,
      message: `The part ${dir} is damaged: ${fault}. Nothing was written. Build that part again, or copy it again.`,
    },
    { cause },
  );
}
