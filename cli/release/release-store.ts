// Reads and writes the records of a target, and keeps the claim on a release: the publisher that writes list N first owns release N.
// Another publisher takes over only if the owner is no longer running; an owner that comes back late sends nothing more.

import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import { setInterval, setTimeout } from 'node:timers';
import { setTimeout as wait } from 'node:timers/promises';
import * as z from 'zod';
import { SiteError, usageError } from '../errors.ts';
import { isAlive } from '../publish/output-lock.ts';
import type { Report } from '../report/report-event.ts';
import { printableText } from '../text/printable-text.ts';
import { type ObjectStore, type PutCondition, recordDamaged, type Target } from './object-store.ts';
import {
  beatKey,
  HEAD_KEY,
  headSchema,
  listKey,
  listSchema,
  nextId,
  packKey,
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
  const live = head?.releases[0]?.id;
  if (live === undefined) return { head, etag, base: null };
  const base = await loadList(records, live);
  if (base === null) throw recordDamaged(listKey(live), 'it is missing.');
  return { head, etag, base };
}

/** A release that can be rolled back to; undefined is none. @throws SiteError RELEASE_UNKNOWN (exit 2). */
export async function findRelease({ records, name }: Target, head: ReleaseHead | null, id: string | undefined) {
  const releases = head?.releases ?? [];
  const summary = releases.find((release) => release.id === id);
  const list = summary === undefined ? null : await loadList(records, summary.id);
  if (summary !== undefined && list !== null) return { summary, list };
  const what = id === undefined ? 'There is no earlier release' : `There is no release ${id}`;
  const known = releases.length === 0 ? 'It has none yet' : `It has ${releases.map((each) => each.id).join(', ')}`;
  throw usageError('RELEASE_UNKNOWN', `${what} in ${name}. ${known}. Nothing was changed.`);
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
  const keys = await Array.fromAsync(records.list());
  return keys.flatMap((key) => /^releases\/(\d{6,12})\.json$/.exec(key)?.[1] ?? []).sort()[0] ?? null;
}

/** @throws SiteError RELEASE_RECORD_DAMAGED (exit 2). */
export async function loadHead(records: ObjectStore): Promise<Pick<TargetState, 'head' | 'etag'>> {
  const found = await records.get(HEAD_KEY);
  return { head: found && parseRecord(HEAD_KEY, found.body, headSchema), etag: found?.etag ?? null };
}

/** Null if there is no such release. */
export async function loadList(records: ObjectStore, id: string): Promise<ReleaseList | null> {
  const found = await records.get(listKey(id));
  const list = found && parseRecord(listKey(id), found.body, listSchema);
  if (list !== null && list.id !== id) throw recordDamaged(listKey(id), `it is the record of release ${list.id}.`);
  return list;
}

/** @throws SiteError RELEASE_RECORD_DAMAGED (exit 2). */
export function parseRecord<T>(key: string, body: Buffer, schema: z.ZodType<T>): T {
  try {
    return schema.parse(JSON.parse(body.toString('utf8')));
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

/** Tests whether the server supports conditional writes. Others refuse them, or ignore the condition. */
export async function findConditions(records: ObjectStore): Promise<boolean> {
  const key = beatKey(`000000-${randomUUID()}`);
  const put = () => records.put(key, Buffer.from('{}'), RECORD_HEADERS, 'absent');
  await put();
  const hasConditions = !(await put()) && (await records.head(key)) !== null;
  await records.delete([key]);
  return hasConditions;
}

/**
 * Writes a record that nobody else may write at the same time. If a condition fails because a retry finds our own bytes, the
 * record was written. Without conditional writes, the best we can do is to read the record before and after.
 * @returns false if another publisher wrote it.
 */
export async function putRecord(
  records: ObjectStore,
  { key, body }: { readonly key: string; readonly body: Buffer },
  condition: PutCondition,
  hasConditions: boolean,
): Promise<boolean> {
  if (!hasConditions) {
    const found = await records.head(key);
    if ((found?.etag ?? null) !== (condition === 'absent' ? null : condition.etag)) return false;
  }
  const isWritten = await records.put(key, body, RECORD_HEADERS, hasConditions ? condition : undefined);
  return (isWritten && hasConditions) || (await records.get(key))?.body.equals(body) === true;
}

/** Storage refuses requests that were signed more than 15 minutes ago. Clocks differ a little. */
const LATE_MS = 20 * 60_000;

/** Unfinished releases of which a request may still arrive, although others took over. */
export async function loadLate(records: ObjectStore, head: ReleaseHead | null): Promise<readonly ReleaseList[]> {
  const late = (head?.unfinished ?? []).filter(({ until }) => Date.now() < Date.parse(until));
  return (await Promise.all(late.map(({ id }) => loadList(records, id)))).filter((list) => list !== null);
}

/**
 * The head with a new release and `kept` earlier ones, and ids of those that can no longer be rolled back to. `abandoned`: releases
 * that were started before this one and never finished.
 */
export function addToHead(
  before: ReleaseHead | null,
  summary: ReleaseSummary,
  { abandoned, hasConditions, kept }: { abandoned: readonly string[]; hasConditions: boolean; kept: number },
): { readonly head: ReleaseHead; readonly dropped: readonly string[] } {
  const { releases: earlier = [], unfinished: late = [] } = before ?? {};
  const until = new Date(Date.now() + LATE_MS).toISOString();
  const releases = [summary, ...earlier].slice(0, kept + 1);
  const needed = new Set(releases.map(({ id }) => id));
  const others = [...abandoned.map((id) => ({ id, until })), ...late].filter(({ id }) => !needed.has(id));
  const unfinished = others.filter((each) => Date.now() < Date.parse(each.until));
  for (const { id } of unfinished) needed.add(id);
  const dropped = [...earlier, ...late].map(({ id }) => id).filter((id) => !needed.has(id));
  return { head: { version: 2, hasConditions, releases, unfinished }, dropped };
}

/** Writes the head, which makes the release live. @throws SiteError PUBLISH_BEATEN. */
export async function putHead(records: ObjectStore, head: ReleaseHead, etag: string | null): Promise<void> {
  const condition = etag === null ? 'absent' : { etag };
  const body = Buffer.from(`${JSON.stringify(head, null, 2)}\n`);
  if (await putRecord(records, { key: HEAD_KEY, body }, condition, head.hasConditions)) return;
  throw beaten(head.releases[0]?.id ?? '');
}

/** Marks a release as verified, if it is still live. */
export async function markVerified(records: ObjectStore, id: string): Promise<void> {
  const { head, etag } = await loadHead(records);
  const [live, ...earlier] = head?.releases ?? [];
  if (head !== null && live?.id === id && !live.isVerified)
    await putHead(records, { ...head, releases: [{ ...live, isVerified: true }, ...earlier] }, etag);
}

export function beaten(id: string, other: ReleaseList | null = null): SiteError {
  const { pid, host = '', since = '' } = other?.holder ?? {};
  const who = other === null ? '' : ` (process ${pid} of ${printableText(host)}, since ${printableText(since)})`;
  return new SiteError({
    code: 'PUBLISH_BEATEN',
    exitCode: 3,
    message: `Another publisher is running on this target, or was faster: it owns release ${id}${who}. Wait until it is done, and publish again.`,
  });
}

/**
 * Keys of records that no release needs, to delete once the head is written. List them before: a publisher that wrote any of these
 * has seen an older head, so it can no longer finish, and one that starts later uses new names.
 */
export async function findUnusedRecords(
  records: ObjectStore,
  { releases, unfinished }: ReleaseHead,
  { id: ownId, packs }: ReleaseList,
): Promise<readonly string[]> {
  const lists = [...releases, ...unfinished].map(({ id }) => listKey(id));
  const needed = new Set([...lists, ...packs.map(({ name }) => packKey(name)), beatKey(ownId)]);
  const keys = await Array.fromAsync(records.list());
  return keys.filter((key) => {
    const [folder = '', name = ''] = key.split('/');
    // A publisher that considers this one dead may have claimed a later id.
    const isSwept = folder === 'packs' || (/^(?:releases|beats)$/.test(folder) && name <= `${ownId}.json`);
    return isSwept && !needed.has(key);
  });
}

/** How long a publisher without a heartbeat owns its release. */
const LEASE_MS = 30_000;
const POLLS = 10;

/**
 * A running publisher renews its heartbeat, and a finished one has written the head.
 * @throws SiteError PUBLISH_BEATEN (exit 3) if the owner of a list is running.
 */
export async function assertAbandoned(
  records: ObjectStore,
  list: ReleaseList,
  state: TargetState,
  { watchMs = LEASE_MS, report }: { readonly watchMs?: number | undefined; readonly report: Report },
): Promise<void> {
  const { id, holder } = list;
  const etagOf = async (key: string) => (await records.head(key))?.etag ?? null;
  const beat = await etagOf(beatKey(id));
  const isGone = holder.host === hostname() && !isAlive(holder);
  const text = `Release ${id} was started on ${printableText(holder.host)} and did not end: waiting ${watchMs / 1000} s for a sign of it.`;
  if (!isGone) report({ kind: 'log', level: 'info', text });
  for (let poll = isGone ? POLLS : 0; poll < POLLS; poll += 1) {
    await wait(watchMs / POLLS);
    if ((await etagOf(beatKey(id))) !== beat) throw beaten(id, list);
    if ((await etagOf(HEAD_KEY)) !== state.etag) throw beaten(id, list);
  }
  // It may have finished just before its process ended.
  if ((await etagOf(HEAD_KEY)) !== state.etag) throw beaten(id, list);
}

/** The exclusive right to write a release. */
export type Lease = ReturnType<typeof holdLease>;

/** Renews the lease three times within `leaseMs`, after which others may take over. It ends a little earlier, with all requests. */
export function holdLease({ records, stop }: Target, id: string, leaseMs = LEASE_MS) {
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
    /** @throws SiteError PUBLISH_BEATEN. A process that was stopped for a while finds out here first. */
    assertHeld: () => {
      if (performance.now() <= heldUntil) return;
      stop(lost);
      throw lost;
    },
    [Symbol.dispose]: () => {
      isEnded = true;
      clearInterval(timer);
      clearTimeout(end);
    },
  };
}
