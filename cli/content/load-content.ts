// Loads everything that one build shows, from the content service or from a snapshot.
// Afterwards every collection of every site is complete, valid, and stored on disk under the snapshot's file.

import { accessSync, constants, mkdirSync } from 'node:fs';
import type { SiteConfig } from '../../config/define-site.ts';
import { localeRow } from '../../config/locales.ts';
import { errorMessage, SiteError } from '../errors.ts';
import type { Report } from '../report/report-event.ts';
import { noteAbsences } from './client/absences.ts';
import type { ContentClient } from './client/content-client.ts';
import { planReads, type ReadOutcome, type ReadTarget, rangesDirOf, readAll } from './client/content-reads.ts';
import { apiError, globalsError, mergeFailures } from './client/fetch-errors.ts';
import { readChanges } from './client/read-changes.ts';
import { findChangedNames, findGoneNames, readShownNames, type ShownNames } from './client/shown-names.ts';
import { createEmptyFallback, type Fallback, findStaleFallback, loadPublishedSnapshots } from './fallback-content.ts';
import { filesDirOf } from './files/file-store.ts';
import { addStoredFiles, listAddresses } from './files/named-files.ts';
import { type BadEntry, keepLastEntries } from './keep-entries.ts';
import { findLastReading, type LastSnapshot } from './last-reading.ts';
import type { ContentSnapshot } from './snapshot/content-snapshot.ts';
import { loadStoredSnapshot } from './snapshot/load-stored-snapshot.ts';
import {
  assertValid,
  collectionOf,
  createRecord,
  type ReceivedContent,
  type RecordFiles,
} from './snapshot/received-content.ts';
import { loadSnapshotFile, parseClock, type SnapshotRecord, writeSnapshot } from './snapshot/snapshot-file.ts';
import { writeRows } from './snapshot/stored-rows.ts';

/** Where a build gets its content. */
export interface ContentOptions {
  /** The token is a secret and never part of the site's configuration. */
  readonly service: { readonly url: string; readonly isSample: boolean; readonly token: string | null };
  readonly cacheDir: string;
  /** Build from this snapshot, without network. */
  readonly snapshotFile: string | null;
  /** ISO 8601 date or moment with its zone; null is now, or the snapshot's own. */
  readonly clock: string | null;
  readonly onFetchError: 'fail' | 'stale' | 'empty';
  /** What an invalid entry does: without `keep` it stops the build. */
  readonly onEntryError?: 'fail' | 'keep';
  /** Build even if content or files shrank sharply. */
  readonly allowShrink?: boolean;
  /** Key of the program's code: rows that the same code kept beside a snapshot are used. Without it entries are parsed. */
  readonly codeKey?: string;
  readonly isForced?: boolean;
  /** Read everything, not only what changed. */
  readonly isFull?: boolean;
  readonly report: Report;
  readonly signal?: AbortSignal;
}

/** The sample's port changes with every start; its answers and their digests must not. */
const SAMPLE_HOST = 'sample.invalid';

/**
 * Reads all content of the site's locales.
 * @throws SiteError: exit 1 CONTENT_INVALID with the problems of all entries; exit 2 CLOCK_INVALID, CONTENT_URL_INVALID,
 * CONTENT_TOKEN_INVALID, SNAPSHOT_*, CACHE_UNWRITABLE; exit 3 CONTENT_* with every read that failed.
 */
export async function loadContent(site: SiteConfig, options: ContentOptions): Promise<ContentSnapshot> {
  const clock = options.clock === null ? null : parseClock(options.clock);
  const targets = planReads([...new Set(site.locales.map((locale) => localeRow(locale).site))]);
  const codeKey = options.isForced === true ? null : (options.codeKey ?? null);
  if (options.snapshotFile !== null) return loadStoredSnapshot(options.snapshotFile, targets, { clock, codeKey });
  const { content, globals, fetched, reading, isReused } = await withClient(site, options, async (client) => {
    const reception = await receiveContent(client, targets, { site, options: { ...options, codeKey } });
    const { received } = reception;
    const kept = options.onEntryError === 'keep' ? (await keepLastEntries(received, options)).content : received;
    const valid = assertValid(kept);
    const own = await fetchOwnFiles(client, kept, { site, options });
    return { ...reception, content: kept, globals: valid, fetched: own };
  });
  const record = {
    ...createRecord(content, fetched),
    clock: clock ?? new Date().toISOString(),
    service: lastingService(options.service),
    ...(reading === null ? {} : { reading }),
  };
  const file = await writeSnapshot(options.cacheDir, record);
  const snapshot = {
    ...record,
    file,
    rangesDir: rangesDirOf(options.cacheDir),
    filesDir: filesDirOf(options.cacheDir),
    areRangesVerified: !isReused,
    collections: content.collections.map(collectionOf),
    globals,
  };
  // The next build that reads only what changed need not parse the rest.
  if (isReused && codeKey !== null) writeRows(file, snapshot, codeKey);
  return snapshot;
}

/**
 * Writes another snapshot, in which `bad` entries are replaced by their last published versions; null if none has one.
 */
export async function keepInSnapshot(
  snapshot: ContentSnapshot,
  bad: readonly BadEntry[],
  options: ContentOptions,
): Promise<ContentSnapshot | null> {
  const stored = await loadSnapshotFile(snapshot.file);
  const received = {
    collections: snapshot.collections.map(({ source, ...place }) => ({
      source,
      indexed: { ...place, problems: [], warnings: [] },
    })),
    globals: stored.globals,
    warnings: [],
  };
  const { content, kept } = await keepLastEntries(received, options, bad);
  if (kept === 0) return null;
  const files = snapshot.files === null ? null : addStoredFiles(snapshot, content, options.cacheDir);
  const { collections, globals, digest } = createRecord(content, { files, problems: [] });
  const { clock, service } = snapshot;
  const problems = [...content.warnings.map((problem) => ({ ...problem })), ...stored.problems];
  const record = {
    collections,
    globals,
    files: files?.map((each) => ({ ...each })) ?? null,
    digest,
    clock,
    service,
    problems,
  };
  const file = await writeSnapshot(options.cacheDir, record);
  return { ...snapshot, file, digest, problems, files, collections: content.collections.map(collectionOf) };
}

/** The service without what changes from run to run. */
function lastingService({ url, isSample }: ContentOptions['service']): ContentSnapshot['service'] {
  return { url: isSample ? `http://${SAMPLE_HOST}` : url, isSample };
}

/** Content that was received, and how. */
interface Reception {
  readonly received: ReceivedContent;
  readonly reading: SnapshotRecord['reading'] | null;
  /** Whether parts of it are files of an earlier snapshot. */
  readonly isReused: boolean;
}

/** Without a key of the code everything is read. */
type ReceiveOptions = Omit<ContentOptions, 'codeKey'> & { readonly codeKey: string | null };

/** Runs `read` with a client of the service. */
async function withClient<T>(
  site: SiteConfig,
  options: ContentOptions,
  read: (client: ContentClient) => Promise<T>,
): Promise<T> {
  const { service, cacheDir, report, signal } = options;
  assertWritable(rangesDirOf(cacheDir));
  // Loaded here because a build from a snapshot needs no HTTP client.
  const { createContentClient } = await import('./client/content-client.ts');
  const client = createContentClient(contentServiceOf(site, service), report, signal);
  try {
    return await read(client);
  } finally {
    await client.close();
  }
}

/** The service as the client is given it. */
function contentServiceOf(site: SiteConfig, service: ContentOptions['service']) {
  const host = service.isSample ? { host: SAMPLE_HOST } : {};
  return { ...service, ...host, clientId: site.content.clientId, policy: site.content };
}

async function receiveContent(
  client: ContentClient,
  targets: readonly ReadTarget[],
  { site, options }: { readonly site: SiteConfig; readonly options: ReceiveOptions },
): Promise<Reception> {
  const { codeKey, ...settling } = options;
  const { service, cacheDir, report } = options;
  const { concurrency, fullReadHours } = site.content;
  const reads = { client, serviceUrl: service.url, cacheDir, concurrency, report };
  const startedAt = new Date().toISOString();
  const [names, last] = await Promise.all([
    // Before the entries: what is renamed meanwhile is found the next time.
    codeKey === null ? {} : readShownNames(client),
    codeKey === null ? null : findLastReading({ cacheDir, service, targets, codeKey, fullReadHours }),
  ]);
  const isFull = last === null || last.isFullDue || options.isFull === true;
  const changed = isFull
    ? null
    : await readChanges(targets, { ...last, renamed: findChangedNames(last.names, names) }, reads);
  const outcomes = changed ?? (await readAll(targets, reads));
  const apiUrl = `${service.url}${client.api}`;
  const checked = await refuseMissingApi(refuseUnsetGlobals(outcomes, apiUrl), apiUrl, async () => {
    const { findApi } = await import('./client/find-api.ts');
    return findApi(contentServiceOf(site, service), report, options.signal);
  });
  const received = await settle(checked, settling);
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

/** What is gone since the last reading, and before it. */
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

/** Downloads the images and files that the content names; null where they stay on the service, or are the sample's. */
async function fetchOwnFiles(
  client: ContentClient,
  content: ReceivedContent,
  { site, options }: { readonly site: SiteConfig; readonly options: ContentOptions },
): Promise<RecordFiles> {
  const { service, cacheDir, onFetchError, allowShrink = false, report } = options;
  if (service.isSample || site.content.files === 'linked') return { files: null, problems: [] };
  const { fetchFiles } = await import('./files/fetch-files.ts');
  return await fetchFiles({
    addresses: listAddresses(content),
    site,
    service,
    client,
    filesDir: filesDirOf(cacheDir),
    isServed: content.collections.some(({ source }) => source === 'service'),
    onFetchError,
    allowShrink,
    report,
    signal: options.signal ?? new AbortController().signal,
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

/** Uses fallbacks if the options ask for them; throws one error for all reads that still fail. */
async function settle(outcomes: readonly ReadOutcome[], options: ContentOptions): Promise<ReceivedContent> {
  const earlier = options.onFetchError === 'stale' ? await loadPublishedSnapshots(options) : [];
  const settled = await Promise.all(
    outcomes.map((outcome) => (outcome.kind === 'failed' ? findFallback(outcome, earlier, options) : outcome)),
  );
  const failed = settled.filter((outcome) => outcome.kind === 'failed');
  if (failed.length > 0) {
    const errors = failed.map(({ error }) => error);
    throw mergeFailures(errors, outcomes.length, describeMissingFallback(options, earlier.length));
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

/** Why there is no fallback for a service that cannot be read; empty if none was asked for. */
function describeMissingFallback({ onFetchError, service, cacheDir }: ContentOptions, found: number): string {
  if (onFetchError !== 'stale' || found > 0) return '';
  return `${cacheDir} holds no build of ${service.url} that could be used instead (--on-fetch-error stale).`;
}

/** If no collection exists, the address is wrong or the API is switched off. */
async function refuseMissingApi(
  outcomes: readonly ReadOutcome[],
  apiUrl: string,
  find: () => Promise<string | null>,
): Promise<readonly ReadOutcome[]> {
  const isMissing = (outcome: ReadOutcome) =>
    outcome.kind === 'failed' && outcome.error.code === 'CONTENT_COLLECTION_MISSING';
  const isOfGlobal = (outcome: ReadOutcome) =>
    outcome.kind === 'global' || (outcome.kind === 'failed' && outcome.target.kind === 'global');
  if (!outcomes.every((outcome) => isOfGlobal(outcome) || isMissing(outcome))) return outcomes;
  const error = apiError(apiUrl, await find());
  return outcomes.map((outcome) => (outcome.kind === 'failed' ? { ...outcome, error } : outcome));
}

/** If every global is unset, the service does not serve globals: without an error the banners would vanish. */
function refuseUnsetGlobals(outcomes: readonly ReadOutcome[], apiUrl: string): readonly ReadOutcome[] {
  const isServed = outcomes.some((outcome) => outcome.kind !== 'collection' && !isUnset(outcome));
  if (isServed) return outcomes;
  return outcomes.map((outcome) => {
    if (!isUnset(outcome)) return outcome;
    const { name, site } = outcome.global;
    return { kind: 'failed', target: { kind: 'global', name, site }, error: globalsError(apiUrl, { name, site }) };
  });
}

function isUnset(outcome: ReadOutcome): outcome is ReadOutcome & { readonly kind: 'global' } {
  return outcome.kind === 'global' && outcome.global.value === null;
}

async function findFallback(
  failed: ReadOutcome & { kind: 'failed' },
  earlier: readonly SnapshotRecord[],
  { onFetchError, cacheDir }: ContentOptions,
): Promise<Fallback | (ReadOutcome & { kind: 'failed' })> {
  switch (onFetchError) {
    case 'fail':
      return failed;
    case 'empty':
      return createEmptyFallback(failed);
    case 'stale':
      return (await findStaleFallback(failed, earlier, cacheDir)) ?? failed;
  }
}
