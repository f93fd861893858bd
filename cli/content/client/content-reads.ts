// Reads every collection and global of every site, several at a time. A read that fails is an outcome too.

import pLimit from 'p-limit';
import type { SiteConfig } from '../../../config/define-site.ts';
import { localeRow } from '../../../config/locales.ts';
import type { Collection, GlobalName } from '../../../content/collections.ts';
import { COLLECTION_HANDLES, GLOBAL_NAMES } from '../../../content/handles.ts';
import { type Problem, SiteError } from '../../errors.ts';
import type { Report } from '../../report/report-event.ts';
import { indexCollection, indexGlobal, type ReceivedCollection, type ReceivedGlobal } from '../intake/index-entry.ts';
import type { KnownRows, RecordStore } from '../snapshot/record-store.ts';
import type { ApiReader } from './content-client.ts';
import { askedFields, isObject } from './entry-facts.ts';
import { fetchError, refusedError, unavailableError } from './fetch-errors.ts';
import { RequestFailure } from './request-failure.ts';
import { walkCollection } from './walk-collection.ts';

/** A collection or global of a site. */
export type ReadTarget =
  | { readonly kind: 'collection'; readonly collection: Collection; readonly site: string }
  | { readonly kind: 'global'; readonly name: GlobalName; readonly site: string };

export interface FailedRead {
  readonly kind: 'failed';
  readonly target: ReadTarget;
  readonly error: SiteError;
}

/** The result of one read; with a warning if something took its place. */
export type ReadOutcome = ((ReceivedCollection | ReceivedGlobal) & { readonly warning?: Problem }) | FailedRead;

export interface ReadOptions {
  readonly client: ApiReader;
  readonly serviceUrl: string;
  readonly records: RecordStore;
  /** The rows of the last reading. */
  readonly knownRows?: KnownRows;
  readonly concurrency: number;
  readonly withDrafts?: boolean;
  readonly report: Report;
  /** Whether a global was set before: then an error is never taken for "not set". */
  readonly wasSet?: (global: Pick<ReceivedGlobal, 'name' | 'site'>) => boolean;
}

/** Limits the pages of a collection in memory, which contain bodies. */
const MAX_PAGES_AT_ONCE = 8;

/** All reads of the site's locales, in the order of a snapshot. */
export function planReads({ locales }: Pick<SiteConfig, 'locales'>): readonly ReadTarget[] {
  return [...new Set(locales.map((locale) => localeRow(locale).site))].flatMap((site) => [
    ...COLLECTION_HANDLES.map((collection) => ({ kind: 'collection', collection, site }) as const),
    ...GLOBAL_NAMES.map((name) => ({ kind: 'global', name, site }) as const),
  ]);
}

/** Runs the reads. Outcomes are in the order of the targets. Throws errors that are not about the content service. */
export async function readAll(targets: readonly ReadTarget[], options: ReadOptions): Promise<readonly ReadOutcome[]> {
  const limit = pLimit(options.concurrency);
  const onPage = createProgress(targets.length, options.report);
  return Promise.all(
    targets.map((target, index) => limit(() => readOne(target, options, (read, last) => onPage(index, read, last)))),
  );
}

type OnPage = (read: number, lastPage: number) => void;

async function readOne(target: ReadTarget, options: ReadOptions, onPage: OnPage): Promise<ReadOutcome> {
  try {
    if (target.kind === 'collection') return await readCollection(target, options, onPage);
    const global = await readGlobal(target, options);
    onPage(1, 1);
    return global;
  } catch (error) {
    if (error instanceof SiteError && error.exitCode === 3) return { kind: 'failed', target, error };
    throw error;
  }
}

async function readCollection(
  place: ReadTarget & { kind: 'collection' },
  { client, serviceUrl, records, knownRows, concurrency, withDrafts = false }: ReadOptions,
  onPage: OnPage,
): Promise<ReceivedCollection> {
  const entries = await walkCollection({
    client,
    serviceUrl,
    collection: place.collection,
    site: place.site,
    withDrafts,
    fields: askedFields(place.collection),
    pagesAtOnce: Math.min(concurrency, MAX_PAGES_AT_ONCE),
    take: (more) => records.take(more, place, knownRows),
    onPage,
  });
  return indexCollection(place, entries);
}

/** Statamic 4 answers like this for a global that is not set in a site. */
const isUnsetInStatamic4 = ({ facts: { status, said } }: RequestFailure) => status === 500 && said === 'Server Error';

/** Reads a global. A 404 means that it is not set in the site. @throws SiteError CONTENT_* (exit 3). */
export async function readGlobal(
  { name, site }: Pick<ReceivedGlobal, 'name' | 'site'>,
  { client, serviceUrl, wasSet }: Pick<ReadOptions, 'client' | 'serviceUrl' | 'wasSet'>,
): Promise<ReceivedGlobal> {
  const isAnswer = wasSet?.({ name, site }) === true ? () => false : isUnsetInStatamic4;
  const path = `${client.api}/globals/${name}?${new URLSearchParams({ site })}`;
  const where = { collection: 'globals', entry: name, site, url: `${serviceUrl}${path}` };
  const answer = await client.getJson(path, { isAnswer }).catch((cause: unknown) => {
    if (cause instanceof RequestFailure && isAnswer(cause)) return null;
    throw unavailableError(cause, where);
  });
  if (answer === null || (answer.kind === 'refused' && answer.status === 404)) return indexGlobal({ name, site }, null);
  if (answer.kind === 'refused') throw refusedError(answer, where);
  const value = isObject(answer.value) ? answer.value.data : undefined;
  if (isObject(value)) return indexGlobal({ name, site }, value);
  // PHP sends a group without fields as an empty list.
  if (value === null || (Array.isArray(value) && value.length === 0)) return indexGlobal({ name, site }, null);
  throw fetchError({
    code: 'CONTENT_INCOMPLETE',
    where,
    what: `The answer does not contain the global "${name}".`,
    fix: 'Open the address: it must answer {"data": {…}}. A proxy or an addon of the service may have changed it.',
  });
}

/** Reports pages over all reads; a read of unknown length counts as one page. */
function createProgress(reads: number, report: Report) {
  const pages = new Map<number, readonly [read: number, all: number]>();
  return (index: number, read: number, lastPage: number) => {
    pages.set(index, [read, Math.max(1, lastPage)]);
    const done = pages.values().reduce((sum, [count]) => sum + count, 0);
    const known = pages.values().reduce((sum, [, count]) => sum + count, 0);
    report({ kind: 'progress', stage: 'content', done, total: known + reads - pages.size });
  };
}
