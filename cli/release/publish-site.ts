// Publishes the last build, or rolls back to an earlier release, if the target permits it.

import { type SiteError, usageError } from '../errors.ts';
import type { BuiltSite } from './built-site.ts';
import { createKeptReader } from './kept-bytes.ts';
import { loadObjects } from './list-parts.ts';
import type { Target } from './object-store.ts';
import type { ReleaseList, ReleaseSummary } from './release-record.ts';
import { loadList, loadStarted, loadState, type TargetState } from './release-store.ts';
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
  const { origin, isSample, made, rows: objects, host, read, fileOf, history } = site;
  await assertOurs(target, state, { origin, isSample, isAdopted: options.isAdopted });
  if (options.isAudited) {
    const strays = await Array.fromAsync(listStrays(target, state.base === null ? [] : [state.base]));
    warnOf(strays, `objects of ${target.name} belong to no release`, options.report);
  }
  const about = { ...findCiRun(options.environment), origin, isSample, made, restores: null };
  return runRelease(target, state, { objects, host, read, fileOf, history, about }, options);
}

/** Rolls back to a release, by default the previous one. @throws SiteError RELEASE_UNKNOWN (exit 2). */
export async function rollBack(
  target: Target,
  id: string | null,
  options: Omit<ReleaseOptions, 'isAudited' | 'maxDeletes'>,
): Promise<ReleaseResult & { readonly restores: string }> {
  const { records } = target;
  const state = await loadState(records);
  const releases = state.head?.releases ?? [];
  const summary = id === null ? releases[1] : releases.find((release) => release.id === id);
  const list = summary === undefined ? null : await loadList(records, summary.id);
  if (summary === undefined || list === null) throw unknownRelease(target, summary?.id ?? id, releases);
  const { commit, run, origin, isSample, made } = summary;
  const restores = list.id;
  const wanted = {
    objects: list,
    host: list.host,
    history: list.history,
    read: createKeptReader(records),
    about: { commit, run, origin, isSample, made, restores },
  };
  // Pages that the old release does not have are deleted on purpose.
  const all = { ...options, isAudited: false, maxDeletes: Number.POSITIVE_INFINITY };
  return { ...(await runRelease(target, state, wanted, all)), restores };
}

function unknownRelease({ name }: Target, id: string | null, releases: readonly ReleaseSummary[]): SiteError {
  const ids = releases.map((release) => release.id).join(', ');
  const what = id === null ? 'There is no earlier release' : `There is no release ${id}`;
  const known = ids === '' ? 'It has none yet' : `It has ${ids}`;
  return usageError('RELEASE_UNKNOWN', `${what} in ${name}. ${known}. Nothing was changed.`);
}

/** Refuses other objects, other sites, and the sample over a real site, or over what may be one, because a variable is missing. */
async function assertOurs(
  target: Target,
  { base }: TargetState,
  { origin, isSample, isAdopted }: Pick<BuiltSite, 'origin' | 'isSample'> & Pick<PublishOptions, 'isAdopted'>,
): Promise<void> {
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
  const githubRun =
    GITHUB_RUN_ID === undefined ? null : `${GITHUB_SERVER_URL}/${GITHUB_REPOSITORY}/actions/runs/${GITHUB_RUN_ID}`;
  return { commit: GITHUB_SHA ?? CI_COMMIT_SHA ?? null, run: githubRun ?? CI_JOB_URL ?? null };
}
