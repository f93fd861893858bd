// The content of a preview as it is kept in memory, list by list.

import type { IndexedCollection } from '../../content/intake/collection-intake.ts';
import type { CollectionSnapshot } from '../../content/snapshot/content-snapshot.ts';
import type { StoredGlobal } from '../../content/snapshot/snapshot-file.ts';

/** A list as it was last received. */
export interface StoredCollection {
  readonly kind: 'collection';
  readonly source: CollectionSnapshot['source'];
  readonly indexed: IndexedCollection;
}

/** A list or a global. */
export type StoredRead = StoredCollection | { readonly kind: 'global'; readonly global: StoredGlobal };

/** All content, as one site hands it to the next. */
export type StoredContent = ReadonlyMap<string, StoredRead>;
