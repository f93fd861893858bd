// The content of a preview. It is read once, and then again list by list.

import { localeRow } from '../../../config/locales.ts';
import type { ContentClient } from '../../content/client/content-client.ts';
import { planReads, type ReadTarget } from '../../content/client/content-reads.ts';
import { indexCollection } from '../../content/intake/collection-intake.ts';
import { RecordStore } from '../../content/snapshot/record-store.ts';
import { pruneVersions } from '../../content/snapshot/versions.ts';
import { closeDatabase, openDatabase } from '../../database/open-database.ts';
import type { SiteError } from '../../errors.ts';
import { createQueue } from '../queue.ts';
import { type LastPlace, loadLastContent, saveLastContent } from './last-content.ts';
import { type ClientOptions, createPreviewClient, type LogEvent } from './preview-client.ts';
import { ChangeLog, idsOf } from './read-changed.ts';
import { readLists } from './read-lists.ts';
import { type PreviewClients, prioritizeRequests } from './request-priority.ts';
import { keyOf, type StoredContent, type StoredRead } from './stored-content.ts';

interface StoreOptions extends ClientOptions {
  readonly withDrafts: boolean;
  readonly cacheDir: string;
  /** Key of the code that parses entries. */
  readonly schemaKey: string;
}

/** Content that the next store can reuse. */
export interface ReusableContent {
  readonly content: StoredContent;
  /** See {@link nameService}. */
  readonly serviceUrl: string | null;
  /** Why the last read failed; null if it succeeded. */
  readonly failure: SiteError | null;
}

/** The content of a running preview. */
export interface ContentStore {
  readonly content: () => StoredContent;
  /** All lists and globals of the site. */
  readonly targets: readonly ReadTarget[];
  /** Whether a list has an entry with this id. */
  readonly has: (target: ReadTarget, id: string) => boolean;
  /** Loads the content of the last preview or build. Returns false if there is none. */
  readonly loadLast: () => Promise<boolean>;
  /** Reads all lists. Resolves to whether anything has changed. */
  readonly read: () => Promise<boolean>;
  /** Reads only the changes in `targets`, or all of `orElse` if the service does not support that. */
  readonly readChanged: (targets: readonly ReadTarget[], orElse: readonly ReadTarget[]) => Promise<boolean>;
  /** Number of requests so far. */
  readonly sent: () => number;
  /** Why the last read failed; null if it succeeded. */
  readonly failure: () => SiteError | null;
  readonly reusable: () => ReusableContent;
  /** The client for live previews, whose requests go first. */
  readonly client: () => ContentClient;
  /** Where entries are read. */
  readonly records: RecordStore;
  readonly close: () => Promise<void>;
}

const HOUR_MS = 3_600_000;

/** Opens the store. Reuses the content of the previous one; if the schemas have changed, its entries are indexed again. */
export async function openContentStore(
  options: StoreOptions,
  previous: (ReusableContent & { readonly isSameSchema: boolean }) | null,
): Promise<ContentStore> {
  const { site } = options;
  const warn = (text: string) => options.report({ kind: 'log', level: 'warning', text });
  const database = openDatabase(options.cacheDir, { warn });
  const records = new RecordStore(database, options.schemaKey);
  const all = planReads([...new Set(site.locales.map((locale) => localeRow(locale).site))]);
  const content = new Map<string, StoredRead>(previous === null ? [] : reuseContent(previous, records, all));
  const reader = createReader(content, { options, records, failure: previous?.failure ?? null });
  const queue = createQueue();
  const lastPlace = { ...options, records };
  const saver = createSaver(content, lastPlace);
  const changes = new ChangeLog(site.content.fullReadHours * HOUR_MS);
  const read = async (targets: readonly ReadTarget[]) => {
    const before = idsOf(content);
    const isChanged = await reader.read(targets);
    changes.noteGone(before, idsOf(content));
    saver.note(isChanged);
    if (targets === all) {
      changes.noteFull(reader.failure() === null);
      void queue.add(saver.saveFirst);
    }
    return isChanged;
  };
  const readChanged = async (targets: readonly ReadTarget[]) => {
    const reading = reader.optionsOfChanges();
    return reading === null ? null : changes.read(targets, content, reading);
  };
  return {
    content: () => content,
    targets: all,
    has: (target, id) => {
      const known = content.get(keyOf(target));
      return known?.kind === 'collection' && known.indexed.rows.some((row) => row.id === id);
    },
    loadLast: async () => {
      const last = loadLastContent(all, lastPlace);
      for (const [key, stored] of last ?? []) content.set(key, stored);
      return last !== null;
    },
    read: () => queue.add(() => read(all)),
    readChanged: (targets, orElse) => queue.add(async () => (await readChanged(targets)) ?? read(orElse)),
    sent: reader.sent,
    failure: reader.failure,
    reusable: () => ({ content, serviceUrl: nameService(options.service), failure: reader.failure() }),
    client: reader.urgentClient,
    records,
    close: async () => {
      await queue.drain();
      await reader.close();
      saver.save();
      pruneVersions(database, options.cacheDir, site.build.snapshotsKept);
      closeDatabase(database);
    },
  };
}

interface ReaderInput {
  readonly options: StoreOptions;
  readonly records: RecordStore;
  readonly failure: SiteError | null;
}

/** Opens a client on demand. After `close`, the next use opens a new one. */
function createClients(open: () => PreviewClients) {
  let clients: PreviewClients | null = null;
  return {
    get: () => {
      clients ??= open();
      return clients;
    },
    close: async () => {
      const closing = clients;
      clients = null;
      await closing?.urgent.close();
    },
  };
}

/** Reads lists into the content, and remembers the last failure. */
function createReader(content: Map<string, StoredRead>, { options, records, failure: previous }: ReaderInput) {
  const { site, service } = options;
  const { concurrency } = site.content;
  let failure = previous;
  let sent = 0;
  const clients = createClients(() => {
    // Logs an outage once, and later successes only with --verbose.
    const isKnown = ({ level }: LogEvent) => failure !== null || (level === 'info' && content.size > 0);
    return prioritizeRequests(createPreviewClient(options, isKnown), { concurrency, onRequest: () => (sent += 1) });
  });
  return {
    failure: () => failure,
    sent: () => sent,
    urgentClient: () => clients.get().urgent,
    /** How changes are read; null if all lists must be read. */
    optionsOfChanges: () => {
      if (failure !== null || service.isSample || options.withDrafts) return null;
      return { client: clients.get().background, serviceUrl: service.url, records, concurrency, report: () => {} };
    },
    read: async (targets: readonly ReadTarget[]) => {
      const place = { client: clients.get().background, options, records };
      const { isChanged, failures } = await readLists(content, place, targets);
      // A client that has given up on the service does not try again, so the next read gets a new one.
      if (failures.length > 0) await clients.close();
      failure = failures[0]?.error ?? null;
      return isChanged;
    },
    close: clients.close,
  };
}

/** Saves the content for the next preview: after the first read and at the end. Errors are ignored. */
function createSaver(content: StoredContent, place: LastPlace) {
  let isSaved = true;
  let wasSaved = false;
  const save = () => {
    if (!isSaved) wasSaved = saveIfPossible(content, place);
    isSaved = true;
  };
  return {
    note: (isChanged: boolean) => {
      isSaved &&= !isChanged;
    },
    save,
    saveFirst: async () => {
      if (!wasSaved) save();
    },
  };
}

/** Identifies a service: its URL, or null for the sample, whose URL changes with every start. */
export function nameService({ url, isSample }: StoreOptions['service']): string | null {
  return isSample ? null : url;
}

/** False if it could not be saved: a full disk or another program does not stop a preview. */
function saveIfPossible(content: StoredContent, place: LastPlace): boolean {
  try {
    return saveLastContent(content, place);
  } catch {
    return false;
  }
}

/** The lists of the previous store that this site still reads. */
function reuseContent(
  { content, isSameSchema }: { readonly content: StoredContent; readonly isSameSchema: boolean },
  records: RecordStore,
  targets: readonly ReadTarget[],
): readonly (readonly [string, StoredRead])[] {
  return targets.flatMap((target) => {
    const read = content.get(keyOf(target));
    if (read === undefined) return [];
    if (read.kind === 'global' || isSameSchema) return [[keyOf(target), read] as const];
    const { rows, invalid, ...place } = read.indexed;
    const digests = rows.map(({ digest }) => digest);
    for (const { position, digest } of invalid) digests.splice(position, 0, digest);
    const selected = digests.map((digest) => ({ digest, parsed: null }));
    return [[keyOf(target), { ...read, indexed: indexCollection(place, records.index(selected, place)) }] as const];
  });
}
