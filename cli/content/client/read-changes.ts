// Reads content again, but only what changed since the last reading: a look at every collection, the bodies of new and saved
// entries, and of those that show something of them. The result is, to the byte, that of a full read; what a look cannot notice
// stays until the next full read (see look-for-changes.ts).

import { COLLECTIONS } from '../../../content/collections.ts';
import { SiteError } from '../../errors.ts';
import { openIntake } from '../intake/collection-intake.ts';
import type { CollectionSnapshot, ContentSnapshot, IndexRow } from '../snapshot/content-snapshot.ts';
import { type Absence, listAwaiting } from './absences.ts';
import { type ReadOptions, type ReadOutcome, type ReadTarget, rangesDirOf, readAll } from './content-reads.ts';
import { idOfEntry, isObject } from './entry-facts.ts';
import { type EntryChange, listsThatMayShow, namesOf } from './find-dependents.ts';
import { lookForChanges, type SiteChanges } from './look-for-changes.ts';
import { RequestFailure } from './request-failure.ts';
import { findStoredWith, openRows } from './stored-entries.ts';

/** What was read last. */
export interface LastReading {
  readonly content: ContentSnapshot;
  /** The service's time of its oldest answer, in milliseconds. */
  readonly readAt: number | null;
  /** When everything was read. */
  readonly fullAt: string;
  /** Terms and assets whose names or texts changed since. */
  readonly renamed: readonly string[];
  readonly absences: readonly Absence[];
}

/** One list while it is compared. */
interface ListState {
  readonly target: ReadTarget & { readonly kind: 'collection' };
  readonly last: CollectionSnapshot;
  readonly rowById: ReadonlyMap<string, IndexRow>;
  /** All ids in the service's order; null where they are those of the last reading. */
  readonly ids: readonly string[] | null;
  /** Ids of new and saved entries. */
  readonly changed: ReadonlySet<string>;
  /** What was read again and is not what it was, by id. */
  readonly fresh: Map<string, unknown>;
  /** The list where it was read whole. */
  whole: ReadOutcome | null;
}

/** Ids of entries to read again. */
type Wanted = ReadonlyMap<ListState, ReadonlySet<string>>;

/** A list of which more entries changed is read whole: so many in all, and a page of it. */
const FEW_DETAILS = 8;
const DETAILS_PER_PAGE = 4;
/** Entries may show what others show of others; more often than that everything is read. */
const MAX_ROUNDS = 5;
/** Names to search for in all that is stored: more of them take longer than to read everything. */
const MOST_NAMES = 200;
/** Time zones, and clocks that differ. */
const DATE_MARGIN_MS = 26 * 3_600_000;

/** Reads what changed. Null where the service cannot tell, or contradicts itself: then everything has to be read. */
export async function readChanges(
  targets: readonly ReadTarget[],
  last: LastReading,
  options: ReadOptions,
): Promise<readonly ReadOutcome[] | null> {
  try {
    if (last.renamed.length > MOST_NAMES) return reportFullRead(options);
    const globals = targets.filter(({ kind }) => kind === 'global');
    const lists = await lookAtLists(targets, last, options);
    if (lists === null) return reportFullRead(options);
    const [isSettled, readGlobals] = await Promise.all([
      readUntilSettled(lists, last, options),
      readAll(globals, options),
    ]);
    if (!isSettled) return reportFullRead(options);
    reportChanges(lists, options);
    return targets.map((target) => {
      const list = lists.find((other) => other.target === target);
      const outcome =
        list === undefined ? readGlobals[globals.indexOf(target)] : finishList(list, last.content, options);
      if (outcome === undefined) throw new Error('Every target has an outcome.');
      return outcome;
    });
  } catch (error) {
    // A full read says what is wrong, with the problem of each list; a damaged snapshot is replaced by it.
    if (error instanceof RequestFailure || error instanceof SiteError) return reportFullRead(options);
    throw error;
  }
}

function reportFullRead({ report }: ReadOptions): null {
  const text = 'The content service cannot say what changed since the last reading: everything is read.';
  report({ kind: 'log', level: 'verbose', text });
  return null;
}

/** Looks at every collection, the longest first: a service that cannot tell is asked once. */
async function lookAtLists(
  targets: readonly ReadTarget[],
  { content, readAt }: LastReading,
  { client, serviceUrl }: ReadOptions,
): Promise<readonly ListState[] | null> {
  const wanted = targets.filter((target) => target.kind === 'collection');
  const lastOf = (target: { collection: string; site: string }) =>
    content.collections.find(({ collection, site }) => collection === target.collection && site === target.site);
  const known = Map.groupBy(
    wanted.flatMap((target) => lastOf(target) ?? []),
    ({ collection }) => collection,
  );
  const sizeOf = (lists: readonly CollectionSnapshot[]) => lists.reduce((sum, { rows }) => sum + rows.length, 0);
  const [first, ...others] = [...known].sort(([, a], [, b]) => sizeOf(b) - sizeOf(a));
  if (first === undefined) return null;
  const lookAt = async ([collection, lists]: typeof first) => {
    const rows = new Map(lists.map((list) => [list.site, list.rows]));
    const changes = await lookForChanges({ client, serviceUrl, collection, known: rows, readAt });
    return changes?.map((change) => [`${collection} ${change.site}`, change] as const) ?? null;
  };
  const looks = [await lookAt(first)];
  if (looks[0] === null) return null;
  looks.push(...(await Promise.all(others.map(lookAt))));
  if (looks.includes(null)) return null;
  const changes = new Map(looks.flatMap((look) => look ?? []));
  return wanted.flatMap((target) => {
    const [list, change] = [lastOf(target), changes.get(`${target.collection} ${target.site}`)];
    return list === undefined || change === undefined ? [] : [openList(target, list, change)];
  });
}

function openList(target: ListState['target'], last: CollectionSnapshot, { ids, changed }: SiteChanges): ListState {
  const rowById = new Map(last.rows.map((row) => [row.id, row]));
  return { target, last, rowById, ids, changed, fresh: new Map(), whole: null };
}

/** Reads until nothing that was not read again shows anything of what was. False after too many rounds, or where that is unknown. */
async function readUntilSettled(
  lists: readonly ListState[],
  { renamed, absences, readAt, fullAt }: LastReading,
  options: ReadOptions,
): Promise<boolean> {
  const stored = openStoredEntries(rangesDirOf(options.cacheDir));
  const findOrigin = (entry: unknown) => {
    const id = isObject(entry) && typeof entry.origin_id === 'string' ? entry.origin_id : '';
    const list = lists.find(({ rowById }) => rowById.has(id));
    return list === undefined ? null : stored.find(list, id);
  };
  const removed = lists.flatMap((list) =>
    list.ids === null
      ? []
      : listRemoved(list, new Set(list.ids)).map((id) => changeOf(list, id, stored.find(list, id), null)),
  );
  const names = renamed.map((id) => JSON.stringify(id));
  const withNames = (list: ListState) => findRowsWith(list, names, rangesDirOf(options.cacheDir));
  const awaiting = listAwaiting(absences, new Set([...lists.flatMap(listNew), ...renamed]));
  const showBack = ({ last, ids }: ListState) =>
    (ids ?? last.rows.map(({ id }) => id)).filter((id) => awaiting.has(id));
  let wanted: Wanted = new Map(
    lists.map((list) => [
      list,
      new Set([...list.changed, ...withNames(list), ...showBack(list), ...findDue(list, readAt ?? Date.parse(fullAt))]),
    ]),
  );
  let more = [...removed, ...listSavedMeanwhile(lists, readAt, stored)];
  for (let round = 0; round < MAX_ROUNDS; round += 1) {
    const changes = [...more, ...(await readWanted(wanted, stored, options))];
    more = [];
    if (changes.length === 0) return true;
    const found = findDependents(
      lists,
      changes.map((change) => ({ ...change, origin: findOrigin(change.after) })),
      options,
    );
    if (found === null) return false;
    wanted = found;
  }
  return false;
}

const changeOf = (
  { target: { collection, site } }: ListState,
  id: string,
  before: unknown,
  after: unknown,
): EntryChange => ({
  collection,
  site,
  id,
  before,
  after,
  origin: null,
});

function listNew({ ids, rowById }: ListState): readonly string[] {
  return ids?.filter((id) => !rowById.has(id)) ?? [];
}

function listRemoved({ last }: ListState, ids: ReadonlySet<string>): readonly string[] {
  return last.rows.flatMap(({ id }) => (ids.has(id) ? [] : [id]));
}

/**
 * Entries that were saved while the last reading went on. What was read before them shows them as they were, so they count as gone
 * and as new.
 */
function listSavedMeanwhile(
  lists: readonly ListState[],
  readAt: number | null,
  stored: StoredEntries,
): readonly EntryChange[] {
  if (readAt === null) return [];
  const isMeanwhile = ({ lastModified }: IndexRow) => {
    const age = Date.parse(lastModified ?? '') - readAt;
    return age > 0 && age < DATE_MARGIN_MS;
  };
  return lists.flatMap((list) =>
    list.last.rows.filter(isMeanwhile).flatMap(({ id }) => {
      const entry = stored.find(list, id);
      return [changeOf(list, id, entry, null), changeOf(list, id, null, entry)];
    }),
  );
}

/** The entries of the last reading, as received. */
interface StoredEntries {
  /** Null where it was not there. */
  find(list: ListState, id: string): unknown;
}

function openStoredEntries(rangesDir: string): StoredEntries {
  const findLine = openRows(rangesDir);
  return {
    find({ rowById }, id) {
      const row = rowById.get(id);
      return row === undefined ? null : findLine(row);
    },
  };
}

/** Reads these entries again, and says which of them are not what they were. */
async function readWanted(
  wanted: Wanted,
  stored: StoredEntries,
  options: ReadOptions,
): Promise<readonly EntryChange[]> {
  const reads = [...wanted].map(async ([list, ids]) => {
    if (list.whole !== null || (ids.size === 0 && list.ids === null)) return [];
    const hasNewOrder = list.ids !== null && !COLLECTIONS[list.target.collection].isDated;
    const pages = Math.ceil(list.last.rows.length / COLLECTIONS[list.target.collection].limit);
    // Each entry says its place in that order.
    const areFew = !hasNewOrder && ids.size <= Math.max(FEW_DETAILS, pages * DETAILS_PER_PAGE);
    const isTrusted = areFew && (await areGone(list, options));
    const details = isTrusted ? await readDetails(list, [...ids], stored, options) : null;
    return details ?? readWhole(list, stored, options);
  });
  return (await Promise.all(reads)).flat();
}

/** Whether the service says of each entry that is not listed any more that it is not there, and of one that is listed that it is. */
async function areGone(list: ListState, { client }: ReadOptions): Promise<boolean> {
  if (list.ids === null) return true;
  const removed = listRemoved(list, new Set(list.ids));
  if (removed.length === 0) return true;
  const [listed] = list.ids;
  if (removed.length > FEW_DETAILS || listed === undefined) return false;
  const answers = await Promise.all([listed, ...removed].map((id) => client.getJson(detailPath(list, id, client))));
  return answers.every((answer, index) =>
    index === 0 ? answer.kind === 'json' : answer.kind === 'refused' && answer.status === 404,
  );
}

/** Null where one is not as it was listed: then the list is read whole. */
async function readDetails(
  list: ListState,
  ids: readonly string[],
  stored: StoredEntries,
  options: ReadOptions,
): Promise<readonly EntryChange[] | null> {
  const read = await Promise.all(
    ids.map(async (id) => changeOf(list, id, stored.find(list, id), await readDetail(list, id, options))),
  );
  if (!read.every((change) => isUsable(list, change))) return null;
  const changes = read.filter(({ before, after }) => JSON.stringify(before) !== JSON.stringify(after));
  for (const { id, after } of changes) list.fresh.set(id, after);
  return changes;
}

/** No cache of the service may answer with what was there before. */
function detailPath({ target }: ListState, id: string, { api }: ReadOptions['client']): string {
  const query = new URLSearchParams({ _: String(Date.now()) });
  return `${api}/collections/${target.collection}/entries/${encodeURIComponent(id)}?${query}`;
}

/** An entry by its id; null where it is not there. */
async function readDetail(list: ListState, id: string, { client }: ReadOptions): Promise<unknown> {
  const answer = await client.getJson(detailPath(list, id, client));
  return answer.kind === 'json' && isObject(answer.value) ? (answer.value.data ?? null) : null;
}

/** Whether an entry can take the place of what was listed: of its site, with the same fields, and where it was in the order. */
function isUsable({ target, ids, changed }: ListState, { id, before, after }: EntryChange): boolean {
  if (!isObject(after) || idOfEntry(after) !== id || after.locale !== target.site || after.published === false)
    return false;
  if (!isObject(before)) return true;
  const isSaved = !changed.has(id) || before.last_modified !== after.last_modified;
  const isInPlace = ids !== null || before.date === after.date;
  return isSaved && isInPlace && Object.keys(before).join() === Object.keys(after).join();
}

/** Reads a list as a full read does. */
async function readWhole(
  list: ListState,
  stored: StoredEntries,
  options: ReadOptions,
): Promise<readonly EntryChange[]> {
  const [outcome] = await readAll([list.target], { ...options, report: () => {} });
  list.whole = outcome ?? null;
  if (outcome?.kind !== 'collection') return [];
  const { rows, problems } = outcome.indexed;
  // What an invalid entry was before does not matter: the build stops, or keeps it.
  if (problems.length > 0) return [];
  const isNew = (row: IndexRow) => list.rowById.get(row.id)?.digest !== row.digest;
  const find = openRows(rangesDirOf(options.cacheDir));
  const removed = listRemoved(list, new Set(rows.map(({ id }) => id)));
  return [
    ...rows.filter(isNew).map((row) => changeOf(list, row.id, stored.find(list, row.id), find(row))),
    ...removed.map((id) => changeOf(list, id, stored.find(list, id), null)),
  ];
}

/** The entries that show something of the changed ones and were not read again; null where links cannot be followed. */
function findDependents(
  lists: readonly ListState[],
  changes: readonly EntryChange[],
  { cacheDir }: ReadOptions,
): Wanted | null {
  const names = changes.map(namesOf);
  if (names.includes(null)) return null;
  const needles = [...new Set(names.flatMap((each) => each ?? []))];
  if (needles.length > MOST_NAMES) return null;
  const related = new Set(
    changes.flatMap((change) => listsThatMayShow(change).map((name) => `${name} ${change.site}`)),
  );
  const wanted = new Map<ListState, ReadonlySet<string>>();
  for (const list of lists) {
    if (list.whole !== null) continue;
    const { target, last, fresh } = list;
    const mayShow = related.has(`${target.collection} ${target.site}`);
    const ids = mayShow
      ? (list.ids ?? last.rows.map(({ id }) => id))
      : findRowsWith(list, needles, rangesDirOf(cacheDir));
    const left = new Set(ids.filter((id) => !fresh.has(id)));
    if (left.size > 0) wanted.set(list, left);
  }
  return wanted;
}

/** Ids of entries whose date came since the last reading, give or take a day: they are not scheduled any more, or expired. */
function findDue({ last, ids }: ListState, readAt: number): readonly string[] {
  const left = ids === null ? null : new Set(ids);
  const [start, end] = [readAt - DATE_MARGIN_MS, Date.now() + DATE_MARGIN_MS];
  const isDue = ({ date }: IndexRow) => date !== null && Date.parse(date) >= start && Date.parse(date) <= end;
  return last.rows.filter((row) => isDue(row) && left?.has(row.id) !== false).map(({ id }) => id);
}

/** Ids of the stored entries that contain one of the texts and are still there. */
function findRowsWith({ last, ids }: ListState, texts: readonly string[], rangesDir: string): readonly string[] {
  const found = findStoredWith([last], texts, rangesDir);
  if (ids === null) return found;
  const left = new Set(ids);
  return found.filter((id) => left.has(id));
}

/** The list as it is now. */
function finishList(list: ListState, { problems }: ContentSnapshot, { cacheDir }: ReadOptions): ReadOutcome {
  const { last, rowById, ids, fresh, whole } = list;
  if (whole !== null) return whole;
  const { collection, site, rows, ranges } = last;
  if (ids === null && fresh.size === 0) {
    const isOfEntry = ({ where }: (typeof problems)[number]) =>
      where.collection === collection && where.site === site && where.entry !== undefined;
    const warnings = problems.filter(isOfEntry);
    return { kind: 'collection', indexed: { collection, site, rows, ranges, problems: [], warnings } };
  }
  const intake = openIntake(rangesDirOf(cacheDir), { collection, site });
  const find = openRows(rangesDirOf(cacheDir));
  for (const id of ids ?? rows.map((row) => row.id)) {
    const row = rowById.get(id);
    intake.take([fresh.has(id) || row === undefined ? fresh.get(id) : find(row)]);
  }
  return { kind: 'collection', indexed: intake.finish() };
}

function reportChanges(lists: readonly ListState[], { report }: ReadOptions): void {
  const whole = lists.filter(({ whole: read }) => read !== null).length;
  const entries = lists.reduce((sum, { fresh }) => sum + fresh.size, 0);
  const all = lists.reduce((sum, { last }) => sum + last.rows.length, 0);
  const wholeLists = whole === 0 ? '' : ` and ${whole} whole ${whole === 1 ? 'list' : 'lists'}`;
  report({
    kind: 'log',
    level: 'info',
    text: `Read ${entries} changed of ${all} entries${wholeLists}. --full reads everything.`,
  });
}
