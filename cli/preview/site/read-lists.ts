// Reads lists of the content service. A list that cannot be read keeps its previous content; without one it comes from the last build,
// or is empty. An unchanged list is not parsed.

import { hash } from 'node:crypto';
import { copyFile } from 'node:fs/promises';
import pLimit from 'p-limit';
import { RANGE_SIZE } from '../../../config/constants.ts';
import { askedFields } from '../../content/client/asked-fields.ts';
import type { ContentClient } from '../../content/client/content-client.ts';
import { type ReadOutcome, type ReadTarget, rangesDirOf, readAll } from '../../content/client/content-reads.ts';
import { type EntrySink, walkCollection } from '../../content/client/walk-collection.ts';
import { createEmptyFallback, findStaleFallback, readPublishedSnapshots } from '../../content/fallback-content.ts';
import { openIntake } from '../../content/intake/collection-intake.ts';
import { nameOfLines, rangeFile } from '../../content/snapshot/range-files.ts';
import { SiteError } from '../../errors.ts';
import type { ClientOptions } from './preview-client.ts';
import { keyOf, type StoredContent, type StoredRead } from './stored-content.ts';

/** How to read. */
export interface ReadPlace {
  readonly client: ContentClient;
  readonly options: Pick<ClientOptions, 'site' | 'service'> & {
    /** Folder of the files of this preview. */
    readonly dir: string;
    /** Cache folder of builds. */
    readonly cacheDir: string;
    readonly withDrafts: boolean;
  };
  readonly rangesDir: string;
}

type FailedRead = ReadOutcome & { readonly kind: 'failed' };

const MAX_PAGES_AT_ONCE = 4;

/** Reads lists into `content`. */
export async function readLists(
  content: Map<string, StoredRead>,
  place: ReadPlace,
  targets: readonly ReadTarget[],
): Promise<{ readonly isChanged: boolean; readonly failures: readonly FailedRead[] }> {
  const { requestsPerMinute, concurrency } = place.options.site.content;
  const limit = pLimit(requestsPerMinute === null ? concurrency : 1);
  const outcomes = await Promise.all(
    targets.map((target) => limit(async () => ({ target, outcome: await readTarget(place, target, content) }))),
  );
  const read = outcomes.flatMap(({ target, outcome }) =>
    outcome === null || outcome.kind === 'failed' ? [] : [[keyOf(target), outcome] as const],
  );
  for (const [key, outcome] of read) content.set(key, outcome);
  const failures = outcomes.flatMap(({ outcome }) => (outcome?.kind === 'failed' ? [outcome] : []));
  const missing = failures.filter(({ target }) => !content.has(keyOf(target)));
  if (missing.length > 0) for (const [key, fallback] of await findFallbacks(missing, place)) content.set(key, fallback);
  return { isChanged: read.length > 0 || missing.length > 0, failures };
}

/** Reads a list; null if it has not changed. */
async function readTarget(
  place: ReadPlace,
  target: ReadTarget,
  content: StoredContent,
): Promise<StoredRead | FailedRead | null> {
  const previous = content.get(keyOf(target));
  try {
    return target.kind === 'global'
      ? await readGlobal(place, target, previous)
      : await readCollection(place, target, previous);
  } catch (error) {
    if (error instanceof SiteError && error.exitCode === 3) return { kind: 'failed', target, error };
    throw error;
  }
}

async function readGlobal(
  { client, options: { service, dir } }: ReadPlace,
  target: ReadTarget,
  previous: StoredRead | undefined,
): Promise<StoredRead | FailedRead | null> {
  const wasSet = () => previous?.kind === 'global' && previous.global.value !== null;
  const reading = { client, serviceUrl: service.url, cacheDir: dir, concurrency: 1, report: () => {}, wasSet };
  const [outcome] = await readAll([target], reading);
  if (outcome?.kind !== 'global') return outcome?.kind === 'failed' ? outcome : null;
  const isSame = previous?.kind === 'global' && JSON.stringify(previous.global) === JSON.stringify(outcome.global);
  return isSame ? null : outcome;
}

async function readCollection(
  { client, options: { service, withDrafts }, rangesDir }: ReadPlace,
  { collection, site }: ReadTarget & { readonly kind: 'collection' },
  previous: StoredRead | undefined,
): Promise<StoredRead | null> {
  const isReceived = previous?.kind === 'collection' && previous.source === 'service';
  const previousRanges = isReceived ? previous.indexed.ranges : null;
  const indexed = await walkCollection({
    client,
    serviceUrl: service.url,
    collection,
    site,
    withDrafts,
    fields: askedFields(collection),
    pagesAtOnce: MAX_PAGES_AT_ONCE,
    openSink: () => openComparingSink(previousRanges, () => openIntake(rangesDir, { collection, site })),
    onPage: () => {},
  });
  return indexed === null ? null : { kind: 'collection', source: 'service', indexed };
}

/** Compares the hashes of the entries before they are parsed or written. Keeps one list in memory. */
function openComparingSink<Result>(
  previousRanges: readonly string[] | null,
  openSink: () => EntrySink<Result>,
): EntrySink<Result | null> {
  const entries: unknown[] = [];
  return {
    take(more) {
      entries.push(...more);
    },
    finish() {
      if (previousRanges !== null && nameRanges(entries).join() === previousRanges.join()) return null;
      const sink = openSink();
      sink.take(entries);
      return sink.finish();
    },
  };
}

/** The names of the range files of entries. */
function nameRanges(entries: readonly unknown[]): readonly string[] {
  const digests = entries.map((entry) => hash('sha256', JSON.stringify(entry)));
  return Array.from({ length: Math.ceil(digests.length / RANGE_SIZE) }, (_, index) =>
    nameOfLines(digests.slice(index * RANGE_SIZE, (index + 1) * RANGE_SIZE)),
  );
}

/** Lists of the last published build, or empty ones. */
async function findFallbacks(
  failures: readonly FailedRead[],
  { options: { cacheDir, service }, rangesDir }: ReadPlace,
): Promise<readonly (readonly [string, StoredRead])[]> {
  const published = await Array.fromAsync(readPublishedSnapshots({ cacheDir, service }));
  const fallbacks = failures.map(async (failure) => {
    const fallback = (await findStaleFallback(failure, published, cacheDir)) ?? createEmptyFallback(failure);
    if (fallback.kind === 'global')
      return [keyOf(failure.target), { kind: 'global', global: fallback.global }] as const;
    const { source, indexed } = fallback;
    for (const range of indexed.ranges)
      await copyFile(rangeFile(rangesDirOf(cacheDir), range), rangeFile(rangesDir, range));
    return [keyOf(failure.target), { kind: 'collection', source, indexed }] as const;
  });
  return Promise.all(fallbacks);
}
