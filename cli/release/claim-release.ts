// Claims a release and keeps the claim. The publisher that writes list N first owns release N. Another publisher takes over only if the owner is no
// longer running; an owner that comes back late sends nothing more.

import { hostname } from 'node:os';
import { setInterval, setTimeout } from 'node:timers';
import { setTimeout as wait } from 'node:timers/promises';
import { isAlive } from '../publish/output-lock.ts';
import { ConditionFailed, type ObjectStore } from './object-store.ts';
import { beatKey, HEAD_KEY, listKey, nextId, printList, RECORD_HEADERS, type ReleaseList } from './release-record.ts';
import { beaten, loadList, putRecord, type TargetState } from './release-store.ts';

export interface Claim {
  readonly list: ReleaseList;
  /** Releases that were started after the live one and never finished. */
  readonly unfinished: readonly ReleaseList[];
}

interface ClaimOptions {
  readonly state: TargetState;
  readonly hasConditions: boolean;
  /** How long a publisher without a heartbeat is considered alive. */
  readonly watchMs: number;
  readonly createList: (id: string, unfinished: readonly ReleaseList[]) => Promise<ReleaseList>;
}

/** Claims the next id. @throws SiteError PUBLISH_BEATEN (exit 3) if another publisher is running, or was faster. */
export async function claimRelease(records: ObjectStore, options: ClaimOptions): Promise<Claim> {
  const { state, watchMs, hasConditions } = options;
  const unfinished: ReleaseList[] = [];
  for (let id = nextId(state.base?.id ?? null); ; id = nextId(id)) {
    const list = await options.createList(id, unfinished);
    try {
      await putRecord(records, { key: listKey(id), body: printList(list), condition: 'absent', hasConditions });
      return { list, unfinished };
    } catch (cause) {
      if (!(cause instanceof ConditionFailed)) throw cause;
    }
    const other = await loadList(records, id);
    if (other === null) throw beaten(id);
    await assertAbandoned(records, other, { watchMs, state });
    unfinished.push(other);
  }
}

const POLLS = 10;

/**
 * A running publisher renews its heartbeat, a failed one marks it as ended, and a finished one has written the head.
 * @throws SiteError PUBLISH_BEATEN (exit 3) if the owner of a list is running.
 */
export async function assertAbandoned(
  records: ObjectStore,
  list: ReleaseList,
  { watchMs, state }: Pick<ClaimOptions, 'watchMs' | 'state'>,
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

const ENDED = 'ended';

/** Records that a publisher is alive, or has failed. */
async function putBeat(records: ObjectStore, id: string, sign: number | typeof ENDED): Promise<void> {
  await records.put(beatKey(id), Buffer.from(JSON.stringify({ sign })), RECORD_HEADERS);
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
  const renew = async () => {
    const startedAt = performance.now();
    hasBeat = true;
    await putBeat(records, id, startedAt);
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
      if (!isFinished) await putBeat(records, id, ENDED).catch(() => {});
      else if (hasBeat) await records.delete([beatKey(id)]).catch(() => {});
      clearTimeout(end);
    },
  };
}
