// Asks the content service what changed since the lists were read, and reads only that (see look-for-changes.ts for what such a
// look cannot notice; a whole reading follows once in a while).

import { type Absence, noteAbsences } from '../../content/client/absences.ts';
import type { ReadOptions, ReadOutcome, ReadTarget } from '../../content/client/content-reads.ts';
import { readChanges } from '../../content/client/read-changes.ts';
import { collectionOf } from '../../content/snapshot/received-content.ts';
import type { StoredContent, StoredRead } from './stored-content.ts';

/** What is compared. */
export interface Changing {
  readonly content: StoredContent;
  readonly keyOf: (target: ReadTarget) => string;
  /** When everything was read, in milliseconds; null is never. */
  readonly fullAt: number | null;
  /** Entries that changed while only their own lists were read: others may show their names. */
  readonly renamed: readonly string[];
  readonly absences: readonly Absence[];
  readonly service: { readonly url: string; readonly isSample: boolean };
}

/** The lists that changed, by their keys; null where all of them have to be read. */
export async function readChanged(
  targets: readonly ReadTarget[],
  { content, keyOf, fullAt, renamed, absences, service }: Changing,
  options: ReadOptions,
): Promise<readonly (readonly [string, StoredRead])[] | null> {
  const known = targets.map((target) => content.get(keyOf(target)));
  const isKnown = (read: StoredRead | undefined) =>
    read?.kind === 'global' || (read?.kind === 'collection' && read.source === 'service');
  if (fullAt === null || !known.every(isKnown)) return null;
  const lists = known.flatMap((read) => (read?.kind === 'collection' ? [read] : []));
  const reading = {
    readAt: null,
    fullAt: new Date(fullAt).toISOString(),
    renamed,
    absences,
    content: {
      file: '',
      rangesDir: '',
      areRangesVerified: true,
      digest: '',
      clock: new Date(fullAt).toISOString(),
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

/** What a read is now; null where it is what it was. */
function findChange(known: StoredRead | undefined, outcome: ReadOutcome | undefined): StoredRead | null {
  if (outcome?.kind === 'global')
    return known?.kind === 'global' && JSON.stringify(known.global) === JSON.stringify(outcome.global) ? null : outcome;
  if (outcome?.kind !== 'collection') return null;
  const { indexed } = outcome;
  const isSame = known?.kind === 'collection' && known.indexed.ranges.join() === indexed.ranges.join();
  return isSame ? null : { kind: 'collection', source: 'service', indexed };
}

/** Ids of the entries that a list has now and had otherwise before, or does not have any more. */
export function listChangedIds(before: StoredRead | undefined, after: StoredRead): readonly string[] {
  const digestsOf = (read: StoredRead | undefined) =>
    new Map(read?.kind === 'collection' ? read.indexed.rows.map(({ id, digest }) => [id, digest] as const) : []);
  const [old, now] = [digestsOf(before), digestsOf(after)];
  return [...new Set([...old.keys(), ...now.keys()])].filter((id) => old.get(id) !== now.get(id));
}

/** What of content changed. */
interface ContentChange {
  readonly before: StoredContent;
  readonly after: StoredContent;
  /** Whether all lists were asked. Else entries of others that show what is back are read again later. */
  readonly isWhole: boolean;
  readonly rangesDir: string;
}

/** The absences after content changed. */
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
