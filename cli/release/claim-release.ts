// Keeps the claim on a release. The publisher that writes list N first owns release N. Another publisher takes over only if the owner is no
// longer running; an owner that comes back late sends nothing more.

import { hostname } from 'node:os';
import { setInterval, setTimeout } from 'node:timers';
import { setTimeout as wait } from 'node:timers/promises';
import { isAlive } from '../publish/output-lock.ts';
import type { ObjectStore, Target } from './object-store.ts';
import { beatKey, HEAD_KEY, listKey, nextId, RECORD_HEADERS, type ReleaseList } from './release-record.ts';
import { beaten, type TargetState } from './release-store.ts';

/** How long a publisher without a heartbeat owns its release. */
export const LEASE_MS = 30_000;
const POLLS = 10;

/**
 * A running publisher renews its heartbeat, and a finished one has written the head.
 * @throws SiteError PUBLISH_BEATEN (exit 3) if the owner of a list is running.
 */
export async function assertAbandoned(
  records: ObjectStore,
  list: ReleaseList,
  { state, watchMs = LEASE_MS }: { readonly state: TargetState; readonly watchMs?: number | undefined },
): Promise<void> {
  const { id, holder } = list;
  const etagOf = async (key: string) => (await records.head(key))?.etag ?? null;
  const beat = await etagOf(beatKey(id));
  const isGone = holder.host === hostname() && !isAlive(holder);
  for (let poll = isGone ? POLLS : 0; poll < POLLS; poll += 1) {
    await wait(watchMs / POLLS);
    if ((await etagOf(beatKey(id))) !== beat) throw beaten(id, list);
    if ((await etagOf(HEAD_KEY)) !== state.etag) throw beaten(id, list);
  }
  // It may have finished just before its process ended.
  if ((await etagOf(HEAD_KEY)) !== state.etag) throw beaten(id, list);
}

/** The exclusive right to write a release. */
export interface Lease {
  /** @throws SiteError PUBLISH_BEATEN. A process that was stopped for a while finds out here first. */
  assertHeld(): void;
  end(): void;
}

/** Renews the lease three times within `leaseMs`, after which others may take over. It ends a little earlier, with all requests. */
export function holdLease({ records, stop }: Target, id: string, leaseMs: number): Lease {
  const lost = beaten(nextId(id));
  const heldMs = leaseMs * 0.8;
  let heldUntil = performance.now() + heldMs;
  let end = setTimeout(stop, heldMs, lost).unref();
  let isEnded = false;
  const renew = async () => {
    const startedAt = performance.now();
    await records.put(beatKey(id), Buffer.from(JSON.stringify({ startedAt })), RECORD_HEADERS);
    const isTaken = (await records.head(listKey(nextId(id)))) !== null;
    if (isEnded) return;
    if (isTaken) return stop(lost);
    heldUntil = startedAt + heldMs;
    clearTimeout(end);
    end = setTimeout(stop, heldUntil - performance.now(), lost).unref();
  };
  // If a renewal fails, the next one may succeed.
  const timer = setInterval(() => void renew().catch(() => {}), leaseMs / 3).unref();
  return {
    assertHeld: () => {
      if (performance.now() <= heldUntil) return;
      stop(lost);
      throw lost;
    },
    end: () => {
      isEnded = true;
      clearInterval(timer);
      clearTimeout(end);
    },
  };
}
