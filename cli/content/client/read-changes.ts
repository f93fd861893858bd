// Reads only what changed since the last reading: lists the ids and save times of every collection, then reads new and saved entries
// and those that show something of them. The result equals that of a full read byte by byte, but for changes that such a list
// does not show (see look-for-changes.ts). In doubt everything is read.

import { COLLECTIONS } from '../../../content/collections.ts';
import { indexCollection, type StoredEntry } from '../intake/index-entry.ts';
import type { CollectionSnapshot, IndexRow } from '../snapshot/content-snapshot.ts';
import type { RecordStore } from '../snapshot/record-store.ts';
import { type ReadOptions, type ReadOutcome, type ReadTarget, readAll } from './content-reads.ts';
import { askedFields, dataOf, entryPath, idOfEntry, isObject, pickFields } from './entry-facts.ts';
import { createDependentsFinder, type EntryChange, type Followed, follow } from './find-dependents.ts';
import { lookForChanges, type SiteChanges } from './look-for-changes.ts';
import { asNothing } from './request-failure.ts';

export interface LastReading {
  readonly collections: readonly CollectionSnapshot[];
  /** The service's time of its oldest answer, in milliseconds. */
  readonly readAt: number | null;
  readonly fullAt: string;
  /** Changes that are known already, such as new titles of terms. */
  readonly known: Followed;
  /** See {@link noteGone}. */
  readonly gone: readonly string[];
}

/** The lists and globals as they are now, and the changes whose dependents were read. */
export interface ReadChanges {
  readonly outcomes: readonly ReadOutcome[];
  readonly followed: Followed;
}

/** A list (a collection of a site) while it is brought up to date. */
interface ListUpdate extends SiteChanges {
  readonly target: ReadTarget & { readonly kind: 'collection' };
  readonly last: CollectionSnapshot;
  readonly rowById: ReadonlyMap<string, IndexRow>;
  /** Entries that were read again and differ from the last reading, by id. */
  readonly updated: Map<string, unknown>;
}

/** Entries may show what others show of others. After this many rounds everything is read. */
const MAX_ROUNDS = 5;
/** The most entries that are read one by one, per page of a full read. */
const MAX_DETAILS_PER_PAGE = 4;
/** More entries that seem to be gone are a reason to read everything. */
const MAX_REMOVED = 8;
/** Covers time zones and clocks that differ. */
const DATE_MARGIN_MS = 26 * 3_600_000;

/** Reads what changed. Null if the service cannot say, or contradicts itself: then everything has to be read. */
export async function readChanges(
  targets: readonly ReadTarget[],
  last: LastReading,
  options: ReadOptions,
): Promise<ReadChanges | null> {
  const globals = targets.filter(({ kind }) => kind === 'global');
  const lists = await lookAtLists(targets, last, options);
  // A full read reports what is wrong with each list.
  const found =
    lists && (await Promise.all([readUntilComplete(lists, last, options), readAll(globals, options)]).catch(asNothing));
  const [followed = null, readGlobals = []] = found ?? [];
  reportChanges(followed === null ? null : lists, options);
  if (followed === null) return null;
  const outcomes = targets.map((target) => {
    const list = lists?.find((other) => other.target === target);
    const outcome = list === undefined ? readGlobals[globals.indexOf(target)] : finishList(list, options);
    if (outcome === undefined) throw new Error('Every target has an outcome.');
    return outcome;
  });
  return { outcomes, followed };
}

async function lookAtLists(
  targets: readonly ReadTarget[],
  { collections, readAt }: LastReading,
  { client }: ReadOptions,
): Promise<readonly ListUpdate[] | null> {
  const lists = targets.flatMap((target) => {
    if (target.kind === 'global') return [];
    const last = collections.find(({ collection, site }) => collection === target.collection && site === target.site);
    return last === undefined ? [] : [{ target, last, rowById: new Map(last.rows.map((row) => [row.id, row])) }];
  });
  const looks = await Promise.all(
    [...Map.groupBy(lists, ({ target }) => target.collection)].map(async ([collection, group]) => {
      const known = new Map(group.map(({ last: { site, rows } }) => [site, rows]));
      const changes = await lookForChanges({ client, collection, known, readAt });
      return changes?.flatMap((change) =>
        group
          .filter(({ last }) => last.site === change.site)
          .map((list) => ({ ...list, ...change, updated: new Map() })),
      );
    }),
  );
  return looks.length === 0 || looks.includes(undefined) ? null : looks.flatMap((updates) => updates ?? []);
}

/** Reads until no remaining entry shows anything that changed. Null if that takes too long or cannot be known. */
async function readUntilComplete(
  lists: readonly ListUpdate[],
  last: LastReading,
  options: ReadOptions,
): Promise<Followed | null> {
  const { records } = options;
  const gone = new Set(last.gone);
  if (lists.some(({ ids }) => ids?.some((id) => gone.has(id)))) return null;
  const areGone = await Promise.all(lists.map((list) => areRemoved(list, options)));
  if (areGone.includes(false)) return null;
  const findStored = (id: string) => {
    const list = lists.find(({ rowById }) => rowById.has(id));
    return list === undefined ? null : storedIn(list, id, records);
  };
  const early = lists.flatMap((list) => listEarlyChanges(list, last.readAt, findStored));
  const pages = lists.map(
    ({ last: { rows, collection } }) => Math.ceil(rows.length / COLLECTIONS[collection].limit) || 1,
  );
  let left = MAX_DETAILS_PER_PAGE * pages.reduce((sum, count) => sum + count, 0);
  let next = follow(early, findStored, last.known);
  let followed = next;
  for (let round = 0; round < MAX_ROUNDS && next !== null && followed !== null; round += 1) {
    const isDependent = createDependentsFinder(next, records);
    const wanted = lists.map((list) => {
      const listed = list.ids === null ? null : new Set(list.ids);
      const dependents = list.last.rows.filter((row) => isDependent(row) || (round === 0 && isDoubtful(row, last)));
      const ids = dependents.map(({ id }) => id).filter((id) => listed?.has(id) !== false && !list.updated.has(id));
      return new Set([...(round === 0 ? list.changed : []), ...ids]);
    });
    left -= wanted.reduce((sum, { size }) => sum + size, 0);
    if (left < 0) return null;
    const read = await Promise.all(lists.map((list, index) => readDetails(list, [...(wanted[index] ?? [])], options)));
    if (read.includes(null)) return null;
    const changes = read.flatMap((each) => each ?? []);
    if (changes.length === 0) return followed;
    next = follow(changes, findStored);
    followed = follow(changes, findStored, followed);
  }
  return null;
}

/** An entry of the last reading, as received; null if it is not there. */
function storedIn({ rowById }: ListUpdate, id: string, records: RecordStore): unknown {
  const row = rowById.get(id);
  return row === undefined ? null : records.readRaw(row.digest);
}

/** Ids of entries of the last reading that are not listed any more. */
function listRemoved({ last, ids }: ListUpdate): readonly string[] {
  if (ids === null) return [];
  const listed = new Set(ids);
  return last.rows.flatMap(({ id }) => (listed.has(id) ? [] : [id]));
}

/** Whether the service answers 404 for each entry that is not listed any more, and finds one that is. */
async function areRemoved(list: ListUpdate, { client }: ReadOptions): Promise<boolean> {
  const removed = listRemoved(list);
  if (removed.length === 0) return true;
  const listed = list.ids?.[0];
  if (removed.length > MAX_REMOVED || listed === undefined) return false;
  const answers = await Promise.all([listed, ...removed].map((id) => client.getJson(detailPath(list, id, client))));
  return answers.every((answer, index) =>
    index === 0 ? answer.kind === 'json' : answer.kind === 'refused' && answer.status === 404,
  );
}

/** Reads these entries again. Returns what changed; null if an entry contradicts the list. */
async function readDetails(
  list: ListUpdate,
  ids: readonly string[],
  options: ReadOptions,
): Promise<readonly EntryChange[] | null> {
  const { collection } = list.target;
  const read = await Promise.all(
    ids.map(async (id) => {
      const before = storedIn(list, id, options.records);
      return { collection, id, before, after: await readDetail(list, id, before, options) };
    }),
  );
  if (!read.every((change) => isConsistent(list, change))) return null;
  const changes = read.filter(({ before, after }) => JSON.stringify(before) !== JSON.stringify(after));
  for (const { id, after } of changes) list.updated.set(id, after);
  return changes;
}

/** The time in the query keeps the service from answering out of its cache. */
function detailPath({ target }: ListUpdate, id: string, client: ReadOptions['client']): string {
  return `${entryPath(client, target.collection, id)}?_=${Date.now()}`;
}

/** Null if there is none, or if it lacks a field that the list filled. */
async function readDetail(list: ListUpdate, id: string, before: unknown, { client }: ReadOptions): Promise<unknown> {
  const entry = dataOf(await client.getJson(detailPath(list, id, client)));
  const filled = isObject(before) ? Object.keys(before).filter((name) => before[name] !== null) : [];
  if (!isObject(entry) || !filled.every((name) => name in entry)) return null;
  return pickFields(entry, askedFields(list.target.collection));
}

/** Whether an entry agrees with the list: the same site, a new save time if it was saved, and the same place in the order. */
function isConsistent({ target, ids, changed }: ListUpdate, { id, before, after }: EntryChange): boolean {
  if (!isObject(after) || idOfEntry(after) !== id || after.locale !== target.site || after.published === false)
    return false;
  if (!isObject(before)) return true;
  const isSaved = !changed.has(id) || before.last_modified !== after.last_modified;
  const isInPlace = ids !== null || before.date === after.date;
  return isSaved && isInPlace;
}

/** The updated list. Unchanged entries keep their rows. */
function finishList({ last, rowById, ids, updated }: ListUpdate, { records }: ReadOptions): ReadOutcome {
  const { collection, site, rows } = last;
  const entries = (ids ?? rows.map((row) => row.id)).flatMap((id): readonly StoredEntry[] => {
    const row = rowById.get(id);
    if (updated.has(id) || row === undefined) return records.take([updated.get(id)], { collection, site });
    return [{ row }];
  });
  return indexCollection({ collection, site }, entries);
}

/**
 * Changes that are known before any entry is read: what is gone, and what was saved during the last reading. Entries that were read
 * before such an entry may show its old version, so it counts as removed and added.
 */
function listEarlyChanges(
  list: ListUpdate,
  readAt: number | null,
  findStored: (id: string) => unknown,
): readonly EntryChange[] {
  const { collection } = list.target;
  const saved = list.last.rows.filter((row) => isSavedSince(row, readAt));
  return [
    ...listRemoved(list).map((id) => ({ collection, id, before: findStored(id), after: null })),
    ...saved.flatMap(({ id }) => [
      { collection, id, before: findStored(id), after: null },
      { collection, id, before: null, after: findStored(id) },
    ]),
  ];
}

/** Whether an entry may have changed without a sign in the list. */
function isDoubtful(row: IndexRow, { readAt, fullAt }: LastReading): boolean {
  return isSavedSince(row, readAt) || isDue(row, readAt ?? Date.parse(fullAt));
}

/**
 * Whether an entry was saved after the first answer of the last reading, or in its second: times are in seconds, so it may have been
 * saved again in that second, which no save time shows.
 */
function isSavedSince({ lastModified }: IndexRow, readAt: number | null): boolean {
  const age = readAt === null ? Number.NaN : Date.parse(lastModified ?? '') - readAt;
  return age >= 0 && age < DATE_MARGIN_MS;
}

/** Whether the date of an entry came since then, give or take a day: the service may publish or expire it by date. */
function isDue({ date }: IndexRow, since: number): boolean {
  const time = Date.parse(date ?? '');
  return time >= since - DATE_MARGIN_MS && time <= Date.now() + DATE_MARGIN_MS;
}

function reportChanges(lists: readonly ListUpdate[] | null, { report }: ReadOptions): void {
  if (lists === null) {
    const text = 'The content service cannot say what changed since the last reading: reading everything.';
    report({ kind: 'log', level: 'verbose', text });
    return;
  }
  const entries = lists.reduce((sum, { updated }) => sum + updated.size, 0);
  const all = lists.reduce((sum, { last }) => sum + last.rows.length, 0);
  const text = `Read ${entries} changed of ${all} entries. --full reads everything.`;
  report({ kind: 'log', level: 'info', text });
}
