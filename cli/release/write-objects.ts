// Writes the objects of a release to its target: groups one after the other, the objects of a group in parallel.

import { createHash } from 'node:crypto';
import { SiteError } from '../errors.ts';
import type { Report } from '../report/report-event.ts';
import type { FileOf } from './built-site.ts';
import type { ReadObject } from './kept-bytes.ts';
import type { Lease } from './lease.ts';
import { type ListedObject, listByKey, type Target } from './object-store.ts';
import type { PutStep, ReleasePlan } from './plan-release.ts';
import {
  type ByteBudget,
  createByteBudget,
  createReadBuffer,
  MAX_BYTES_IN_MEMORY,
  type ReadBuffer,
} from './read-buffer.ts';
import type { ReleaseList } from './release-record.ts';

/** A release that this process has claimed. */
export interface ClaimedRelease {
  readonly list: ReleaseList;
  readonly plan: ReleasePlan;
  /** Ids of earlier releases that were never finished. */
  readonly unfinished: readonly string[];
  readonly hasConditions: boolean;
}

interface WriteOptions {
  readonly read: ReadObject;
  /** Undefined if the bytes come from records. */
  readonly fileOf?: FileOf | undefined;
  readonly lease: Lease;
  readonly report: Report;
  readonly signal: AbortSignal;
}

const CONCURRENCY = 24;

/** Writes new objects, activates a staged release, and deletes old objects. @throws SiteError PUBLISH_INTERRUPTED (exit 130). */
export async function writeObjects(
  target: Target,
  { list, plan, unfinished }: ClaimedRelease,
  options: WriteOptions,
): Promise<void> {
  const { puts, unchanged } = plan;
  const deletions = target.isStaged ? [] : plan.deletions;
  const existing = unfinished.length === 0 || target.isStaged ? new Map() : await listByKey(target.site);
  const run = createRunner(target, [...puts, ...deletions].flat().length, options);
  const budget = createByteBudget(MAX_BYTES_IN_MEMORY);
  try {
    await target.start({ id: list.id, base: list.base, unchanged });
    for (const group of puts)
      await run(group, (step, buffer) => putObject(target, step, { existing, budget, buffer, ...options }));
  } catch (cause) {
    // Visitors do not see a staged release, and the disk may be full.
    await target.forget([list.id]).catch(() => {});
    throw cause;
  }
  if (target.isStaged) await target.activate(list.id);
  for (const group of deletions) await run(group, (key) => target.site.delete(key));
}

/** Runs the steps of a group in parallel and reports progress. After the first error no other step is started. */
function createRunner(target: Target, total: number, { lease, signal, report }: WriteOptions) {
  let done = 0;
  return async <Step>(steps: readonly Step[], act: (step: Step, buffer: ReadBuffer) => Promise<void>) => {
    // Workers share the iterator: each takes the next step when it is free.
    const queue = steps.values();
    let hasFailed = false;
    const work = async () => {
      const buffer = createReadBuffer();
      for (const step of queue) {
        if (hasFailed) return;
        assertRunning(target, signal);
        lease.assertHeld();
        await act(step, buffer);
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

interface PutOptions extends WriteOptions {
  /** Objects of the target, if an unfinished release may have written some. */
  readonly existing: ReadonlyMap<string, ListedObject>;
  readonly budget: ByteBudget;
  readonly buffer: ReadBuffer;
}

async function putObject(target: Target, step: PutStep, options: PutOptions): Promise<void> {
  const { object, mayExist } = step;
  const { read, fileOf, buffer, existing, budget } = options;
  if (object.bytes > MAX_BYTES_IN_MEMORY && fileOf !== undefined)
    return target.site.putFile(object.key, fileOf(object), object);
  return budget.run(object.bytes, async () => {
    const body = await read(object, buffer);
    const found = mayExist ? existing.get(object.key) : undefined;
    if (found !== undefined && found.etag === createHash('md5').update(body).digest('hex')) return;
    await target.site.put(object.key, body, object);
  });
}
