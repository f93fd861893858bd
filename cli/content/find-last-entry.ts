// Looks up entries of the last published snapshot.

import { rangesDirOf } from './client/content-reads.ts';
import { idOfEntry } from './client/list-page.ts';
import { type FallbackSource, loadPublishedSnapshots } from './fallback-content.ts';
import type { CollectionPlace } from './intake/index-entry.ts';
import { readRange } from './snapshot/range-files.ts';

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
