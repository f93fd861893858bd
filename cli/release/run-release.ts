// Writes one release to a target: start here. Publishing and rolling back differ only in where the objects come from. A release
// stops at the first error, before anything is deleted, and the next one finishes what was started.

import { SiteError } from '../errors.ts';
import { describeProcess } from '../publish/output-lock.ts';
import type { Report } from '../report/report-event.ts';
import { listChangedPaths } from './changed-paths.ts';
import { claimRelease, holdLease } from './claim-release.ts';
import type { Pack } from './kept-bytes.ts';
import type { ObjectStore, Target } from './object-store.ts';
import { type ListInput, type ListPlan, planList, planPacks, storeParts, type WantedObjects } from './plan-list.ts';
import { storeHistory, type WantedHistory } from './release-history.ts';
import {
  isSameObject,
  type KeptPlace,
  listKey,
  nextId,
  type ReleaseHead,
  type ReleaseHost,
  type ReleaseList,
  type ReleaseObject,
  type ReleaseSummary,
} from './release-record.ts';
import { findConditions, findUnusedRecords, loadList, putHead, type TargetState } from './release-store.ts';
import { type ClaimedRelease, dropDone, type ReleaseBytes, writeObjects } from './write-objects.ts';

/** What the target should hold. */
export interface WantedRelease extends ReleaseBytes {
  readonly objects: WantedObjects;
  readonly host: ReleaseHost;
  /** Only for a rollback: checks that the bytes can be read. @throws SiteError RELEASE_BYTES_LOST (exit 3). */
  readonly assertKept?: (objects: readonly ReleaseObject[]) => Promise<void>;
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

export const LEASE_MS = 30_000;

/** Writes a release. @throws SiteError PUBLISH_BEATEN, PUBLISH_DELETES, PUBLISH_INTERRUPTED, and errors of the target. */
export async function runRelease(
  target: Target,
  state: TargetState,
  wanted: WantedRelease,
  options: ReleaseOptions,
): Promise<ReleaseResult> {
  const { base } = state;
  const { origin } = wanted.about;
  const input: ListInput = {
    id: nextId(base?.id ?? null),
    wanted: wanted.objects,
    base,
    unfinished: [],
    late: target.isStaged ? [] : await loadLate(target.records, state),
    isAudited: options.isAudited,
    oldestKept: findOldestKept(state, options),
  };
  const plan = await dropDone(target, await planList(target.records, input), wanted);
  warnOfDamage(target, plan, options);
  assertFewDeletions(plan, state, options.maxDeletes);
  await wanted.assertKept?.(plan.puts.flat().map(({ object }) => object));
  if (options.isDryRun) return describe('dry-run', null, { plan, origin });
  const isUnchanged = [...plan.puts, ...plan.deletions].every((steps) => steps.length === 0);
  // If the next id is taken, an unfinished release may have changed objects.
  if (isUnchanged && base !== null && (await target.records.head(listKey(input.id))) === null) {
    // A publisher that was stopped may have switched late.
    if (target.isStaged) await target.activate(base.id);
    return describe('unchanged', base.id, { plan, origin });
  }
  const release = await claim(target, state, { wanted, options, input, plan });
  await writeRelease(target, state, release, { wanted, options });
  return describe('published', release.list.id, { plan: release.plan, origin });
}

interface ClaimInput {
  readonly wanted: WantedRelease;
  readonly options: ReleaseOptions;
  readonly input: ListInput;
  /** As long as no unfinished release is found. */
  readonly plan: ListPlan;
}

/** Stores the bytes that a rollback needs, and claims the next id with the list of objects. */
async function claim(
  target: Target,
  state: TargetState,
  { wanted, options, input: firstInput, plan: firstPlan }: ClaimInput,
): Promise<ClaimedRelease> {
  const { records, isStaged } = target;
  const hasConditions = state.head?.hasConditions ?? (await findConditions(records));
  if (!hasConditions) options.report({ kind: 'log', level: 'warning', text: NO_CONDITIONS });
  const places = new Map<string, KeptPlace>();
  const { origin, isSample } = wanted.about;
  const same = {
    version: 2,
    base: firstInput.base?.id ?? null,
    about: { origin, isSample },
    host: wanted.host,
  } as const;
  const { base } = firstInput;
  let plan = firstPlan;
  const createList = async (id: string, unfinished: readonly ReleaseList[]): Promise<ReleaseList> => {
    const input = { ...firstInput, id, unfinished: isStaged ? [] : unfinished };
    if (unfinished.length > 0) plan = await planList(records, input);
    const { read } = wanted;
    const history = (pack: Pack) => storeHistory(pack, wanted.history, base?.history ?? []);
    const stored = await storeParts(records, plan, { read, places, history });
    return { ...same, id, holder: describeProcess(), packs: planPacks(stored, { ...input, unfinished }), ...stored };
  };
  const watchMs = options.watchMs ?? LEASE_MS;
  const { list, unfinished } = await claimRelease(records, { state, hasConditions, watchMs, createList });
  if (unfinished.length > 0) plan = await dropDone(target, plan, wanted);
  return { list, plan, unfinished: unfinished.map(({ id }) => id), hasConditions };
}

/** Writes the objects, then the head, which makes the release live, then deletes what no release needs. */
async function writeRelease(
  target: Target,
  state: TargetState,
  release: ClaimedRelease,
  { wanted, options }: { readonly wanted: WantedRelease; readonly options: ReleaseOptions },
): Promise<void> {
  const { list, hasConditions } = release;
  const lease = holdLease(target.records, list.id, options.leaseMs ?? LEASE_MS);
  const records = target.records.until(lease.signal);
  let isFinished = false;
  try {
    const { read, fileOf } = wanted;
    await writeObjects(target, release, { read, fileOf, lease, report: options.report, signal: options.signal });
    const head = createHead(state, release, { wanted, options });
    const dropped = findDropped(state, head);
    const unused =
      dropped.length > 0 && hasConditions ? await findUnusedRecords(records, { head, list }) : dropped.map(listKey);
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

const NO_CONDITIONS = 'This storage has no conditional writes: make sure that only one publisher runs at a time.';

/** The oldest release that can be rolled back to after this one. */
function findOldestKept({ head, base }: TargetState, { releasesKept }: ReleaseOptions): string {
  return head?.releases.slice(0, releasesKept).at(-1)?.id ?? nextId(base?.id ?? null);
}

/** Large deletions need a confirmation. Assets are deleted only when no release needs them. */
function assertFewDeletions({ deletions }: ListPlan, { base }: TargetState, maxDeletes: number | null) {
  const live = (base?.parts ?? []).reduce((sum, { others }) => sum + others, 0);
  const visible = deletions.flat().filter(({ object, mustCheck }) => !mustCheck && object.stage !== 'asset');
  const deleted = visible.map(({ object }) => object.key);
  const most = maxDeletes ?? Math.min(256, Math.max(10, Math.floor(live / 10)));
  if (deleted.length <= most) return;
  throw new SiteError({
    code: 'PUBLISH_DELETES',
    exitCode: 3,
    message: `${deleted.length} of ${live} objects would be deleted, but the limit is ${most}. Nothing was published. Check them with --dry-run; if they should go, publish with --max-deletes ${deleted.length}. The first ones: ${deleted.slice(0, 3).join(', ')}.`,
  });
}

function createHead(
  { head }: TargetState,
  { list, plan, unfinished, hasConditions }: ClaimedRelease,
  { wanted, options }: { readonly wanted: WantedRelease; readonly options: ReleaseOptions },
): ReleaseHead {
  const summary: ReleaseSummary = {
    id: list.id,
    at: new Date().toISOString(),
    ...wanted.about,
    pages: list.parts.reduce((sum, part) => sum + ('rows' in part ? 0 : part.pages), 0),
    written: plan.puts.flat().length,
    deleted: plan.deletions.flat().length,
    isVerified: false,
    ...(options.hasCache === true ? { isPurged: false } : {}),
  };
  const releases = [summary, ...(head?.releases ?? [])].slice(0, options.releasesKept + 1);
  const ids = releases.map(({ id }) => id);
  const oldest = ids.at(-1) ?? list.id;
  return {
    version: 1,
    hasConditions,
    releases,
    unfinished: [...unfinished, ...(head?.unfinished ?? [])].filter(
      (id) => !ids.includes(id) && (id > oldest || isLate(id, releases)),
    ),
  };
}

/** Storage refuses requests that were signed more than 15 minutes ago. Clocks differ a little. */
const LATE_MS = 20 * 60_000;

/** Whether a request of an unfinished release may still arrive, although others took over: their `at` is later. */
function isLate(id: string, releases: readonly ReleaseSummary[]): boolean {
  const next = releases.findLast((release) => release.id > id);
  return next !== undefined && Date.now() - Date.parse(next.at) < LATE_MS;
}

async function loadLate(records: ObjectStore, { head }: TargetState): Promise<readonly ReleaseList[]> {
  const ids = (head?.unfinished ?? []).filter((id) => isLate(id, head?.releases ?? []));
  const lists = await Promise.all(ids.map((id) => loadList(records, id)));
  return lists.filter((list) => list !== null);
}

/** Objects that the live release has, but not the target. */
function warnOfDamage({ name }: Target, { puts, ranges }: ListPlan, { report }: ReleaseOptions): void {
  const checked = puts.flat().flatMap(({ object, mustCheck }) => (mustCheck ? [object] : []));
  if (checked.length === 0) return;
  const live = new Map(ranges.flatMap(({ base }) => base.map((row) => [row.key, row])));
  const keys = checked.filter((object) => isSameObject(object, live.get(object.key))).map(({ key }) => key);
  if (keys.length === 0) return;
  const text = `${keys.length} objects of ${name} are missing or changed: ${firstOf(keys)}.`;
  report({ kind: 'log', level: 'warning', text });
}

export function firstOf(keys: readonly string[]): string {
  return `${keys.slice(0, 5).join(', ')}${keys.length > 5 ? ', …' : ''}`;
}

/** Releases that can no longer be rolled back to. */
function findDropped({ head: before }: TargetState, { releases, unfinished }: ReleaseHead): readonly string[] {
  const kept = new Set([...releases.map(({ id }) => id), ...unfinished]);
  const known = [...(before?.releases ?? []).map(({ id }) => id), ...(before?.unfinished ?? [])];
  return known.filter((id) => !kept.has(id));
}

function describe(
  status: ReleaseResult['status'],
  id: string | null,
  { plan, origin }: { readonly plan: ListPlan; readonly origin: string },
): ReleaseResult {
  const steps = plan.puts.flat();
  const deleted = plan.deletions.flat().map(({ object }) => object.key);
  return {
    status,
    id,
    written: steps.map(({ object }) => object.key),
    deleted,
    unchanged: plan.same.reduce((sum, { objects }) => sum + objects, plan.unchanged.length),
    bytes: steps.reduce((sum, { object }) => sum + object.bytes, 0),
    changedPaths: listChangedPaths(
      steps.map(({ object }) => object),
      { deleted, base: plan.ranges.flatMap(({ base }) => base), origin },
    ),
  };
}
