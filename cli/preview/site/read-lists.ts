// Reads lists of the content service. A list that cannot be read keeps its previous content; without one it comes from the last build,
// or is empty.

import type { ContentClient } from '../../content/client/content-client.ts';
import { type ReadTarget, readAll } from '../../content/client/content-reads.ts';
import { createEmptyFallback, type FailedRead, findStaleFallback } from '../../content/fallback-content.ts';
import type { RecordStore } from '../../content/snapshot/record-store.ts';
import { findBuilt } from '../../content/snapshot/versions.ts';
import type { ClientOptions } from './preview-client.ts';
import { isSameRead, keyOf, type StoredContent, type StoredRead } from './stored-content.ts';

/** How to read. */
export interface ReadPlace {
  readonly client: ContentClient;
  readonly options: Pick<ClientOptions, 'site' | 'service'> & { readonly withDrafts: boolean };
  readonly records: RecordStore;
}

/** Reads lists into `content`. */
export async function readLists(
  content: Map<string, StoredRead>,
  { client, options, records }: ReadPlace,
  targets: readonly ReadTarget[],
): Promise<{ readonly isChanged: boolean; readonly failures: readonly FailedRead[] }> {
  const { site, service, withDrafts } = options;
  const { requestsPerMinute } = site.content;
  const concurrency = requestsPerMinute === null ? site.content.concurrency : 1;
  const wasSet = createWasSet(content);
  const reading = { client, serviceUrl: service.url, records, concurrency, withDrafts, report: () => {}, wasSet };
  const outcomes = await readAll(targets, reading);
  const failures = outcomes.filter((outcome) => outcome.kind === 'failed');
  let isChanged = false;
  for (const [index, target] of targets.entries()) {
    const outcome = outcomes[index];
    const known = content.get(keyOf(target));
    const read = outcome === undefined ? undefined : readOf(outcome, known, { records, service });
    if (read === undefined || isSameRead(known, read)) continue;
    content.set(keyOf(target), read);
    isChanged = true;
  }
  return { isChanged, failures };
}

type Outcome = Awaited<ReturnType<typeof readAll>>[number];

/** What was read, or the fallback of a failed read without earlier content. */
function readOf(
  outcome: Outcome,
  known: StoredRead | undefined,
  { records, service }: { readonly records: RecordStore; readonly service: ClientOptions['service'] },
): StoredRead | undefined {
  if (outcome.kind === 'global') return outcome;
  if (outcome.kind === 'collection') return { ...outcome, source: 'service' };
  if (known !== undefined) return known;
  const built = findBuilt(records.database, service);
  return findStaleFallback(outcome, built, records) ?? createEmptyFallback(outcome);
}

function createWasSet(content: StoredContent) {
  return ({ name, site }: Pick<ReadTarget & { readonly kind: 'global' }, 'name' | 'site'>) => {
    const known = content.get(keyOf({ kind: 'global', name, site }));
    return known?.kind === 'global' && known.global.value !== null;
  };
}
