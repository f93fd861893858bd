// The content of a preview in memory, list by list.

import type { ReadTarget } from '../../content/client/content-reads.ts';
import type { ReceivedCollection, ReceivedGlobal } from '../../content/intake/index-entry.ts';

export type StoredRead = ReceivedCollection | ReceivedGlobal;

/** All content, by {@link keyOf}. */
export type StoredContent = ReadonlyMap<string, StoredRead>;

/**
 * Lists of the content service. The globals of a site are one list, `globals`. Without a collection or a site, all of them are meant;
 * without a site but with an id, those that have the entry. Unknown names are ignored.
 */
export interface ListName {
  readonly collection?: string | undefined;
  readonly site?: string | undefined;
  /** Of an entry. */
  readonly id?: string | undefined;
}

/** `blog_articles en`, `global top_banner en`. */
export function keyOf(target: ReadTarget): string {
  return `${target.kind === 'collection' ? target.collection : `global ${target.name}`} ${target.site}`;
}

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

export function idsOf(content: StoredContent): readonly string[] {
  return receivedOf(content).collections.flatMap(({ rows }) => rows.map(({ id }) => id));
}

/** The lists and globals that a name means. */
export function findTargets(
  { targets, content }: { readonly targets: readonly ReadTarget[]; readonly content: StoredContent },
  { collection, site, id }: ListName,
): readonly ReadTarget[] {
  const named = targets.filter((target) => {
    const own = target.kind === 'collection' ? target.collection : 'globals';
    return (collection ?? own) === own && (site ?? target.site) === target.site;
  });
  const own = named.filter((target) => {
    const known = content.get(keyOf(target));
    return known?.kind === 'collection' && known.rows.some((row) => row.id === id);
  });
  return own.length > 0 ? own : named;
}
