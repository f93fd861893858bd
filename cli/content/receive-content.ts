// Reads all content from the service: everything, or only what changed since the last reading. Failed reads get a fallback, if the
// options ask for one.

import type { DatabaseSync } from 'node:sqlite';
import type { SiteConfig } from '../../config/define-site.ts';
import type { Report } from '../report/report-event.ts';
import type { ContentClient } from './client/content-client.ts';
import { type ReadTarget, readAll } from './client/content-reads.ts';
import { findChangedNames, noteGone, readShownNames, type ShownNames } from './client/find-dependents.ts';
import { type LastReading, readChanges } from './client/read-changes.ts';
import { createWasSet, settleReads } from './settle-reads.ts';
import type { ReceivedContent } from './snapshot/commit-version.ts';
import { loadVersion } from './snapshot/load-version.ts';
import type { RecordStore } from './snapshot/record-store.ts';
import { findBuilt, findLastRead, type Reading } from './snapshot/versions.ts';

export interface ServiceOptions {
  /** The token is a secret and never part of the site's configuration. */
  readonly service: { readonly url: string; readonly isSample: boolean; readonly token: string | null };
  readonly database: DatabaseSync;
  readonly cacheDir: string;
  /** If content cannot be fetched after all retries (decisions, "When content cannot be fetched"). */
  readonly onFetchError: 'fail' | 'stale' | 'empty';
  /** Take globals that are gone for unset, and shrunk lists for intended. */
  readonly allowShrink?: boolean;
  /** Read everything, not only what changed. */
  readonly isFull?: boolean;
  readonly withDrafts?: boolean;
  readonly report: Report;
  readonly signal?: AbortSignal;
}

/** The sample's port changes with every start; its answers and their digests must not. */
export const SAMPLE_HOST = 'sample.invalid';

/** Runs `read` with a client of the service. */
export async function withClient<T>(
  site: SiteConfig,
  { service, report, signal }: Pick<ServiceOptions, 'service' | 'report' | 'signal'>,
  read: (client: ContentClient) => Promise<T>,
): Promise<T> {
  // A build from a snapshot needs no HTTP client.
  const { createContentClient } = await import('./client/content-client.ts');
  const client = createContentClient(contentServiceOf(site, service), report, signal);
  try {
    return await read(client);
  } finally {
    await client.close();
  }
}

/** The service, as clients take it. */
export function contentServiceOf(site: SiteConfig, service: ServiceOptions['service']) {
  const host = service.isSample ? { host: SAMPLE_HOST } : {};
  return { ...service, ...host, clientId: site.content.clientId, policy: site.content };
}

export interface ReadingInput {
  readonly site: SiteConfig;
  /** Null reads everything. */
  readonly codeKey: string | null;
  readonly records: RecordStore;
  readonly options: ServiceOptions;
}

/**
 * Reads the targets. Without a key of the code everything is read. `reading` is null if no later one can begin with it.
 * @throws SiteError CONTENT_* (exit 3) with every read that failed.
 */
export async function receiveContent(
  client: ContentClient,
  targets: readonly ReadTarget[],
  input: ReadingInput,
): Promise<{ readonly received: ReceivedContent; readonly reading: Reading | null }> {
  const { site, codeKey, records, options } = input;
  const { service, report } = options;
  const built = findBuilt(records.database, service);
  const wasSet = options.allowShrink === true ? () => false : createWasSet(records, built);
  const withDrafts = options.withDrafts === true;
  const { concurrency } = site.content;
  const reads = { client, serviceUrl: service.url, records, concurrency, withDrafts, report, wasSet };
  const startedAt = new Date().toISOString();
  const last = findLastReading(targets, input);
  // Read before the entries, so that the next build finds what is renamed meanwhile.
  const names = codeKey === null ? {} : await readShownNames(client, last?.names ?? {});
  const isFull = last === null || last.isFullDue || options.isFull === true;
  const renamed = isFull ? null : findChangedNames(last.names, names, last.gone);
  const known = { ids: [], texts: renamed?.map((id) => JSON.stringify(id)) ?? [] };
  const changed = isFull || renamed === null ? null : await readChanges(targets, { ...last, known }, reads);
  const rows = last?.collections.flatMap((list) => list.rows.map((row) => [row.digest, row] as const));
  const outcomes = changed?.outcomes ?? (await readAll(targets, { ...reads, knownRows: new Map(rows) }));
  const received = await settleReads(outcomes, {
    apiUrl: `${service.url}${client.api}`,
    ...options,
    built,
    records,
    wasSet,
    findApi: async () => {
      const { findApi } = await import('./client/content-client.ts');
      return findApi(contentServiceOf(site, service));
    },
  });
  // Everything came from the service, nothing from an earlier build.
  const isWhole = [...received.collections, ...received.globals].every(({ source }) => source === 'service');
  if (codeKey === null || !isWhole) return { received, reading: null };
  const oldest = client.takeOldestAnswer();
  const answeredAt = oldest === null ? null : new Date(oldest).toISOString();
  const fullAt = changed === null ? startedAt : (last?.fullAt ?? startedAt);
  return { received, reading: { codeKey, fullAt, answeredAt, names, gone: listGone(last, received, names) } };
}

/** The version to begin with, and how it was read. */
type LastVersion = Omit<LastReading, 'known'> & Reading & { readonly isFullDue: boolean };

const HOUR_MS = 3_600_000;

/** The last version that was read whole, if it is of the same service and code. Null if there is none: then everything is read. */
function findLastReading(targets: readonly ReadTarget[], input: ReadingInput): LastVersion | null {
  const { site, codeKey, records, options } = input;
  const version = options.service.isSample ? null : findLastRead(records.database, options.service);
  const reading = version?.reading ?? null;
  if (version === null || reading === null || reading.codeKey !== codeKey) return null;
  const { collections, missing } = loadVersion(records, version, targets);
  if (missing.length > 0 || collections.some(({ invalid }) => invalid.length > 0)) return null;
  const { answeredAt } = reading;
  const age = Date.now() - Date.parse(reading.fullAt);
  return {
    ...reading,
    collections,
    readAt: answeredAt === null ? null : Date.parse(answeredAt),
    isFullDue: age < 0 || age >= site.content.fullReadHours * HOUR_MS,
  };
}

/** What is gone since the last reading or longer. */
function listGone(last: LastVersion | null, { collections }: ReceivedContent, names: ShownNames): readonly string[] {
  if (last === null) return [];
  const before = last.collections.flatMap(({ rows }) => rows.map(({ id }) => id));
  const now = collections.flatMap(({ rows }) => rows.map(({ id }) => id));
  return noteGone(last.gone, [...before, ...Object.keys(last.names)], new Set([...now, ...Object.keys(names)]));
}
