// Creates the snapshot that a preview shows: with drafts and scheduled entries if the flags include them, and without invalid entries,
// whose pages show their problems.

import { LOCALES } from '../../../config/locales.ts';
import type { Collection } from '../../../content/collections.ts';
import { isObject } from '../../content/client/entry-facts.ts';
import { contentDigest, findContentProblems } from '../../content/snapshot/commit-version.ts';
import type { ContentSnapshot, IndexRow } from '../../content/snapshot/content-snapshot.ts';
import type { Problem } from '../../errors.ts';
import { pageOf, pathIn } from '../../translations/entry-groups.ts';
import { receivedOf, type StoredContent } from './stored-content.ts';

/** What to show besides published content. */
export interface ShownOptions {
  /** ISO 8601; null is now. */
  readonly clock: string | null;
  readonly withDrafts: boolean;
  /** Whether to show entries that are scheduled. */
  readonly withFuture: boolean;
}

type SnapshotBase = Pick<ContentSnapshot, 'records' | 'clock' | 'service' | 'files' | 'filesDir' | 'areFilesMissing'>;

export interface PreviewContent {
  /** Its problems include those of globals and of entries without a page. */
  readonly snapshot: ContentSnapshot;
  /** Problems of invalid entries by the path of their page. */
  readonly problemsByPath: ReadonlyMap<string, readonly Problem[]>;
}

/** Creates the snapshot. Never throws for invalid entries. */
export function createPreviewContent(stored: StoredContent, options: ShownOptions, base: SnapshotBase): PreviewContent {
  const received = receivedOf(stored);
  const invalid = received.collections.flatMap((list) =>
    list.invalid.map(({ digest, problems }) => ({ paths: findPaths(list, base.records.readRaw(digest)), problems })),
  );
  return {
    snapshot: {
      ...base,
      version: 0,
      digest: contentDigest(received, null),
      collections: received.collections.map((list) => ({
        ...list,
        rows: list.rows.map((row) => showRow(row, options, base.clock)),
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
function showRow(row: IndexRow, { withDrafts, withFuture }: ShownOptions, clock: string): IndexRow {
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
  const paths = [true, false].map((isConstructorPage) =>
    pathIn(localeRow.locale, pageOf({ collection, slug, isConstructorPage }), slug.normalize('NFC')),
  );
  return [...new Set(paths)].filter((path) => path !== null);
}
