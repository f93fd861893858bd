// Keeps the claim on a release. The publisher that writes list N first owns release N. Another publisher takes over only if the owner is no
// longer running; an owner that comes back late sends nothing more.

import { hostname } from 'node:os';
import { setInterval, setTimeout } from 'node:timers';
import { setTimeout as wait } from 'node:timers/promises';
import { isAlive } from '../publish/output-lock.ts';
import type { ObjectStore } from './object-store.ts';
import { beatKey, HEAD_KEY, listKey, nextId, RECORD_HEADERS, type ReleaseList } from './release-record.ts';
import { beaten, type TargetState } from './release-store.ts';

/** How long a publisher without a heartbeat owns its release. */
export const LEASE_MS = 30_000;
const POLLS = 10;
const ENDED = 'ended';

/**
 * A running publisher renews its heartbeat, a failed one marks it as ended, and a finished one has written the head.
 * @throws SiteError PUBLISH_BEATEN (exit 3) if the owner of a list is running.
 */
export async function assertAbandoned(
  records: ObjectStore,
  list: ReleaseList,
  { state, watchMs = LEASE_MS }: { readonly state: TargetState; readonly watchMs?: number | undefined },
): Promise<void> {
  const { id, holder } = list;
  const isDone = async () => ((await records.head(HEAD_KEY))?.etag ?? null) !== state.etag;
  const first = await records.get(beatKey(id));
  const isEnded = first?.body.includes(ENDED) === true || (holder.host === hostname() && !isAlive(holder));
  for (let poll = isEnded ? POLLS : 0; poll < POLLS; poll += 1) {
    await wait(watchMs / POLLS);
    const beat = await records.get(beatKey(id));
    if (beat?.body.includes(ENDED) === true) break;
    if (beat?.etag !== first?.etag || (await isDone())) throw beaten(id, list);
  }
  // It may have finished just before its process ended.
  if (await isDone()) throw beaten(id, list);
}

/** The exclusive right to write a release. */
export interface Lease {
  /** Ends what is being sent when another publisher may have taken over. Its reason is PUBLISH_BEATEN. */
  readonly signal: AbortSignal;
  /** @throws SiteError PUBLISH_BEATEN. A process that was stopped for a while finds out here first. */
  assertHeld(): void;
  /** After a failure, this lets the next publisher start without waiting. */
  end(isFinished: boolean): Promise<void>;
}

/** Renews the lease three times within `leaseMs`, after which others may take over. It ends a little earlier. */
export function holdLease(allRecords: ObjectStore, id: string, leaseMs: number): Lease {
  const lost = new AbortController();
  const records = allRecords.until(lost.signal);
  const lose = () => lost.abort(beaten(nextId(id)));
  const heldMs = leaseMs * 0.8;
  let heldUntil = performance.now() + heldMs;
  let end = setTimeout(lose, heldMs).unref();
  let hasBeat = false;
  /** Records that this publisher is alive, or has failed. */
  const beat = (sign: number | typeof ENDED) =>
    records.put(beatKey(id), Buffer.from(JSON.stringify({ sign })), RECORD_HEADERS);
  const renew = async () => {
    const startedAt = performance.now();
    hasBeat = true;
    await beat(startedAt);
    if ((await records.head(listKey(nextId(id)))) !== null) return lose();
    heldUntil = startedAt + heldMs;
    clearTimeout(end);
    end = setTimeout(lose, heldUntil - performance.now()).unref();
  };
  // If a renewal fails, the next one may succeed.
  const timer = setInterval(() => void renew().catch(() => {}), leaseMs / 3).unref();
  return {
    signal: lost.signal,
    assertHeld: () => {
      if (performance.now() > heldUntil) lose();
      lost.signal.throwIfAborted();
    },
    end: async (isFinished) => {
      clearInterval(timer);
      if (!isFinished) await beat(ENDED).catch(() => {});
      else if (hasBeat) await records.delete([beatKey(id)]).catch(() => {});
      clearTimeout(end);
    },
  };
}
