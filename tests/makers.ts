// Small makers of plain values for tests: everything that a test does not name is ordinary.

import type { CollectionSnapshot, ContentSnapshot, IndexRow } from '../cli/content/snapshot/content-snapshot.ts';
import { RecordStore } from '../cli/content/snapshot/record-store.ts';
import { createDatabase } from '../cli/database/open-database.ts';
import { toDigest } from '../cli/files/brands.ts';
import { sha256 } from '../cli/files/content-hash.ts';
import { createSiteModel, type SiteModel } from '../cli/plan/site-model.ts';
import { defineSite, type SiteConfig, type SiteOptions } from '../config/define-site.ts';
import type { Collection, Global, GlobalName } from '../content/collections.ts';
import { TEST_ENVIRONMENT } from './site/run-sitegen.ts';

/** A site of en, ua and kz under https://www.example.com, with one card for all pages, and images that other tests made. */
export function siteOptions(options: Partial<SiteOptions> = {}): SiteConfig {
  return defineSite({
    brand: { name: 'Murmurlens', legalName: 'Murmurlens Analytics Ltd.' },
    locales: ['en', 'ua', 'kz'],
    ...options,
    build: { shareImages: 'one', imageCacheDir: TEST_ENVIRONMENT.SITEGEN_IMAGE_CACHE, ...options.build },
  });
}

/** A published entry of the index. Its id follows from collection, site and slug. */
export function rowWith(row: Partial<IndexRow> & Pick<IndexRow, 'collection' | 'site' | 'slug'>): IndexRow {
  return {
    id: `${row.collection}-${row.site}-${row.slug}`,
    title: `Title of ${row.slug}`,
    date: null,
    lastModified: null,
    status: 'published',
    isPrivate: false,
    originId: null,
    editUrl: null,
    language: null,
    isHiddenFromIndex: false,
    isNoindex: false,
    isCurrent: false,
    files: [],
    warnings: [],
    categories: [],
    heroSlug: null,
    isConstructorPage: false,
    eventDate: null,
    eventTimeZone: null,
    durationMinutes: null,
    digest: sha256(JSON.stringify(BARE)),
    ...row,
  };
}

/** What a small site holds: rows, and globals by name and site. */
export interface SiteContent {
  readonly rows: readonly IndexRow[];
  readonly globals?: readonly { readonly name: GlobalName; readonly site: string; readonly value: Global }[];
  readonly clock?: string;
}

/** A store without entries, in memory. */
export function emptyRecords(): RecordStore {
  return new RecordStore(createDatabase(':memory:'), null);
}

/** The entry of all rows. */
const BARE = { id: 'bare', slug: 'bare', title: 'Bare' };

/** A store with the entry of all rows. */
function bareRecords(): RecordStore {
  const records = emptyRecords();
  records.take([BARE], { collection: 'pages', site: 'en' });
  return records;
}

/** A snapshot of rows whose entries have nothing but a name. */
export function snapshotWith({ rows, globals = [], clock = '2026-11-20T12:00:00.000Z' }: SiteContent): ContentSnapshot {
  const groups = Map.groupBy(rows, (row) => `${row.collection} ${row.site}`);
  return {
    version: 1,
    records: bareRecords(),
    digest: toDigest('digest'),
    clock,
    service: { url: 'http://127.0.0.1:1', isSample: false },
    collections: [...groups].map(([key, group]): CollectionSnapshot => {
      const [collection = '', site = ''] = key.split(' ');
      return { collection: collection as Collection, site, source: 'service', rows: group };
    }),
    globals,
    files: null,
    filesDir: 'files',
    problems: [],
  };
}

/** A model of a small site; every locale has its home page. */
export function modelWith(content: SiteContent, options: Partial<SiteOptions> = {}): SiteModel {
  const site = siteOptions(options);
  const homes = site.locales.map((locale) => rowWith({ collection: 'pages', site: locale, slug: 'main' }));
  return createSiteModel(site, snapshotWith({ ...content, rows: [...homes, ...content.rows] }));
}
