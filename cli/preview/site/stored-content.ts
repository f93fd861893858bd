// The content of a preview in memory, list by list.

import type { ReadTarget } from '../../content/client/content-reads.ts';
import type { IndexedCollection } from '../../content/intake/collection-intake.ts';
import type { CollectionSnapshot } from '../../content/snapshot/content-snapshot.ts';
import type { StoredGlobal } from '../../content/snapshot/snapshot-file.ts';

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
