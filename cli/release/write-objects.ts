// Writes the objects of a release to its target: groups one after the other, the objects of a group in parallel.

import { SiteError } from '../errors.ts';
import type { Report } from '../report/report-event.ts';
import { MAX_BYTES_IN_MEMORY, type ReleaseBytes } from './check-steps.ts';
import type { Lease } from './claim-release.ts';
import { openParts } from './list-parts.ts';
import { CONCURRENCY, type ObjectStore, type Target } from './object-store.ts';
import type { ListPlan } from './plan-list.ts';
import type { ReleaseList, ReleaseObject } from './release-record.ts';

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

/** How many objects one step deletes. */
const MAX_BATCH = 1000;

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
  for (const keys of gone) {
    const batches = Array.from({ length: Math.ceil(keys.length / MAX_BATCH) }, (_, index) =>
      keys.slice(index * MAX_BATCH, (index + 1) * MAX_BATCH),
    );
    await run(batches, async (batch) => {
      await site.delete(batch);
      return batch.length;
    });
  }
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
