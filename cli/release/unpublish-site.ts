// Deletes a site with all its releases from its target, for example the preview of a closed pull request.

import { SiteError, usageError } from '../errors.ts';
import type { Report } from '../report/report-event.ts';
import { loadObjects } from './list-parts.ts';
import type { Target } from './object-store.ts';
import { HEAD_KEY, listKey, type ReleaseList, STAGES } from './release-record.ts';
import { assertAbandoned, loadStarted, loadState } from './release-store.ts';

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
  const { records } = target;
  const state = await loadState(records);
  const started = await loadStarted(records, state.base);
  const lists = [...(state.base === null ? [] : [state.base]), ...started];
  const found = (state.base ?? started.at(-1))?.about.origin ?? origin;
  if (found !== origin)
    throw usageError(
      'UNPUBLISH_OTHER_SITE',
      `${target.name} holds the site of ${found}, not of ${origin}. Nothing was deleted.`,
    );
  for (const list of started) await assertAbandoned(records, list, { watchMs, state });
  const objects = (await Promise.all(lists.map((list) => loadObjects(records, list)))).flat();
  // Delete pages before what they load.
  const ofStage = STAGES.toReversed().map((stage) => objects.filter((object) => object.stage === stage));
  const keys = [...new Set(ofStage.flat().map(({ key }) => key))];
  if (!isDryRun) {
    await deleteObjects(target, keys, options);
    const { releases = [], unfinished = [] } = state.head ?? {};
    await target.forget([...releases, ...started, ...unfinished].map(({ id }) => id));
    await deleteRecords(target, lists);
  }
  return lists.length === 0 ? null : keys.length;
}

async function deleteObjects(
  { name, site }: Target,
  keys: readonly string[],
  { report, signal }: UnpublishOptions,
): Promise<void> {
  for (let done = 0; done < keys.length; done += BATCH) {
    const message = `Interrupted: part of the site was deleted from ${name}. Run the command again to finish.`;
    if (signal.aborted) throw new SiteError({ code: 'UNPUBLISH_INTERRUPTED', exitCode: 130, message });
    await site.delete(keys.slice(done, done + BATCH));
    report({ kind: 'progress', stage: 'unpublish', done: Math.min(done + BATCH, keys.length), total: keys.length });
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
