// Looks up objects whose state in the target is not certain: those that another publisher may have written, or all of them in an audit.

import { createHash } from 'node:crypto';
import pLimit from 'p-limit';
import { hashFile } from '../files/content-hash.ts';
import type { FileOf } from './built-site.ts';
import type { ReadObject } from './kept-bytes.ts';
import { CONCURRENCY, type FoundObject, type Target } from './object-store.ts';
import type { ListPlan } from './plan-list.ts';
import type { ReleaseStep } from './plan-release.ts';
import { hasSameHeaders, type ReleaseObject } from './release-record.ts';

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
