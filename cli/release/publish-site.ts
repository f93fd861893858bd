// Publishing the last build, and bringing a release back: what may go to which target, then one release.

import { createHash } from 'node:crypto';
import pLimit from 'p-limit';
import { SiteError } from '../errors.ts';
import { hashFile } from '../files/content-hash.ts';
import type { BuiltSite } from './built-site.ts';
import type { ListedObject, ObjectHeaders, Target } from './object-store.ts';
import { createRoom, MOST_BYTES_READ, type ReadRoom } from './read-room.ts';
import type { ReleaseObject, ReleaseSummary } from './release-record.ts';
import { loadList, loadState, type TargetState } from './release-store.ts';
import { type ReleaseOptions, type ReleaseResult, restoreRelease, runRelease } from './run-release.ts';

/** How a build is published. */
export interface PublishOptions extends Omit<ReleaseOptions, 'damaged'> {
  /** Take over a target with other objects, or another site's. */
  readonly isAdopted: boolean;
  /** List the target and compare it with the records. */
  readonly isAudited: boolean;
  readonly environment: Readonly<Record<string, string | undefined>>;
}

/** Publishes a build. @throws SiteError SAMPLE_OVER_SITE, PUBLISH_NOT_OURS (exit 2), and errors of the release. */
export async function publishSite(target: Target, site: BuiltSite, options: PublishOptions): Promise<ReleaseResult> {
  const state = await loadState(target.records);
  await assertSampleIsWelcome(target, state, site);
  if (!options.isAdopted) await assertOurs(target, state, site);
  const damaged = options.isAudited ? await audit(target, state, { site, options }) : new Set<string>();
  const { origin, isSample, made, objects, host, read, fileOf } = site;
  const about = { ...findCiRun(options.environment), origin, isSample, made, restores: null };
  return runRelease(target, state, { objects, host, read, fileOf, about }, { ...options, damaged });
}

/** Brings a release back; without an id the one before the live one. @throws SiteError RELEASE_UNKNOWN (exit 2). */
export async function rollBack(
  target: Target,
  id: string | null,
  options: Omit<ReleaseOptions, 'damaged' | 'maxDeletes'>,
): Promise<ReleaseResult & { readonly restores: string }> {
  const state = await loadState(target.records);
  const releases = state.head?.releases ?? [];
  const about = id === null ? releases[1] : releases.find((release) => release.id === id);
  if (about === undefined) throw unknownRelease(target, id, releases);
  const list = await loadList(target.records, about.id);
  if (list === null) throw unknownRelease(target, about.id, releases);
  // Who asks for a release knows what it does not have.
  const asked = { ...options, damaged: new Set<string>(), maxDeletes: Number.POSITIVE_INFINITY };
  const result = await runRelease(target, state, restoreRelease(target, list, about), asked);
  return { ...result, restores: about.id };
}

function unknownRelease({ name }: Target, id: string | null, releases: readonly ReleaseSummary[]): SiteError {
  const ids = releases.map((release) => release.id).join(', ');
  const what = id === null ? 'There is no earlier release' : `There is no release ${id}`;
  const known = ids === '' ? 'It has none yet' : `It has ${ids}`;
  return new SiteError({
    code: 'RELEASE_UNKNOWN',
    exitCode: 2,
    message: `${what} in ${name}. ${known}. Nothing was changed.`,
  });
}

/** A lost variable must not publish the sample over a real site, nor over what may be one. */
async function assertSampleIsWelcome(target: Target, { head }: TargetState, { isSample }: BuiltSite): Promise<void> {
  const live = head?.releases[0];
  if (!isSample || live?.isSample === true || (live === undefined && (await target.isEmpty()))) return;
  const what = live === undefined ? 'objects that sitegen did not publish' : `the site of ${live.origin}`;
  throw new SiteError({
    code: 'SAMPLE_OVER_SITE',
    exitCode: 2,
    message: `The last build is the sample content, and ${target.name} holds ${what}. Nothing was published. Build with SITEGEN_CONTENT_URL and SITEGEN_ORIGIN, or name another target.`,
  });
}

async function assertOurs(target: Target, { head }: TargetState, { origin, isSample }: BuiltSite): Promise<void> {
  const live = head?.releases[0];
  const fix = 'Nothing was published. Name another target, or take this one over with --adopt.';
  const refuse = (message: string) => new SiteError({ code: 'PUBLISH_NOT_OURS', exitCode: 2, message });
  if (live !== undefined && live.origin !== origin && !live.isSample && !isSample)
    throw refuse(`${target.name} holds the site of ${live.origin}, and the last build is of ${origin}. ${fix}`);
  if (live === undefined && !(await target.isEmpty()))
    throw refuse(`${target.name} holds objects that sitegen did not publish. ${fix} Its other objects stay.`);
}

const HEADS_AT_ONCE = 24;

/** Keys whose objects are missing, or have other bytes or headers. Objects that no release wrote are only told of. */
async function audit(
  target: Target,
  { base }: TargetState,
  { site, options }: { readonly site: BuiltSite; readonly options: PublishOptions },
): Promise<ReadonlySet<string>> {
  const known = new Map((base?.objects ?? []).map((row) => [row.key, row]));
  const found = new Map<string, ListedObject>();
  for await (const object of target.site.list()) found.set(object.key, object);
  const damaged = new Set<string>();
  const room = createRoom();
  const rows = site.objects.filter(({ key }) => known.has(key));
  for (const row of rows) if (!(await isAsListed(row, found.get(row.key), { ...site, room }))) damaged.add(row.key);
  const hasWhole = rows.filter(({ key }) => target.hasRedirects && !damaged.has(key));
  await pLimit(HEADS_AT_ONCE).map(hasWhole, async (row) => {
    if (!hasHeaders(await target.site.head(row.key), known.get(row.key) ?? row)) damaged.add(row.key);
  });
  const strays = [...found.keys()].filter((key) => !known.has(key));
  const tell = (text: string) => options.report({ kind: 'log', level: 'warning', text });
  if (damaged.size > 0)
    tell(`${damaged.size} objects of ${target.name} are missing or changed: ${firstOf([...damaged])}.`);
  if (strays.length > 0) tell(`${strays.length} objects of ${target.name} are of no release: ${firstOf(strays)}.`);
  return damaged;
}

function hasHeaders(found: Partial<ObjectHeaders> | null, row: ObjectHeaders): boolean {
  return (
    found?.contentType === row.contentType &&
    found.cacheControl === row.cacheControl &&
    (found.redirect ?? null) === row.redirect
  );
}

/** ETags are MD5 of the bytes, except of objects that are encrypted with a key of their own: of these only the size counts. */
async function isAsListed(
  row: ReleaseObject,
  found: ListedObject | undefined,
  { read, fileOf, room }: Pick<BuiltSite, 'read' | 'fileOf'> & { readonly room: ReadRoom },
): Promise<boolean> {
  if (found?.bytes !== row.bytes) return false;
  if (found.etag === row.sha256) return true;
  if (!/^[0-9a-f]{32}$/.test(found.etag)) return !/^[0-9a-f]{64}$/.test(found.etag);
  if (row.bytes > MOST_BYTES_READ) return found.etag === hashFile(fileOf(row).file, 'md5');
  const digest = createHash('md5').update(await read(row, room));
  return found.etag === digest.digest('hex');
}

function firstOf(keys: readonly string[]): string {
  return `${keys.slice(0, 5).join(', ')}${keys.length > 5 ? ', …' : ''}`;
}

/** Commit and address of the run, where a CI system names them. */
function findCiRun(environment: PublishOptions['environment']): Pick<ReleaseSummary, 'commit' | 'run'> {
  const { GITHUB_SHA, GITHUB_SERVER_URL, GITHUB_REPOSITORY, GITHUB_RUN_ID, CI_COMMIT_SHA, CI_JOB_URL } = environment;
  const githubRun =
    GITHUB_RUN_ID === undefined ? null : `${GITHUB_SERVER_URL}/${GITHUB_REPOSITORY}/actions/runs/${GITHUB_RUN_ID}`;
  return { commit: GITHUB_SHA ?? CI_COMMIT_SHA ?? null, run: githubRun ?? CI_JOB_URL ?? null };
}
