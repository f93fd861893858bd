// The content of a preview in memory, list by list.

import type { ReadTarget } from '../../content/client/content-reads.ts';
import type { ReceivedCollection, ReceivedGlobal } from '../../content/intake/index-entry.ts';

/** A collection or global of a site. */
export type StoredRead = ReceivedCollection | ReceivedGlobal;

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
    globals: reads.filter((read) => read.kind === 'global'),
    warnings: [],
  };
}

/** Whether two versions of a collection or global are the same. */
export function isSameRead(before: StoredRead | undefined, after: StoredRead): boolean {
  return before !== undefined && digestOf(before) === digestOf(after);
}

function digestOf(read: StoredRead): string {
  if (read.kind === 'global') return JSON.stringify([read.source, read.value]);
  const { rows, invalid } = read;
  return [read.source, ...[...rows, ...invalid].map(({ digest }) => digest)].join();
}

/** The ids of all entries. */
export function idsOf(content: StoredContent): readonly string[] {
  return receivedOf(content).collections.flatMap(({ rows }) => rows.map(({ id }) => id));
}
