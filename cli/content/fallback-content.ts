// What is used instead of a read that failed (--on-fetch-error): the last published snapshot of that collection, or nothing.
// A fallback is always a warning, so that a report shows it and --strict refuses it.

import type { Problem } from '../errors.ts';
import type { ReadOutcome, ReadTarget } from './client/content-reads.ts';
import { rangesDirOf } from './client/content-reads.ts';
import { idOfEntry } from './client/entry-facts.ts';
import type { CollectionPlace } from './intake/collection-intake.ts';
import { type IndexedCollection, indexStoredRanges } from './intake/collection-intake.ts';
import { findPublishedFiles } from './snapshot/published-snapshots.ts';
import { readRange } from './snapshot/range-files.ts';
import { loadSnapshotFile, type SnapshotRecord, type StoredGlobal } from './snapshot/snapshot-file.ts';

/** What is used instead of a failed read. */
export type Fallback =
  | {
      readonly kind: 'collection';
      readonly source: 'stale' | 'empty';
      readonly indexed: IndexedCollection;
      readonly warning: Problem;
    }
  | { readonly kind: 'global'; readonly global: StoredGlobal; readonly warning: Problem };

type FailedRead = ReadOutcome & { readonly kind: 'failed' };

/** Where fallbacks come from: snapshots of the same service only. */
export interface FallbackSource {
  readonly cacheDir: string;
  readonly service: { readonly url: string; readonly isSample: boolean };
}

/** An empty collection or an unset global, as the specification wants. */
export function createEmptyFallback({ target, error }: FailedRead): Fallback {
  const warning = warningOf(target, error.problems[0], 'CONTENT_EMPTY', 'It is built as empty.');
  return target.kind === 'global'
    ? { kind: 'global', global: { name: target.name, site: target.site, source: 'empty', value: null }, warning }
    : {
        kind: 'collection',
        source: 'empty',
        indexed: { ...placeOf(target), rows: [], ranges: [], problems: [], warnings: [] },
        warning,
      };
}

/** Published snapshots of the same service, newest first. Those that cannot be read are skipped. */
export async function loadPublishedSnapshots({
  cacheDir,
  service,
}: FallbackSource): Promise<readonly SnapshotRecord[]> {
  const files = await findPublishedFiles(cacheDir);
  const records = await Promise.all(files.map((file) => loadSnapshotFile(file).catch(() => null)));
  return records.filter(
    (record): record is SnapshotRecord => record !== null && isSameService(record.service, service),
  );
}

/** The content of the newest snapshot that has it; null if none has. */
export async function findStaleFallback(
  failed: FailedRead,
  earlier: readonly SnapshotRecord[],
  cacheDir: string,
): Promise<Fallback | null> {
  const { target, error } = failed;
  for (const record of earlier) {
    const warning = warningOf(
      target,
      error.problems[0],
      'CONTENT_STALE',
      `The content of the build of ${record.clock} is used instead.`,
    );
    if (target.kind === 'global') {
      const stored = record.globals.find(
        ({ name, site, source }) => name === target.name && site === target.site && source !== 'empty',
      );
      if (stored !== undefined) return { kind: 'global', global: { ...stored, source: 'stale' }, warning };
      continue;
    }
    const stored = record.collections.find(
      ({ collection, site, source }) => collection === target.collection && site === target.site && source !== 'empty',
    );
    const indexed =
      stored === undefined ? null : await indexStoredRanges(rangesDirOf(cacheDir), stored).catch(() => null);
    if (indexed !== null) return { kind: 'collection', source: 'stale', indexed, warning };
  }
  return null;
}

/** The address of the sample service changes with every start. */
function isSameService(earlier: FallbackSource['service'], now: FallbackSource['service']): boolean {
  return earlier.isSample === now.isSample && (now.isSample || earlier.url === now.url);
}

function placeOf(target: ReadTarget & { kind: 'collection' }) {
  return { collection: target.collection, site: target.site };
}

function warningOf(target: ReadTarget, failure: Problem | undefined, code: string, consequence: string): Problem {
  const name = target.kind === 'global' ? `The global "${target.name}"` : `The collection "${target.collection}"`;
  return {
    code,
    severity: 'warning',
    where: failure?.where ?? { site: target.site },
    what: `${name} of the site "${target.site}" could not be read. ${consequence} ${failure?.what ?? ''}`.trim(),
    fix: failure?.fix ?? 'Build again when the content service answers.',
  };
}

/** The ids of a collection's entries by slug; empty without a published snapshot of the service. */
export async function findLastIds(
  source: FallbackSource,
  { collection, site }: CollectionPlace,
): Promise<ReadonlyMap<string, string>> {
  const [last] = await loadPublishedSnapshots(source);
  const stored = last?.collections.find((other) => other.collection === collection && other.site === site);
  const idBySlug = new Map<string, string>();
  for (const range of stored?.ranges ?? []) {
    for (const raw of readRange(rangesDirOf(source.cacheDir), range)) {
      const { slug, id } = parseNames(raw);
      if (slug !== null && id !== null) idBySlug.set(slug, id);
    }
  }
  return idBySlug;
}

function parseNames(raw: unknown) {
  const fields: Readonly<Record<string, unknown>> = typeof raw === 'object' && raw !== null ? { ...raw } : {};
  return {
    slug: typeof fields.slug === 'string' ? fields.slug.normalize('NFC') : null,
    id: idOfEntry(raw),
  };
}
