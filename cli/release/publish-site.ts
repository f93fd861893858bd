// Publishes the last build, or rolls back to an earlier release, if the target permits it.

import { createHash } from 'node:crypto';
import pLimit from 'p-limit';
import { SiteError } from '../errors.ts';
import { hashFile } from '../files/content-hash.ts';
import type { BuiltSite } from './built-site.ts';
import { assertKept, createKeptReader } from './kept-bytes.ts';
import { type ListedObject, listByKey, type Target } from './object-store.ts';
import { createReadBuffer, MAX_BYTES_IN_MEMORY, type ReadBuffer } from './read-buffer.ts';
import { hasSameHeaders, type ReleaseList, type ReleaseObject, type ReleaseSummary } from './release-record.ts';
import { loadList, loadState, type TargetState } from './release-store.ts';
import { type ReleaseOptions, type ReleaseResult, runRelease, type WantedRelease } from './run-release.ts';

export interface PublishOptions extends Omit<ReleaseOptions, 'damaged'> {
  /** Publish over other objects, or another site. */
  readonly isAdopted: boolean;
  /** Compare the target with the records. */
  readonly isAudited: boolean;
  readonly environment: Readonly<Record<string, string | undefined>>;
}

/** Publishes a build. @throws SiteError SAMPLE_OVER_SITE, PUBLISH_NOT_OURS (exit 2), and errors of the release. */
export async function publishSite(target: Target, site: BuiltSite, options: PublishOptions): Promise<ReleaseResult> {
  const state = await loadState(target.records);
  await assertNoSampleOverSite(target, state, site);
  if (!options.isAdopted) await assertOurs(target, state, site);
  const damaged = options.isAudited ? await audit(target, state, { site, options }) : new Set<string>();
  const { origin, isSample, made, objects, host, read, fileOf } = site;
  const about = { ...findCiRun(options.environment), origin, isSample, made, restores: null };
  return runRelease(target, state, { objects, host, read, fileOf, about }, { ...options, damaged });
}

/** Rolls back to a release, by default the previous one. @throws SiteError RELEASE_UNKNOWN (exit 2). */
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
  // Pages that the old release does not have are deleted on purpose.
  const releaseOptions = { ...options, damaged: new Set<string>(), maxDeletes: Number.POSITIVE_INFINITY };
  const result = await runRelease(target, state, restoreRelease(target, list, about), releaseOptions);
  return { ...result, restores: about.id };
}

function restoreRelease(target: Target, list: ReleaseList, summary: ReleaseSummary): WantedRelease {
  const { commit, run, origin, isSample, made } = summary;
  return {
    objects: list.objects.filter(({ unusedSince }) => unusedSince === undefined),
    host: list.host,
    read: createKeptReader(target.records),
    assertKept: (objects) => assertKept(target.records, objects),
    about: { commit, run, origin, isSample, made, restores: list.id },
  };
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

/** A missing variable must not publish the sample over a real site, or what may be one. */
async function assertNoSampleOverSite(target: Target, { head }: TargetState, { isSample }: BuiltSite): Promise<void> {
  const live = head?.releases[0];
  if (!isSample || live?.isSample === true || (live === undefined && (await target.isEmpty()))) return;
  const what = live === undefined ? 'objects that sitegen did not publish' : `the site of ${live.origin}`;
  throw new SiteError({
    code: 'SAMPLE_OVER_SITE',
    exitCode: 2,
    message: `The last build is the sample content, and ${target.name} holds ${what}. Nothing was published. Build with SITEGEN_CONTENT_URL and SITEGEN_ORIGIN, or choose another target.`,
  });
}

async function assertOurs(target: Target, { head }: TargetState, { origin, isSample }: BuiltSite): Promise<void> {
  const live = head?.releases[0];
  const fix = 'Nothing was published. Choose another target, or publish over this one with --adopt.';
  const refuse = (message: string) => new SiteError({ code: 'PUBLISH_NOT_OURS', exitCode: 2, message });
  if (live !== undefined && live.origin !== origin && !live.isSample && !isSample)
    throw refuse(`${target.name} holds the site of ${live.origin}, but the last build is of ${origin}. ${fix}`);
  if (live === undefined && !(await target.isEmpty()))
    throw refuse(`${target.name} holds objects that sitegen did not publish. ${fix} Its other objects are kept.`);
}

const AUDIT_CONCURRENCY = 24;

/** Keys of objects that are missing, or have different bytes or headers. Warns about objects that belong to no release. */
async function audit(
  target: Target,
  { base }: TargetState,
  { site, options }: { readonly site: BuiltSite; readonly options: PublishOptions },
): Promise<ReadonlySet<string>> {
  const known = new Map((base?.objects ?? []).map((row) => [row.key, row]));
  const found = await listByKey(target.site);
  const damaged = new Set<string>();
  const buffer = createReadBuffer();
  const rows = site.objects.filter(({ key }) => known.has(key));
  for (const row of rows) if (!(await isAsListed(row, found.get(row.key), { ...site, buffer }))) damaged.add(row.key);
  // Folders have no headers.
  const withHeaders = rows.filter(({ key }) => target.hasRedirects && !damaged.has(key));
  await pLimit(AUDIT_CONCURRENCY).map(withHeaders, async (row) => {
    const head = await target.site.head(row.key);
    if (head === null || !hasSameHeaders(head, known.get(row.key) ?? row)) damaged.add(row.key);
  });
  const strays = [...found.keys()].filter((key) => !known.has(key));
  const warn = (text: string) => options.report({ kind: 'log', level: 'warning', text });
  if (damaged.size > 0)
    warn(`${damaged.size} objects of ${target.name} are missing or changed: ${firstOf([...damaged])}.`);
  if (strays.length > 0) warn(`${strays.length} objects of ${target.name} belong to no release: ${firstOf(strays)}.`);
  return damaged;
}

/** ETags are the SHA-256 (folders) or MD5 of the bytes. Those of encrypted objects are neither, so only the size counts. */
async function isAsListed(
  row: ReleaseObject,
  found: ListedObject | undefined,
  { read, fileOf, buffer }: Pick<BuiltSite, 'read' | 'fileOf'> & { readonly buffer: ReadBuffer },
): Promise<boolean> {
  if (found?.bytes !== row.bytes) return false;
  if (found.etag === row.sha256) return true;
  if (!/^[0-9a-f]{32}$/.test(found.etag)) return !/^[0-9a-f]{64}$/.test(found.etag);
  if (row.bytes > MAX_BYTES_IN_MEMORY) return found.etag === hashFile(fileOf(row).file, 'md5');
  const digest = createHash('md5').update(await read(row, buffer));
  return found.etag === digest.digest('hex');
}

function firstOf(keys: readonly string[]): string {
  return `${keys.slice(0, 5).join(', ')}${keys.length > 5 ? ', …' : ''}`;
}

/** Commit and address of the CI run, if any. */
function findCiRun(environment: PublishOptions['environment']): Pick<ReleaseSummary, 'commit' | 'run'> {
  const { GITHUB_SHA, GITHUB_SERVER_URL, GITHUB_REPOSITORY, GITHUB_RUN_ID, CI_COMMIT_SHA, CI_JOB_URL } = environment;
  const githubRun =
    GITHUB_RUN_ID === undefined ? null : `${GITHUB_SERVER_URL}/${GITHUB_REPOSITORY}/actions/runs/${GITHUB_RUN_ID}`;
  return { commit: GITHUB_SHA ?? CI_COMMIT_SHA ?? null, run: githubRun ?? CI_JOB_URL ?? null };
}
