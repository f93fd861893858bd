// Writes the objects of a release to its target: groups one after the other, the objects of a group in parallel.

import { createHash } from 'node:crypto';
import pLimit from 'p-limit';
import { SiteError } from '../errors.ts';
import { hashFile } from '../files/content-hash.ts';
import type { Report } from '../report/report-event.ts';
import type { FileOf } from './built-site.ts';
import type { Lease } from './claim-release.ts';
import type { ReadObject } from './kept-bytes.ts';
import { openParts } from './list-parts.ts';
import { CONCURRENCY, type FoundObject, type ObjectStore, type Target } from './object-store.ts';
import type { ListPlan, ReleaseStep } from './plan-list.ts';
import { hasSameHeaders, type ReleaseList, type ReleaseObject } from './release-record.ts';

/** A release that this process has claimed. */
export interface ClaimedRelease {
  readonly list: ReleaseList;
  readonly plan: ListPlan;
  /** Ids of earlier releases that were never finished. */
  readonly unfinished: readonly string[];
  readonly hasConditions: boolean;
}

interface WriteOptions extends ReleaseBytes {
  readonly lease: Lease;
  readonly report: Report;
  readonly signal: AbortSignal;
}

/** Writes new objects, activates a staged release, and deletes old objects. @throws SiteError PUBLISH_INTERRUPTED (exit 130). */
export async function writeObjects(
  target: Target,
  { list, plan }: ClaimedRelease,
  options: WriteOptions,
): Promise<void> {
  const { puts, deletions } = plan;
  const site = target.site.until(options.lease.signal);
  const gone = target.isStaged ? [] : deletions.map((steps) => steps.map(({ object }) => object.key));
  const run = createRunner(target, [...puts, ...gone].flat().length, options);
  try {
    await target.start({ id: list.id, base: list.base, unchanged: listUnchanged(target, plan) });
    for (const steps of puts) await run(steps, ({ object }) => putObject(site, object, options));
  } catch (cause) {
    // Visitors do not see a staged release, and the disk may be full.
    await target.forget([list.id]).catch(() => {});
    throw cause;
  }
  options.lease.assertHeld();
  if (target.isStaged) await target.activate(list.id);
  for (const keys of gone)
    await run(keys.length === 0 ? [] : [keys], async (batch) => {
      await site.delete(batch);
      return batch.length;
    });
}

/** Keys of objects that are not written. */
async function* listUnchanged({ records }: Target, { unchanged, same }: ListPlan) {
  yield unchanged;
  const read = openParts(records, same);
  for (const part of same) yield (await read(part)).map(({ key }) => key);
}

/** Runs the steps of a group in parallel and reports progress. After the first error no other step is started. */
function createRunner(target: Target, total: number, { lease, signal, report }: WriteOptions) {
  let done = 0;
  return async <Step>(steps: readonly Step[], act: (step: Step) => Promise<number>) => {
    // Workers share the iterator: each takes the next step when it is free.
    const queue = steps.values();
    let hasFailed = false;
    const work = async () => {
      for (const step of queue) {
        if (hasFailed) return;
        assertRunning(target, signal);
        lease.assertHeld();
        done += await act(step);
        report({ kind: 'progress', stage: 'publish', done, total });
      }
    };
    const workers = Array.from({ length: Math.min(CONCURRENCY, steps.length) }, () =>
      work().catch((cause: unknown) => {
        hasFailed = true;
        throw cause;
      }),
    );
    // Wait for all, because nothing may be written after this has failed.
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

async function putObject(site: ObjectStore, object: ReleaseObject, { read, fileOf }: WriteOptions): Promise<number> {
  const isLarge = object.bytes > MAX_BYTES_IN_MEMORY && fileOf !== undefined;
  await site.put(object.key, isLarge ? fileOf(object) : await read(object), object);
  return 1;
}

/** Where the bytes of a release come from. */
export interface ReleaseBytes {
  readonly read: ReadObject;
  /** Only for a build, which has files. */
  readonly fileOf?: FileOf | undefined;
}

/** Larger objects are streamed from their files. */
export const MAX_BYTES_IN_MEMORY = 1024 * 1024;

/** The plan without steps that have been done. */
export async function dropDone(target: Target, plan: ListPlan, bytes: ReleaseBytes): Promise<ListPlan> {
  const done = new Set<ReleaseStep>();
  const check = (steps: readonly ReleaseStep[], isDone: (step: ReleaseStep) => Promise<boolean>) =>
    pLimit(CONCURRENCY).map(
      steps.filter(({ mustCheck }) => mustCheck),
      async (step) => {
        if (await isDone(step)) done.add(step);
      },
    );
  await check(plan.puts.flat(), async ({ object }) =>
    isInPlace(object, await target.site.head(object.key), { ...bytes, hasHeaders: target.hasRedirects }),
  );
  await check(plan.deletions.flat(), async ({ object }) => (await target.site.head(object.key)) === null);
  const left = (groups: ListPlan['puts']) => groups.map((steps) => steps.filter((step) => !done.has(step)));
  const same = plan.puts.flat().filter((step) => done.has(step));
  return {
    ...plan,
    puts: left(plan.puts),
    deletions: left(plan.deletions),
    unchanged: [...plan.unchanged, ...same.map(({ object }) => object.key)],
  };
}

/** ETags are the SHA-256 (folders) or MD5 of the bytes. Those of encrypted objects are neither, so only the size counts. */
async function isInPlace(
  row: ReleaseObject,
  found: FoundObject | null,
  { read, fileOf, hasHeaders }: ReleaseBytes & { readonly hasHeaders: boolean },
): Promise<boolean> {
  if (found?.bytes !== row.bytes || (hasHeaders && !hasSameHeaders(found, row))) return false;
  if (!/^[0-9a-f]{32}$/.test(found.etag)) return found.etag === row.sha256 || !/^[0-9a-f]{64}$/.test(found.etag);
  if (fileOf !== undefined && row.bytes > MAX_BYTES_IN_MEMORY) return found.etag === hashFile(fileOf(row).file, 'md5');
  const digest = createHash('md5').update(await read(row));
  return found.etag === digest.digest('hex');
}
