// Writes the objects of a release to its target: one stage after the other, the objects of a stage in parallel.

import { hash } from 'node:crypto';
import pLimit from 'p-limit';
import { SiteError } from '../errors.ts';
import { hashFile } from '../files/content-hash.ts';
import type { Report } from '../report/report-event.ts';
import { loadRows, type ReadObject } from './kept-bytes.ts';
import { CONCURRENCY, type FileBody, type FoundObject, type Target } from './object-store.ts';
import type { ReleasePlan, ReleaseStep } from './plan-release.ts';
import { hasSameHeaders, isSameObject, type ReleaseObject, STAGES } from './release-record.ts';
import type { Lease } from './release-store.ts';

/** Where the bytes of a release come from. */
export interface ReleaseBytes {
  readonly read: ReadObject;
  /** The file of a large object. Only a build has files. @throws SiteError PUBLISH_CHANGED (exit 2). */
  readonly fileOf?: ((object: ReleaseObject) => FileBody) | undefined;
}

interface WriteOptions {
  readonly id: string;
  /** The live release; null if there is none. */
  readonly base: string | null;
  readonly plan: ReleasePlan;
  readonly bytes: ReleaseBytes;
  readonly lease: Lease;
  readonly report: Report;
  readonly signal: AbortSignal;
}

/** Larger objects are streamed from their files. */
export const MAX_BYTES_IN_MEMORY = 1024 * 1024;

/** Writes new objects, activates a staged release, and deletes old objects. @throws SiteError PUBLISH_INTERRUPTED (exit 130). */
export async function writeObjects(target: Target, options: WriteOptions): Promise<void> {
  const { id, base, plan, bytes, lease, report, signal } = options;
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
  const put = async ({ object }: ReleaseStep) => site.put(object.key, await bodyOf(object, bytes), object);
  const ofStage = (steps: readonly ReleaseStep[], stage: string) =>
    steps.filter(({ object }) => object.stage === stage);
  try {
    await target.start({ id, base, unchanged: listUnchanged(target, plan) });
    for (const stage of STAGES) await runAll(ofStage(plan.puts, stage), (step) => act(() => put(step), 1));
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
  for (const part of same) yield (await loadRows(records, [part])).map(({ key }) => key);
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

async function bodyOf(object: ReleaseObject, { read, fileOf }: ReleaseBytes): Promise<Buffer | FileBody> {
  return object.bytes > MAX_BYTES_IN_MEMORY && fileOf !== undefined ? fileOf(object) : read(object);
}

function interrupted(isStaged: boolean): SiteError {
  const what = isStaged
    ? 'visitors get the same release as before. Publish again.'
    : 'visitors see a mix of the old and the new site, each page with its assets. Publish again to finish.';
  return new SiteError({ code: 'PUBLISH_INTERRUPTED', exitCode: 130, message: `Interrupted: ${what}` });
}

/** The plan without steps that have been done. */
export async function dropDone(target: Target, plan: ReleasePlan, bytes: ReleaseBytes): Promise<ReleasePlan> {
  const done = new Set<ReleaseStep>();
  const check = (steps: readonly ReleaseStep[], isDone: (row: ReleaseObject, found: FoundObject | null) => unknown) =>
    pLimit(CONCURRENCY).map(
      steps.filter(({ mustCheck }) => mustCheck),
      async (step) => {
        if (await isDone(step.object, await target.site.head(step.object.key))) done.add(step);
      },
    );
  await check(plan.puts, (row, found) => isInPlace(row, found, bytes, target));
  await check(plan.deletions, (_, found) => found === null);
  const same = plan.puts.filter((step) => done.has(step));
  return {
    ...plan,
    puts: plan.puts.filter((step) => !done.has(step)),
    deletions: plan.deletions.filter((step) => !done.has(step)),
    unchanged: [...plan.unchanged, ...same.map(({ object }) => object.key)],
  };
}

/** ETags are the SHA-256 (folders) or MD5 of the bytes. Those of encrypted objects are neither, so only the size counts. */
async function isInPlace(
  row: ReleaseObject,
  found: FoundObject | null,
  bytes: ReleaseBytes,
  { isStaged }: Target,
): Promise<boolean> {
  if (found?.bytes !== row.bytes || (!isStaged && !hasSameHeaders(found, row))) return false;
  if (!/^[0-9a-f]{32}$/.test(found.etag)) return found.etag === row.sha256 || !/^[0-9a-f]{64}$/.test(found.etag);
  const body = await bodyOf(row, bytes);
  return found.etag === ('file' in body ? hashFile(body.file, 'md5') : hash('md5', body));
}

/** Warns of objects that the live release has, but not the target. */
export function warnOfDamage({ name }: Target, { puts }: ReleasePlan, report: Report): void {
  const damaged = puts.filter(({ object, live }) => live !== null && isSameObject(object, live));
  const keys = damaged.map(({ object }) => object.key);
  warnOf(keys, `objects of ${name} are missing or changed`, report);
}

/** Warns of objects, with the first ones. */
export function warnOf(keys: readonly string[], what: string, report: Report): void {
  const text = `${keys.length} ${what}: ${keys.slice(0, 5).join(', ')}${keys.length > 5 ? ', …' : ''}.`;
  if (keys.length > 0) report({ kind: 'log', level: 'warning', text });
}
