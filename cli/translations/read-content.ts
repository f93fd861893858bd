// Reads the content to look at: what the last command left in the database, or everything that the service has, with drafts.

import type { DatabaseSync } from 'node:sqlite';
import type { SiteConfig } from '../../config/define-site.ts';
import { planReads } from '../content/client/content-reads.ts';
import { receiveContent, type ServiceOptions, withClient } from '../content/receive-content.ts';
import { commitVersion, contentDigest, readFiles } from '../content/snapshot/commit-version.ts';
import { loadVersion } from '../content/snapshot/load-version.ts';
import { RecordStore } from '../content/snapshot/record-store.ts';
import { findBuilt, parseVersion } from '../content/snapshot/versions.ts';
import type { TranslatedContent } from './find-translations.ts';

/** The newest content of a database. */
export interface NewestContent {
  readonly content: TranslatedContent;
  /** ISO 8601. */
  readonly readAt: string;
  readonly hasDrafts: boolean;
  readonly isSample: boolean;
  /** Since when the database has earlier texts: ISO 8601. */
  readonly knownSince: string;
}

/** Null if the database has no content yet. */
export function loadNewest(database: DatabaseSync, site: SiteConfig): NewestContent | null {
  const found = database
    .prepare('SELECT *, (SELECT min(read_at) FROM version) AS first FROM version ORDER BY id DESC LIMIT 1')
    .get();
  if (found === undefined) return null;
  const { readAt, hasDrafts, ...version } = parseVersion(found);
  const records = new RecordStore(database, null);
  const loaded = loadVersion(records, { ...version, readAt, hasDrafts }, planReads(site));
  const { collections } = loaded;
  const globals = loaded.globals.map(({ name, site: own, parsed }) => ({ name, site: own, value: parsed }));
  const content = { records, clock: new Date().toISOString(), collections, globals };
  return { content, readAt, hasDrafts, isSample: version.service.isSample, knownSince: String(found.first) };
}

/** Reads all content with its drafts, as a preview with --drafts does, into the database. @throws SiteError CONTENT_* (exit 3). */
export async function readWithDrafts(site: SiteConfig, options: ServiceOptions): Promise<void> {
  const { service, database } = options;
  const records = new RecordStore(database, null);
  const input = { site, codeKey: null, records, options: { ...options, withDrafts: true } };
  const { received } = await withClient(site, options, (client) => receiveContent(client, planReads(site), input));
  // A build downloads files: those of its version stay.
  const [built] = findBuilt(database, service);
  const files = built?.hasFiles === true ? readFiles(database, built.id) : null;
  const facts = { digest: contentDigest(received, files), service: { url: service.url, isSample: service.isSample } };
  const clock = new Date().toISOString();
  commitVersion(records, { ...received, files }, { ...facts, clock, hasDrafts: true, reading: null, problems: [] });
}
