// Deletes a site with all its releases from its target, for example the preview of a closed pull request.

import { SiteError, usageError } from '../errors.ts';
import type { Report } from '../report/report-event.ts';
import { assertAbandoned } from './claim-release.ts';
import { loadObjects } from './list-parts.ts';
import type { Target } from './object-store.ts';
import { HEAD_KEY, listKey, type ReleaseList, type ReleaseObject, STAGES } from './release-record.ts';
import { loadStarted, loadState } from './release-store.ts';

/** How many objects are deleted between two reports. */
const BATCH = 1000;

interface UnpublishOptions {
  /** Origin of the site, to refuse a wrong target. */
  readonly origin: string;
  readonly isDryRun: boolean;
  readonly report: Report;
  readonly signal: AbortSignal;
  readonly watchMs?: number;
}

/**
 * Deletes every object that a release wrote, then the records. Other objects are kept. If it is interrupted, it can be repeated.
 * @returns the number of objects, null if there is no site.
 * @throws SiteError UNPUBLISH_OTHER_SITE (exit 2), UNPUBLISH_INTERRUPTED (exit 130).
 */
export async function unpublishSite(target: Target, options: UnpublishOptions): Promise<number | null> {
  const { origin, isDryRun, watchMs } = options;
  const state = await loadState(target.records);
  const started = await loadStarted(target.records, state.base);
  const lists = [...(state.base === null ? [] : [state.base]), ...started];
  // Lists of earlier versions do not name the site.
  const found = (state.head?.releases[0] ?? lists.at(-1)?.about)?.origin ?? origin;
  if (found !== origin)
    throw usageError(
      'UNPUBLISH_OTHER_SITE',
      `${target.name} holds the site of ${found}, not of ${origin}. Nothing was deleted.`,
    );
  for (const list of started) await assertAbandoned(target.records, list, { watchMs, state });
  const objects = (await Promise.all(lists.map((list) => loadObjects(target.records, list)))).flat();
  const count = new Set(objects.map(({ key }) => key)).size;
  if (!isDryRun) {
    await deleteObjects(target, objects, options);
    const ids = [...(state.head?.releases ?? []), ...started].map(({ id }) => id);
    await target.forget([...ids, ...(state.head?.unfinished ?? [])]);
    await deleteRecords(target, lists);
  }
  return lists.length === 0 ? null : count;
}

async function deleteObjects(
  target: Target,
  objects: readonly ReleaseObject[],
  { report, signal }: UnpublishOptions,
): Promise<void> {
  let done = 0;
  // Delete pages before what they load.
  for (const stage of STAGES.toReversed()) {
    const keys = [...new Set(objects.filter((object) => object.stage === stage).map(({ key }) => key))];
    for (let start = 0; start < keys.length; start += BATCH) {
      if (signal.aborted) throw interrupted(target);
      const batch = keys.slice(start, start + BATCH);
      await target.site.delete(batch);
      done += batch.length;
      report({ kind: 'progress', stage: 'unpublish', done, total: objects.length });
    }
  }
}

/** A repeated run needs the head and the lists, whose objects are in packs. So packs come last: without lists, nothing reads them. */
async function deleteRecords({ records }: Target, lists: readonly ReleaseList[]): Promise<void> {
  const last = new Set(lists.map(({ id }) => listKey(id)));
  const [packs, others]: [string[], string[]] = [[], []];
  for await (const key of records.list())
    if (key !== HEAD_KEY && !last.has(key)) (key.startsWith('packs/') ? packs : others).push(key);
  for (const keys of [others, [HEAD_KEY], [...last], packs]) await records.delete(keys);
}

function interrupted({ name }: Target): SiteError {
  const message = `Interrupted: part of the site was deleted from ${name}. Run the command again to finish.`;
  return new SiteError({ code: 'UNPUBLISH_INTERRUPTED', exitCode: 130, message });
}
