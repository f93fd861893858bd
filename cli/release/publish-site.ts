// Publishes the last build, rolls back to an earlier release, or deletes the site with all its releases, if the target permits it.

import { SiteError, usageError } from '../errors.ts';
import type { BuiltSite } from './built-site.ts';
import { createKeptReader, loadObjects } from './kept-bytes.ts';
import type { Target } from './object-store.ts';
import { HEAD_KEY, listKey, type ReleaseList, type ReleaseSummary, STAGES } from './release-record.ts';
import { assertAbandoned, findRelease, loadStarted, loadState, type TargetState } from './release-store.ts';
import { type ReleaseOptions, type ReleaseResult, runRelease } from './run-release.ts';
import { warnOf } from './write-objects.ts';

export interface PublishOptions extends ReleaseOptions {
  /** Publish over other objects, or another site. */
  readonly isAdopted: boolean;
  readonly environment: Readonly<Record<string, string | undefined>>;
}

/** Publishes a build. @throws SiteError SAMPLE_OVER_SITE, PUBLISH_NOT_OURS (exit 2), and errors of the release. */
export async function publishSite(target: Target, site: BuiltSite, options: PublishOptions): Promise<ReleaseResult> {
  const state = await loadState(target.records);
  const { origin, isSample } = site;
  await assertOurs(target, state, site, options.isAdopted);
  if (options.isAudited) {
    const strays = await Array.fromAsync(listStrays(target, state.base === null ? [] : [state.base]));
    warnOf(strays, `objects of ${target.name} belong to no release`, options.report);
  }
  const about = { ...findCiRun(options.environment), origin, isSample, restores: null };
  return runRelease(target, state, { ...site, objects: site.rows, about }, options);
}

/** Rolls back to a release, by default the previous one. @throws SiteError RELEASE_UNKNOWN (exit 2). */
export async function rollBack(
  target: Target,
  id: string | null,
  options: Omit<ReleaseOptions, 'isAudited' | 'maxDeletes'>,
): Promise<ReleaseResult & { readonly restores: string }> {
  const { records } = target;
  const state = await loadState(records);
  const { summary, list } = await findRelease(target, state.head, id ?? state.head?.releases[1]?.id);
  const { commit, run, origin, isSample } = summary;
  const restores = list.id;
  const wanted = {
    objects: list,
    host: list.host,
    history: list.history,
    read: createKeptReader(records),
    about: { commit, run, origin, isSample, restores },
  };
  // Pages that the old release does not have are deleted on purpose.
  const all = { ...options, isAudited: false, maxDeletes: Number.POSITIVE_INFINITY };
  return { ...(await runRelease(target, state, wanted, all)), restores };
}

/** Refuses other objects, other sites, and the sample over a real site, or over what may be one, because a variable is missing. */
async function assertOurs(target: Target, { base }: TargetState, site: BuiltSite, isAdopted: boolean): Promise<void> {
  const { origin, isSample } = site;
  // An interrupted first release has written objects of its list.
  const started = base === null ? await loadStarted(target.records, base) : [];
  const hasOthers = base === null && (await listStrays(target, started).next()).done === false;
  const owner = (base ?? started.at(-1))?.about;
  const held = owner === undefined ? 'objects that sitegen did not publish' : `the site of ${owner.origin}`;
  if (isSample && (owner === undefined ? hasOthers : !owner.isSample))
    throw usageError(
      'SAMPLE_OVER_SITE',
      `The last build is the sample content, and ${target.name} holds ${held}. Nothing was published. Build with SITEGEN_CONTENT_URL and SITEGEN_ORIGIN, or choose another target.`,
    );
  const isOther = owner !== undefined && owner.origin !== origin && !owner.isSample && !isSample;
  if (isAdopted || (!isOther && !hasOthers)) return;
  const what = isOther ? `${held}, but the last build is of ${origin}` : 'objects that sitegen did not publish';
  throw usageError(
    'PUBLISH_NOT_OURS',
    `${target.name} holds ${what}. Nothing was published. Choose another target, or publish over this one with --adopt. Objects that are not ours stay.`,
  );
}

/** Keys in the target that no list has. */
async function* listStrays({ site, records }: Target, lists: readonly ReleaseList[]): AsyncGenerator<string> {
  const known = new Set<string>();
  for (const list of lists) for (const { key } of await loadObjects(records, list)) known.add(key);
  for await (const key of site.list()) if (!known.has(key)) yield key;
}

/** Commit and address of the CI run, if any. */
function findCiRun(environment: PublishOptions['environment']): Pick<ReleaseSummary, 'commit' | 'run'> {
  const { GITHUB_SHA, GITHUB_SERVER_URL, GITHUB_REPOSITORY, GITHUB_RUN_ID, CI_COMMIT_SHA, CI_JOB_URL } = environment;
  const githubRun = GITHUB_RUN_ID && `${GITHUB_SERVER_URL}/${GITHUB_REPOSITORY}/actions/runs/${GITHUB_RUN_ID}`;
  return { commit: GITHUB_SHA ?? CI_COMMIT_SHA ?? null, run: githubRun ?? CI_JOB_URL ?? null };
}

/** How many objects are deleted between two reports. */
const BATCH = 1000;

interface UnpublishOptions extends Pick<ReleaseOptions, 'isDryRun' | 'report' | 'signal' | 'watchMs'> {
  /** Origin of the site, to refuse a wrong target. */
  readonly origin: string;
}

/**
 * Deletes every object that a release wrote, then the records. Other objects are kept. If it is interrupted, it can be repeated.
 * @returns the number of objects, null if there is no site.
 * @throws SiteError UNPUBLISH_OTHER_SITE (exit 2), UNPUBLISH_INTERRUPTED (exit 130).
 */
export async function unpublishSite(target: Target, options: UnpublishOptions): Promise<number | null> {
  const { origin, isDryRun, report, signal } = options;
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
  for (const list of started) await assertAbandoned(records, list, state, options);
  const objects = (await Promise.all(lists.map((list) => loadObjects(records, list)))).flat();
  // Delete pages before what they load.
  objects.sort((one, other) => STAGES.indexOf(other.stage) - STAGES.indexOf(one.stage));
  const keys = [...new Set(objects.map(({ key }) => key))];
  const count = lists.length === 0 ? null : keys.length;
  if (isDryRun) return count;
  for (let done = 0; done < keys.length; done += BATCH) {
    const message = `Interrupted: part of the site was deleted from ${target.name}. Run the command again to finish.`;
    if (signal.aborted) throw new SiteError({ code: 'UNPUBLISH_INTERRUPTED', exitCode: 130, message });
    await target.site.delete(keys.slice(done, done + BATCH));
    report({ kind: 'progress', stage: 'unpublish', done: Math.min(done + BATCH, keys.length), total: keys.length });
  }
  const { releases = [], unfinished = [] } = state.head ?? {};
  await target.forget([...releases, ...started, ...unfinished].map(({ id }) => id));
  await deleteRecords(target, lists);
  return count;
}

/** A repeated run needs the head and the lists, whose objects are in packs. So packs come last: without lists, nothing reads them. */
async function deleteRecords({ records }: Target, lists: readonly ReleaseList[]): Promise<void> {
  const last = new Set(lists.map(({ id }) => listKey(id)));
  const keys = await Array.fromAsync(records.list());
  const isPack = (key: string) => key.startsWith('packs/');
  await records.delete(keys.filter((key) => key !== HEAD_KEY && !last.has(key) && !isPack(key)));
  for (const some of [[HEAD_KEY], [...last], keys.filter(isPack)]) await records.delete(some);
}
