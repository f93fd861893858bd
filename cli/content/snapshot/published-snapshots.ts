// The list of snapshots that became a site. It is committed together with the site, so that the content of a refused build or a
// dry run never counts as the last good content.

import { existsSync, statSync } from 'node:fs';
import { copyFile, mkdir, readFile, rm } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import * as z from 'zod';
import type { ContentFile } from './content-snapshot.ts';
import { rangeFile } from './range-files.ts';
import { findSnapshotFiles, loadSnapshotFile, readNames, SNAPSHOT_NAME, snapshotsDir } from './snapshot-file.ts';
import { rowsFileOf } from './stored-rows.ts';

const listSchema = z.object({
  version: z.literal(1),
  /** File names of the snapshots, newest first. */
  files: z.array(z.string().regex(SNAPSHOT_NAME)),
});

/** Where a build stores snapshots, and how many. */
export interface SnapshotShelf {
  readonly cacheDir: string;
  readonly snapshotsKept: number;
}

const LIST_NAME = 'published.json';
/** The name of a downloaded file, or of an unfinished download. */
const DOWNLOADED = /^[0-9a-f]{64}$|\.part$/;
/** Unreferenced files younger than this stay: another build may be writing them. */
const GRACE_MS = 3_600_000;

/** Creates the new list, as a file below the cache folder: committing it publishes the snapshot. */
export async function createPublishedList(
  file: string,
  { cacheDir, snapshotsKept }: SnapshotShelf,
): Promise<{ readonly path: string; readonly content: string }> {
  const previous = await loadNames(cacheDir);
  const isOurs = dirname(resolve(file)) === resolve(snapshotsDir(cacheDir));
  const own = isOurs ? basename(file) : await copyFromElsewhere(file, cacheDir);
  const names = [own, ...previous.filter((name) => name !== own)];
  return {
    path: `${basename(snapshotsDir(cacheDir))}/${LIST_NAME}`,
    content: `${JSON.stringify({ version: 1, files: names.slice(0, snapshotsKept) })}\n`,
  };
}

/** Copies a snapshot of another machine (--snapshot), so that later builds can fall back to it. Returns its name. */
async function copyFromElsewhere(file: string, cacheDir: string): Promise<string> {
  const { clock, digest, collections, files } = await loadSnapshotFile(file);
  const folder = snapshotsDir(cacheDir);
  const name = `${clock.replaceAll(/[:.]/g, '-')}-${digest.slice(0, 12)}.json`;
  const [from, to] = [join(dirname(file), 'ranges'), join(folder, 'ranges')];
  await mkdir(to, { recursive: true });
  for (const range of new Set(collections.flatMap(({ ranges }) => ranges)))
    if (!existsSync(rangeFile(to, range))) await copyFile(rangeFile(from, range), rangeFile(to, range));
  await copyFiles(join(dirname(file), 'files'), join(folder, 'files'), files ?? []);
  await copyFile(file, join(folder, name));
  return name;
}

async function copyFiles(from: string, to: string, files: readonly ContentFile[]): Promise<void> {
  if (files.length === 0) return;
  await mkdir(to, { recursive: true });
  for (const { sha256 } of files)
    if (sha256 !== null && !existsSync(join(to, sha256))) await copyFile(join(from, sha256), join(to, sha256));
}

/** The published snapshots of a cache folder, newest first. */
export async function findPublishedFiles(cacheDir: string): Promise<readonly string[]> {
  return (await loadNames(cacheDir)).map((name) => join(snapshotsDir(cacheDir), name));
}

/** Empty if there is no list or it cannot be read. */
async function loadNames(cacheDir: string): Promise<readonly string[]> {
  const text = await readFile(join(snapshotsDir(cacheDir), LIST_NAME), 'utf8').catch(() => null);
  try {
    return text === null ? [] : listSchema.parse(JSON.parse(text)).files;
  } catch {
    return [];
  }
}

/**
 * Deletes all but the published and the newest other snapshots, then every range and downloaded file that none of them names. If a
 * snapshot cannot be read, all ranges and files stay: it may name any of them.
 */
export async function pruneSnapshots({ cacheDir, snapshotsKept }: SnapshotShelf): Promise<void> {
  const files = await findSnapshotFiles(cacheDir);
  const published = await findPublishedFiles(cacheDir);
  const kept = new Set([...published, ...files.slice(0, snapshotsKept)]);
  const dropped = files.filter((file) => !kept.has(file)).flatMap((file) => [file, rowsFileOf(file)]);
  await Promise.all(dropped.map((file) => rm(file, { force: true })));
  const rangesDir = join(snapshotsDir(cacheDir), 'ranges');
  const filesDir = join(snapshotsDir(cacheDir), 'files');
  const stored = [
    ...(await readNames(rangesDir)).map((name) => join(rangesDir, name)),
    ...(await readNames(filesDir)).filter((name) => DOWNLOADED.test(name)).map((name) => join(filesDir, name)),
  ];
  if (!stored.some(isOld)) return;
  const left = files.filter((file) => kept.has(file));
  const records = await Promise.all(left.map((file) => loadSnapshotFile(file).catch(() => null)));
  if (records.includes(null)) return;
  const named = new Set(
    records.flatMap((record) => [
      ...(record?.collections.flatMap(({ ranges }) => ranges.map((name) => rangeFile(rangesDir, name))) ?? []),
      ...(record?.files?.map(({ sha256 }) => join(filesDir, sha256 ?? '')) ?? []),
    ]),
  );
  const unnamed = stored.filter((file) => !named.has(file));
  // Checked again: another build may have written one meanwhile.
  await Promise.all(unnamed.filter(isOld).map((file) => rm(file, { force: true })));
}

/** Too old to belong to a running build. */
function isOld(file: string): boolean {
  const stats = statSync(file, { throwIfNoEntry: false });
  return stats !== undefined && Date.now() - stats.mtimeMs > GRACE_MS;
}
