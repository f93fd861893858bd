// Reading and writing the records of a target. The release that writes list N first owns N; a publisher that finds the list of
// another one there takes over only if that one no longer runs.

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

/** What the records say when a publisher starts. */
export interface TargetState {
  readonly head: ReleaseHead | null;
  /** ETag of the head; null where there is none. */
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

/** Reads the head alone. @throws SiteError RELEASE_RECORD_DAMAGED (exit 2). */
export async function loadHead(records: ObjectStore): Promise<Pick<TargetState, 'head' | 'etag'>> {
  const found = await records.get(HEAD_KEY);
  return found === null
    ? { head: null, etag: null }
    : { head: parseRecord(HEAD_KEY, found.body, parseHead), etag: found.etag };
}

/** Null where there is no such release. */
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
  if (body[0] === LESS_THAN) return 'it is HTML or XML. Is AWS_ENDPOINT_URL the address of the storage?';
  if (!(cause instanceof z.ZodError)) return 'it is no JSON.';
  const [issue] = cause.issues;
  return `it is not of this version of sitegen (${issue?.path.join('.')}: ${printableText(issue?.message ?? '', 80)}).`;
}

const LESS_THAN = 0x3c;

function damaged(key: string, what: string): SiteError {
  return new SiteError({
    code: 'RELEASE_RECORD_DAMAGED',
    exitCode: 2,
    message: `The record ${key} of the target cannot be read: ${what} Nothing was changed. Restore it from a backup, or delete all records (.sitegen/, or publish.privatePrefix) and publish with --adopt.`,
  });
}

/** Whether the server refuses a second object where only a new one may be written. Asked once for a target. */
export async function findConditions(records: ObjectStore): Promise<boolean> {
  const key = `probes/${hostname()}-${process.pid}-${Date.now()}`;
  const put = () => records.put(key, Buffer.from('{}'), RECORD_HEADERS, 'absent');
  try {
    await put();
    await put();
    return false;
  } catch (cause) {
    if (cause instanceof ConditionUnsupported) return false;
    if (cause instanceof ConditionFailed) return true;
    throw cause;
  } finally {
    await records.delete(key);
  }
}

/**
 * Writes a record that nobody else may write at the same time. An answer may be lost and the request repeated: a condition that
 * failed over our own bytes is none. Without conditions the record is read before and after, which is all that can be done.
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

/** A release that this process may write. */
export interface Claim {
  readonly list: ReleaseList;
  /** Releases that were begun after the live one and never finished. */
  readonly unfinished: readonly ReleaseList[];
}

interface ClaimOptions {
  readonly state: TargetState;
  readonly hasConditions: boolean;
  /** How long a publisher that gives no sign counts as alive. */
  readonly watchMs: number;
  readonly createList: (id: string, unfinished: readonly ReleaseList[]) => ReleaseList;
}

/** Claims the next id. @throws SiteError PUBLISH_BEATEN (exit 3) where another publisher is at work, or was faster. */
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

const LOOKS = 10;

/** A publisher that runs long renews its beat; one that failed says so; one that is done has written the head. */
async function isAbandoned(
  records: ObjectStore,
  { id, holder }: ReleaseList,
  { watchMs, state }: Pick<ClaimOptions, 'watchMs' | 'state'>,
): Promise<boolean> {
  const isDone = async () => ((await records.head(HEAD_KEY))?.etag ?? null) !== state.etag;
  const first = await records.get(beatKey(id));
  const isEnded = first?.body.includes(ENDED) === true || (holder.host === hostname() && !isAlive(holder));
  for (let look = isEnded ? LOOKS : 0; look < LOOKS; look += 1) {
    await wait(watchMs / LOOKS);
    const beat = await records.get(beatKey(id));
    if (beat?.body.includes(ENDED) === true) break;
    if (beat?.etag !== first?.etag || (await isDone())) return false;
  }
  // It may have been finished just before its process ended.
  return !(await isDone());
}

const ENDED = 'ended';

/** Says that a publisher is alive, or that it has given up. */
export async function putBeat(records: ObjectStore, id: string, sign: number | typeof ENDED): Promise<void> {
  await records.put(beatKey(id), Buffer.from(JSON.stringify({ sign })), RECORD_HEADERS);
}

/** Writes the head: from then on the release is the live one. @throws SiteError PUBLISH_BEATEN. */
export async function putHead(records: ObjectStore, head: ReleaseHead, etag: string | null): Promise<void> {
  const condition = etag === null ? 'absent' : { etag };
  const { hasConditions } = head;
  try {
    await putRecord(records, { key: HEAD_KEY, body: printHead(head), condition, hasConditions });
  } catch (cause) {
    throw cause instanceof ConditionFailed ? beaten(head.releases[0]?.id ?? '') : cause;
  }
}

/** Adds to what the head says of the live release. False where it is no longer the live one. */
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

/** The error of the publisher that came second. */
export function beaten(id: string, other: ReleaseList | null = null): SiteError {
  const who =
    other === null ? '' : ` (process ${other.holder.pid} of ${other.holder.host}, since ${other.holder.since})`;
  return new SiteError({
    code: 'PUBLISH_BEATEN',
    exitCode: 3,
    message: `Another publisher works on this target, or was faster: release ${id} is its own${who}. Wait until it is done, and publish again.`,
  });
}
