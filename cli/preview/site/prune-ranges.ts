// Range files that no list names any more, deleted while the preview runs: every edit leaves one.

import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { ContentSnapshot } from '../../content/snapshot/content-snapshot.ts';

/** A list that is being received is named only when it is whole. */
const GRACE_MS = 30_000;

/** Deletes what none of the snapshots names, unless it is young. */
export async function pruneRanges(rangesDir: string, snapshots: readonly ContentSnapshot[]): Promise<void> {
  const named = new Set(
    snapshots.flatMap(({ collections }) =>
      collections.flatMap(({ ranges }) => ranges.map((range) => `${range}.ndjson`)),
    ),
  );
  for (const name of await readdir(rangesDir)) {
    if (named.has(name)) continue;
    const facts = await stat(join(rangesDir, name)).catch(() => null);
    if (facts !== null && Date.now() - facts.mtimeMs > GRACE_MS) await rm(join(rangesDir, name), { force: true });
  }
}
