// The content of a preview in memory, list by list.

import type { ReadTarget } from '../../content/client/content-reads.ts';
import type { IndexedCollection } from '../../content/intake/collection-intake.ts';
import type { CollectionSnapshot } from '../../content/snapshot/content-snapshot.ts';
import type { StoredGlobal } from '../../content/snapshot/received-content.ts';

/** A collection of a site. */
export interface StoredCollection {
  readonly kind: 'collection';
  readonly source: CollectionSnapshot['source'];
  readonly indexed: IndexedCollection;
}

/** A collection or global of a site. */
export type StoredRead = StoredCollection | { readonly kind: 'global'; readonly global: StoredGlobal };

/** All content, by {@link keyOf}. */
export type StoredContent = ReadonlyMap<string, StoredRead>;

/** `blog_articles en`, `global top_banner en`. */
export function keyOf(target: ReadTarget): string {
  return `${target.kind === 'collection' ? target.collection : `global ${target.name}`} ${target.site}`;
}

/** Whether two versions of a collection or global are the same. */
export function isSameRead(before: StoredRead | undefined, after: StoredRead): boolean {
  if (before?.kind === 'global' && after.kind === 'global')
    return JSON.stringify(before.global) === JSON.stringify(after.global);
  if (before?.kind !== 'collection' || after.kind !== 'collection' || before.source !== after.source) return false;
  return digestsOf(before) === digestsOf(after);
}

function digestsOf({ indexed: { rows, invalid } }: StoredCollection): string {
  return [...rows, ...invalid].map(({ digest }) => digest).join();
}

/** The lists and globals of a content. */
export function receivedOf(content: StoredContent) {
  const reads = [...content.values()];
  return {
    collections: reads.filter((read) => read.kind === 'collection'),
    globals: reads.flatMap((read) => (read.kind === 'global' ? [read.global] : [])),
  };
}
