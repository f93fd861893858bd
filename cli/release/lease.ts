// What a long release does so that others see that it is alive, and that it stops when another publisher took over.

import { setInterval } from 'node:timers';
import type { ObjectStore } from './object-store.ts';
import { beatKey, listKey, nextId } from './release-record.ts';
import { beaten, putBeat } from './release-store.ts';

/** The right to write a release. */
export interface Lease {
  /** @throws SiteError PUBLISH_BEATEN where another publisher may have taken over. */
  assertHeld(): void;
  /** After a failure the next publisher need not wait. */
  end(isFinished: boolean): Promise<void>;
}

/** Starts to renew the claim of a release three times in the time after which it would be lost. */
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
  // A renewal that fails is tried again at the next one.
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
