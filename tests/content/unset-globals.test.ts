// Which globals were set before, by the published snapshots.

import { expect, it } from 'vitest';
import type { ReadTarget } from '../../cli/content/client/content-reads.ts';
import type { SnapshotRecord, StoredGlobal } from '../../cli/content/snapshot/snapshot-file.ts';
import { findSetGlobals } from '../../cli/content/unset-globals.ts';

const targets: readonly ReadTarget[] = ['en', 'es'].map((site) => ({ kind: 'global', name: 'top_banner', site }));

function createSnapshot(globals: readonly StoredGlobal[]): SnapshotRecord {
  return { globals } as unknown as SnapshotRecord;
}

const inSite = (site: string, source: StoredGlobal['source'], value: StoredGlobal['value']): StoredGlobal => ({
  name: 'top_banner',
  site,
  source,
  value,
});

it('reads older snapshots only for globals that the newer ones could not read', async () => {
  const snapshots = [
    createSnapshot([inSite('en', 'service', { enabled: true }), inSite('es', 'empty', null)]),
    createSnapshot([inSite('en', 'service', null), inSite('es', 'stale', { enabled: true })]),
    createSnapshot([inSite('es', 'service', null)]),
  ];
  let read = 0;
  const readAll = async function* () {
    for (const snapshot of snapshots) {
      read += 1;
      yield snapshot;
    }
  };
  const wasSet = await findSetGlobals(targets, readAll());
  expect(['en', 'es', 'pt'].map((site) => wasSet({ name: 'top_banner', site }))).toEqual([true, true, false]);
  expect(read).toBe(2);
});
