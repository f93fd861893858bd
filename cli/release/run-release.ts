// Writes one release to a target: start here. Publishing and rolling back differ only in where the objects come from. A release
// stops at the first error, before anything is deleted, and the next one finishes what was started.

import { SiteError } from '../errors.ts';
import { describeProcess } from '../publish/output-lock.ts';
import type { Report } from '../report/report-event.ts';
import { listChangedPaths } from './changed-paths.ts';
import { assertAbandoned, holdLease, LEASE_MS } from './claim-release.ts';
import { assertKept, openPack, type Pack } from './kept-bytes.ts';
import { storeRows } from './list-parts.ts';
import type { ObjectStore, Target } from './object-store.ts';
import { type ListInput, type ListPlan, planList, planPacks, type WantedObjects } from './plan-list.ts';
import { storeHistory, type WantedHistory } from './release-history.ts';
import {
  type KeptPlace,
  listKey,
  nextId,
  type ReleaseHost,
  type ReleaseList,
  type ReleaseObject,
  type ReleaseSummary,
} from './release-record.ts';
import {
  addToHead,
  beaten,
  findConditions,
  findUnusedRecords,
  loadLate,
  loadStarted,
  putHead,
  putRecord,
  type TargetState,
} from './release-store.ts';
import { dropDone, type ReleaseBytes, warnOfDamage, writeObjects } from './write-objects.ts';

/** What the target should hold. */
export interface WantedRelease extends ReleaseBytes {
  readonly objects: WantedObjects;
  readonly host: ReleaseHost;
  /** What its pages were made from. */
  readonly history: WantedHistory;
  /** What the records should say about the release. */
  readonly about: Pick<ReleaseSummary, 'commit' | 'run' | 'origin' | 'isSample' | 'restores' | 'made'>;
}

export interface ReleaseOptions {
  readonly releasesKept: number;
  /** How many pages and data files may be deleted; null for the default, a tenth of them and at most 256. */
  readonly maxDeletes: number | null;
  readonly isDryRun: boolean;
  /** Whether to look up every object in the target. */
  readonly isAudited: boolean;
  readonly report: Report;
  readonly signal: AbortSignal;
  /** Whether a cache must be purged afterwards. */
  readonly hasCache?: boolean;
  /** How long a publisher without a heartbeat is considered alive. */
  readonly watchMs?: number;
  /** How long a publisher owns its release without a heartbeat. */
  readonly leaseMs?: number;
}

/** What a release did, or would do. */
export interface ReleaseResult {
  readonly status: 'published' | 'unchanged' | 'dry-run';
  readonly id: string | null;
  readonly written: readonly string[];
  readonly deleted: readonly string[];
  readonly unchanged: number;
  readonly bytes: number;
  /** Paths to purge from caches in front of the target. */
  readonly changedPaths: readonly string[];
}

/** One attempt to make a release. */
interface Attempt {
  readonly target: Target;
  readonly state: TargetState;
  readonly wanted: WantedRelease;
  readonly options: ReleaseOptions;
  readonly input: ListInput;
  readonly plan: ListPlan;
  /** Releases that were started after the live one and never finished. */
  readonly unfinished: readonly ReleaseList[];
}

/**
 * Writes a release. @throws SiteError PUBLISH_BEATEN, PUBLISH_DELETES, PUBLISH_INTERRUPTED, RELEASE_BYTES_LOST, and errors of the
 * target.
 */
export async function runRelease(
  target: Target,
  state: TargetState,
  wanted: WantedRelease,
  options: ReleaseOptions,
): Promise<ReleaseResult> {
  const { records, isStaged } = target;
  const { base } = state;
  const places = new Map<string, KeptPlace>();
  const late = isStaged ? [] : await loadLate(records, state);
  const describe = (plan: ListPlan) => describePlan(plan, wanted.about.origin);
  let unfinished: readonly ReleaseList[] = [];
  for (; ; unfinished = await loadUnfinished(records, unfinished, { state, watchMs: options.watchMs })) {
    const input: ListInput = {
      id: nextId((unfinished.at(-1) ?? base)?.id ?? null),
      wanted: wanted.objects,
      base,
      unfinished: isStaged ? [] : unfinished,
      late,
      isAudited: options.isAudited,
      oldestKept: state.head?.releases.slice(0, options.releasesKept).at(-1)?.id ?? nextId(base?.id ?? null),
    };
    const plan = await dropDone(target, await planList(records, input), wanted);
    if (unfinished.length === 0) warnOfDamage(target, plan, options.report);
    assertFewDeletions(plan, base, options.maxDeletes);
    if (typeof wanted.objects !== 'function')
      await assertKept(
        records,
        plan.puts.map(({ object }) => object),
      );
    if (options.isDryRun) return { status: 'dry-run', id: null, ...describe(plan) };
    if (base !== null && unfinished.length === 0 && plan.puts.length + plan.deletions.length === 0) {
      // If the next id is taken, an unfinished release may have changed objects.
      if ((await records.head(listKey(input.id))) !== null) continue;
      // A publisher that was stopped may have switched late.
      if (isStaged) await target.activate(base.id);
      return { status: 'unchanged', id: base.id, ...describe(plan) };
    }
    const attempt = { target, state, wanted, options, input, plan, unfinished };
    const hasConditions = await askConditions(attempt);
    const list = await createList(attempt, places);
    const body = Buffer.from(`${JSON.stringify(list)}\n`);
    if (!(await putRecord(records, { key: listKey(list.id), body, condition: 'absent', hasConditions }))) continue;
    await writeRelease(attempt, list, hasConditions);
    return { status: 'published', id: list.id, ...describe(plan) };
  }
}

/** Releases that others have started, if none of them is running. @throws SiteError PUBLISH_BEATEN. */
async function loadUnfinished(
  records: ObjectStore,
  known: readonly ReleaseList[],
  watch: Parameters<typeof assertAbandoned>[2],
): Promise<readonly ReleaseList[]> {
  const found = await loadStarted(records, watch.state.base);
  if (found.length <= known.length) throw beaten(nextId(watch.state.base?.id ?? null));
  for (const list of found.slice(known.length)) await assertAbandoned(records, list, watch);
  return found;
}

const NO_CONDITIONS = 'This storage has no conditional writes: make sure that only one publisher runs at a time.';

async function askConditions({ target, state, options, unfinished }: Attempt): Promise<boolean> {
  const hasConditions = state.head?.hasConditions ?? (await findConditions(target.records));
  if (!hasConditions && unfinished.length === 0) options.report({ kind: 'log', level: 'warning', text: NO_CONDITIONS });
  return hasConditions;
}

/** Stores the bytes that a rollback needs, and the parts of the list that changed. `places` knows the bytes that were stored before. */
async function createList(
  { target, wanted, input, plan, unfinished }: Attempt,
  places: Map<string, KeptPlace>,
): Promise<ReleaseList> {
  const { id, base } = input;
  const { origin, isSample } = wanted.about;
  const pack = openPack(target.records);
  const parts = [...plan.same];
  for (const { from, base: live, objects } of plan.ranges) {
    for (const { sha256, kept } of live) if (kept !== null) places.set(sha256, kept);
    const rows: ReleaseObject[] = [];
    for (const object of objects) rows.push(await keepBytes(object, { places, pack, wanted }));
    parts.push(...(await storeRows(pack, from, rows)));
  }
  const history = await storeHistory(pack, wanted.history, base?.history ?? []);
  await pack.close();
  const [first, ...rest] = parts.sort((one, other) => (one.from < other.from ? -1 : 1));
  const stored = { parts: first === undefined ? [] : [{ ...first, from: '' }, ...rest], history };
  return {
    version: 2,
    id,
    base: base?.id ?? null,
    holder: describeProcess(),
    about: { origin, isSample },
    host: wanted.host,
    packs: planPacks(stored, { ...input, unfinished }),
    ...stored,
  };
}

/** Stores bytes that are not stored yet. @returns the object with their place. */
async function keepBytes(
  object: ReleaseObject,
  { places, pack, wanted }: { places: Map<string, KeptPlace>; pack: Pack; wanted: WantedRelease },
): Promise<ReleaseObject> {
  if (object.stage === 'asset' || object.bytes === 0 || object.kept !== null) return object;
  const kept = places.get(object.sha256) ?? (await pack.add(await wanted.read(object)));
  places.set(object.sha256, kept);
  return { ...object, kept };
}

/** Writes the objects, then the head, which makes the release live, then deletes what no release needs. */
async function writeRelease(attempt: Attempt, list: ReleaseList, hasConditions: boolean): Promise<void> {
  const { target, state, wanted, options, plan, unfinished } = attempt;
  const lease = holdLease(target.records, list.id, options.leaseMs ?? LEASE_MS);
  const records = target.records.until(lease.signal);
  let isFinished = false;
  try {
    const { read, fileOf } = wanted;
    await writeObjects(target, { list, plan, lease, read, fileOf, report: options.report, signal: options.signal });
    const summary: ReleaseSummary = {
      id: list.id,
      at: new Date().toISOString(),
      ...wanted.about,
      pages: list.parts.reduce((sum, part) => sum + ('rows' in part ? 0 : part.pages), 0),
      written: plan.puts.length,
      deleted: plan.deletions.length,
      isVerified: false,
      ...(options.hasCache === true ? { isPurged: false } : {}),
    };
    const abandoned = unfinished.map(({ id }) => id);
    const { head, dropped } = addToHead(state.head, summary, { abandoned, hasConditions, kept: options.releasesKept });
    const unused =
      dropped.length > 0 && hasConditions ? await findUnusedRecords(records, head, list) : dropped.map(listKey);
    lease.assertHeld();
    await putHead(records, head, state.etag);
    isFinished = true;
    // If the process is killed here, the next release deletes the rest.
    await records.delete(unused);
    await target.forget([...dropped, ...head.unfinished]);
  } finally {
    await lease.end(isFinished);
  }
}

/** Large deletions need a confirmation. Assets are deleted only when no release needs them. */
function assertFewDeletions({ deletions }: ListPlan, base: ReleaseList | null, maxDeletes: number | null): void {
  const total = (base?.parts ?? []).reduce((sum, { others }) => sum + others, 0);
  const visible = deletions.filter(({ object, live }) => live !== null && object.stage !== 'asset');
  const deleted = visible.map(({ object }) => object.key);
  const most = maxDeletes ?? Math.min(256, Math.max(10, Math.floor(total / 10)));
  if (deleted.length <= most) return;
  throw new SiteError({
    code: 'PUBLISH_DELETES',
    exitCode: 3,
    message: `${deleted.length} of ${total} objects would be deleted, but the limit is ${most}. Nothing was published. Check them with --dry-run; if they should go, publish with --max-deletes ${deleted.length}. The first ones: ${deleted.slice(0, 3).join(', ')}.`,
  });
}

function describePlan(plan: ListPlan, origin: string): Omit<ReleaseResult, 'status' | 'id'> {
  return {
    written: plan.puts.map(({ object }) => object.key),
    deleted: plan.deletions.map(({ object }) => object.key),
    unchanged: plan.same.reduce((sum, { objects }) => sum + objects, plan.unchanged.length),
    bytes: plan.puts.reduce((sum, { object }) => sum + object.bytes, 0),
    changedPaths: listChangedPaths(plan, origin),
  };
}
