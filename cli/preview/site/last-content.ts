// The content of the last preview or build of the same service, which is shown until the service has been read.

import type { ReadTarget } from '../../content/client/content-reads.ts';
import { commitVersion, readFiles } from '../../content/snapshot/commit-version.ts';
import { loadVersion } from '../../content/snapshot/load-version.ts';
import { contentDigest } from '../../content/snapshot/received-content.ts';
import type { RecordStore } from '../../content/snapshot/record-store.ts';
import { findBuilt, findNewest } from '../../content/snapshot/versions.ts';
import { keyOf, receivedOf, type StoredContent, type StoredRead } from './stored-content.ts';

/** Whose content to load or save. */
export interface LastPlace {
  readonly service: { readonly url: string; readonly isSample: boolean };
  readonly withDrafts: boolean;
  readonly records: RecordStore;
}

type Reads = readonly (readonly [string, StoredRead])[];

/** The content of all targets; null if no preview or build has stored it. */
export function loadLastContent(
  targets: readonly ReadTarget[],
  { service, withDrafts, records }: LastPlace,
): Reads | null {
  if (service.isSample) return null;
  const [built = null] = findBuilt(records.database, service);
  for (const version of [findNewest(records.database, service, withDrafts), built]) {
    if (version === null) continue;
    const { collections, globals, missing } = loadVersion(records, version, targets);
    if (missing.length > 0) continue;
    return [
      ...collections.map(({ indexed }) => ({ kind: 'collection', source: 'stale', indexed }) as const),
      ...globals.map((global) => ({ kind: 'global', global: { ...global, source: 'stale' } }) as const),
    ].map((read) => [
      keyOf(read.kind === 'global' ? { kind: 'global', ...read.global } : { kind: 'collection', ...read.indexed }),
      read,
    ]);
  }
  return null;
}

/** Saves the content for the next preview. Returns false, without saving, if some of it did not come from the service. */
export function saveLastContent(content: StoredContent, { service, withDrafts, records }: LastPlace): boolean {
  const received = receivedOf(content);
  const isWhole = [...received.collections, ...received.globals].every(({ source }) => source === 'service');
  if (service.isSample || !isWhole) return false;
  // A preview downloads files on its own: those of the last version stay.
  const files =
    findNewest(records.database, service, withDrafts)?.hasFiles === true ? readFiles(records.database, null) : null;
  commitVersion(
    records,
    { ...received, files },
    {
      digest: contentDigest(received, files),
      clock: new Date().toISOString(),
      service: { url: service.url, isSample: false },
      hasDrafts: withDrafts,
      reading: null,
      problems: [],
    },
  );
  return true;
}
