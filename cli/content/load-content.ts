// Loads the content of a build, from the content service or from a snapshot: complete, valid, and committed to the database as a
// version.

import type { SiteConfig } from '../../config/define-site.ts';
import { PROMO_BANNERS } from '../../config/menu.ts';
import type { ContentClient } from './client/content-client.ts';
import { planReads, type ReadTarget } from './client/content-reads.ts';
import { createFileFinder, filesDirOf } from './files/file-store.ts';
import { type BadEntry, keepLastEntries } from './keep-entries.ts';
import { refuseMassLoss } from './mass-loss.ts';
import { type ReadingInput, receiveContent, SAMPLE_HOST, type ServiceOptions, withClient } from './receive-content.ts';
import {
  assertValid,
  commitVersion,
  contentDigest,
  findContentProblems,
  type ReceivedContent,
  type VersionFacts,
} from './snapshot/commit-version.ts';
import type { ContentFile, ContentSnapshot } from './snapshot/content-snapshot.ts';
import { loadGlobal } from './snapshot/load-version.ts';
import { RecordStore } from './snapshot/record-store.ts';
import { loadSnapshotFile, parseClock } from './snapshot/snapshot-file.ts';
import { findByDigest } from './snapshot/versions.ts';

export interface ContentOptions extends ServiceOptions {
  /** Build from this snapshot, without network. */
  readonly snapshotFile: string | null;
  /** ISO 8601 date, or date-time with time zone; null is now, or the clock of the snapshot. */
  readonly clock: string | null;
  /** With `keep`, an invalid entry is replaced by its last built version; otherwise it stops the build. */
  readonly onEntryError?: 'fail' | 'keep';
  /** Key of the program's code: what the same code made of an entry is reused. Without it entries are parsed. */
  readonly codeKey?: string;
  readonly isForced?: boolean;
}

/**
 * Loads all content of the site's locales.
 * @throws SiteError: exit 1 CONTENT_INVALID with the problems of all entries; exit 3 CONTENT_SHRUNK with lost fields; exit 2
 * CLOCK_INVALID, CONTENT_URL_INVALID, CONTENT_TOKEN_INVALID, SNAPSHOT_*; exit 3 CONTENT_* with every read that failed.
 */
export async function loadContent(site: SiteConfig, options: ContentOptions): Promise<ContentSnapshot> {
  const clock = options.clock === null ? null : parseClock(options.clock);
  const targets = planReads(site);
  const codeKey = options.isForced === true ? null : (options.codeKey ?? null);
  const records = new RecordStore(options.database, codeKey);
  return options.snapshotFile === null
    ? readContent(targets, { site, clock, codeKey, records, options })
    : importContent(options.snapshotFile, targets, { clock, records, options });
}

function importContent(
  file: string,
  targets: readonly ReadTarget[],
  { clock, records, options }: Pick<LoadInput, 'clock' | 'records' | 'options'>,
): ContentSnapshot {
  const { content, files, version } = loadSnapshotFile(file, targets, records, filesDirOf(options.cacheDir));
  const { service, problems } = version;
  const facts = { clock: clock ?? version.clock, service, problems, reading: null };
  return commitContent(records, { content, files, facts }, options);
}

interface LoadInput extends ReadingInput {
  readonly clock: string | null;
  readonly options: ContentOptions;
}

async function readContent(targets: readonly ReadTarget[], input: LoadInput): Promise<ContentSnapshot> {
  const { site, clock, records, options } = input;
  const { url, isSample } = options.service;
  return withClient(site, options, async (client) => {
    const { received, reading } = await receiveContent(client, targets, input);
    const kept = options.onEntryError === 'keep' ? keepLastEntries(received, records, options.service) : null;
    const content = kept ?? received;
    assertValid(content);
    if (options.allowShrink !== true) refuseMassLoss(content, records, options.service);
    const { files, problems } = await fetchOwnFiles(client, content, { site, options });
    const facts = {
      clock: clock ?? new Date().toISOString(),
      // Without what changes from run to run.
      service: { url: isSample ? `http://${SAMPLE_HOST}` : url, isSample },
      problems: [...content.warnings, ...problems],
      // A kept entry is read again each time.
      reading: kept === null ? reading : null,
    };
    return commitContent(records, { content, files, facts }, options);
  });
}

interface Committed extends Pick<ContentSnapshot, 'files'> {
  readonly content: ReceivedContent;
  readonly facts: Omit<VersionFacts, 'digest' | 'hasDrafts'>;
}

/** Commits content as a version. @throws SiteError CONTENT_INVALID (exit 1) */
function commitContent(
  records: RecordStore,
  { content, files, facts }: Committed,
  { cacheDir }: ContentOptions,
): ContentSnapshot {
  assertValid(content);
  const digest = contentDigest(content, files);
  const version = commitVersion(records, { ...content, files }, { ...facts, digest, hasDrafts: false });
  const { clock, service, problems } = facts;
  return {
    version,
    records,
    digest,
    clock,
    service,
    collections: content.collections,
    globals: content.globals.map(({ name, site, parsed }) => ({ name, site, value: parsed })),
    files,
    filesDir: filesDirOf(cacheDir),
    problems: findContentProblems({ ...content, warnings: problems }),
  };
}

/** Commits another version, with the last built versions of `bad` entries; null if none has one. */
export function keepInSnapshot(
  snapshot: ContentSnapshot,
  bad: readonly BadEntry[],
  options: ContentOptions,
): ContentSnapshot | null {
  const { clock, service } = snapshot;
  const records = new RecordStore(options.database, options.codeKey ?? null);
  const received = {
    collections: snapshot.collections.map((list) => ({ ...list, kind: 'collection' as const, invalid: [] })),
    globals: snapshot.globals.flatMap((global) => loadGlobal(records, snapshot.version, global) ?? []),
    warnings: [],
  };
  const content = keepLastEntries(received, records, options.service, bad);
  if (content === null) return null;
  const files = snapshot.files === null ? null : addStoredFiles(snapshot, content, options.cacheDir);
  const facts = {
    clock,
    service,
    problems: [...content.warnings, ...(findByDigest(records.database, snapshot.digest)?.problems ?? [])],
    reading: null,
  };
  return commitContent(records, { content, files, facts }, options);
}

/** Downloads the images and files that the content names. Null with `content.files: 'linked'`, and for the sample. */
async function fetchOwnFiles(
  client: ContentClient,
  content: ReceivedContent,
  { site, options }: Pick<LoadInput, 'site' | 'options'>,
) {
  if (options.service.isSample || site.content.files === 'linked') return { files: null, problems: [] };
  const { fetchFiles } = await import('./files/fetch-files.ts');
  const isAvailable = content.collections.some(({ source }) => source === 'service');
  return await fetchFiles({ ...options, addresses: listAddresses(content), site, client, isAvailable });
}

/** Content that names files. */
interface NamingContent {
  readonly collections: readonly { readonly rows: readonly { readonly files: readonly string[] }[] }[];
  readonly globals: readonly { readonly files: readonly string[] }[];
}

/** The addresses in entries, globals and the menu, as written. */
export function listAddresses({ collections, globals }: NamingContent): ReadonlySet<string> {
  const addresses = new Set<string>(PROMO_BANNERS.map(({ imageSource }) => imageSource));
  for (const { files } of [...collections.flatMap(({ rows }) => rows), ...globals])
    for (const address of files) addresses.add(address);
  return addresses;
}

/** The files of a snapshot, and cached files that the content names besides them. */
function addStoredFiles(
  { files, service }: Pick<ContentSnapshot, 'files' | 'service'>,
  content: NamingContent,
  cacheDir: string,
): readonly ContentFile[] {
  const byKey = new Map((files ?? []).map((file) => [file.address, file]));
  const find = createFileFinder(service.url, cacheDir);
  for (const address of listAddresses(content)) {
    const file = find(address);
    if (file !== null && !byKey.has(file.address)) byKey.set(file.address, file);
  }
  return [...byKey.values()].sort((a, b) => (a.address < b.address ? -1 : 1));
}
