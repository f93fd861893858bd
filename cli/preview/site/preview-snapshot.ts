// Creates the snapshot that a preview shows: with drafts and scheduled entries if the flags include them, and without invalid entries,
// whose pages show their problems.

import { LOCALES } from '../../../config/locales.ts';
import { isIn, PAGES } from '../../../config/pages.ts';
import type { Collection } from '../../../content/collections.ts';
import { parseGlobal } from '../../content/intake/parse-entry.ts';
import type { ContentSnapshot, GlobalSnapshot, IndexRow } from '../../content/snapshot/content-snapshot.ts';
import { collectionOf, contentDigest, findContentProblems } from '../../content/snapshot/received-content.ts';
import type { RecordStore } from '../../content/snapshot/record-store.ts';
import type { Problem } from '../../errors.ts';
import { receivedOf, type StoredCollection, type StoredContent } from './stored-content.ts';

/** What to show besides published entries. */
interface ShownStates {
  readonly drafts: boolean;
  readonly future: boolean;
}

/** The options of a snapshot. */
export interface SnapshotOptions extends ShownStates {
  readonly records: RecordStore;
  /** ISO 8601. */
  readonly clock: string;
  readonly service: ContentSnapshot['service'];
  /** Without it, pages load files from the service. */
  readonly files?: Pick<ContentSnapshot, 'files' | 'filesDir' | 'areFilesMissing'>;
}

/** The snapshot and the invalid entries. */
export interface PreviewContent {
  readonly snapshot: ContentSnapshot;
  /** Problems of entries by the path of their page. */
  readonly problemsByPath: ReadonlyMap<string, readonly Problem[]>;
  /** Problems of entries without a page, and of globals. */
  readonly problems: readonly Problem[];
}

/** Creates the snapshot. Never throws for invalid entries. */
export function createPreviewContent(stored: StoredContent, options: SnapshotOptions): PreviewContent {
  const received = receivedOf(stored);
  const { collections } = received;
  const invalid = collections.flatMap((read) => findInvalid(read, options.records));
  const globals = received.globals.map((global) => ({
    global,
    parsed: global.value === null ? { entry: null } : parseGlobal(global.value, global),
  }));
  const problemsByPath = new Map(
    invalid.flatMap(({ paths, problems }) => paths.map((path) => [path, problems] as const)),
  );
  return {
    snapshot: {
      version: 0,
      records: options.records,
      ...(options.files ?? { files: null, filesDir: '' }),
      digest: contentDigest(received, null),
      clock: options.clock,
      service: options.service,
      collections: collections.map((read) => {
        const collection = collectionOf(read);
        return { ...collection, rows: collection.rows.map((row) => showRow(row, options)) };
      }),
      globals: globals.map(
        ({ global: { name, site }, parsed }): GlobalSnapshot => ({
          name,
          site,
          value: 'entry' in parsed ? parsed.entry : null,
        }),
      ),
      problems: findContentProblems({ ...received, warnings: [] }),
    },
    problemsByPath,
    problems: [
      ...invalid.flatMap(({ paths, problems }) => (paths.length === 0 ? problems : [])),
      ...globals.flatMap(({ parsed }) => ('problems' in parsed ? parsed.problems : [])),
    ],
  };
}

/** Drafts and scheduled entries that the flags include count as published. */
function showRow(row: IndexRow, { drafts, future, clock }: SnapshotOptions): IndexRow {
  const isScheduled = row.status === 'scheduled' || (row.status === null && row.date !== null && row.date > clock);
  const isShown = (drafts && row.status === 'draft') || (future && isScheduled);
  return isShown ? { ...row, status: 'published', isPrivate: false } : row;
}

interface InvalidEntry {
  readonly paths: readonly string[];
  readonly problems: readonly Problem[];
}

/** The entries of a list without a row, with the paths that they would have. */
function findInvalid({ indexed }: StoredCollection, records: RecordStore): readonly InvalidEntry[] {
  const { collection, site, invalid } = indexed;
  return invalid.map(({ digest, problems }) => {
    const raw = records.readRaw(digest);
    const slug = typeof raw === 'object' && raw !== null && 'slug' in raw ? String(raw.slug) : '';
    return { paths: slug === '' ? [] : findPaths(collection, site, slug), problems };
  });
}

/** The paths that an entry can have by the registry. */
function findPaths(collection: Collection, site: string, slug: string): readonly string[] {
  const localeRow = LOCALES.find((row) => row.site === site);
  if (localeRow === undefined) return [];
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
