// Reads only what has changed on the content service since the last full read. Some changes cannot be noticed
// (content/client/look-for-changes.ts), so a full read follows after some hours.

import { type Absence, noteAbsences } from '../../content/client/absences.ts';
import type { ReadOptions, ReadTarget } from '../../content/client/content-reads.ts';
import { readChanges } from '../../content/client/read-changes.ts';
import { collectionOf } from '../../content/snapshot/received-content.ts';
import type { RecordStore } from '../../content/snapshot/record-store.ts';
import { isSameRead, keyOf, receivedOf, type StoredContent, type StoredRead } from './stored-content.ts';

/** The state that changes are compared with. */
export interface ChangeBase {
  readonly content: StoredContent;
  /** Time of the last full read, in milliseconds. */
  readonly fullAt: number;
  /** Ids of entries that changed while only their own lists were read. Other entries may show their names. */
  readonly renamed: readonly string[];
  readonly absences: readonly Absence[];
}

/** The changed lists; null if all lists must be read. */
export async function readChanged(
  targets: readonly ReadTarget[],
  { content, fullAt, renamed, absences }: ChangeBase,
  options: ReadOptions,
): Promise<readonly (readonly [string, StoredRead])[] | null> {
  const known = targets.map((target) => content.get(keyOf(target)));
  const isKnown = (read: StoredRead | undefined) =>
    read?.kind === 'global' || (read?.kind === 'collection' && read.source === 'service');
  if (!known.every(isKnown)) return null;
  const lists = known.flatMap((read) => (read?.kind === 'collection' ? [read] : []));
  const reading = {
    readAt: null,
    fullAt: new Date(fullAt).toISOString(),
    renamed,
    absences,
    collections: lists.map(collectionOf),
  };
  const outcomes = await readChanges(targets, reading, options);
  if (outcomes === null || outcomes.some(({ kind }) => kind === 'failed')) return null;
  return targets.flatMap((target, index) => {
    const outcome = outcomes[index];
    if (outcome === undefined || outcome.kind === 'failed') return [];
    const read: StoredRead = outcome.kind === 'global' ? outcome : { ...outcome, source: 'service' };
    return isSameRead(content.get(keyOf(target)), read) ? [] : [[keyOf(target), read] as const];
  });
}

/** Ids of new, changed and removed entries of a list. */
export function listChangedIds(before: StoredRead | undefined, after: StoredRead): readonly string[] {
  const digestsOf = (read: StoredRead | undefined) =>
    new Map(read?.kind === 'collection' ? read.indexed.rows.map(({ id, digest }) => [id, digest] as const) : []);
  const [old, now] = [digestsOf(before), digestsOf(after)];
  return [...new Set([...old.keys(), ...now.keys()])].filter((id) => old.get(id) !== now.get(id));
}

interface ContentChange {
  readonly before: StoredContent;
  readonly after: StoredContent;
  /** Whether all lists were read. If not, entries of other lists that link to a restored entry are read later. */
  readonly isWhole: boolean;
  readonly records: RecordStore;
}

/** The absences after a change. */
export function noteAbsent(
  absences: readonly Absence[],
  { before, after, isWhole, records }: ContentChange,
): readonly Absence[] {
  const present = isWhole ? idsOf(after) : idsOf(after).intersection(idsOf(before));
  return noteAbsences(absences, {
    before: receivedOf(before).collections.map(collectionOf),
    present,
    goneNames: [],
    records,
  });
}

const idsOf = (content: StoredContent) =>
  new Set(receivedOf(content).collections.flatMap(({ indexed }) => indexed.rows.map(({ id }) => id)));
