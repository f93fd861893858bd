// Takes a site out of its target with all its releases: the preview of a pull request that was closed.

import pLimit from 'p-limit';
import { SiteError } from '../errors.ts';
import type { Report } from '../report/report-event.ts';
import type { Target } from './object-store.ts';
import { HEAD_KEY, nextId, type ReleaseList, STAGES } from './release-record.ts';
import { loadList, loadState } from './release-store.ts';

const DELETIONS_AT_ONCE = 24;

/** How a site is removed. */
interface UnpublishOptions {
  /** That of the site: a wrong target is refused. */
  readonly origin: string;
  readonly isDryRun: boolean;
  readonly report: Report;
  readonly signal: AbortSignal;
}

/**
 * Deletes every object that a release wrote, and then the records; other objects stay. What was begun and killed is finished when it is
 * called again.
 * @returns the number of objects, null where there is no site.
 * @throws SiteError UNPUBLISH_OTHER_SITE (exit 2), UNPUBLISH_INTERRUPTED (exit 130).
 */
export async function unpublishSite(
  target: Target,
  { origin, isDryRun, report, signal }: UnpublishOptions,
): Promise<number | null> {
  const { head, base } = await loadState(target.records);
  const live = head?.releases[0];
  if (head === null || base === null || live === undefined) return null;
  if (live.origin !== origin)
    throw new SiteError({
      code: 'UNPUBLISH_OTHER_SITE',
      exitCode: 2,
      message: `${target.name} holds the site of ${live.origin}, not of ${origin}. Nothing was deleted.`,
    });
  const objects = [base, ...(await loadLater(target, base))].flatMap((list) => list.objects);
  if (isDryRun) return new Set(objects.map(({ key }) => key)).size;
  let done = 0;
  // Pages before what they load.
  for (const stage of STAGES.toReversed()) {
    const keys = new Set(objects.filter((object) => object.stage === stage).map(({ key }) => key));
    await pLimit(DELETIONS_AT_ONCE).map(keys, async (key) => {
      if (signal.aborted) throw interrupted(target);
      await target.site.delete(key);
      done += 1;
      report({ kind: 'progress', stage: 'unpublish', done, total: objects.length });
    });
  }
  await target.forget([...head.releases.map(({ id }) => id), ...head.unfinished]);
  const records: string[] = [];
  for await (const { key } of target.records.list()) if (key !== HEAD_KEY) records.push(key);
  // The head and the list that it names are last: without them nobody knows what is left.
  const isOfHead = (key: string) => key.endsWith(`/${base.id}.json`);
  for (const key of [...records.filter((each) => !isOfHead(each)), HEAD_KEY, ...records.filter(isOfHead)])
    await target.records.delete(key);
  return done;
}

function interrupted({ name }: Target): SiteError {
  const message = `Interrupted: a part of the site is deleted from ${name}. Run the command again to finish.`;
  return new SiteError({ code: 'UNPUBLISH_INTERRUPTED', exitCode: 130, message });
}

/** Releases that were begun after the live one and never finished. */
async function loadLater({ records }: Target, base: ReleaseList): Promise<readonly ReleaseList[]> {
  const lists: ReleaseList[] = [];
  for (let id = nextId(base.id); ; id = nextId(id)) {
    const list = await loadList(records, id);
    if (list === null) return lists;
    lists.push(list);
  }
}
