// The content of a preview in memory, list by list.

import type { ReadTarget } from '../../content/client/content-reads.ts';
import type { IndexedCollection } from '../../content/intake/index-entry.ts';
import type { CollectionSnapshot } from '../../content/snapshot/content-snapshot.ts';
import type { StoredGlobal } from '../../content/snapshot/received-content.ts';

/** A collection or global of a site. */
export type StoredRead =
  | { readonly kind: 'collection'; readonly source: CollectionSnapshot['source']; readonly indexed: IndexedCollection }
  | { readonly kind: 'global'; readonly global: StoredGlobal };

/** All content, by {@link keyOf}. */
export type StoredContent = ReadonlyMap<string, StoredRead>;

/** `blog_articles en`, `global top_banner en`. */
export function keyOf(target: ReadTarget): string {
  return `${target.kind === 'collection' ? target.collection : `global ${target.name}`} ${target.site}`;
}

/** The lists and globals of a content. */
export function receivedOf(content: StoredContent) {
  const reads = [...content.values()];
  return {
    collections: reads.filter((read) => read.kind === 'collection'),
    globals: reads.flatMap((read) => (read.kind === 'global' ? [read.global] : [])),
    warnings: [],
  };
}

/** Whether two versions of a collection or global are the same. */
export function isSameRead(before: StoredRead | undefined, after: StoredRead): boolean {
  return before !== undefined && digestOf(before) === digestOf(after);
}

function digestOf(read: StoredRead): string {
  if (read.kind === 'global') return JSON.stringify(read.global);
  const { rows, invalid } = read.indexed;
  return [read.source, ...[...rows, ...invalid].map(({ digest }) => digest)].join();
}

/** The ids of all entries. */
export function idsOf(content: StoredContent): readonly string[] {
  return receivedOf(content).collections.flatMap(({ indexed }) => indexed.rows.map(({ id }) => id));
}
