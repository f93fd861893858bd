// Finds the snapshot of a build, without reading its entries.

import { existsSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { loadSnapshotFile, type SnapshotRecord } from '../content/snapshot/snapshot-file.ts';
import { SiteError } from '../errors.ts';

/** The record of a snapshot, and the folder with its entries. */
export interface FoundSnapshot {
  readonly record: SnapshotRecord;
  readonly rangesDir: string;
}

/** Finds a snapshot, even if the cache folder was moved; null if it was deleted or is from another version of sitegen. */
export async function findSnapshot(cacheDir: string, file: string): Promise<FoundSnapshot | null> {
  const found = [file, join(cacheDir, 'snapshots', basename(file))].find((candidate) => existsSync(candidate));
  if (found === undefined) return null;
  try {
    return { record: await loadSnapshotFile(found), rangesDir: join(dirname(found), 'ranges') };
  } catch (cause) {
    if (cause instanceof SiteError && cause.code === 'SNAPSHOT_VERSION') return null;
    throw cause;
  }
}
