// Reads only what changed since the last reading: lists the ids and save times of every collection, then reads new and saved entries
// and those that show something of them. The result equals that of a full read byte by byte, but for changes that such a list
// does not show (see look-for-changes.ts).

import { SiteError } from '../../errors.ts';
import type { CollectionSnapshot, IndexRow } from '../snapshot/content-snapshot.ts';
import type { RecordStore } from '../snapshot/record-store.ts';
import { type Absence, listAffected } from './absences.ts';
import { type ReadOptions, type ReadOutcome, type ReadTarget, readAll } from './content-reads.ts';
import { isObject } from './entry-facts.ts';
import { collectionsRelatedTo, type EntryChange, findStoredWith, referencesTo } from './find-dependents.ts';
import { lookForChanges } from './look-for-changes.ts';
import { RequestFailure } from './request-failure.ts';
import {
  changeOf,
  createStoredFinder,
  type FindStored,
  finishList,
  type ListUpdate,
  listRemoved,
  openList,
  rereadList,
} from './reread-list.ts';

/** What was read last. */
export interface LastReading {
  readonly collections: readonly CollectionSnapshot[];
  /** The service's time of its oldest answer, in milliseconds. */
  readonly readAt: number | null;
  /** When everything was last read. */
  readonly fullAt: string;
  /** Ids of terms and assets whose titles or texts changed since. */
  readonly renamed: readonly string[];
  readonly absences: readonly Absence[];
}

/** Ids of entries to read again. */
type ToRead = ReadonlyMap<ListUpdate, ReadonlySet<string>>;

/** Entries may show what others show of others. After this many rounds everything is read. */
const MAX_ROUNDS = 5;
/** To search the stored entries for more texts would take longer than to read everything. */
const MAX_REFERENCES = 200;
/** Covers time zones and clocks that differ. */
const DATE_MARGIN_MS = 26 * 3_600_000;

/** Reads what changed. Null if the service cannot say, or contradicts itself: then everything has to be read. */
export async function readChanges(
  targets: readonly ReadTarget[],
  last: LastReading,
  options: ReadOptions,
): Promise<readonly ReadOutcome[] | null> {
  try {
    if (last.renamed.length > MAX_REFERENCES) return reportFullRead(options);
    const globals = targets.filter(({ kind }) => kind === 'global');
    const lists = await lookAtLists(targets, last, options);
    if (lists === null) return reportFullRead(options);
    const [isComplete, readGlobals] = await Promise.all([
      readUntilComplete(lists, last, options),
      readAll(globals, options),
    ]);
    if (!isComplete) return reportFullRead(options);
    reportChanges(lists, options);
    return targets.map((target) => {
      const list = lists.find((other) => other.target === target);
      const outcome = list === undefined ? readGlobals[globals.indexOf(target)] : finishList(list, options);
      if (outcome === undefined) throw new Error('Every target has an outcome.');
      return outcome;
    });
  } catch (error) {
    // A full read reports what is wrong with each list.
    if (error instanceof RequestFailure || error instanceof SiteError) return reportFullRead(options);
    throw error;
  }
}

function reportFullRead({ report }: ReadOptions): null {
  const text = 'The content service cannot say what changed since the last reading: reading everything.';
  report({ kind: 'log', level: 'verbose', text });
  return null;
}

/** Lists every collection. The longest comes first and alone, so that a service that cannot say what changed is asked once. */
async function lookAtLists(
  targets: readonly ReadTarget[],
  { collections, readAt }: LastReading,
  { client, serviceUrl }: ReadOptions,
): Promise<readonly ListUpdate[] | null> {
  const lists = targets.filter((target) => target.kind === 'collection');
  const lastOf = (target: { collection: string; site: string }) =>
    collections.find(({ collection, site }) => collection === target.collection && site === target.site);
  const byCollection = Map.groupBy(
    lists.flatMap((target) => lastOf(target) ?? []),
    ({ collection }) => collection,
  );
  const sizeOf = (snapshots: readonly CollectionSnapshot[]) =>
    snapshots.reduce((sum, { rows }) => sum + rows.length, 0);
  const [first, ...others] = [...byCollection].sort(([, a], [, b]) => sizeOf(b) - sizeOf(a));
  if (first === undefined) return null;
  const lookAt = async ([collection, snapshots]: typeof first) => {
    const known = new Map(snapshots.map(({ site, rows }) => [site, rows]));
    const changes = await lookForChanges({ client, serviceUrl, collection, known, readAt });
    return changes?.map((change) => [`${collection} ${change.site}`, change] as const) ?? null;
  };
  const looks = [await lookAt(first)];
  if (looks[0] === null) return null;
  looks.push(...(await Promise.all(others.map(lookAt))));
  if (looks.includes(null)) return null;
  const changes = new Map(looks.flatMap((look) => look ?? []));
  return lists.flatMap((target) => {
    const [last, change] = [lastOf(target), changes.get(`${target.collection} ${target.site}`)];
    return last === undefined || change === undefined ? [] : [openList(target, last, change)];
  });
}

/** Reads until no remaining entry shows anything that changed. False after too many rounds, or if that cannot be known. */
async function readUntilComplete(
  lists: readonly ListUpdate[],
  { renamed, absences, readAt, fullAt }: LastReading,
  options: ReadOptions,
): Promise<boolean> {
  const { records } = options;
  const findStored = createStoredFinder(records);
  const findOrigin = (entry: unknown) => {
    const id = isObject(entry) && typeof entry.origin_id === 'string' ? entry.origin_id : '';
    const list = lists.find(({ rowById }) => rowById.has(id));
    return list === undefined ? null : findStored(list, id);
  };
  const removed = lists.flatMap((list) =>
    listRemoved(list).map((id) => changeOf(list, id, findStored(list, id), null)),
  );
  const renamedTexts = renamed.map((id) => JSON.stringify(id));
  const affected = listAffected(absences, new Set([...lists.flatMap(listNew), ...renamed]));
  const since = readAt ?? Date.parse(fullAt);
  let toRead: ToRead = new Map(
    lists.map((list) => [
      list,
      new Set([
        ...list.changed,
        ...findRowsWith(list, renamedTexts, records),
        ...listIds(list).filter((id) => affected.has(id)),
        ...findDue(list, since),
        ...keepListed(list, findSavedSince(list, readAt, 0)),
      ]),
    ]),
  );
  let more = [...removed, ...listSavedMeanwhile(lists, readAt, findStored)];
  for (let round = 0; round < MAX_ROUNDS; round += 1) {
    const read = await Promise.all([...toRead].map(([list, ids]) => rereadList(list, ids, findStored, options)));
    const changes = [...more, ...read.flat()];
    more = [];
    if (changes.length === 0) return true;
    const found = findDependents(
      lists,
      changes.map((change) => ({ ...change, origin: findOrigin(change.after) })),
      records,
    );
    if (found === null) return false;
    toRead = found;
  }
  return false;
}

/** All ids of a list as it is now. */
function listIds({ ids, last }: ListUpdate): readonly string[] {
  return ids ?? last.rows.map(({ id }) => id);
}

function listNew({ ids, rowById }: ListUpdate): readonly string[] {
  return ids?.filter((id) => !rowById.has(id)) ?? [];
}

/**
 * Entries that were saved during the last reading. Entries that were read before them may show their old version, so each of them
 * counts as removed and added.
 */
function listSavedMeanwhile(
  lists: readonly ListUpdate[],
  readAt: number | null,
  findStored: FindStored,
): readonly EntryChange[] {
  return lists.flatMap((list) =>
    findSavedSince(list, readAt, 1).flatMap((id) => {
      const entry = findStored(list, id);
      return [changeOf(list, id, entry, null), changeOf(list, id, null, entry)];
    }),
  );
}

/**
 * Ids of entries that were saved at least this many milliseconds after the first answer of the last reading. Times are in seconds: an
 * entry that was saved in that second may have been saved again in it, which no save time shows.
 */
function findSavedSince({ last }: ListUpdate, readAt: number | null, leastMs: number): readonly string[] {
  if (readAt === null) return [];
  const isSince = ({ lastModified }: IndexRow) => {
    const age = Date.parse(lastModified ?? '') - readAt;
    return age >= leastMs && age < DATE_MARGIN_MS;
  };
  return last.rows.filter(isSince).map(({ id }) => id);
}

/** Finds the entries that show something of the changed ones and were not read yet; null if links cannot be followed. */
function findDependents(
  lists: readonly ListUpdate[],
  changes: readonly EntryChange[],
  records: RecordStore,
): ToRead | null {
  const references = changes.map(referencesTo);
  if (references.includes(null)) return null;
  const texts = [...new Set(references.flatMap((each) => each ?? []))];
  if (texts.length > MAX_REFERENCES) return null;
  const related = new Set(
    changes.flatMap((change) => collectionsRelatedTo(change).map((name) => `${name} ${change.site}`)),
  );
  const toRead = new Map<ListUpdate, ReadonlySet<string>>();
  for (const list of lists) {
    if (list.fullRead !== null) continue;
    const isRelated = related.has(`${list.target.collection} ${list.target.site}`);
    const ids = isRelated ? listIds(list) : findRowsWith(list, texts, records);
    const left = new Set(ids.filter((id) => !list.updated.has(id)));
    if (left.size > 0) toRead.set(list, left);
  }
  return toRead;
}

/** Ids of entries whose date came since the last reading, give or take a day: the service may publish or expire them by date. */
function findDue(list: ListUpdate, readAt: number): readonly string[] {
  const [start, end] = [readAt - DATE_MARGIN_MS, Date.now() + DATE_MARGIN_MS];
  const isDue = ({ date }: IndexRow) => date !== null && Date.parse(date) >= start && Date.parse(date) <= end;
  const due = list.last.rows.filter(isDue).map(({ id }) => id);
  return keepListed(list, due);
}

/** Ids of the stored entries that contain one of the texts and are still listed. */
function findRowsWith(list: ListUpdate, texts: readonly string[], records: RecordStore): readonly string[] {
  return keepListed(list, findStoredWith([list.last], texts, records));
}

/** The ids that are still listed. */
function keepListed({ ids }: ListUpdate, found: readonly string[]): readonly string[] {
  if (ids === null) return found;
  const left = new Set(ids);
  return found.filter((id) => left.has(id));
}

function reportChanges(lists: readonly ListUpdate[], { report }: ReadOptions): void {
  const full = lists.filter(({ fullRead }) => fullRead !== null).length;
  const entries = lists.reduce((sum, { updated }) => sum + updated.size, 0);
  const all = lists.reduce((sum, { last }) => sum + last.rows.length, 0);
  const fullLists = full === 0 ? '' : ` and ${full} whole ${full === 1 ? 'list' : 'lists'}`;
  report({
    kind: 'log',
    level: 'info',
    text: `Read ${entries} changed of ${all} entries${fullLists}. --full reads everything.`,
  });
}
