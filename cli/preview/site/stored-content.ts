// The content of a preview in memory, list by list, and what the next reading of changes begins with.

import { type Absence, noteAbsences } from '../../content/client/absences.ts';
import type { ReadTarget } from '../../content/client/content-reads.ts';
import type { IndexedCollection } from '../../content/intake/collection-intake.ts';
import type { CollectionSnapshot } from '../../content/snapshot/content-snapshot.ts';
import { collectionOf, type StoredGlobal } from '../../content/snapshot/received-content.ts';
import type { RecordStore } from '../../content/snapshot/record-store.ts';

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

/** The collections of a content as a reading of changes compares them. */
export function snapshotsOf(content: StoredContent): readonly CollectionSnapshot[] {
  return receivedOf(content).collections.map(collectionOf);
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

/** What the next reading of changes begins with, besides the content. */
export interface ChangeBase {
  /** When everything was last read. */
  readonly fullAt: string;
  /** The service's time of the oldest answer of the last reading of all collections, in milliseconds. */
  readonly readAt: number | null;
  /** Ids of entries that changed while only their own lists were read. Other entries may show their names. */
  readonly renamed: readonly string[];
  readonly absences: readonly Absence[];
}

interface ContentChange {
  readonly before: StoredContent;
  readonly after: StoredContent;
  /** Time of the oldest answer if all collections were read; null if entries of others may still show what changed. */
  readonly whole: { readonly readAt: number | null } | null;
  readonly records: RecordStore;
}

/** The base after a reading of changes. */
export function nextBase(base: ChangeBase, { before, after, whole, records }: ContentChange): ChangeBase {
  const [old, now] = [digestsById(before), digestsById(after)];
  const present = new Set(now.keys());
  const absences = noteAbsences(base.absences, {
    before: snapshotsOf(before),
    present: whole === null ? present.intersection(new Set(old.keys())) : present,
    goneNames: [],
    records,
  });
  if (whole !== null) return { ...base, ...whole, renamed: [], absences };
  const changed = new Set([...old.keys(), ...now.keys()].filter((id) => old.get(id) !== now.get(id)));
  return { ...base, renamed: [...new Set([...base.renamed, ...changed])], absences };
}

/** The digest of each entry. */
function digestsById(content: StoredContent): ReadonlyMap<string, string> {
  const rows = receivedOf(content).collections.flatMap(({ indexed }) => indexed.rows);
  return new Map(rows.map(({ id, digest }) => [id, digest]));
}
