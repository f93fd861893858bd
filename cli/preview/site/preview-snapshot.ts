// Creates the snapshot that a preview shows: with drafts and scheduled entries if the flags include them, and without invalid entries,
// whose pages show their problems.

import { LOCALES } from '../../../config/locales.ts';
import { isIn, PAGES } from '../../../config/pages.ts';
import type { Collection } from '../../../content/collections.ts';
import { isObject } from '../../content/client/entry-facts.ts';
import { contentDigest, findContentProblems } from '../../content/snapshot/commit-version.ts';
import type { ContentSnapshot, IndexRow } from '../../content/snapshot/content-snapshot.ts';
import type { RecordStore } from '../../content/snapshot/record-store.ts';
import type { Problem } from '../../errors.ts';
import { receivedOf, type StoredContent } from './stored-content.ts';

/** The options of a snapshot. */
export interface SnapshotOptions
  extends Pick<ContentSnapshot, 'clock' | 'service' | 'files' | 'filesDir' | 'areFilesMissing'> {
  readonly records: RecordStore;
  /** Whether to show drafts, and entries that are scheduled. */
  readonly withDrafts: boolean;
  readonly withFuture: boolean;
}

/** The snapshot and the invalid entries. */
export interface PreviewContent {
  /** Its problems include those of globals and of entries without a page. */
  readonly snapshot: ContentSnapshot;
  /** Problems of invalid entries by the path of their page. */
  readonly problemsByPath: ReadonlyMap<string, readonly Problem[]>;
}

/** Creates the snapshot. Never throws for invalid entries. */
export function createPreviewContent(stored: StoredContent, options: SnapshotOptions): PreviewContent {
  const received = receivedOf(stored);
  const { withDrafts, withFuture, records, ...shown } = options;
  const invalid = received.collections.flatMap((list) =>
    list.invalid.map(({ digest, problems }) => ({ paths: findPaths(list, records.readRaw(digest)), problems })),
  );
  return {
    snapshot: {
      ...shown,
      records,
      version: 0,
      digest: contentDigest(received, null),
      collections: received.collections.map((list) => ({
        ...list,
        rows: list.rows.map((row) => showRow(row, options)),
      })),
      globals: received.globals.map(({ name, site, parsed }) => ({ name, site, value: parsed })),
      problems: [
        ...findContentProblems(received),
        ...invalid.flatMap(({ paths, problems }) => (paths.length === 0 ? problems : [])),
        ...received.globals.flatMap(({ problems }) => problems),
      ],
    },
    problemsByPath: new Map(invalid.flatMap(({ paths, problems }) => paths.map((path) => [path, problems] as const))),
  };
}

/** Drafts and scheduled entries that the flags include count as published. */
function showRow(row: IndexRow, { withDrafts, withFuture, clock }: SnapshotOptions): IndexRow {
  const isScheduled = row.status === 'scheduled' || (row.status === null && row.date !== null && row.date > clock);
  const isShown = (withDrafts && row.status === 'draft') || (withFuture && isScheduled);
  return isShown ? { ...row, status: 'published', isPrivate: false } : row;
}

/** The paths that an entry can have by the registry. */
function findPaths(
  { collection, site }: { readonly collection: Collection; readonly site: string },
  raw: unknown,
): readonly string[] {
  const slug = isObject(raw) ? String(raw.slug ?? '') : '';
  const localeRow = LOCALES.find((row) => row.site === site);
  if (localeRow === undefined || slug === '') return [];
  const { locale, prefix } = localeRow;
  const own = PAGES.filter((row) => {
    const { source } = row;
    if (!isIn(locale, row)) return false;
    if (source.kind === 'collection') return source.collection === collection;
    return collection === 'pages' && (source.kind === 'entry' || source.kind === 'words') && source.slug === slug;
  });
  const rows =
    own.length > 0 || collection !== 'pages'
      ? own
      : PAGES.filter(({ source }) => source.kind === 'other-entries' || source.kind === 'constructor');
  return rows.map(({ path }) => `${prefix}${path.replace('{slug}', slug.normalize('NFC'))}`);
}
