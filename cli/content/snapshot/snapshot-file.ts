// The file of a snapshot: the ranges of each collection, and the globals as received. The index is not stored here: it is made from
// the ranges with the current schemas (see stored-rows.ts). A loaded record is complete and of the current version.

import { createHash, randomUUID } from 'node:crypto';
import { mkdir, readdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod';
import { COLLECTION_HANDLES, GLOBAL_NAMES } from '../../../content/handles.ts';
import { errorMessage, SiteError, systemErrorCode } from '../../errors.ts';
import { capProblems } from '../../report/cap-problems.ts';

/** Change it with the shape of the file or the names of ranges. */
const SNAPSHOT_VERSION = 2;
/** File names begin with the time of writing. */
export const SNAPSHOT_NAME = /^\d{4}-[^/\\]*\.json$/;

const sha256 = z.string().regex(/^[0-9a-f]{64}$/);
const placeKeys = z.enum(['collection', 'entry', 'site', 'field', 'editUrl', 'url', 'path', 'file']);
/** A problem in a file. */
const problemSchema = z.object({
  code: z.string(),
  severity: z.enum(['error', 'warning', 'notice']),
  where: z.partialRecord(placeKeys, z.string()),
  what: z.string(),
  fix: z.string(),
});

const recordSchema = z.object({
  version: z.literal(SNAPSHOT_VERSION),
  digest: sha256,
  clock: z.iso.datetime(),
  service: z.object({ url: z.string(), isSample: z.boolean() }),
  collections: z.array(
    z.object({
      collection: z.enum(COLLECTION_HANDLES),
      site: z.string(),
      source: z.enum(['service', 'stale', 'empty']),
      ranges: z.array(sha256),
    }),
  ),
  globals: z.array(
    z.object({
      name: z.enum(GLOBAL_NAMES),
      site: z.string(),
      source: z.enum(['service', 'stale', 'empty']),
      /** As received; null if it is not set. */
      value: z.unknown(),
    }),
  ),
  /** Null (absent in older snapshots) if pages load images and files from the content service. */
  files: z
    .array(
      z.object({
        address: z.string(),
        sha256: sha256.nullable(),
        bytes: z.int().nonnegative(),
        extension: z.string().regex(/^(?:\.[a-z0-9]{1,5})?$/),
        fault: z.object({ what: z.string(), fix: z.string() }).nullable(),
      }),
    )
    .nullable()
    .default(null),
  problems: z.array(problemSchema),
  /** How the content was read. Without it, the next build reads everything. */
  reading: z
    .object({
      /** Key of the program's code: other code may read something else. */
      codeKey: z.string(),
      /** When everything was last read. */
      fullAt: z.iso.datetime(),
      /** Time of the oldest answer, by the clock of the service. */
      answeredAt: z.iso.datetime().nullable(),
      /** Hashes of the parts of terms and assets that entries show, by id. */
      names: z.record(z.string(), z.string()),
      /** What is gone, and which entries showed it (see ../client/absences.ts). */
      absences: z
        .array(z.object({ ids: z.array(z.string()).readonly(), shownBy: z.array(z.string()).readonly() }))
        .readonly()
        .default([]),
    })
    .optional(),
});

/** The content of a snapshot's file. */
export type SnapshotRecord = Readonly<z.output<typeof recordSchema>>;
/** A global of a site in a record. */
export type StoredGlobal = SnapshotRecord['globals'][number];

/** The folder of snapshots in a cache folder. */
export function snapshotsDir(cacheDir: string): string {
  return join(cacheDir, 'snapshots');
}

/** SHA-256 of the content, without its time and origin. */
export function contentDigest(content: Pick<SnapshotRecord, 'collections' | 'globals' | 'files'>): string {
  const collections = content.collections.map(({ collection, site, ranges }) => [collection, site, ranges]);
  const globals = content.globals.map(({ name, site, value }) => [name, site, value]);
  const files = content.files?.map(({ address, sha256: hash, fault }) => [address, hash, fault]);
  return createHash('sha256')
    .update(JSON.stringify([collections, globals, ...(files === undefined ? [] : [files])]))
    .digest('hex');
}

/** Converts an ISO 8601 date or date-time to UTC. @throws SiteError CLOCK_INVALID (exit 2). */
export function parseClock(text: string): string {
  const isValid = z.union([z.iso.datetime({ offset: true }), z.iso.date()]).safeParse(text).success;
  if (isValid) return new Date(text).toISOString();
  throw new SiteError({
    code: 'CLOCK_INVALID',
    exitCode: 2,
    message: `The clock ${JSON.stringify(text)} is not an ISO 8601 date or date-time with time zone. Write --clock 2026-01-31 or --clock 2026-01-31T09:00:00Z.`,
  });
}

/** Writes the record to a file whose name sorts by the time of writing. @returns the file. */
export async function writeSnapshot(cacheDir: string, record: Omit<SnapshotRecord, 'version'>): Promise<string> {
  const folder = snapshotsDir(cacheDir);
  await mkdir(folder, { recursive: true });
  const name = `${new Date().toISOString().replaceAll(/[:.]/g, '-')}-${record.digest.slice(0, 12)}.json`;
  const temporaryFile = join(folder, `${randomUUID()}.tmp`);
  const { problems } = capProblems(record.problems);
  const text = JSON.stringify({ version: SNAPSHOT_VERSION, ...record, problems });
  await writeFile(temporaryFile, `${text}\n`, { flag: 'wx' });
  await rename(temporaryFile, join(folder, name));
  return join(folder, name);
}

/**
 * Reads the file of a snapshot.
 * @throws SiteError SNAPSHOT_MISSING, SNAPSHOT_DAMAGED or SNAPSHOT_VERSION (exit 2), naming the file.
 */
export async function loadSnapshotFile(file: string): Promise<SnapshotRecord> {
  const value = await loadJson(file);
  const version = typeof value === 'object' && value !== null && 'version' in value ? value.version : undefined;
  if (version !== undefined && version !== SNAPSHOT_VERSION) {
    const what = `The snapshot ${file} has version ${JSON.stringify(version)}; this sitegen reads version ${SNAPSHOT_VERSION}.`;
    throw snapshotError('SNAPSHOT_VERSION', file, what);
  }
  const parsed = recordSchema.safeParse(value);
  if (!parsed.success)
    throw snapshotError('SNAPSHOT_DAMAGED', file, `The snapshot ${file} is damaged or not a snapshot.`, parsed.error);
  if (contentDigest(parsed.data) !== parsed.data.digest) {
    throw snapshotError('SNAPSHOT_DAMAGED', file, `The snapshot ${file} was changed after it was written.`);
  }
  return parsed.data;
}

async function loadJson(file: string): Promise<unknown> {
  try {
    return JSON.parse(await readFile(file, 'utf8'));
  } catch (cause) {
    if (systemErrorCode(cause) === 'ENOENT')
      throw snapshotError('SNAPSHOT_MISSING', file, `There is no snapshot ${file}.`, cause);
    throw snapshotError(
      'SNAPSHOT_DAMAGED',
      file,
      `The snapshot ${file} cannot be read: ${errorMessage(cause)}.`,
      cause,
    );
  }
}

function snapshotError(code: string, file: string, what: string, cause?: unknown): SiteError {
  const fix = 'Use another file of .sitegen/snapshots/, or build without --snapshot.';
  return new SiteError(
    {
      code,
      exitCode: 2,
      message: `${what} Nothing was written.`,
      problems: [{ code, severity: 'error', where: { file }, what, fix }],
    },
    { cause },
  );
}

/** The snapshots of a cache folder, newest first. */
export async function findSnapshotFiles(cacheDir: string): Promise<readonly string[]> {
  const folder = snapshotsDir(cacheDir);
  const names = await readNames(folder);
  return names
    .filter((name) => SNAPSHOT_NAME.test(name))
    .sort()
    .reverse()
    .map((name) => join(folder, name));
}

/** The names in a folder; empty if it does not exist. */
export async function readNames(folder: string): Promise<readonly string[]> {
  try {
    return await readdir(folder);
  } catch (cause) {
    if (systemErrorCode(cause) === 'ENOENT') return [];
    throw cause;
  }
}
