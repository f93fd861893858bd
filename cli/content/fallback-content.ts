// The fallback for a failed read (--on-fetch-error): the last published version of that collection or global, or nothing. Each
// fallback comes with a warning, so that reports show it and --strict refuses it.

import type { Problem } from '../errors.ts';
import { type ReadOutcome, type ReadTarget, rangesDirOf } from './client/content-reads.ts';
import { idOfEntry } from './client/entry-facts.ts';
import { type CollectionPlace, type IndexedCollection, indexStoredRanges } from './intake/collection-intake.ts';
import { findPublishedFiles } from './snapshot/published-snapshots.ts';
import { readRange } from './snapshot/range-files.ts';
import { loadSnapshotFile, type SnapshotRecord, type StoredGlobal } from './snapshot/snapshot-file.ts';

/** Replaces a failed read. */
export type Fallback =
  | {
      readonly kind: 'collection';
      readonly source: 'stale' | 'empty';
      readonly indexed: IndexedCollection;
      readonly warning: Problem;
    }
  | { readonly kind: 'global'; readonly global: StoredGlobal; readonly warning: Problem };

/** A read that failed. */
export type FailedRead = ReadOutcome & { readonly kind: 'failed' };

/** Where fallbacks come from: the snapshots of the same service. */
export interface FallbackSource {
  readonly cacheDir: string;
  readonly service: { readonly url: string; readonly isSample: boolean };
}

/** An empty collection, or a global that is not set. */
export function createEmptyFallback({ target, error }: FailedRead): Fallback {
  const warning = warningOf(target, error.problems[0], 'CONTENT_EMPTY', 'The site is built without it.');
  return target.kind === 'global'
    ? { kind: 'global', global: { name: target.name, site: target.site, source: 'empty', value: null }, warning }
    : {
        kind: 'collection',
        source: 'empty',
        indexed: {
          collection: target.collection,
          site: target.site,
          rows: [],
          ranges: [],
          problems: [],
          warnings: [],
        },
        warning,
      };
}

/** Loads published snapshots of the same service, newest first, each when it is asked for. Skips unreadable ones. */
export async function* readPublishedSnapshots({ cacheDir, service }: FallbackSource): AsyncGenerator<SnapshotRecord> {
  for (const file of await findPublishedFiles(cacheDir)) {
    const record = await loadSnapshotFile(file).catch(() => null);
    if (record !== null && isSameService(record.service, service)) yield record;
  }
}

/** The newest published snapshot of the same service; null if there is none. */
export async function loadLastPublished(source: FallbackSource): Promise<SnapshotRecord | null> {
  for await (const record of readPublishedSnapshots(source)) return record;
  return null;
}

/** Finds the content in the newest snapshot that has it; null if none has. */
export async function findStaleFallback(
  failed: FailedRead,
  previous: readonly SnapshotRecord[],
  cacheDir: string,
): Promise<Fallback | null> {
  const { target, error } = failed;
  for (const record of previous) {
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

/** The URL of the sample service changes with every start. */
function isSameService(previous: FallbackSource['service'], current: FallbackSource['service']): boolean {
  return previous.isSample === current.isSample && (current.isSample || previous.url === current.url);
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

/** The ids of a collection's entries in the last published snapshot, by slug. */
export async function findLastIds(
  source: FallbackSource,
  { collection, site }: CollectionPlace,
): Promise<ReadonlyMap<string, string>> {
  const last = await loadLastPublished(source);
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
