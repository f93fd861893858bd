// The snapshot from which a build may read only what changed: the newest one, if it is complete and of the same service and code.

import type { ReadTarget } from './client/content-reads.ts';
import type { LastReading } from './client/read-changes.ts';
import { loadStoredSnapshot } from './snapshot/load-stored-snapshot.ts';
import { findSnapshotFiles, loadSnapshotFile, type SnapshotRecord } from './snapshot/snapshot-file.ts';

/** What a snapshot must match. */
interface Wanted {
  readonly cacheDir: string;
  readonly service: { readonly url: string; readonly isSample: boolean };
  readonly targets: readonly ReadTarget[];
  readonly codeKey: string;
  readonly fullReadHours: number;
}

/** The snapshot, and how it was read. */
export type LastSnapshot = Omit<LastReading, 'renamed'> &
  NonNullable<SnapshotRecord['reading']> & {
    /** Everything was read too long ago. */
    readonly isFullDue: boolean;
  };

const HOUR_MS = 3_600_000;

/** Null if there is none: then everything has to be read. */
export async function findLastReading({
  cacheDir,
  service,
  targets,
  codeKey,
  fullReadHours,
}: Wanted): Promise<LastSnapshot | null> {
  const [file] = await findSnapshotFiles(cacheDir);
  // If a snapshot is damaged or incomplete, everything is read.
  const record = file === undefined ? null : await loadSnapshotFile(file).catch(() => null);
  const reading = record?.reading;
  if (file === undefined || record === null || reading === undefined) return null;
  const age = Date.now() - Date.parse(reading.fullAt);
  const isSameSource = !service.isSample && record.service.url === service.url && reading.codeKey === codeKey;
  if (!isSameSource || !isWhole(record)) return null;
  const content = await loadStoredSnapshot(file, targets, { clock: null, codeKey }).catch(() => null);
  if (content === null) return null;
  const { answeredAt } = reading;
  const isFullDue = age < 0 || age >= fullReadHours * HOUR_MS;
  return { ...reading, content, readAt: answeredAt === null ? null : Date.parse(answeredAt), isFullDue };
}

/** Everything came from the service, nothing from an earlier build. */
function isWhole({ collections, globals, problems }: SnapshotRecord): boolean {
  const isKept = problems.some(({ code }) => code === 'ENTRY_KEPT');
  return !isKept && [...collections, ...globals].every(({ source }) => source === 'service');
}
