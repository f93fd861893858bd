// Reads only what has changed on the content service since the last full read. Some changes cannot be noticed
// (content/client/look-for-changes.ts), so a full read follows after some hours.

import type { ReadOptions, ReadTarget } from '../../content/client/content-reads.ts';
import { NOTHING, noteGone } from '../../content/client/find-dependents.ts';
import { readChanges } from '../../content/client/read-changes.ts';
import { collectionOf } from '../../content/snapshot/received-content.ts';
import { isSameRead, keyOf, receivedOf, type StoredContent, type StoredRead } from './stored-content.ts';

/** What later readings of changes need to know of the earlier ones. */
export class ChangeLog {
  /** Time of the last full read, in milliseconds; null if the next one has to be full. */
  #fullAt: number | null = null;
  /** Changes that were followed only in the lists that were read. */
  #known = NOTHING;
  #gone: readonly string[] = [];
  readonly #maxAgeMs: number;

  constructor(maxAgeMs: number) {
    this.#maxAgeMs = maxAgeMs;
  }

  /** Notes that all lists were read, or could not be. */
  noteFull(hasSucceeded: boolean): void {
    this.#fullAt = hasSucceeded ? Date.now() : null;
    this.#known = NOTHING;
  }

  /** Notes what is gone after a reading. */
  noteGone(before: readonly string[], now: readonly string[]): void {
    this.#gone = noteGone(this.#gone, before, new Set(now));
  }

  /**
   * Reads the changes of `targets` into the content, and tells whether there are any. Null if they have to be read whole: then all
   * others are as well, with the next reading.
   */
  async read(
    targets: readonly ReadTarget[],
    content: Map<string, StoredRead>,
    options: ReadOptions,
  ): Promise<boolean | null> {
    const fullAt = this.#fullAt;
    const lists = listsOf(targets, content);
    if (lists === null || fullAt === null || Date.now() - fullAt > this.#maxAgeMs) return null;
    const last = { readAt: null, fullAt: new Date(fullAt).toISOString(), known: this.#known, gone: this.#gone };
    const changes = await readChanges(targets, { ...last, collections: lists.map(collectionOf) }, options);
    if (changes === null || changes.outcomes.some(({ kind }) => kind === 'failed')) {
      this.#fullAt = null;
      return null;
    }
    const isAll = lists.length === receivedOf(content).collections.length;
    this.#known = isAll ? NOTHING : changes.followed;
    const before = idsOf(content);
    let isChanged = false;
    for (const [index, target] of targets.entries()) {
      const outcome = changes.outcomes[index];
      if (outcome === undefined || outcome.kind === 'failed') continue;
      const read: StoredRead = outcome.kind === 'global' ? outcome : { ...outcome, source: 'service' };
      if (isSameRead(content.get(keyOf(target)), read)) continue;
      content.set(keyOf(target), read);
      isChanged = true;
    }
    this.noteGone(before, idsOf(content));
    return isChanged;
  }
}

/** The lists of these targets; null if one of them did not come from the service. */
function listsOf(targets: readonly ReadTarget[], content: StoredContent) {
  const known = targets.map((target) => content.get(keyOf(target)));
  const lists = known.filter((read) => read?.kind === 'collection').filter(({ source }) => source === 'service');
  const globals = known.filter((read) => read?.kind === 'global');
  return lists.length + globals.length === targets.length ? lists : null;
}

/** The ids of all entries. */
export const idsOf = (content: StoredContent): readonly string[] =>
  receivedOf(content).collections.flatMap(({ indexed }) => indexed.rows.map(({ id }) => id));
