// Reads and writes the records of a target.

import { hostname } from 'node:os';
import * as z from 'zod';
import { SiteError } from '../errors.ts';
import { printableText } from '../text/printable-text.ts';
import {
  ConditionFailed,
  ConditionUnsupported,
  type ObjectStore,
  type PutCondition,
  recordDamaged,
} from './object-store.ts';
import {
  beatKey,
  HEAD_KEY,
  listKey,
  nextId,
  packKey,
  parseHead,
  parseList,
  printHead,
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
  if (base === null) throw recordDamaged(listKey(live), 'it is missing.');
  return { head, etag, base };
}

/** Releases that were started after the live one and never finished; those of a first release if there is none. */
export async function loadStarted(records: ObjectStore, base: ReleaseList | null): Promise<readonly ReleaseList[]> {
  const lists: ReleaseList[] = [];
  for (let id = base === null ? await findFirstId(records) : nextId(base.id); id !== null; id = nextId(id)) {
    const list = await loadList(records, id);
    if (list === null) return lists;
    lists.push(list);
  }
  return lists;
}

/** A site that was being deleted may have only a later release. */
async function findFirstId(records: ObjectStore): Promise<string | null> {
  const ids: string[] = [];
  for await (const key of records.list()) ids.push(...(/^releases\/(\d{6,12})\.json$/.exec(key)?.slice(1) ?? []));
  return ids.sort()[0] ?? null;
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
  const list = found === null ? null : parseRecord(listKey(id), found.body, parseList);
  if (list !== null && list.id !== id) throw recordDamaged(listKey(id), `it is the record of release ${list.id}.`);
  return list;
}

export function parseRecord<T>(key: string, body: Buffer, parse: (body: Buffer) => T): T {
  try {
    return parse(body);
  } catch (cause) {
    throw recordDamaged(key, describeDamage(cause, body));
  }
}

function describeDamage(cause: unknown, body: Buffer): string {
  if (body.toString('latin1', 0, 1) === '<')
    return 'it is HTML or XML. Is AWS_ENDPOINT_URL the address of the storage?';
  if (!(cause instanceof z.ZodError)) return 'it is not JSON.';
  const [issue] = cause.issues;
  return `it was written by another version of sitegen, or changed (${issue?.path.join('.')}: ${printableText(issue?.message ?? '', 80)}).`;
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
  await records.delete([key]);
  return hasConditions;
}

/**
 * Writes a record that nobody else may write at the same time. If a condition fails because a retry finds our own bytes, the
 * record was written. Without conditional writes, the best we can do is to read the record before and after.
 */
export async function putRecord(
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
  const who = other === null ? '' : describeHolder(other);
  return new SiteError({
    code: 'PUBLISH_BEATEN',
    exitCode: 3,
    message: `Another publisher is running on this target, or was faster: it owns release ${id}${who}. Wait until it is done, and publish again.`,
  });
}

function describeHolder({ holder: { pid, host, since } }: ReleaseList): string {
  return ` (process ${pid} of ${printableText(host)}, since ${printableText(since)})`;
}

/**
 * Keys of records that no release needs, to delete once the head is written. List them before: a publisher that wrote any of these
 * has seen an older head, so it can no longer finish, and one that starts later uses new names.
 */
export async function findUnusedRecords(
  records: ObjectStore,
  { head, list }: { readonly head: ReleaseHead; readonly list: ReleaseList },
): Promise<readonly string[]> {
  const ids = [...head.releases.map(({ id }) => id), ...head.unfinished];
  const needed = new Set([...ids.map(listKey), ...list.packs.map(({ name }) => packKey(name)), beatKey(list.id)]);
  const found: string[] = [];
  for await (const key of records.list()) {
    const [folder = '', name = ''] = key.split('/');
    // A publisher that considers this one dead may have claimed a later id.
    const isLater = (folder === 'releases' || folder === 'beats') && name > `${list.id}.json`;
    if (SWEPT.has(folder) && !needed.has(key) && !isLater) found.push(key);
  }
  return found;
}

const SWEPT = new Set(['packs', 'releases', 'beats', 'probes']);
