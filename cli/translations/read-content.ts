// Reads the content to look at: what the last command left in the database, or everything that the service has, with drafts.

import type { DatabaseSync } from 'node:sqlite';
import type { SiteConfig } from '../../config/define-site.ts';
import { localeRow } from '../../config/locales.ts';
import { planReads, readAll } from '../content/client/content-reads.ts';
import { mergeFailures } from '../content/client/fetch-errors.ts';
import { parseGlobal } from '../content/intake/parse-entry.ts';
import { type ServiceOptions, withClient } from '../content/receive-content.ts';
import { commitVersion, readFiles } from '../content/snapshot/commit-version.ts';
import { loadVersion } from '../content/snapshot/load-version.ts';
import { collectionOf, contentDigest } from '../content/snapshot/received-content.ts';
import { RecordStore } from '../content/snapshot/record-store.ts';
import { parseVersion } from '../content/snapshot/versions.ts';
import type { TranslatedContent } from './find-translations.ts';

/** The newest content of a database. */
export interface NewestContent {
  readonly content: TranslatedContent;
  /** ISO 8601. */
  readonly readAt: string;
  readonly hasDrafts: boolean;
  /** Since when the database has earlier texts: ISO 8601. */
  readonly knownSince: string;
}

const targetsOf = (site: SiteConfig) => planReads([...new Set(site.locales.map((locale) => localeRow(locale).site))]);

/** Null if the database has no content yet. */
export function loadNewest(database: DatabaseSync, site: SiteConfig): NewestContent | null {
  const found = database
    .prepare('SELECT *, (SELECT min(read_at) FROM version) AS first FROM version ORDER BY id DESC LIMIT 1')
    .get();
  if (found === undefined) return null;
  const { readAt, hasDrafts, ...version } = parseVersion(found);
  const records = new RecordStore(database, null);
  const loaded = loadVersion(records, { ...version, readAt, hasDrafts }, targetsOf(site));
  const globals = loaded.globals.map(({ name, site: own, value }) => {
    const parsed = value === null ? null : parseGlobal(value, { name, site: own });
    return { name, site: own, value: parsed !== null && 'entry' in parsed ? parsed.entry : null };
  });
  const content = {
    records,
    clock: new Date().toISOString(),
    collections: loaded.collections.map(collectionOf),
    globals,
  };
  return { content, readAt, hasDrafts, knownSince: String(found.first) };
}

/** Reads all content with its drafts, as a preview with --drafts does, into the database. @throws SiteError CONTENT_* (exit 3). */
export async function readWithDrafts(site: SiteConfig, options: ServiceOptions): Promise<void> {
  const { service, database, report } = options;
  const records = new RecordStore(database, null);
  const outcomes = await withClient(site, options, (client) =>
    readAll(targetsOf(site), {
      client,
      serviceUrl: service.url,
      records,
      concurrency: site.content.concurrency,
      withDrafts: true,
      report,
    }),
  );
  const failed = outcomes.flatMap((outcome) => (outcome.kind === 'failed' ? [outcome.error] : []));
  if (failed.length > 0) throw mergeFailures(failed, outcomes.length, '');
  const collections = outcomes.flatMap((outcome) =>
    outcome.kind === 'collection' ? [{ source: 'service' as const, indexed: outcome.indexed }] : [],
  );
  const globals = outcomes.flatMap((outcome) => (outcome.kind === 'global' ? [outcome.global] : []));
  // A build downloads files: those of the last version stay.
  const stored = readFiles(database, null);
  const files = stored.length === 0 ? null : stored;
  const digest = contentDigest({ collections, globals }, files);
  const facts = { clock: new Date().toISOString(), service: { url: service.url, isSample: service.isSample }, digest };
  commitVersion(records, { collections, globals, files }, { ...facts, hasDrafts: true, reading: null, problems: [] });
}
