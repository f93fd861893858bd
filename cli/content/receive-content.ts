// Reads all content from the service: everything, or only what changed since the last snapshot. Failed reads get a fallback, if the
// options ask for one.

import { accessSync, constants, mkdirSync } from 'node:fs';
import type { SiteConfig } from '../../config/define-site.ts';
import { errorMessage, SiteError } from '../errors.ts';
import type { Report } from '../report/report-event.ts';
import { noteAbsences } from './client/absences.ts';
import type { ContentClient } from './client/content-client.ts';
import { type ReadOutcome, type ReadTarget, rangesDirOf, readAll } from './client/content-reads.ts';
import { apiError, mergeFailures } from './client/fetch-errors.ts';
import { readChanges } from './client/read-changes.ts';
import { findChangedNames, findGoneNames, readShownNames, type ShownNames } from './client/shown-names.ts';
import {
  createEmptyFallback,
  type FailedRead,
  type Fallback,
  findStaleFallback,
  readPublishedSnapshots,
} from './fallback-content.ts';
import { findLastReading, type LastSnapshot } from './last-reading.ts';
import type { ReceivedContent } from './snapshot/received-content.ts';
import type { SnapshotRecord } from './snapshot/snapshot-file.ts';
import { findSetGlobals, refuseLostGlobals } from './unset-globals.ts';

/** How a build reads from the service. */
export interface ServiceOptions {
  /** The token is a secret and never part of the site's configuration. */
  readonly service: { readonly url: string; readonly isSample: boolean; readonly token: string | null };
  readonly cacheDir: string;
  readonly onFetchError: 'fail' | 'stale' | 'empty';
  /** Take globals that are gone for unset. */
  readonly allowShrink?: boolean;
  /** Read everything, not only what changed. */
  readonly isFull?: boolean;
  readonly report: Report;
  readonly signal?: AbortSignal;
}

/** Content from the service, and how it was read. */
export interface Reception {
  readonly received: ReceivedContent;
  /** Null without a key of the code. */
  readonly reading: SnapshotRecord['reading'] | null;
  /** Parts of it are files of an earlier snapshot. */
  readonly isReused: boolean;
}

/** The sample's port changes with every start; its answers and their digests must not. */
export const SAMPLE_HOST = 'sample.invalid';

/** Runs `read` with a client of the service. @throws SiteError CACHE_UNWRITABLE (exit 2). */
export async function withClient<T>(
  site: SiteConfig,
  options: ServiceOptions,
  read: (client: ContentClient) => Promise<T>,
): Promise<T> {
  const { service, cacheDir, report, signal } = options;
  assertWritable(rangesDirOf(cacheDir));
  // A build from a snapshot needs no HTTP client.
  const { createContentClient } = await import('./client/content-client.ts');
  const client = createContentClient(contentServiceOf(site, service), report, signal);
  try {
    return await read(client);
  } finally {
    await client.close();
  }
}

/** What a client needs to know of the service. */
function contentServiceOf(site: SiteConfig, service: ServiceOptions['service']) {
  const host = service.isSample ? { host: SAMPLE_HOST } : {};
  return { ...service, ...host, clientId: site.content.clientId, policy: site.content };
}

/**
 * Reads the targets. Without a key of the code everything is read.
 * @throws SiteError CONTENT_* (exit 3) with every read that failed.
 */
export async function receiveContent(
  client: ContentClient,
  targets: readonly ReadTarget[],
  {
    site,
    codeKey,
    options,
  }: { readonly site: SiteConfig; readonly codeKey: string | null; readonly options: ServiceOptions },
): Promise<Reception> {
  const { service, cacheDir, report } = options;
  const { concurrency, fullReadHours } = site.content;
  const wasSet = await findSetGlobals(targets, options.allowShrink === true ? [] : readPublishedSnapshots(options));
  const reads = { client, serviceUrl: service.url, cacheDir, concurrency, report, wasSet };
  const startedAt = new Date().toISOString();
  const [names, last] = await Promise.all([
    // Read before the entries, so that the next build finds what is renamed meanwhile.
    codeKey === null ? {} : readShownNames(client),
    codeKey === null ? null : findLastReading({ cacheDir, service, targets, codeKey, fullReadHours }),
  ]);
  const isFull = last === null || last.isFullDue || options.isFull === true;
  const changed = isFull
    ? null
    : await readChanges(targets, { ...last, renamed: findChangedNames(last.names, names) }, reads);
  const outcomes = changed ?? (await readAll(targets, reads));
  const apiUrl = `${service.url}${client.api}`;
  const checked = await refuseMissingApi(refuseLostGlobals(outcomes, { apiUrl, wasSet }), apiUrl, async () => {
    const { findApi } = await import('./client/find-api.ts');
    return findApi(contentServiceOf(site, service), report, options.signal);
  });
  const received = await settle(checked, options);
  const oldest = client.oldestAnswer();
  const answeredAt = oldest === null ? null : new Date(oldest).toISOString();
  const fullAt = changed === null ? startedAt : (last?.fullAt ?? startedAt);
  return {
    received,
    reading:
      codeKey === null ? null : { codeKey, fullAt, answeredAt, names, absences: listAbsences(last, received, names) },
    isReused: changed !== null,
  };
}

/** What is gone since the last reading or longer. */
function listAbsences(last: LastSnapshot | null, { collections }: ReceivedContent, names: ShownNames) {
  if (last === null) return [];
  const entries = collections.flatMap(({ indexed }) => indexed.rows.map(({ id }) => id));
  return noteAbsences(last.absences, {
    before: last.content.collections,
    present: new Set([...entries, ...Object.keys(names)]),
    goneNames: findGoneNames(last.names, names),
    rangesDir: last.content.rangesDir,
  });
}

function assertWritable(folder: string): void {
  try {
    mkdirSync(folder, { recursive: true });
    accessSync(folder, constants.W_OK);
  } catch (cause) {
    const message = `The folder ${folder} cannot be made or written: ${errorMessage(cause)}. Nothing was written. Check its permissions, or name another one with --cache-dir.`;
    throw new SiteError({ code: 'CACHE_UNWRITABLE', exitCode: 2, message }, { cause });
  }
}

/** Replaces failed reads by fallbacks. @throws one SiteError for all reads that have none. */
async function settle(
  outcomes: readonly (ReadOutcome | Fallback)[],
  options: ServiceOptions,
): Promise<ReceivedContent> {
  const needsPrevious = options.onFetchError === 'stale' && outcomes.some(({ kind }) => kind === 'failed');
  const previous = needsPrevious ? await Array.fromAsync(readPublishedSnapshots(options)) : [];
  const settled = await Promise.all(
    outcomes.map((outcome) => (outcome.kind === 'failed' ? findFallback(outcome, previous, options) : outcome)),
  );
  const failed = settled.filter((outcome) => outcome.kind === 'failed');
  if (failed.length > 0) {
    const errors = failed.map(({ error }) => error);
    throw mergeFailures(errors, outcomes.length, describeMissingFallback(options, previous.length));
  }
  return {
    collections: settled.flatMap((outcome) =>
      outcome.kind === 'collection'
        ? [{ source: 'source' in outcome ? outcome.source : ('service' as const), indexed: outcome.indexed }]
        : [],
    ),
    globals: settled.flatMap((outcome) => (outcome.kind === 'global' ? [outcome.global] : [])),
    warnings: settled.flatMap((outcome) => ('warning' in outcome ? [outcome.warning] : [])),
  };
}

/** Why there is no fallback; empty if none was asked for. */
function describeMissingFallback({ onFetchError, service, cacheDir }: ServiceOptions, found: number): string {
  if (onFetchError !== 'stale' || found > 0) return '';
  return `${cacheDir} has no build of ${service.url} to use instead (--on-fetch-error stale).`;
}

/** If no collection exists, the URL is wrong or the API is off: one error for all. */
async function refuseMissingApi(
  outcomes: readonly (ReadOutcome | Fallback)[],
  apiUrl: string,
  find: () => Promise<string | null>,
): Promise<readonly (ReadOutcome | Fallback)[]> {
  const isMissing = (outcome: ReadOutcome | Fallback) =>
    outcome.kind === 'failed' && outcome.error.code === 'CONTENT_COLLECTION_MISSING';
  const isOfGlobal = (outcome: ReadOutcome | Fallback) =>
    outcome.kind === 'global' || (outcome.kind === 'failed' && outcome.target.kind === 'global');
  if (!outcomes.every((outcome) => isOfGlobal(outcome) || isMissing(outcome))) return outcomes;
  const error = apiError(apiUrl, await find());
  return outcomes.map((outcome) => (outcome.kind === 'failed' ? { ...outcome, error } : outcome));
}

async function findFallback(
  failed: FailedRead,
  previous: readonly SnapshotRecord[],
  { onFetchError, cacheDir }: ServiceOptions,
): Promise<Fallback | FailedRead> {
  switch (onFetchError) {
    case 'fail':
      return failed;
    case 'empty':
      return createEmptyFallback(failed);
    case 'stale':
      return (await findStaleFallback(failed, previous, cacheDir)) ?? failed;
  }
}
