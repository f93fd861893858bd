// Reads only what has changed on the content service since the last full read. Some changes cannot be noticed
// (content/client/look-for-changes.ts), so a full read follows after some hours.

import { type Absence, noteAbsences } from '../../content/client/absences.ts';
import type { ReadOptions, ReadOutcome, ReadTarget } from '../../content/client/content-reads.ts';
import { readChanges } from '../../content/client/read-changes.ts';
import { collectionOf } from '../../content/snapshot/received-content.ts';
import { keyOf, type StoredContent, type StoredRead } from './stored-content.ts';

/** The state that changes are compared with. */
export interface ChangeBase {
  readonly content: StoredContent;
  /** Time of the last full read, in milliseconds. */
  readonly fullAt: number;
  /** Ids of entries that changed while only their own lists were read. Other entries may show their names. */
  readonly renamed: readonly string[];
  readonly absences: readonly Absence[];
  readonly service: { readonly url: string; readonly isSample: boolean };
}

/** The changed lists; null if all lists must be read. */
export async function readChanged(
  targets: readonly ReadTarget[],
  { content, fullAt, renamed, absences, service }: ChangeBase,
  options: ReadOptions,
): Promise<readonly (readonly [string, StoredRead])[] | null> {
  const known = targets.map((target) => content.get(keyOf(target)));
  const isKnown = (read: StoredRead | undefined) =>
    read?.kind === 'global' || (read?.kind === 'collection' && read.source === 'service');
  if (!known.every(isKnown)) return null;
  const lists = known.flatMap((read) => (read?.kind === 'collection' ? [read] : []));
  const clock = new Date(fullAt).toISOString();
  const reading = {
    readAt: null,
    fullAt: clock,
    renamed,
    absences,
    content: {
      file: '',
      rangesDir: '',
      areRangesVerified: true,
      digest: '',
      clock,
      service,
      collections: lists.map(collectionOf),
      globals: [],
      problems: [],
      files: null,
      filesDir: '',
    },
  };
  const outcomes = await readChanges(targets, reading, options);
  if (outcomes === null || outcomes.some(({ kind }) => kind === 'failed')) return null;
  return targets.flatMap((target, index) => {
    const key = keyOf(target);
    const changed = findChange(content.get(key), outcomes[index]);
    return changed === null ? [] : [[key, changed] as const];
  });
}

/** The new content of a list; null if it has not changed. */
function findChange(known: StoredRead | undefined, outcome: ReadOutcome | undefined): StoredRead | null {
  if (outcome?.kind === 'global')
    return known?.kind === 'global' && JSON.stringify(known.global) === JSON.stringify(outcome.global) ? null : outcome;
  if (outcome?.kind !== 'collection') return null;
  const { indexed } = outcome;
  const isSame = known?.kind === 'collection' && known.indexed.ranges.join() === indexed.ranges.join();
  return isSame ? null : { kind: 'collection', source: 'service', indexed };
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
  readonly rangesDir: string;
}

/** The absences after a change. */
export function noteAbsent(
  absences: readonly Absence[],
  { before, after, isWhole, rangesDir }: ContentChange,
): readonly Absence[] {
  const present = isWhole ? idsOf(after) : idsOf(after).intersection(idsOf(before));
  return noteAbsences(absences, { before: listsOf(before).map(collectionOf), present, goneNames: [], rangesDir });
}

const idsOf = (content: StoredContent) =>
  new Set(listsOf(content).flatMap(({ indexed }) => indexed.rows.map(({ id }) => id)));
const listsOf = (content: StoredContent) => [...content.values()].filter((read) => read.kind === 'collection');
