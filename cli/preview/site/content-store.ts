// The content of a preview: read once, then again list by list. A list that cannot be read keeps its last good answer; where
// there is none it comes from the last build, or is empty. An unchanged list is not parsed.

import { hash } from 'node:crypto';
import { copyFile, mkdir, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import pLimit from 'p-limit';
import { RANGE_SIZE } from '../../../config/constants.ts';
import type { SiteConfig } from '../../../config/define-site.ts';
import { localeRow } from '../../../config/locales.ts';
import type { Absence } from '../../content/client/absences.ts';
import { type ContentClient, createContentClient } from '../../content/client/content-client.ts';
import {
  planReads,
  type ReadOutcome,
  type ReadTarget,
  rangesDirOf,
  readAll,
} from '../../content/client/content-reads.ts';
import { type EntrySink, walkCollection } from '../../content/client/walk-collection.ts';
import { createEmptyFallback, findStaleFallback, loadPublishedSnapshots } from '../../content/fallback-content.ts';
import { indexStoredRanges, openIntake } from '../../content/intake/collection-intake.ts';
import type { ContentSnapshot } from '../../content/snapshot/content-snapshot.ts';
import { nameOfLines } from '../../content/snapshot/range-files.ts';
import { SiteError } from '../../errors.ts';
import type { Report, ReportEvent } from '../../report/report-event.ts';
import { type LastPlace, loadLastContent, saveLastContent } from './last-content.ts';
import { type Changing, listChangedIds, noteAbsent, readChanged } from './read-changed.ts';
import type { StoredContent, StoredRead } from './stored-content.ts';
import { type PreviewClients, putUrgentFirst } from './urgent-first.ts';

/** Where content comes from, and where it is stored. */
interface StoreOptions {
  readonly site: SiteConfig;
  /** The token is a secret: it is never part of content, logs or files. */
  readonly service: { readonly url: string; readonly isSample: boolean; readonly token: string | null };
  /** Folder of this preview's own files. */
  readonly dir: string;
  /** Folder of the builds' caches: the last published content replaces a service that never answered. */
  readonly cacheDir: string;
  readonly withDrafts: boolean;
  readonly schemaKey: string;
  readonly report: Report;
  /** Ends what is being read. */
  readonly signal: AbortSignal;
}

/** What one store leaves to the next. */
export interface HandedContent {
  readonly content: StoredContent;
  /** Origin of the service that it is of; null is the sample. */
  readonly serviceUrl: string | null;
  /** Why the last reading failed; null where it did not. */
  readonly failure: SiteError | null;
}

/** The content of a running preview. */
export interface ContentStore {
  readonly content: () => StoredContent;
  /** Everything that can be read. */
  readonly targets: readonly ReadTarget[];
  /** Whether a list was received with an entry of this id. */
  readonly has: (target: ReadTarget, id: string) => boolean;
  /** Takes the content of the last preview or build until the service has been read. False where there is none. */
  readonly loadLast: () => Promise<boolean>;
  /** Reads lists again; without targets all of them. Resolves with whether anything changed. */
  readonly read: (targets?: readonly ReadTarget[]) => Promise<boolean>;
  /** Reads what changed in lists; where the service cannot say so, `orElse` is read. */
  readonly readChanged: (targets: readonly ReadTarget[], orElse: readonly ReadTarget[]) => Promise<boolean>;
  /** Requests that were sent for reading. */
  readonly sent: () => number;
  /** Why the last reading failed; null where it did not. */
  readonly failure: () => SiteError | null;
  readonly handOver: () => HandedContent;
  /** The client of live previews, whose requests go before all others. */
  readonly client: () => ContentClient;
  readonly rangesDir: string;
  readonly close: () => Promise<void>;
}

/** As the build reads the sample: its port changes with every start, its answers must not. */
const SAMPLE_HOST = 'sample.invalid';
const MAX_PAGES_AT_ONCE = 4;
const HOUR_MS = 3_600_000;

/** Opens the store. Content of an earlier site is taken over; rows are made again where the schemas changed. */
export async function openContentStore(
  options: StoreOptions,
  earlier: (HandedContent & { readonly isSameSchema: boolean }) | null,
): Promise<ContentStore> {
  const { site } = options;
  const rangesDir = rangesDirOf(options.dir);
  await mkdir(rangesDir, { recursive: true });
  const all = planReads([...new Set(site.locales.map((locale) => localeRow(locale).site))]);
  const content = new Map<string, StoredRead>(earlier === null ? [] : await takeOver(earlier, rangesDir, all));
  const reader = createReader(content, { options, rangesDir, failure: earlier?.failure ?? null });
  const queue = createQueue();
  const lastPlace = { ...options, rangesDir };
  const keeper = createKeeper(content, lastPlace);
  const changes = createChanges(content, { reader, maxAgeMs: site.content.fullReadHours * HOUR_MS, rangesDir });
  const read = async (targets: readonly ReadTarget[]) => {
    const isChanged = await reader.read(targets);
    keeper.note(isChanged);
    if (targets === all) {
      changes.noteFull();
      void queue.add(keeper.saveFirst);
    }
    return isChanged;
  };
  return {
    content: () => content,
    targets: all,
    has: (target, id) => {
      const known = content.get(keyOf(target));
      return known?.kind === 'collection' && known.indexed.rows.some((row) => row.id === id);
    },
    loadLast: async () => {
      const last = await loadLastContent(all, keyOf, lastPlace);
      for (const [key, read] of last ?? []) content.set(key, read);
      return last !== null;
    },
    read: (targets = all) => queue.add(() => read(targets)),
    readChanged: (targets, orElse) => queue.add(async () => (await changes.read(targets)) ?? read(orElse)),
    sent: reader.sent,
    failure: reader.failure,
    handOver: () => ({ content, serviceUrl: nameService(options.service), failure: reader.failure() }),
    client: reader.urgentClient,
    rangesDir,
    close: async () => {
      await queue.end();
      await keeper.save();
      await reader.close();
    },
  };
}

interface ReaderInput {
  readonly options: StoreOptions;
  readonly rangesDir: string;
  readonly failure: SiteError | null;
}

/** Reads lists into the content, and remembers how that ended. */
function createReader(content: Map<string, StoredRead>, { options, rangesDir, failure: earlier }: ReaderInput) {
  let failure = earlier;
  let sent = 0;
  let clients: PreviewClients | null = null;
  // A client that has given the service up stays so; the next reading gets a new one.
  const openClients = () => {
    clients ??= putUrgentFirst(
      createClient(options, ({ level }) => failure !== null || (level === 'info' && content.size > 0)),
      { concurrency: options.site.content.concurrency, onRequest: () => (sent += 1) },
    );
    return clients;
  };
  const close = async () => {
    const closing = clients;
    clients = null;
    await closing?.urgent.close();
  };
  return {
    failure: () => failure,
    urgentClient: () => openClients().urgent,
    /** Asks what changed, and reads that; null where the lists have to be read. */
    readChanged: async (targets: readonly ReadTarget[], last: Omit<Changing, 'content' | 'keyOf' | 'service'>) => {
      if (failure !== null || options.service.isSample || options.withDrafts) return null;
      const { concurrency } = options.site.content;
      const { url: serviceUrl } = options.service;
      return readChanged(
        targets,
        { ...last, content, keyOf, service: options.service },
        { client: openClients().background, serviceUrl, cacheDir: options.dir, concurrency, report: () => {} },
      );
    },
    read: async (targets: readonly ReadTarget[]) => {
      const place = { client: openClients().background, serviceUrl: options.service.url, options, rangesDir };
      const { isChanged, failures } = await readInto(content, place, targets);
      if (failures.length > 0) await close();
      failure = failures[0]?.error ?? null;
      return isChanged;
    },
    sent: () => sent,
    close,
  };
}

interface ChangesInput {
  readonly reader: ReturnType<typeof createReader>;
  readonly maxAgeMs: number;
  readonly rangesDir: string;
}

/** Reads what changed since everything was read, until that was long ago. */
function createChanges(content: Map<string, StoredRead>, { reader, maxAgeMs, rangesDir }: ChangesInput) {
  let fullAt: number | null = null;
  let renamed = new Set<string>();
  let absences: readonly Absence[] = [];
  return {
    noteFull: () => {
      fullAt = reader.failure() === null ? Date.now() : null;
      renamed = new Set();
    },
    /** Null where the lists have to be read. */
    read: async (targets: readonly ReadTarget[]): Promise<boolean | null> => {
      if (fullAt === null || Date.now() - fullAt > maxAgeMs) return null;
      const changed = await reader.readChanged(targets, { fullAt, renamed: [...renamed], absences });
      if (changed === null) return null;
      const before = new Map(content);
      const hasAll = [...content].every(
        ([key, { kind }]) => kind === 'global' || targets.some((target) => keyOf(target) === key),
      );
      if (hasAll) renamed = new Set();
      for (const [key, read] of changed) {
        if (!hasAll) for (const id of listChangedIds(content.get(key), read)) renamed.add(id);
        content.set(key, read);
      }
      if (changed.length > 0) absences = noteAbsent(absences, { before, after: content, isWhole: hasAll, rangesDir });
      return changed.length > 0;
    },
  };
}

/** Saves content for the next preview: once it was read, and in the end. What cannot be saved is read again. */
function createKeeper(content: StoredContent, place: LastPlace) {
  let isSaved = true;
  let wasSaved = false;
  const save = async () => {
    if (!isSaved) wasSaved = await saveLastContent(content, place).catch(() => false);
    isSaved = true;
  };
  return {
    note: (isChanged: boolean) => {
      isSaved &&= !isChanged;
    },
    save,
    saveFirst: async () => {
      if (!wasSaved) await save();
    },
  };
}

/** Runs tasks one after the other, whatever becomes of each. */
function createQueue() {
  let last: Promise<unknown> = Promise.resolve();
  return {
    add: <Result>(run: () => Promise<Result>): Promise<Result> => {
      const task = last.then(run);
      last = task.catch(() => undefined);
      return task;
    },
    end: () => last,
  };
}

/** Reads lists, and puts in place what changed, and fallbacks for what was never received. */
async function readInto(
  content: Map<string, StoredRead>,
  place: ReadPlace,
  targets: readonly ReadTarget[],
): Promise<{ readonly isChanged: boolean; readonly failures: readonly FailedRead[] }> {
  const { site } = place.options;
  const limit = pLimit(site.content.requestsPerMinute === null ? site.content.concurrency : 1);
  const outcomes = await Promise.all(
    targets.map((target) => limit(async () => ({ target, outcome: await readTarget(place, target, content) }))),
  );
  const read = outcomes.flatMap(({ target, outcome }) =>
    outcome === null || outcome.kind === 'failed' ? [] : [[keyOf(target), outcome] as const],
  );
  for (const [key, outcome] of read) content.set(key, outcome);
  const failures = outcomes.flatMap(({ outcome }) => (outcome?.kind === 'failed' ? [outcome] : []));
  const missing = failures.filter(({ target }) => !content.has(keyOf(target)));
  if (missing.length > 0)
    for (const [key, fallback] of await findFallbacks(missing, place.options, place.rangesDir))
      content.set(key, fallback);
  return { isChanged: read.length > 0 || missing.length > 0, failures };
}

type FailedRead = ReadOutcome & { readonly kind: 'failed' };

/** What content is known by: the sample's address changes with every start. */
export function nameService({ url, isSample }: StoreOptions['service']): string | null {
  return isSample ? null : url;
}

const keyOf = (target: ReadTarget) =>
  `${target.kind === 'collection' ? target.collection : `global ${target.name}`} ${target.site}`;

type LogEvent = ReportEvent & { readonly kind: 'log' };

function createClient(
  { site, service, report, signal }: StoreOptions,
  isKnown: (event: LogEvent) => boolean,
): ContentClient {
  return createContentClient(
    {
      ...service,
      ...(service.isSample ? { host: SAMPLE_HOST } : {}),
      clientId: site.content.clientId,
      policy: previewPolicy(site.content),
    },
    // An outage, or an answer as usual, is logged once; repetitions are verbose.
    (event) => report(event.kind === 'log' && isKnown(event) ? { ...event, level: 'verbose' } : event),
    signal,
  );
}

interface ReadPlace {
  readonly client: ContentClient;
  readonly serviceUrl: string;
  readonly options: StoreOptions;
  readonly rangesDir: string;
}

/** What one list is now; null where it is what it was. */
async function readTarget(
  { client, serviceUrl, options, rangesDir }: ReadPlace,
  target: ReadTarget,
  known: StoredContent,
): Promise<StoredRead | (ReadOutcome & { kind: 'failed' }) | null> {
  const last = known.get(keyOf(target));
  try {
    if (target.kind === 'global') {
      const [outcome] = await readAll([target], {
        client,
        serviceUrl,
        cacheDir: options.dir,
        concurrency: 1,
        report: () => {},
      });
      if (outcome?.kind !== 'global') return outcome?.kind === 'failed' ? outcome : null;
      const isSame = last?.kind === 'global' && JSON.stringify(last.global) === JSON.stringify(outcome.global);
      return isSame ? null : outcome;
    }
    const { collection, site } = target;
    const lastRanges = last?.kind === 'collection' && last.source === 'service' ? last.indexed.ranges : null;
    const indexed = await walkCollection({
      client,
      serviceUrl,
      collection,
      site,
      withDrafts: options.withDrafts,
      pagesAtOnce: MAX_PAGES_AT_ONCE,
      openSink: () => openComparingSink(lastRanges, () => openIntake(rangesDir, { collection, site })),
      onPage: () => {},
    });
    return indexed === null ? null : { kind: 'collection', source: 'service', indexed };
  } catch (error) {
    if (error instanceof SiteError && error.exitCode === 3) return { kind: 'failed', target, error };
    throw error;
  }
}

/** Compares the hashes of whole bodies before anything is parsed or written. Holds one list in memory. */
function openComparingSink<Result>(
  known: readonly string[] | null,
  openSink: () => EntrySink<Result>,
): EntrySink<Result | null> {
  const entries: unknown[] = [];
  return {
    take(more) {
      entries.push(...more);
    },
    finish() {
      if (known !== null && nameRanges(entries).join() === known.join()) return null;
      const sink = openSink();
      sink.take(entries);
      return sink.finish();
    },
  };
}

/** The names that the range files of these entries have. */
function nameRanges(entries: readonly unknown[]): readonly string[] {
  const digests = entries.map((entry) => hash('sha256', JSON.stringify(entry)));
  return Array.from({ length: Math.ceil(digests.length / RANGE_SIZE) }, (_, index) =>
    nameOfLines(digests.slice(index * RANGE_SIZE, (index + 1) * RANGE_SIZE)),
  );
}

/** Lists of an earlier site, as far as this site still reads them. */
async function takeOver(
  { content, isSameSchema }: { readonly content: StoredContent; readonly isSameSchema: boolean },
  rangesDir: string,
  targets: readonly ReadTarget[],
): Promise<readonly (readonly [string, StoredRead])[]> {
  const taken = targets.map(async (target) => {
    const read = content.get(keyOf(target));
    if (read === undefined) return [];
    if (read.kind === 'global' || isSameSchema) return [[keyOf(target), read] as const];
    const { collection, site, ranges } = read.indexed;
    return [
      [keyOf(target), { ...read, indexed: await indexStoredRanges(rangesDir, { collection, site, ranges }) }] as const,
    ];
  });
  return (await Promise.all(taken)).flat();
}

/** For lists that were never received: those of the last published build, else nothing. */
async function findFallbacks(
  failures: readonly (ReadOutcome & { kind: 'failed' })[],
  { cacheDir, service }: StoreOptions,
  rangesDir: string,
): Promise<readonly (readonly [string, StoredRead])[]> {
  const published = await loadPublishedSnapshots({ cacheDir, service });
  const fallbacks = failures.map(async (failure) => {
    const fallback = (await findStaleFallback(failure, published, cacheDir)) ?? createEmptyFallback(failure);
    if (fallback.kind === 'global')
      return [keyOf(failure.target), { kind: 'global', global: fallback.global }] as const;
    const { source, indexed } = fallback;
    for (const range of indexed.ranges)
      await copyFile(join(rangesDirOf(cacheDir), `${range}.ndjson`), join(rangesDir, `${range}.ndjson`));
    return [keyOf(failure.target), { kind: 'collection', source, indexed }] as const;
  });
  return Promise.all(fallbacks);
}

/** Longest wait between two attempts, and of all waits together: an editor waits, and the preview polls anyway. */
const WAIT_CAP_MS = 2000;
const WAITS_CAP_MS = 15_000;

/** The build's policy with shorter waits. */
function previewPolicy(policy: SiteConfig['content']): SiteConfig['content'] {
  const retryCapMs = Math.min(policy.retryCapMs, WAIT_CAP_MS);
  const connectTimeoutMs = Math.min(policy.connectTimeoutMs, WAIT_CAP_MS);
  let retries = 0;
  let waits = connectTimeoutMs;
  const nextWait = () => Math.min(retryCapMs, policy.retryBaseMs * 2 ** retries);
  while (retries < policy.retries && waits + nextWait() <= WAITS_CAP_MS) {
    waits += nextWait();
    retries += 1;
  }
  return { ...policy, retries, retryCapMs, connectTimeoutMs };
}

/** Range files younger than this may belong to a list that is being received, which names them when it is whole. */
const RANGE_GRACE_MS = 30_000;

/** Deletes the range files that none of the snapshots names: every edit leaves one. */
export async function pruneRanges(rangesDir: string, snapshots: readonly ContentSnapshot[]): Promise<void> {
  const named = new Set(
    snapshots.flatMap(({ collections }) =>
      collections.flatMap(({ ranges }) => ranges.map((range) => `${range}.ndjson`)),
    ),
  );
  for (const name of await readdir(rangesDir)) {
    if (named.has(name)) continue;
    const facts = await stat(join(rangesDir, name)).catch(() => null);
    if (facts !== null && Date.now() - facts.mtimeMs > RANGE_GRACE_MS) await rm(join(rangesDir, name), { force: true });
  }
}
