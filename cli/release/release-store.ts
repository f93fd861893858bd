// Reads and writes the records of a target. Whoever writes list N first owns release N. Another publisher takes over only if the
// owner is no longer running.

import { hostname } from 'node:os';
import { setTimeout as wait } from 'node:timers/promises';
import * as z from 'zod';
import { SiteError } from '../errors.ts';
import { isAlive } from '../publish/output-lock.ts';
import { printableText } from '../text/printable-text.ts';
import { ConditionFailed, ConditionUnsupported, type ObjectStore, type PutCondition } from './object-store.ts';
import {
  beatKey,
  HEAD_KEY,
  listKey,
  nextId,
  parseHead,
  parseList,
  printHead,
  printList,
  RECORD_HEADERS,
  type ReleaseHead,
  type ReleaseList,
  type ReleaseSummary,
} from './release-record.ts';

/** The records when a publisher starts. */
export interface TargetState {
  readonly head: ReleaseHead | null;
  /** ETag of the head; null if there is none. */
  readonly etag: string | null;
  /** The live release. */
  readonly base: ReleaseList | null;
}

/** Reads the head and the list of the live release. @throws SiteError RELEASE_RECORD_DAMAGED (exit 2). */
export async function loadState(records: ObjectStore): Promise<TargetState> {
  const { head, etag } = await loadHead(records);
  if (head === null) return { head, etag, base: null };
  const live = head.releases[0]?.id ?? '';
  const base = await loadList(records, live);
  if (base === null) throw damaged(listKey(live), 'it is missing.');
  return { head, etag, base };
}

/** @throws SiteError RELEASE_RECORD_DAMAGED (exit 2). */
export async function loadHead(records: ObjectStore): Promise<Pick<TargetState, 'head' | 'etag'>> {
  const found = await records.get(HEAD_KEY);
  return found === null
    ? { head: null, etag: null }
    : { head: parseRecord(HEAD_KEY, found.body, parseHead), etag: found.etag };
}

/** Null if there is no such release. */
export async function loadList(records: ObjectStore, id: string): Promise<ReleaseList | null> {
  const found = await records.get(listKey(id));
  return found === null ? null : parseRecord(listKey(id), found.body, parseList);
}

function parseRecord<T>(key: string, body: Buffer, parse: (body: Buffer) => T): T {
  try {
    return parse(body);
  } catch (cause) {
    throw damaged(key, describeDamage(cause, body));
  }
}

function describeDamage(cause: unknown, body: Buffer): string {
  if (body.toString('latin1', 0, 1) === '<')
    return 'it is HTML or XML. Is AWS_ENDPOINT_URL the address of the storage?';
  if (!(cause instanceof z.ZodError)) return 'it is not JSON.';
  const [issue] = cause.issues;
  return `it was written by another version of sitegen (${issue?.path.join('.')}: ${printableText(issue?.message ?? '', 80)}).`;
}

function damaged(key: string, what: string): SiteError {
  return new SiteError({
    code: 'RELEASE_RECORD_DAMAGED',
    exitCode: 2,
    message: `The target’s record ${key} cannot be read: ${what} Nothing was changed. Restore it from a backup, or delete all records (.sitegen/, or publish.privatePrefix) and publish with --adopt.`,
  });
}

/** Tests whether the server supports conditional writes. */
export async function findConditions(records: ObjectStore): Promise<boolean> {
  const key = `probes/${hostname()}-${process.pid}-${Date.now()}`;
  const put = () => records.put(key, Buffer.from('{}'), RECORD_HEADERS, 'absent');
  const hasConditions = await put()
    .then(put)
    .then(
      () => false,
      (cause: unknown) => {
        if (cause instanceof ConditionUnsupported) return false;
        if (cause instanceof ConditionFailed) return true;
        throw cause;
      },
    );
  await records.delete(key);
  return hasConditions;
}

/**
 * Writes a record that nobody else may write at the same time. If a condition fails because a retry finds our own bytes, the
 * record was written. Without conditional writes, the best we can do is to read the record before and after.
 */
async function putRecord(
  records: ObjectStore,
  {
    key,
    body,
    condition,
    hasConditions,
  }: { key: string; body: Buffer; condition: PutCondition; hasConditions: boolean },
): Promise<void> {
  try {
    if (!hasConditions) await assertCondition(records, key, condition);
    await records.put(key, body, RECORD_HEADERS, hasConditions ? condition : undefined);
    if (hasConditions) return;
  } catch (cause) {
    if (!(cause instanceof ConditionFailed)) throw cause;
  }
  const found = await records.get(key);
  if (found?.body.equals(body) !== true) throw new ConditionFailed(key);
}

async function assertCondition(records: ObjectStore, key: string, condition: PutCondition): Promise<void> {
  const found = await records.head(key);
  const isMet = condition === 'absent' ? found === null : found?.etag === condition.etag;
  if (!isMet) throw new ConditionFailed(key);
}

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
  readonly createList: (id: string, unfinished: readonly ReleaseList[]) => ReleaseList;
}

/** Claims the next id. @throws SiteError PUBLISH_BEATEN (exit 3) if another publisher is running, or was faster. */
export async function claimRelease(records: ObjectStore, options: ClaimOptions): Promise<Claim> {
  const unfinished: ReleaseList[] = [];
  for (let id = nextId(options.state.base?.id ?? null); ; id = nextId(id)) {
    const list = options.createList(id, unfinished);
    const body = printList(list);
    try {
      await putRecord(records, { key: listKey(id), body, condition: 'absent', hasConditions: options.hasConditions });
      return { list, unfinished };
    } catch (cause) {
      if (!(cause instanceof ConditionFailed)) throw cause;
    }
    const other = await loadList(records, id);
    if (other === null || !(await isAbandoned(records, other, options))) throw beaten(id, other);
    unfinished.push(other);
  }
}

const POLLS = 10;

/** A running publisher renews its heartbeat, a failed one marks it as ended, and a finished one has written the head. */
async function isAbandoned(
  records: ObjectStore,
  { id, holder }: ReleaseList,
  { watchMs, state }: Pick<ClaimOptions, 'watchMs' | 'state'>,
): Promise<boolean> {
  const isDone = async () => ((await records.head(HEAD_KEY))?.etag ?? null) !== state.etag;
  const first = await records.get(beatKey(id));
  const isEnded = first?.body.includes(ENDED) === true || (holder.host === hostname() && !isAlive(holder));
  for (let poll = isEnded ? POLLS : 0; poll < POLLS; poll += 1) {
    await wait(watchMs / POLLS);
    const beat = await records.get(beatKey(id));
    if (beat?.body.includes(ENDED) === true) break;
    if (beat?.etag !== first?.etag || (await isDone())) return false;
  }
  // It may have finished just before its process ended.
  return !(await isDone());
}

const ENDED = 'ended';

/** Records that a publisher is alive, or has failed. */
export async function putBeat(records: ObjectStore, id: string, sign: number | typeof ENDED): Promise<void> {
  await records.put(beatKey(id), Buffer.from(JSON.stringify({ sign })), RECORD_HEADERS);
}

/** Writes the head, which makes the release live. @throws SiteError PUBLISH_BEATEN. */
export async function putHead(records: ObjectStore, head: ReleaseHead, etag: string | null): Promise<void> {
  const condition = etag === null ? 'absent' : { etag };
  const { hasConditions } = head;
  try {
    await putRecord(records, { key: HEAD_KEY, body: printHead(head), condition, hasConditions });
  } catch (cause) {
    throw cause instanceof ConditionFailed ? beaten(head.releases[0]?.id ?? '') : cause;
  }
}

/** Updates the live release in the head. @returns false if the release is no longer live. */
export async function updateLive(
  records: ObjectStore,
  id: string,
  changes: Partial<Pick<ReleaseSummary, 'isVerified' | 'isPurged'>>,
): Promise<boolean> {
  const { head, etag } = await loadHead(records);
  const [live, ...earlier] = head?.releases ?? [];
  if (head === null || live?.id !== id) return false;
  await putHead(records, { ...head, releases: [{ ...live, ...changes }, ...earlier] }, etag);
  return true;
}

export function beaten(id: string, other: ReleaseList | null = null): SiteError {
  const who =
    other === null ? '' : ` (process ${other.holder.pid} of ${other.holder.host}, since ${other.holder.since})`;
  return new SiteError({
    code: 'PUBLISH_BEATEN',
    exitCode: 3,
    message: `Another publisher is running on this target, or was faster: it owns release ${id}${who}. Wait until it is done, and publish again.`,
  });
}
