// Writes one release to a target: start here. Publishing and rolling back differ only in where the objects come from. A release
// stops at the first error, before anything is deleted, and the next one finishes what was started.

import { SiteError } from '../errors.ts';
import { describeProcess } from '../publish/output-lock.ts';
import type { Report } from '../report/report-event.ts';
import { assertKept, cutRows, openPack, type ReadObject, storePart, storeRows } from './kept-bytes.ts';
import type { Target } from './object-store.ts';
import {
  listChangedPaths,
  type PlanInput,
  planPacks,
  planRelease,
  type ReleasePlan,
  type WantedObjects,
} from './plan-release.ts';
import type { WantedHistory } from './release-history.ts';
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
  assertAbandoned,
  beaten,
  findConditions,
  findUnusedRecords,
  holdLease,
  loadLate,
  loadStarted,
  putHead,
  putRecord,
  type TargetState,
} from './release-store.ts';
import { dropDone, warnOfDamage, writeObjects } from './write-objects.ts';

/** What the target should hold. */
export interface WantedRelease {
  readonly objects: WantedObjects;
  readonly read: ReadObject;
  readonly host: ReleaseHost;
  /** What its pages were made from. */
  readonly history: WantedHistory;
  /** What the records should say about the release. */
  readonly about: Pick<ReleaseSummary, 'commit' | 'run' | 'origin' | 'isSample' | 'restores'>;
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
  readonly input: PlanInput;
  readonly plan: ReleasePlan;
  readonly hasConditions: boolean;
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
  const { base, head } = state;
  const { isAudited, report } = options;
  const places = new Map<string, KeptPlace>();
  const late = isStaged ? [] : await loadLate(records, head);
  const oldestKept = head?.releases.slice(0, options.releasesKept).at(-1)?.id ?? nextId(base?.id ?? null);
  const described = (plan: ReleasePlan) => describePlan(plan, wanted.about.origin);
  // Others that were started after the live release, and are not running. They are looked for once the next id turns out to be taken.
  let started: readonly ReleaseList[] = [];
  const loadAbandoned = async () => {
    const found = await loadStarted(records, base);
    if (found.length <= started.length) throw beaten(nextId(base?.id ?? null));
    for (const list of found.slice(started.length)) await assertAbandoned(records, list, state, options);
    return found;
  };
  for (; ; started = await loadAbandoned()) {
    const id = nextId((started.at(-1) ?? base)?.id ?? null);
    // A staged release has written nothing that visitors see.
    const unfinished = isStaged ? [] : started;
    const input: PlanInput = { id, wanted: wanted.objects, base, unfinished, late, isAudited, oldestKept };
    const plan = await dropDone(target, await planRelease(records, input), wanted.read);
    const isFirstTry = started.length === 0;
    if (isFirstTry) warnOfDamage(target, plan, report);
    assertFewDeletions(plan, base, options.maxDeletes);
    const puts = plan.puts.map(({ object }) => object);
    if (typeof wanted.objects !== 'function') await assertKept(records, puts);
    if (options.isDryRun) return { status: 'dry-run', id: null, ...described(plan) };
    if (base !== null && isFirstTry && plan.puts.length + plan.deletions.length === 0) {
      // If the next id is taken, an unfinished release may have changed objects.
      if ((await records.head(listKey(id))) !== null) continue;
      // A publisher that was stopped may have switched late.
      if (isStaged) await target.activate(base.id);
      return { status: 'unchanged', id: base.id, ...described(plan) };
    }
    const hasConditions = head?.hasConditions ?? (await findConditions(records));
    if (!hasConditions && isFirstTry) report({ kind: 'log', level: 'warning', text: NO_CONDITIONS });
    const attempt = { target, state, wanted, options, input, plan, hasConditions };
    const list = await createList(attempt, places);
    const body = Buffer.from(`${JSON.stringify(list)}\n`);
    if (!(await putRecord(records, { key: listKey(id), body }, 'absent', hasConditions))) continue;
    await writeRelease(attempt, list, started);
    return { status: 'published', id, ...described(plan) };
  }
}

const NO_CONDITIONS = 'This storage has no conditional writes: make sure that only one publisher runs at a time.';

/** Stores the bytes that a rollback needs, and the parts of the list that changed. `places` knows the bytes that were stored before. */
async function createList(attempt: Attempt, places: Map<string, KeptPlace>): Promise<ReleaseList> {
  const { target, wanted, input, plan } = attempt;
  const { id, base } = input;
  const { host, about } = wanted;
  const pack = openPack(target.records);
  for (const { sha256, kept } of plan.live) if (kept !== null) places.set(sha256, kept);
  const keep = async (object: ReleaseObject): Promise<ReleaseObject> => {
    if (object.stage === 'asset' || object.bytes === 0 || object.kept !== null) return object;
    const kept = places.get(object.sha256) ?? (await pack.add(await wanted.read(object)));
    places.set(object.sha256, kept);
    return { ...object, kept };
  };
  const parts = await Array.fromAsync(plan.parts, async (part) =>
    'shown' in part ? part : storePart(pack, await Array.fromAsync(part, keep)),
  );
  const cut = cutRows(plan.unused, ({ key }) => key);
  const unused = await Array.fromAsync(cut, (rows) => storeRows(pack, rows, base?.unused));
  const history =
    typeof wanted.history === 'function'
      ? await Array.fromAsync(wanted.history(), (rows) => storeRows(pack, rows, base?.history))
      : wanted.history;
  await pack.close();
  const stored = { parts, unused, history, packs: [] };
  const site = { about: { origin: about.origin, isSample: about.isSample }, host };
  return { version: 3, id, holder: describeProcess(), ...site, ...stored, packs: planPacks(stored, input) };
}

/** Writes the objects, then the head, which makes the release live, then deletes what no release needs. */
async function writeRelease(attempt: Attempt, list: ReleaseList, abandoned: readonly ReleaseList[]): Promise<void> {
  const { target, state, wanted, options, input, plan, hasConditions } = attempt;
  const { records } = target;
  const { report, signal } = options;
  using lease = holdLease(target, list.id, options.leaseMs);
  await writeObjects(target, { input, plan, read: wanted.read }, { lease, report, signal });
  const summary: ReleaseSummary = {
    id: list.id,
    at: new Date().toISOString(),
    ...wanted.about,
    pages: list.parts.reduce((sum, { pages }) => sum + pages, 0),
    written: plan.puts.length,
    deleted: plan.deletions.length,
    isVerified: false,
  };
  const ids = abandoned.map((other) => other.id);
  const change = { abandoned: ids, hasConditions, kept: options.releasesKept };
  const { head, dropped } = addToHead(state.head, summary, change);
  const unused =
    dropped.length > 0 && hasConditions ? await findUnusedRecords(records, head, list) : dropped.map(listKey);
  lease.assertHeld();
  await putHead(records, head, state.etag);
  // If the process is killed here, the next release deletes the rest.
  await records.delete(unused);
  await target.forget([...dropped, ...ids]);
}

/** Large deletions need a confirmation. Assets are deleted only when no release needs them. */
function assertFewDeletions({ deletions }: ReleasePlan, base: ReleaseList | null, maxDeletes: number | null): void {
  const total = (base?.parts ?? []).reduce((sum, { others }) => sum + others, 0);
  const deleted = deletions.flatMap(({ object, live }) => (live && object.stage !== 'asset' ? [object.key] : []));
  const most = maxDeletes ?? Math.min(256, Math.max(10, Math.floor(total / 10)));
  if (deleted.length <= most) return;
  throw new SiteError({
    code: 'PUBLISH_DELETES',
    exitCode: 3,
    message: `${deleted.length} of ${total} objects would be deleted, but the limit is ${most}. Nothing was published. Check them with --dry-run; if they should go, publish with --max-deletes ${deleted.length}. The first ones: ${deleted.slice(0, 3).join(', ')}.`,
  });
}

function describePlan(plan: ReleasePlan, origin: string): Omit<ReleaseResult, 'status' | 'id'> {
  return {
    written: plan.puts.map(({ object }) => object.key),
    deleted: plan.deletions.map(({ object }) => object.key),
    unchanged: plan.same.reduce((sum, { objects }) => sum + objects, plan.unchanged.length),
    bytes: plan.puts.reduce((sum, { object }) => sum + object.bytes, 0),
    changedPaths: listChangedPaths(plan, origin),
  };
}
