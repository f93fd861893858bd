// Loads the content of a build, from the content service or from a snapshot: complete, valid, and stored on disk as a snapshot.

import type { SiteConfig } from '../../config/define-site.ts';
import { localeRow } from '../../config/locales.ts';
import type { ContentClient } from './client/content-client.ts';
import { planReads, rangesDirOf } from './client/content-reads.ts';
import { filesDirOf } from './files/file-store.ts';
import { addStoredFiles, listAddresses } from './files/named-files.ts';
import { type BadEntry, keepLastEntries } from './keep-entries.ts';
import { refuseMassLoss } from './mass-loss.ts';
import { receiveContent, SAMPLE_HOST, type ServiceOptions, withClient } from './receive-content.ts';
import type { ContentSnapshot } from './snapshot/content-snapshot.ts';
import { loadStoredSnapshot } from './snapshot/load-stored-snapshot.ts';
import {
  assertValid,
  collectionOf,
  createRecord,
  type FetchedFiles,
  type ReceivedContent,
} from './snapshot/received-content.ts';
import { loadSnapshotFile, parseClock, writeSnapshot } from './snapshot/snapshot-file.ts';
import { writeRows } from './snapshot/stored-rows.ts';

/** Where a build gets its content. */
export interface ContentOptions extends ServiceOptions {
  /** Build from this snapshot, without network. */
  readonly snapshotFile: string | null;
  /** ISO 8601 date, or date-time with time zone; null is now, or the clock of the snapshot. */
  readonly clock: string | null;
  /** With `keep`, an invalid entry is replaced by its last published version; otherwise it stops the build. */
  readonly onEntryError?: 'fail' | 'keep';
  /** Key of the program's code: rows that the same code stored beside a snapshot are reused. Without it entries are parsed. */
  readonly codeKey?: string;
  readonly isForced?: boolean;
}

/**
 * Loads all content of the site's locales.
 * @throws SiteError: exit 1 CONTENT_INVALID with the problems of all entries; exit 3 CONTENT_SHRUNK with lost fields; exit 2 CLOCK_INVALID, CONTENT_URL_INVALID,
 * CONTENT_TOKEN_INVALID, SNAPSHOT_*, CACHE_UNWRITABLE; exit 3 CONTENT_* with every read that failed.
 */
export async function loadContent(site: SiteConfig, options: ContentOptions): Promise<ContentSnapshot> {
  const clock = options.clock === null ? null : parseClock(options.clock);
  const targets = planReads([...new Set(site.locales.map((locale) => localeRow(locale).site))]);
  const codeKey = options.isForced === true ? null : (options.codeKey ?? null);
  if (options.snapshotFile !== null) return loadStoredSnapshot(options.snapshotFile, targets, { clock, codeKey });
  const { content, globals, fetched, reading, isReused } = await withClient(site, options, async (client) => {
    const reception = await receiveContent(client, targets, { site, codeKey, options });
    const { received } = reception;
    const kept = options.onEntryError === 'keep' ? (await keepLastEntries(received, options)).content : received;
    const validGlobals = assertValid(kept);
    if (options.allowShrink !== true) await refuseMassLoss(kept, options);
    return {
      ...reception,
      content: kept,
      globals: validGlobals,
      fetched: await fetchOwnFiles(client, kept, { site, options }),
    };
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
  // So that the next build parses only what changed.
  if (isReused && codeKey !== null) writeRows(file, snapshot, codeKey);
  return snapshot;
}

/** Writes another snapshot, with the last published versions of `bad` entries; null if none has one. */
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

/** The service, without what changes from run to run. */
function lastingService({ url, isSample }: ContentOptions['service']): ContentSnapshot['service'] {
  return { url: isSample ? `http://${SAMPLE_HOST}` : url, isSample };
}

/** Downloads the images and files that the content names. Null with `content.files: 'linked'`, and for the sample. */
async function fetchOwnFiles(
  client: ContentClient,
  content: ReceivedContent,
  { site, options }: { readonly site: SiteConfig; readonly options: ContentOptions },
): Promise<FetchedFiles> {
  const { service, cacheDir, onFetchError, allowShrink = false, report } = options;
  if (service.isSample || site.content.files === 'linked') return { files: null, problems: [] };
  const { fetchFiles } = await import('./files/fetch-files.ts');
  return await fetchFiles({
    addresses: listAddresses(content),
    site,
    service,
    client,
    filesDir: filesDirOf(cacheDir),
    isAvailable: content.collections.some(({ source }) => source === 'service'),
    onFetchError,
    allowShrink,
    report,
    signal: options.signal ?? new AbortController().signal,
  });
}
