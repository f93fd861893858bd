// Deletes a site with all its releases from its target, for example the preview of a closed pull request.

import pLimit from 'p-limit';
import { SiteError } from '../errors.ts';
import type { Report } from '../report/report-event.ts';
import type { Target } from './object-store.ts';
import { HEAD_KEY, nextId, type ReleaseList, STAGES } from './release-record.ts';
import { loadList, loadState } from './release-store.ts';

const CONCURRENCY = 24;

interface UnpublishOptions {
  /** Origin of the site, to refuse a wrong target. */
  readonly origin: string;
  readonly isDryRun: boolean;
  readonly report: Report;
  readonly signal: AbortSignal;
}

/**
 * Deletes every object that a release wrote, then the records. Other objects are kept. If it is interrupted, it can be repeated.
 * @returns the number of objects, null if there is no site.
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
  const objects = [base, ...(await loadUnfinished(target, base))].flatMap((list) => list.objects);
  if (isDryRun) return new Set(objects.map(({ key }) => key)).size;
  let done = 0;
  // Delete pages before what they load.
  for (const stage of STAGES.toReversed()) {
    const keys = new Set(objects.filter((object) => object.stage === stage).map(({ key }) => key));
    await pLimit(CONCURRENCY).map(keys, async (key) => {
      if (signal.aborted) throw interrupted(target);
      await target.site.delete(key);
      done += 1;
      report({ kind: 'progress', stage: 'unpublish', done, total: objects.length });
    });
  }
  await target.forget([...head.releases.map(({ id }) => id), ...head.unfinished]);
  const records: string[] = [];
  for await (const { key } of target.records.list()) if (key !== HEAD_KEY) records.push(key);
  // The head and its list come last, because a repeated run needs them.
  const isOfHead = (key: string) => key.endsWith(`/${base.id}.json`);
  for (const key of [...records.filter((each) => !isOfHead(each)), HEAD_KEY, ...records.filter(isOfHead)])
    await target.records.delete(key);
  return done;
}

function interrupted({ name }: Target): SiteError {
  const message = `Interrupted: part of the site was deleted from ${name}. Run the command again to finish.`;
  return new SiteError({ code: 'UNPUBLISH_INTERRUPTED', exitCode: 130, message });
}

/** Releases that were started after the live one and never finished. */
async function loadUnfinished({ records }: Target, base: ReleaseList): Promise<readonly ReleaseList[]> {
  const lists: ReleaseList[] = [];
  for (let id = nextId(base.id); ; id = nextId(id)) {
    const list = await loadList(records, id);
    if (list === null) return lists;
    lists.push(list);
  }
}
