// Faults whose answers look like emptiness, in a full read and in a read of changes: none may pass for content that is gone.

import { mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type ContentOptions, loadContent } from '../../cli/content/load-content.ts';
import { findShrinkage } from '../../cli/content/shrink-guard.ts';
import type { ContentSnapshot } from '../../cli/content/snapshot/content-snapshot.ts';
import { markBuilt } from '../../cli/content/snapshot/versions.ts';
import { closeDatabase, openDatabase } from '../../cli/database/open-database.ts';
import { SiteError } from '../../cli/errors.ts';

import { defineSite } from '../../config/define-site.ts';
import { GLOBAL_NAMES } from '../../content/handles.ts';
import { memoryFolder } from '../memory-folder.ts';
import { type ContentService, startEmptyService } from '../service/content-service.ts';

let service: ContentService;
let cacheDir = '';
let good: ContentSnapshot;
let database: DatabaseSync;

beforeAll(async () => {
  cacheDir = mkdtempSync(join(memoryFolder(), 'read-faults-'));
  database = openDatabase(cacheDir);
  service = await startEmptyService();
  for (const site of ['en', 'ua']) {
    for (const [index, collection] of ['blog_articles', 'blog_articles', 'pages', 'faq', 'redirects'].entries())
      service.save({
        ...{ id: `${site}-${collection}-${index}`, collection, site, slug: `s-${index}`, order: index },
        ...{ date: null, isPublished: true, originId: null },
        fields: { title: `T ${index}`, from: `/old-${index}/`, to: '/' },
      });
    for (const name of GLOBAL_NAMES) service.globals.set(`${name} ${site}`, { enabled: true });
  }
  service.clock += 86_400;
  good = await load(false);
  markBuilt(database, { outDir: join(cacheDir, 'out'), cacheDir }, good.version);
});
afterEach(() => {
  service.reset();
});
afterAll(async () => {
  await service.stop();
  closeDatabase(database);
  rmSync(cacheDir, { recursive: true });
});

function load(isFull: boolean, options: Partial<ContentOptions> = {}): Promise<ContentSnapshot> {
  const site = defineSite({
    brand: { name: 'Murmurlens', legalName: 'Murmurlens Analytics Ltd.' },
    locales: ['en', 'ua'],
    content: { retryBaseMs: 1, retryCapMs: 2, retries: 3, lastingMs: 5, connectTimeoutMs: 200 },
  });
  const service_ = { url: service.url, isSample: false, token: null };
  return loadContent(site, {
    ...{
      service: service_,
      database,
      cacheDir,
      snapshotFile: null,
      clock: null,
      onFetchError: 'fail',
      codeKey: 'ours',
      isFull,
    },
    ...{ report: () => {}, ...options },
  });
}

const baselineOf = ({ collections }: ContentSnapshot) => ({
  isSample: false,
  collections: collections.map(({ collection, site, rows }) => ({ collection, site, count: rows.length })),
  pages: [],
});

/** The code of the error that a build ends with, or of its shrink guard; 'same' for the same content. */
async function outcomeOf(isFull: boolean): Promise<string> {
  const loaded = await load(isFull).catch((error: unknown) => error);
  if (loaded instanceof SiteError) return loaded.exitCode === 3 ? 'failed' : loaded.code;
  if (!(loaded instanceof Object && 'digest' in loaded)) throw loaded;
  const snapshot = loaded as ContentSnapshot;
  if (findShrinkage(baselineOf(good), baselineOf(snapshot)).length > 0) return 'shrunk';
  if (snapshot.digest === good.digest) return 'same';
  return snapshot.problems.some(({ code }) => code === 'GLOBAL_LOST') ? 'warned' : 'changed';
}

const notFound = { status: 404, body: { message: 'Not found.' } };
const serverError = { status: 500, body: { message: 'Server Error' } };
const busy = { status: 503, body: { message: 'Service Unavailable' } };
const empty = { status: 200, body: { data: [], meta: { total: 0, last_page: 1 } } };

const FAULTS: readonly (readonly [string, RegExp, { readonly status: number; readonly body: unknown }, string])[] = [
  ['a collection that is missing', /collections\/faq\//, notFound, 'failed'],
  ['a collection that fails', /collections\/faq\//, serverError, 'failed'],
  ['a collection in maintenance', /collections\/faq\//, busy, 'failed'],
  ['a list that is empty', /collections\/faq\//, empty, 'shrunk'],
  ['a list of one site that is empty', /faq\/.*\]=ua|faq\/.*en\|ua/, empty, 'shrunk'],
  ['a list without an envelope', /collections\/faq\//, { status: 200, body: { data: [] } }, 'failed'],
  ['every list empty', /collections\//, empty, 'shrunk'],
  ['every collection missing', /collections\//, notFound, 'failed'],
  ['everything missing', /./, notFound, 'failed'],
  ['everything failing', /./, serverError, 'failed'],
  ['globals of a site that fail', /globals\/.*site=ua/, serverError, 'failed'],
  ['one global that fails', /globals\/top_banner\?site=ua/, serverError, 'failed'],
  ['globals in maintenance', /globals\//, busy, 'failed'],
  ['globals of a site that are missing', /globals\/.*site=ua/, notFound, 'failed'],
  ['one global that is missing', /globals\/top_banner\?site=ua/, notFound, 'warned'],
  ['one global that is empty', /globals\/top_banner\?site=ua/, { status: 200, body: { data: [] } }, 'warned'],
  ['one global that is null', /globals\/top_banner\?site=ua/, { status: 200, body: { data: null } }, 'warned'],
  ['every global missing', /globals\//, notFound, 'failed'],
  ['globals without data', /globals\/.*site=ua/, { status: 200, body: {} }, 'failed'],
  ['globals that are null', /globals\/.*site=ua/, { status: 200, body: { data: null } }, 'failed'],
  ['terms and assets that fail', /api\/(taxonomies|assets)/, serverError, 'same'],
  ['terms and assets that are missing', /api\/(taxonomies|assets)/, notFound, 'same'],
];

describe('an answer that looks like emptiness', () => {
  it.each(FAULTS.flatMap(([name, ...rest]) => [true, false].map((isFull) => [name, isFull, ...rest] as const)))(
    'is %s (full read: %s)',
    async (_, isFull, part, answer, outcome) => {
      service.override('', ({ asked }) => (part.test(asked) ? answer : null));
      expect(await outcomeOf(isFull)).toBe(outcome);
    },
  );

  it('keeps the last banners with --on-fetch-error stale, and none with --allow-shrink', async () => {
    service.override('', ({ asked }) => (/globals\/.*site=ua/.test(asked) ? notFound : null));
    expect((await load(false, { onFetchError: 'stale' })).digest).toBe(good.digest);
    const without = await load(false, { allowShrink: true });
    expect(without.globals.filter(({ value }) => value === null).map(({ site }) => site)).toEqual(['ua', 'ua', 'ua']);
  });
});
