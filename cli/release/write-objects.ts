// Writes the objects of a release to its target: one stage after the other, the objects of a stage in parallel.

import { hash } from 'node:crypto';
import pLimit from 'p-limit';
import { SiteError } from '../errors.ts';
import type { Report } from '../report/report-event.ts';
import { loadObjects, type ReadObject } from './kept-bytes.ts';
import { CONCURRENCY, type FoundObject, type Target } from './object-store.ts';
import type { PlanInput, ReleasePlan, ReleaseStep } from './plan-release.ts';
import { hasSameHeaders, isSameObject, type ReleaseObject, STAGES } from './release-record.ts';
import type { Lease } from './release-store.ts';

/** Larger objects are written one by one, so that few of them are in memory. */
const LARGE_BYTES = 1024 * 1024;

/** Writes new objects, activates a staged release, and deletes old objects. @throws SiteError PUBLISH_INTERRUPTED (exit 130). */
export async function writeObjects(
  target: Target,
  { input: { id, base }, plan, read }: Readonly<{ input: PlanInput; plan: ReleasePlan; read: ReadObject }>,
  { lease, report, signal }: Readonly<{ lease: Lease; report: Report; signal: AbortSignal }>,
): Promise<void> {
  const { isStaged, site } = target;
  const deletions = isStaged ? [] : plan.deletions;
  const total = plan.puts.length + deletions.length;
  let done = 0;
  const act = async (step: () => Promise<unknown>, count: number) => {
    if (signal.aborted) throw interrupted(isStaged);
    lease.assertHeld();
    await step();
    done += count;
    report({ kind: 'progress', stage: 'publish', done, total });
  };
  const oneByOne = pLimit(1);
  const put = ({ object }: ReleaseStep) => act(async () => site.put(object.key, await read(object), object), 1);
  const putSafely = (step: ReleaseStep) => (step.object.bytes > LARGE_BYTES ? oneByOne(put, step) : put(step));
  const ofStage = (steps: readonly ReleaseStep[], stage: string) =>
    steps.filter(({ object }) => object.stage === stage);
  try {
    await target.start({ id, base: base?.id ?? null, unchanged: listUnchanged(target, plan) });
    for (const stage of STAGES) await runAll(ofStage(plan.puts, stage), putSafely);
  } catch (cause) {
    // Visitors do not see a staged release, and the disk may be full.
    await target.forget([id]).catch(() => {});
    throw cause;
  }
  lease.assertHeld();
  if (isStaged) await target.activate(id);
  for (const stage of STAGES.toReversed()) {
    const keys = ofStage(deletions, stage).map(({ object }) => object.key);
    if (keys.length > 0) await act(() => site.delete(keys), keys.length);
  }
}

/** Keys of objects that are not written. */
async function* listUnchanged({ records }: Target, { unchanged, same }: ReleasePlan) {
  yield unchanged;
  for (const part of same) yield (await loadObjects(records, { parts: [part] })).map(({ key }) => key);
}

/** Runs steps in parallel. After the first error no other one is started, and it waits for those that are running. */
async function runAll<Step>(steps: readonly Step[], act: (step: Step) => Promise<void>): Promise<void> {
  // Workers share the iterator: each takes the next step when it is free.
  const queue = steps.values();
  const failures: unknown[] = [];
  const work = async () => {
    for (const step of queue)
      if (failures.length === 0) await act(step).catch((cause: unknown) => failures.push(cause));
  };
  await Promise.all(Array.from({ length: CONCURRENCY }, work));
  if (failures.length > 0) throw failures[0];
}

function interrupted(isStaged: boolean): SiteError {
  const what = isStaged
    ? 'visitors get the same release as before. Publish again.'
    : 'visitors see a mix of the old and the new site, each page with its assets. Publish again to finish.';
  return new SiteError({ code: 'PUBLISH_INTERRUPTED', exitCode: 130, message: `Interrupted: ${what}` });
}

/** The plan without steps that have been done. */
export async function dropDone({ site, isStaged }: Target, plan: ReleasePlan, read: ReadObject): Promise<ReleasePlan> {
  /** ETags are the SHA-256 (folders) or MD5 of the bytes. Those of encrypted objects are neither, so only the size counts. */
  const isInPlace = async (row: ReleaseObject, found: FoundObject | null) => {
    if (found?.bytes !== row.bytes || (!isStaged && !hasSameHeaders(found, row))) return false;
    if (/^[0-9a-f]{32}$/.test(found.etag)) return found.etag === hash('md5', await read(row));
    return found.etag === row.sha256 || !/^[0-9a-f]{64}$/.test(found.etag);
  };
  const done = new Set<ReleaseStep>();
  const deletions = new Set(plan.deletions);
  const checked = [...plan.puts, ...plan.deletions].filter(({ mustCheck }) => mustCheck);
  await pLimit(CONCURRENCY).map(checked, async (step) => {
    const found = await site.head(step.object.key);
    if (deletions.has(step) ? found === null : await isInPlace(step.object, found)) done.add(step);
  });
  const left = (steps: readonly ReleaseStep[]) => steps.filter((step) => !done.has(step));
  const same = plan.puts.filter((step) => done.has(step)).map(({ object }) => object.key);
  return { ...plan, puts: left(plan.puts), deletions: left(plan.deletions), unchanged: [...plan.unchanged, ...same] };
}

/** Warns of objects that the live release has, but not the target. */
export function warnOfDamage({ name }: Target, { puts }: ReleasePlan, report: Report): void {
  const keys = puts.flatMap(({ object, live }) => (live !== null && isSameObject(object, live) ? [object.key] : []));
  warnOf(keys, `objects of ${name} are missing or changed`, report);
}

/** Warns of objects, with the first ones. */
export function warnOf(keys: readonly string[], what: string, report: Report): void {
  const text = `${keys.length} ${what}: ${keys.slice(0, 5).join(', ')}${keys.length > 5 ? ', …' : ''}.`;
  if (keys.length > 0) report({ kind: 'log', level: 'warning', text });
}
