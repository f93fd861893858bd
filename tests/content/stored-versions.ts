// Versions of small contents in a database, for tests.

import type { DatabaseSync } from 'node:sqlite';
import { onTestFinished } from 'vitest';
import { indexCollection, type ReceivedGlobal } from '../../cli/content/intake/index-entry.ts';
import { type ContentOptions, loadContent } from '../../cli/content/load-content.ts';
import { commitVersion, contentDigest } from '../../cli/content/snapshot/commit-version.ts';
import type { StoredVersion } from '../../cli/content/snapshot/load-version.ts';
import { RecordStore } from '../../cli/content/snapshot/record-store.ts';
import { writeSnapshotFile } from '../../cli/content/snapshot/snapshot-file.ts';
import { closeDatabase, openDatabase } from '../../cli/database/open-database.ts';
import type { SiteConfig } from '../../config/define-site.ts';
import type { Collection } from '../../content/collections.ts';

/** The database of a folder until the test ends. */
export function databaseOf(cacheDir: string): DatabaseSync {
  const database = openDatabase(cacheDir);
  onTestFinished(() => closeDatabase(database));
  return database;
}

/** What a test stores of the site en: received entries by collection, and globals. */
export interface SmallContent {
  readonly entries?: Readonly<Partial<Record<Collection, readonly object[]>>>;
  readonly globals?: readonly ReceivedGlobal[];
  readonly serviceUrl?: string;
}

/** Commits a version. */
export function storeContent(
  cacheDir: string,
  { entries = {}, globals = [], serviceUrl = 'https://cms.example.com' }: SmallContent,
) {
  const records = new RecordStore(databaseOf(cacheDir), 'test');
  const collections = Object.entries(entries).map(([collection, values]) => {
    const place = { collection: collection as Collection, site: 'en' };
    return indexCollection(place, records.take(values, place));
  });
  const content = { collections, globals, files: null };
  const digest = contentDigest(content, null);
  const service = { url: serviceUrl, isSample: false };
  const facts = { digest, service, hasDrafts: false, reading: null, problems: [], clock: '2026-11-20T12:00:00.000Z' };
  const id = commitVersion(records, content, facts);
  const version: StoredVersion = { cacheDir, digest };
  return { records, id, version };
}

/** Reads a service like `sitegen snapshot` into a file, with a database beside it. */
export async function takeSnapshot(
  site: SiteConfig,
  { file, ...options }: Pick<ContentOptions, 'service' | 'clock'> & { readonly file: string },
): Promise<void> {
  const cacheDir = `${file}-fetched`;
  const database = openDatabase(cacheDir);
  try {
    const reading = {
      ...options,
      database,
      cacheDir,
      snapshotFile: null,
      onFetchError: 'fail',
      report: () => {},
    } as const;
    writeSnapshotFile(file, await loadContent(site, reading));
  } finally {
    closeDatabase(database);
  }
}
