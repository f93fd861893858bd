// One release, from the objects that are wanted to a target that shows them. A publication and a rollback differ only in where
// the objects come from. It stops at the first error, before anything is deleted, and the next release finishes what was begun.

import { createHash } from 'node:crypto';
import { SiteError } from '../errors.ts';
import { describeProcess } from '../publish/output-lock.ts';
import type { Report } from '../report/report-event.ts';
import type { FileOf } from './built-site.ts';
import { listChangedPaths } from './changed-paths.ts';
import { assertKept, createKeptReader, keepBytes, type ReadObject } from './kept-bytes.ts';
import { holdLease, type Lease } from './lease.ts';
import type { ListedObject, Target } from './object-store.ts';
import { type PutStep, planRelease, type ReleasePlan } from './plan-release.ts';
import { type ByteBudget, createByteBudget, createRoom, MOST_BYTES_READ, type ReadRoom } from './read-room.ts';
import {
  listKey,
  nextId,
  type ReleaseHead,
  type ReleaseHost,
  type ReleaseList,
  type ReleaseObject,
  type ReleaseSummary,
} from './release-record.ts';
import { claimRelease, findConditions, putHead, type TargetState } from './release-store.ts';
import { findLeftRecords } from './sweep-records.ts';

/** What a target shall show. */
export interface WantedRelease {
  readonly objects: readonly ReleaseObject[];
  readonly host: ReleaseHost;
  readonly read: ReadObject;
  /** Missing where bytes come from where they are kept. */
  readonly fileOf?: FileOf;
  /** Of bytes that are kept: whether they are there. @throws SiteError RELEASE_BYTES_LOST (exit 3). */
  readonly assertKept?: (objects: readonly ReleaseObject[]) => Promise<void>;
  /** What the records say of it. */
  readonly about: Pick<ReleaseSummary, 'commit' | 'run' | 'origin' | 'isSample' | 'restores' | 'made'>;
}

/** How it is written. */
export interface ReleaseOptions {
  readonly releasesKept: number;
  /** Most pages and data that may vanish; null is 256, or a tenth of them. */
  readonly maxDeletes: number | null;
  readonly isDryRun: boolean;
  /** Keys whose objects are not as the records say. */
  readonly damaged: ReadonlySet<string>;
  readonly report: Report;
  readonly signal: AbortSignal;
  /** Whether caches have to be told what changed. */
  readonly hasCache?: boolean;
  /** How long another publisher that gives no sign counts as alive. */
  readonly watchMs?: number;
}

/** What a release did, or would do. */
export interface ReleaseResult {
  readonly status: 'published' | 'unchanged' | 'dry-run';
  readonly id: string | null;
  readonly written: readonly string[];
  readonly deleted: readonly string[];
  readonly unchanged: number;
  readonly bytes: number;
  /** Addresses that caches in front of the target have to forget. */
  readonly changedPaths: readonly string[];
}

const CONCURRENCY = 24;
const LEASE_MS = 30_000;

/** Writes a release. @throws SiteError PUBLISH_BEATEN, PUBLISH_DELETES, PUBLISH_INTERRUPTED, and errors of the target. */
export async function runRelease(
  target: Target,
  state: TargetState,
  wanted: WantedRelease,
  options: ReleaseOptions,
): Promise<ReleaseResult> {
  const { base } = state;
  const { origin } = wanted.about;
  const input = { wanted: wanted.objects, base, damaged: options.damaged, oldestKept: findOldest(state, options) };
  const firstId = nextId(base?.id ?? null);
  const first = planRelease({ ...input, id: firstId, unfinished: [] });
  assertFewDeletions(first, state, options.maxDeletes);
  await wanted.assertKept?.(first.puts.flat().map(({ object }) => object));
  if (options.isDryRun) return describe('dry-run', null, { plan: first, base, origin });
  const isUnchanged = [...first.puts, ...first.deletions].every((steps) => steps.length === 0);
  // An unfinished release may have written other objects since.
  if (isUnchanged && base !== null && (await target.records.head(listKey(firstId))) === null)
    return describe('unchanged', base.id, { plan: first, base, origin });
  const hasConditions = state.head?.hasConditions ?? (await findConditions(target.records));
  if (!hasConditions) options.report({ kind: 'log', level: 'warning', text: NO_CONDITIONS });
  const objects = await keepBytes(wanted.objects, { base, read: wanted.read, records: target.records });
  const plan = (id: string, unfinished: readonly ReleaseList[]) =>
    planRelease({ ...input, wanted: objects, id, unfinished: target.isStaged ? [] : unfinished });
  const { list, unfinished } = await claimRelease(target.records, {
    state,
    hasConditions,
    watchMs: options.watchMs ?? LEASE_MS,
    createList: (id, others) => createList(id, wanted.host, { base, plan: plan(id, others) }),
  });
  const release = { list, plan: plan(list.id, unfinished), unfinished: unfinished.map(({ id }) => id), hasConditions };
  const lease = holdLease(target.records, list.id, LEASE_MS);
  let isFinished = false;
  try {
    await writeRelease(target, release, { ...wanted, lease, ...options });
    const head = createHead(state, release, { wanted, options });
    const dropped = findDropped(state, head);
    const left =
      dropped.length > 0 && hasConditions
        ? await findLeftRecords(target.records, { head, list })
        : dropped.map(listKey);
    await putHead(target.records, head, state.etag);
    isFinished = true;
    // A process that is killed here leaves some of it to the next release.
    for (const key of left) await target.records.delete(key);
    await target.forget([...dropped, ...head.unfinished]);
  } finally {
    await lease.end(isFinished);
  }
  return describe('published', list.id, { plan: release.plan, base, origin });
}

const NO_CONDITIONS = 'This storage has no conditional writes: make sure that only one publisher runs at a time.';

/** A release that is claimed. */
interface ClaimedRelease {
  readonly list: ReleaseList;
  readonly plan: ReleasePlan;
  readonly unfinished: readonly string[];
  readonly hasConditions: boolean;
}

function createList(
  id: string,
  host: ReleaseHost,
  { base, plan }: { readonly base: ReleaseList | null; readonly plan: ReleasePlan },
): ReleaseList {
  const { objects, packs } = plan;
  return { version: 1, id, base: base?.id ?? null, holder: describeProcess(), host, packs, objects };
}

/** The oldest release that can come back after this one. */
function findOldest({ head, base }: TargetState, { releasesKept }: ReleaseOptions): string {
  return head?.releases.slice(0, releasesKept).at(-1)?.id ?? nextId(base?.id ?? null);
}

/** Deletions of a site are rare: many of them need a confirmation. */
function assertFewDeletions({ deletions }: ReleasePlan, { base }: TargetState, maxDeletes: number | null) {
  // Assets that no release needs are no loss.
  const live = (base?.objects ?? []).filter(({ stage }) => stage !== 'asset');
  const visible = new Set(live.map(({ key }) => key));
  const deleted = deletions.flat().filter((key) => visible.has(key));
  const most = maxDeletes ?? Math.min(256, Math.max(10, Math.floor(live.length / 10)));
  if (deleted.length <= most) return;
  throw new SiteError({
    code: 'PUBLISH_DELETES',
    exitCode: 3,
    message: `${deleted.length} of ${live.length} objects would be deleted, and ${most} may be. Nothing was published. Look at them with --dry-run; if they are to go, publish with --max-deletes ${deleted.length}. The first ones: ${deleted.slice(0, 3).join(', ')}.`,
  });
}

interface WriteOptions extends ReleaseOptions, Pick<WantedRelease, 'read' | 'fileOf'> {
  readonly lease: Lease;
}

async function writeRelease(target: Target, { list, plan, unfinished }: ClaimedRelease, options: WriteOptions) {
  const { puts, deletions, unchanged } = plan;
  const found = unfinished.length === 0 || target.isStaged ? new Map() : await listSite(target);
  const run = createRunner(target, [...puts, ...(target.isStaged ? [] : deletions)].flat().length, options);
  const budget = createByteBudget(MOST_BYTES_READ);
  try {
    await target.start({ id: list.id, base: list.base, unchanged });
    for (const group of puts)
      await run(group, (step, room) => putObject(target, step, { found, budget, room, ...options }));
  } catch (cause) {
    // Nobody has seen what is staged, and a full disk needs its room.
    await target.forget([list.id]).catch(() => {});
    throw cause;
  }
  if (target.isStaged) await target.activate(list.id);
  else for (const group of deletions) await run(group, (key) => target.site.delete(key));
}

/** Runs the steps of a group side by side and reports how many are done. After the first error no other step is begun. */
function createRunner(target: Target, total: number, { lease, signal, report }: WriteOptions) {
  let done = 0;
  return async <Step>(steps: readonly Step[], act: (step: Step, room: ReadRoom) => Promise<void>) => {
    const queue = steps.values();
    let hasFailed = false;
    const work = async () => {
      const room = createRoom();
      // Workers share the queue: each takes the next step when it has done its last one.
      for (const step of queue) {
        if (hasFailed) return;
        assertRunning(target, signal);
        lease.assertHeld();
        await act(step, room);
        done += 1;
        report({ kind: 'progress', stage: 'publish', done, total });
      }
    };
    const workers = Array.from({ length: Math.min(CONCURRENCY, steps.length) }, () =>
      work().catch((cause: unknown) => {
        hasFailed = true;
        throw cause;
      }),
    );
    // What is under way must not be written after somebody was told that this has ended.
    const failed = (await Promise.allSettled(workers)).find((outcome) => outcome.status === 'rejected');
    if (failed !== undefined) throw failed.reason;
  };
}

function assertRunning({ isStaged }: Target, signal: AbortSignal): void {
  if (!signal.aborted) return;
  const what = isStaged
    ? 'visitors get the same release as before. Publish again.'
    : 'visitors see a mix of the old and the new site, each page with its assets. Publish again to finish.';
  throw new SiteError({ code: 'PUBLISH_INTERRUPTED', exitCode: 130, message: `Interrupted: ${what}` });
}

interface PutOptions extends WriteOptions {
  /** What an unfinished release left. */
  readonly found: ReadonlyMap<string, ListedObject>;
  readonly budget: ByteBudget;
  readonly room: ReadRoom;
}

async function putObject(target: Target, step: PutStep, options: PutOptions): Promise<void> {
  const { object, mayBeThere } = step;
  const { read, fileOf, room, found, budget } = options;
  if (object.bytes > MOST_BYTES_READ && fileOf !== undefined)
    return target.site.putFile(object.key, fileOf(object), object);
  return budget.run(object.bytes, async () => {
    const body = await read(object, room);
    const there = mayBeThere ? found.get(object.key) : undefined;
    if (there !== undefined && there.etag === createHash('md5').update(body).digest('hex')) return;
    await target.site.put(object.key, body, object);
  });
}

async function listSite({ site }: Target): Promise<ReadonlyMap<string, ListedObject>> {
  const found = new Map<string, ListedObject>();
  for await (const object of site.list()) found.set(object.key, object);
  return found;
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
    pages: wanted.objects.filter(({ stage }) => stage === 'page').length,
    written: plan.puts.flat().length,
    deleted: plan.deletions.flat().length,
    isVerified: false,
    ...(options.hasCache === true ? { isPurged: false } : {}),
  };
  const releases = [summary, ...(head?.releases ?? [])].slice(0, options.releasesKept + 1);
  const oldest = releases.at(-1)?.id ?? list.id;
  return {
    version: 1,
    hasConditions,
    releases,
    unfinished: [...unfinished, ...(head?.unfinished ?? [])].filter((id) => id > oldest),
  };
}

/** Releases that can no longer come back. */
function findDropped({ head: before }: TargetState, { releases, unfinished }: ReleaseHead): readonly string[] {
  const kept = new Set([...releases.map(({ id }) => id), ...unfinished]);
  const known = [...(before?.releases ?? []).map(({ id }) => id), ...(before?.unfinished ?? [])];
  return known.filter((id) => !kept.has(id));
}

function describe(
  status: ReleaseResult['status'],
  id: string | null,
  { plan, base, origin }: { readonly plan: ReleasePlan; readonly base: ReleaseList | null; readonly origin: string },
): ReleaseResult {
  const steps = plan.puts.flat();
  return {
    status,
    id,
    written: steps.map(({ object }) => object.key),
    deleted: plan.deletions.flat(),
    unchanged: plan.unchanged.length,
    bytes: steps.reduce((sum, { object }) => sum + object.bytes, 0),
    changedPaths: listChangedPaths(
      steps.map(({ object }) => object),
      { deleted: plan.deletions.flat(), base: base?.objects ?? [], origin },
    ),
  };
}

/** A release that comes back. @throws SiteError RELEASE_UNKNOWN (exit 2). */
export function restoreRelease(target: Target, old: ReleaseList, about: ReleaseSummary): WantedRelease {
  return {
    objects: old.objects.filter(({ unusedSince }) => unusedSince === undefined),
    host: old.host,
    read: createKeptReader(target.records),
    assertKept: (objects) => assertKept(target.records, objects),
    about: {
      commit: about.commit,
      run: about.run,
      origin: about.origin,
      isSample: about.isSample,
      made: about.made,
      restores: old.id,
    },
  };
}
