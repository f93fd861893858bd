// Received content before it becomes a snapshot: collections and globals with their problems.

import { type Problem, SiteError } from '../../errors.ts';
import type { IndexedCollection } from '../intake/collection-intake.ts';
import { findCollectionNotices, findUnsafeLinks } from '../intake/find-losses.ts';
import { parseGlobal } from '../intake/parse-entry.ts';
import type { CollectionSnapshot, ContentFile, GlobalSnapshot } from './content-snapshot.ts';
import { contentDigest, type SnapshotRecord, type StoredGlobal } from './snapshot-file.ts';

/** Collections and globals as received, valid or not. */
export interface ReceivedContent {
  readonly collections: readonly {
    readonly source: CollectionSnapshot['source'];
    readonly indexed: IndexedCollection;
  }[];
  readonly globals: readonly StoredGlobal[];
  readonly warnings: readonly Problem[];
}

/** Downloaded files, and the problems of the downloads. */
export interface FetchedFiles {
  readonly files: readonly ContentFile[] | null;
  readonly problems: readonly Problem[];
}

/** Creates the part of a snapshot's record that follows from the content. */
export function createRecord(
  content: ReceivedContent,
  fetched: FetchedFiles = { files: null, problems: [] },
): Pick<SnapshotRecord, 'digest' | 'collections' | 'globals' | 'files' | 'problems'> {
  const collections = content.collections.map(({ source, indexed }) => ({
    collection: indexed.collection,
    site: indexed.site,
    source,
    ranges: [...indexed.ranges],
  }));
  const files = fetched.files?.map((file) => ({ ...file })) ?? null;
  const stored = { collections, globals: [...content.globals], files };
  const problems = [
    ...content.warnings,
    ...fetched.problems,
    ...content.collections.flatMap(({ indexed }) => [...indexed.warnings, ...findCollectionNotices(indexed)]),
    ...content.globals.flatMap((global) => [...findUnsetGlobal(global), ...findLossesOf(global)]),
  ].map((problem) => ({ ...problem }));
  return { ...stored, digest: contentDigest(stored), problems };
}

/** The collection as a part of a snapshot. */
export function collectionOf({ source, indexed }: ReceivedContent['collections'][number]): CollectionSnapshot {
  const { collection, site, rows, ranges } = indexed;
  return { collection, site, source, rows, ranges };
}

function findUnsetGlobal({ name, site, source, value }: StoredGlobal): readonly Problem[] {
  if (value !== null || source === 'empty') return [];
  const what = `The global "${name}" is not set in the site "${site}": its banner is not shown.`;
  const fix = 'To show the banner, save the global in that site.';
  return [{ code: 'GLOBAL_UNSET', severity: 'notice', where: { collection: 'globals', entry: name, site }, what, fix }];
}

function findLossesOf({ name, site, value }: StoredGlobal): readonly Problem[] {
  const parsed = value === null ? null : parseGlobal(value, { name, site });
  if (parsed === null || 'problems' in parsed) return [];
  const links = findUnsafeLinks(parsed.entry, () => ({ collection: 'globals', entry: name, site }));
  return [...parsed.warnings, ...links];
}

/** Parses the globals and refuses invalid content. @throws SiteError CONTENT_INVALID (exit 1) with all problems. */
export function assertValid(content: Pick<ReceivedContent, 'collections' | 'globals'>): readonly GlobalSnapshot[] {
  const globals = content.globals.map((global) => ({
    global,
    parsed: global.value === null ? { entry: null } : parseGlobal(global.value, global),
  }));
  const problems = [
    ...content.collections.flatMap(({ indexed }) => indexed.problems),
    ...globals.flatMap(({ parsed }) => ('problems' in parsed ? parsed.problems : [])),
  ];
  if (problems.length > 0) {
    const message = `${problems.length} ${problems.length === 1 ? 'problem' : 'problems'}, nothing was written.`;
    throw new SiteError({ code: 'CONTENT_INVALID', exitCode: 1, message, problems });
  }
  return globals.flatMap(({ global: { name, site }, parsed }) =>
    'entry' in parsed ? [{ name, site, value: parsed.entry }] : [],
  );
}
