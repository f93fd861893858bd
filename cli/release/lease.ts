// The heartbeat of a release. Other publishers see that it is alive, and it stops if another publisher took over.

import { setInterval } from 'node:timers';
import type { ObjectStore } from './object-store.ts';
import { beatKey, listKey, nextId } from './release-record.ts';
import { beaten, putBeat } from './release-store.ts';

/** The exclusive right to write a release. */
export interface Lease {
  /** @throws SiteError PUBLISH_BEATEN if another publisher may have taken over. */
  assertHeld(): void;
  /** After a failure, this lets the next publisher start without waiting. */
  end(isFinished: boolean): Promise<void>;
}

/** Renews the lease three times within `leaseMs`, after which it would be lost. */
export function holdLease(records: ObjectStore, id: string, leaseMs: number): Lease {
  let renewedAt = performance.now();
  let isLost = false;
  let hasBeat = false;
  const renew = async () => {
    const startedAt = performance.now();
    hasBeat = true;
    await putBeat(records, id, startedAt);
    if ((await records.head(listKey(nextId(id)))) === null) renewedAt = startedAt;
    else isLost = true;
  };
  // If a renewal fails, the next one may succeed.
  const timer = setInterval(() => void renew().catch(() => {}), leaseMs / 3);
  timer.unref();
  return {
    assertHeld: () => {
      if (isLost || performance.now() - renewedAt > leaseMs * 0.8) throw beaten(nextId(id));
    },
    end: async (isFinished) => {
      clearInterval(timer);
      if (isLost) return;
      if (!isFinished) await putBeat(records, id, 'ended').catch(() => {});
      else if (hasBeat) await records.delete(beatKey(id)).catch(() => {});
    },
  };
}
