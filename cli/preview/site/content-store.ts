// The content of a preview. It is read once, and then again list by list, with the readers of a build and into its database. It stays while
// only other code or settings of the site change.

import type { DatabaseSync } from 'node:sqlite';
import pLimit from 'p-limit';
import type { ContentClient } from '../../content/client/content-client.ts';
import { planReads, type ReadOutcome, type ReadTarget, readAll } from '../../content/client/content-reads.ts';
import { type Followed, NOTHING, noteGone } from '../../content/client/find-dependents.ts';
import { readChanges } from '../../content/client/read-changes.ts';
import { createEmptyFallback, findStaleFallback } from '../../content/settle-reads.ts';
import { commitVersion, contentDigest, readFiles } from '../../content/snapshot/commit-version.ts';
import { loadVersion } from '../../content/snapshot/load-version.ts';
import { RecordStore } from '../../content/snapshot/record-store.ts';
import { findBuilt, findNewest, pruneVersions } from '../../content/snapshot/versions.ts';
import { closeDatabase, openDatabase } from '../../database/open-database.ts';
import type { SiteError } from '../../errors.ts';
import { type ClientOptions, createPreviewClients, type PreviewClients } from './preview-client.ts';
import { createPreviewFiles } from './preview-files.ts';
import { idsOf, isSameRead, keyOf, receivedOf, type StoredContent, type StoredRead } from './stored-content.ts';

interface StoreOptions extends ClientOptions {
  readonly withDrafts: boolean;
  readonly cacheDir: string;
  /** Key of the code that parses entries. */
  readonly schemaKey: string;
}

/** What the next reading of changes begins with, besides the content. */
interface ChangeBase {
  /** When everything was last read. */
  readonly fullAt: string;
  /** The service's time of the oldest answer, in milliseconds; null if the last reading was not of all collections. */
  readonly readAt: number | null;
  /** Changes that were followed only in the lists that were read. */
  readonly known: Followed;
}

const HOUR_MS = 3_600_000;

/**
 * The store of the previous site, if its code and settings are the same; else a new one, with the content of the last preview or build
 * or, without that, of the service.
 */
export async function openStore(options: StoreOptions, previous: ContentStore | null): Promise<ContentStore> {
  const { schemaKey, service, site, report } = options;
  const key = JSON.stringify([schemaKey, service.url, site.content, site.locales]);
  if (previous?.key === key) return previous;
  const store = new ContentStore(options, key);
  if (store.loadLast()) {
    const text = 'Showing the content of the last run until the service has been read.';
    report({ kind: 'log', level: 'info', text });
  } else await store.read();
  return store;
}

/** The content of a running preview. One reading runs at a time. */
export class ContentStore {
  /** Stores with the same key hold the same. */
  readonly key: string;
  /** All lists and globals of the site. */
  readonly targets: readonly ReadTarget[];
  /** Where entries are read. */
  readonly records: RecordStore;
  /** Why the last read failed; null if it succeeded. */
  failure: SiteError | null = null;
  /** Whether it has the content of the last preview or build, and must still read the service. */
  isStale = false;
  /** When the redirect rules were last received, by `performance.now()`; null after a failure that was logged. */
  rulesAt: number | null = Number.NEGATIVE_INFINITY;
  /** Number of changes so far. */
  changes = 0;
  /** Number of background requests so far. */
  sent = 0;
  /** Its images and linked files. */
  readonly files: ReturnType<typeof createPreviewFiles>;
  readonly #options: StoreOptions;
  readonly #database: DatabaseSync;
  readonly #content = new Map<string, StoredRead>();
  readonly #queue = pLimit(1);
  #clients: PreviewClients | null = null;
  /** Null until all content has been read: then everything must be read. */
  #base: ChangeBase | null = null;
  /** Ids of entries that were there once. */
  #gone: readonly string[] = [];
  /** Digest of the content that the database has for the next preview. */
  #saved: string | null = null;

  constructor(options: StoreOptions, key = '') {
    const { site, cacheDir, report, schemaKey } = options;
    this.key = key;
    this.#options = options;
    this.files = createPreviewFiles({ ...options, openClient: () => this.client });
    this.#database = openDatabase(cacheDir, { warn: (text) => report({ kind: 'log', level: 'warning', text }) });
    this.records = new RecordStore(this.#database, schemaKey);
    this.targets = planReads(site);
  }

  get content(): StoredContent {
    return this.#content;
  }

  /** The client for live previews, whose requests go first. */
  get client(): ContentClient {
    return this.#openClients().urgent;
  }

  /** Loads the content of the last preview or build of this service. Returns false if there is none. */
  loadLast(): boolean {
    const { service, withDrafts } = this.#options;
    if (service.isSample) return false;
    const [built = null] = findBuilt(this.#database, service);
    for (const version of [findNewest(this.#database, service, withDrafts), built]) {
      const last = version === null ? null : loadVersion(this.records, version, this.targets);
      if (last === null || last.missing.length > 0) continue;
      for (const read of [...last.collections, ...last.globals])
        this.#content.set(keyOf(read), { ...read, source: 'stale' });
      this.isStale = true;
      this.rulesAt = performance.now();
      return true;
    }
    return false;
  }

  /** Reads all lists. Resolves to whether anything has changed. */
  read(): Promise<boolean> {
    return this.#queue(() => this.#readAll(this.targets));
  }

  /** Reads only the changes in `targets`, or all of `orElse` if the service cannot say what changed. */
  readChanged(targets: readonly ReadTarget[], orElse: readonly ReadTarget[]): Promise<boolean> {
    return this.#queue(async () => (await this.#readChanges(targets)) ?? this.#readAll(orElse));
  }

  async #readAll(targets: readonly ReadTarget[]): Promise<boolean> {
    const { withDrafts, site } = this.#options;
    const { requestsPerMinute, concurrency } = site.content;
    const fullAt = new Date().toISOString();
    const outcomes = await readAll(targets, {
      ...this.#reading(),
      concurrency: requestsPerMinute === null ? concurrency : 1,
      withDrafts,
      wasSet: (place) => {
        const known = this.content.get(keyOf({ kind: 'global', ...place }));
        return known?.kind === 'global' && known.value !== null;
      },
    });
    this.failure = outcomes.find((outcome) => outcome.kind === 'failed')?.error ?? null;
    const readAt = this.#openClients().background.takeOldestAnswer();
    // A client that has given up on the service does not try again, so the next read gets a new one.
    if (this.failure !== null) await this.#closeClients();
    const isChanged = this.#put(targets, outcomes);
    if (targets !== this.targets) return isChanged;
    this.#base = this.failure === null ? { fullAt, readAt, known: NOTHING } : null;
    if (this.#saved === null) this.#save();
    return isChanged;
  }

  /** Whether anything has changed; null if all lists must be read. */
  async #readChanges(targets: readonly ReadTarget[]): Promise<boolean | null> {
    const { site, service, withDrafts } = this.#options;
    const base = this.#base;
    if (base === null || this.failure !== null || service.isSample || withDrafts) return null;
    if (Date.now() - Date.parse(base.fullAt) > site.content.fullReadHours * HOUR_MS) return null;
    const { collections } = receivedOf(this.content);
    const last = { ...base, gone: this.#gone, collections };
    const changes = await readChanges(targets, last, this.#reading());
    if (changes === null || changes.outcomes.some(({ kind }) => kind === 'failed')) {
      this.#base = null;
      return null;
    }
    const isWhole = this.targets.every((target) => target.kind === 'global' || targets.includes(target));
    const oldest = this.#openClients().background.takeOldestAnswer();
    // Other lists are older: their next reading cannot compare times.
    const readAt = isWhole ? oldest : null;
    this.#base = { ...base, readAt, known: isWhole ? NOTHING : changes.followed };
    return this.#put(targets, changes.outcomes);
  }

  #reading() {
    const { site, service } = this.#options;
    const { concurrency } = site.content;
    const client = this.#openClients().background;
    return { client, serviceUrl: service.url, records: this.records, concurrency, report: () => {} };
  }

  #put(targets: readonly ReadTarget[], outcomes: readonly ReadOutcome[]): boolean {
    const before = idsOf(this.content);
    let isChanged = false;
    for (const [index, target] of targets.entries()) {
      const [key, outcome] = [keyOf(target), outcomes[index]];
      const known = this.content.get(key);
      const read = outcome === undefined ? known : this.#settle(outcome, known);
      if (read === undefined || isSameRead(known, read)) continue;
      this.#content.set(key, read);
      isChanged = true;
    }
    const hasRules = targets.some((target) => target.kind === 'collection' && target.collection === 'redirects');
    if (hasRules && this.failure === null) this.rulesAt = performance.now();
    if (!isChanged) return false;
    this.changes += 1;
    this.#gone = noteGone(this.#gone, before, new Set(idsOf(this.content)));
    return true;
  }

  /** What was read. A list that cannot be read keeps its content; without any it comes from the last build, or is empty. */
  #settle(outcome: ReadOutcome, known: StoredRead | undefined): StoredRead {
    if (outcome.kind !== 'failed') return outcome;
    const built = known === undefined ? findBuilt(this.#database, this.#options.service) : [];
    return known ?? findStaleFallback(outcome, built, this.records) ?? createEmptyFallback(outcome);
  }

  /** Commits the content for the next preview, if all of it came from the service. */
  #save(): void {
    const { service, withDrafts } = this.#options;
    const received = receivedOf(this.content);
    const isWhole = [...received.collections, ...received.globals].every(({ source }) => source === 'service');
    if (service.isSample || !isWhole) return;
    try {
      // A preview downloads files on its own: those of the last version stay.
      const last = findNewest(this.#database, service, withDrafts);
      const files = last?.hasFiles === true ? readFiles(this.#database, last.id) : null;
      const digest = contentDigest(received, files);
      if (digest === this.#saved) return;
      const { url, isSample } = service;
      const facts = { clock: new Date().toISOString(), service: { url, isSample }, hasDrafts: withDrafts };
      commitVersion(this.records, { ...received, files }, { ...facts, digest, reading: null, problems: [] });
      this.#saved = digest;
    } catch {
      // A full disk or another program does not stop a preview.
    }
  }

  /** Opens the clients on demand. After an outage, the next use opens new ones. */
  #openClients(): PreviewClients {
    this.#clients ??= createPreviewClients(this.#options, {
      // Logs an outage once, and later successes only with --verbose.
      isKnown: ({ level }) => this.failure !== null || (level === 'info' && this.content.size > 0),
      onRequest: () => {
        this.sent += 1;
      },
    });
    return this.#clients;
  }

  async #closeClients(): Promise<void> {
    const clients = this.#clients;
    this.#clients = null;
    await clients?.urgent.close();
  }

  async close(): Promise<void> {
    await this.#queue(() => this.#closeClients());
    this.#save();
    pruneVersions(this.#database, this.#options.cacheDir, this.#options.site.build.snapshotsKept);
    closeDatabase(this.#database);
  }
}
