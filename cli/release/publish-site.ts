// Publishes the last build, or rolls back to an earlier release, if the target permits it.

import { SiteError } from '../errors.ts';
import type { BuiltSite } from './built-site.ts';
import { createKeptReader } from './kept-bytes.ts';
import { loadObjects } from './list-parts.ts';
import type { Target } from './object-store.ts';
import type { ReleaseSummary } from './release-record.ts';
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
  if (options.isAudited) await warnOfStrays(target, state, options);
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
  return refuse('RELEASE_UNKNOWN', `${what} in ${name}. ${known}. Nothing was changed.`);
}

/** Refuses other objects, other sites, and the sample over a real site, or over what may be one, because a variable is missing. */
async function assertOurs(
  target: Target,
  { head, base }: TargetState,
  { origin, isSample, isAdopted }: Pick<BuiltSite, 'origin' | 'isSample'> & Pick<PublishOptions, 'isAdopted'>,
): Promise<void> {
  const live = head?.releases[0];
  // An interrupted first release has written objects of its list.
  const started = live === undefined ? await loadStarted(target.records, base) : [];
  const lists = await Promise.all(started.map((list) => loadObjects(target.records, list)));
  const keys = new Set(lists.flat().map(({ key }) => key));
  const hasOthers = live === undefined && (await target.hasOthers(keys));
  const owner = live ?? started.at(-1)?.about;
  const held = owner === undefined ? 'objects that sitegen did not publish' : `the site of ${owner.origin}`;
  if (isSample && (owner === undefined ? hasOthers : !owner.isSample))
    throw refuse(
      'SAMPLE_OVER_SITE',
      `The last build is the sample content, and ${target.name} holds ${held}. Nothing was published. Build with SITEGEN_CONTENT_URL and SITEGEN_ORIGIN, or choose another target.`,
    );
  const isOther = owner !== undefined && owner.origin !== origin && !owner.isSample && !isSample;
  if (isAdopted || (!isOther && !hasOthers)) return;
  const what = isOther ? `${held}, but the last build is of ${origin}` : 'objects that sitegen did not publish';
  throw refuse(
    'PUBLISH_NOT_OURS',
    `${target.name} holds ${what}. Nothing was published. Choose another target, or publish over this one with --adopt. Objects that are not ours stay.`,
  );
}

function refuse(code: string, message: string): SiteError {
  return new SiteError({ code, exitCode: 2, message });
}

async function warnOfStrays(target: Target, { base }: TargetState, { report }: PublishOptions): Promise<void> {
  const objects = base === null ? [] : await loadObjects(target.records, base);
  const known = new Set<string>(objects.map(({ key }) => key));
  const strays: string[] = [];
  for await (const key of target.site.list()) if (!known.has(key)) strays.push(key);
  warnOf(strays, `objects of ${target.name} belong to no release`, report);
}

/** Commit and address of the CI run, if any. */
function findCiRun(environment: PublishOptions['environment']): Pick<ReleaseSummary, 'commit' | 'run'> {
  const { GITHUB_SHA, GITHUB_SERVER_URL, GITHUB_REPOSITORY, GITHUB_RUN_ID, CI_COMMIT_SHA, CI_JOB_URL } = environment;
  const githubRun =
    GITHUB_RUN_ID === undefined ? null : `${GITHUB_SERVER_URL}/${GITHUB_REPOSITORY}/actions/runs/${GITHUB_RUN_ID}`;
  return { commit: GITHUB_SHA ?? CI_COMMIT_SHA ?? null, run: githubRun ?? CI_JOB_URL ?? null };
}
