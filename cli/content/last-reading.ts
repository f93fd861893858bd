// The snapshot that a build may start from when it reads only what changed: the newest one of the same service, code and lists,
// whole, and not too long after everything was read.

import type { ReadTarget } from './client/content-reads.ts';
import type { LastReading } from './client/read-changes.ts';
import { loadStoredSnapshot } from './snapshot/load-stored-snapshot.ts';
import { findSnapshotFiles, loadSnapshotFile, type SnapshotRecord } from './snapshot/snapshot-file.ts';

/** What a snapshot must agree with. */
interface Wanted {
  readonly cacheDir: string;
  readonly service: { readonly url: string; readonly isSample: boolean };
  readonly targets: readonly ReadTarget[];
  readonly codeKey: string;
  readonly fullReadHours: number;
}

/** That snapshot, and how it was read. */
export type LastSnapshot = Omit<LastReading, 'renamed'> &
  NonNullable<SnapshotRecord['reading']> & {
    /** Everything was read too long ago. */
    readonly isFullDue: boolean;
  };

const HOUR_MS = 3_600_000;

/** Null where there is none to compare with: everything has to be read. */
export async function findLastReading({
  cacheDir,
  service,
  targets,
  codeKey,
  fullReadHours,
}: Wanted): Promise<LastSnapshot | null> {
  const [file] = await findSnapshotFiles(cacheDir);
  // A snapshot that is damaged, or lacks a list, is no reason to stop.
  const record = file === undefined ? null : await loadSnapshotFile(file).catch(() => null);
  const reading = record?.reading;
  if (file === undefined || record === null || reading === undefined) return null;
  const age = Date.now() - Date.parse(reading.fullAt);
  const isOurs = !service.isSample && record.service.url === service.url && reading.codeKey === codeKey;
  if (!isOurs || !isWhole(record)) return null;
  const content = await loadStoredSnapshot(file, targets, { clock: null, codeKey }).catch(() => null);
  if (content === null) return null;
  const { answeredAt } = reading;
  const isFullDue = age < 0 || age >= fullReadHours * HOUR_MS;
  return { ...reading, content, readAt: answeredAt === null ? null : Date.parse(answeredAt), isFullDue };
}

/** Whether all of it came from the service, and nothing was kept of an earlier build. */
function isWhole({ collections, globals, problems }: SnapshotRecord): boolean {
  const isKept = problems.some(({ code }) => code === 'ENTRY_KEPT');
  return !isKept && [...collections, ...globals].every(({ source }) => source === 'service');
}
