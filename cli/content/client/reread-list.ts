// Reads changed entries of a list again: one by one if they are few, else the whole list.

import { COLLECTIONS } from '../../../content/collections.ts';
import { indexCollection } from '../intake/collection-intake.ts';
import type { CollectionSnapshot, IndexRow } from '../snapshot/content-snapshot.ts';
import type { RecordStore, StoredEntry } from '../snapshot/record-store.ts';
import { type ReadOptions, type ReadOutcome, type ReadTarget, readAll } from './content-reads.ts';
import { askedFields, idOfEntry, isObject, pickFields } from './entry-facts.ts';
import type { EntryChange } from './find-dependents.ts';
import type { SiteChanges } from './look-for-changes.ts';

/** A list (a collection of a site) while it is brought up to date. */
export interface ListUpdate {
  readonly target: ReadTarget & { readonly kind: 'collection' };
  readonly last: CollectionSnapshot;
  readonly rowById: ReadonlyMap<string, IndexRow>;
  /** All ids in the service's order; null if unchanged since the last reading. */
  readonly ids: readonly string[] | null;
  /** Ids of new and saved entries. */
  readonly changed: ReadonlySet<string>;
  /** Entries that were read one by one and differ from the last reading, by id. */
  readonly updated: Map<string, unknown>;
  /** Set once the whole list was read. */
  fullRead: ReadOutcome | null;
}

/** The most entries of a list that are read one by one. */
const MAX_DETAILS = 8;
/** The same for longer lists, per page of the list. */
const MAX_DETAILS_PER_PAGE = 4;

/** Starts an update with the changes that the service reports. */
export function openList(
  target: ListUpdate['target'],
  last: CollectionSnapshot,
  { ids, changed }: SiteChanges,
): ListUpdate {
  const rowById = new Map(last.rows.map((row) => [row.id, row]));
  return { target, last, rowById, ids, changed, updated: new Map(), fullRead: null };
}

/** An entry of the last reading, as received; null if it is not there. */
export function storedIn({ rowById }: ListUpdate, id: string, records: RecordStore): unknown {
  const row = rowById.get(id);
  return row === undefined ? null : records.readRaw(row.digest);
}

/** Ids of entries of the last reading that are not listed any more. */
export function listRemoved({ last, ids }: ListUpdate): readonly string[] {
  if (ids === null) return [];
  const listed = new Set(ids);
  return last.rows.flatMap(({ id }) => (listed.has(id) ? [] : [id]));
}

/** Whether the service answers 404 for each entry that is not listed any more, and finds one that is. */
export async function areRemoved(list: ListUpdate, { client }: ReadOptions): Promise<boolean> {
  const removed = listRemoved(list);
  if (removed.length === 0) return true;
  const listed = list.ids?.[0];
  if (removed.length > MAX_DETAILS || listed === undefined) return false;
  const answers = await Promise.all([listed, ...removed].map((id) => client.getJson(detailPath(list, id, client))));
  return answers.every((answer, index) =>
    index === 0 ? answer.kind === 'json' : answer.kind === 'refused' && answer.status === 404,
  );
}

/** Reads these entries of a list again, or the whole list. Returns what changed. */
export async function rereadList(
  list: ListUpdate,
  ids: ReadonlySet<string>,
  options: ReadOptions,
): Promise<readonly EntryChange[]> {
  if (list.fullRead !== null || ids.size === 0) return [];
  const pages = Math.ceil(list.last.rows.length / COLLECTIONS[list.target.collection].limit);
  const areFew = ids.size <= Math.max(MAX_DETAILS, pages * MAX_DETAILS_PER_PAGE);
  return (areFew ? await readDetails(list, [...ids], options) : null) ?? readWhole(list, options);
}

/** Null if an entry contradicts the list: then the whole list has to be read. */
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
function detailPath({ target }: ListUpdate, id: string, { api }: ReadOptions['client']): string {
  const query = new URLSearchParams({ _: String(Date.now()) });
  return `${api}/collections/${target.collection}/entries/${encodeURIComponent(id)}?${query}`;
}

/** Null if there is none, or if it lacks a field that the list filled. */
async function readDetail(list: ListUpdate, id: string, before: unknown, { client }: ReadOptions): Promise<unknown> {
  const answer = await client.getJson(detailPath(list, id, client));
  const entry = answer.kind === 'json' && isObject(answer.value) ? answer.value.data : null;
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

async function readWhole(list: ListUpdate, options: ReadOptions): Promise<readonly EntryChange[]> {
  const [outcome] = await readAll([list.target], { ...options, report: () => {} });
  list.fullRead = outcome ?? null;
  if (outcome?.kind !== 'collection') return [];
  const { rows, invalid } = outcome.indexed;
  // The build stops at an invalid entry or keeps its last version, so there is no change to follow.
  if (invalid.length > 0) return [];
  const { records } = options;
  const after = new Map(rows.map((row) => [row.id, row.digest]));
  return [...list.rowById.keys(), ...rows.flatMap(({ id }) => (list.rowById.has(id) ? [] : [id]))].flatMap((id) => {
    const digest = after.get(id);
    if (list.rowById.get(id)?.digest === digest) return [];
    const now = digest === undefined ? null : records.readRaw(digest);
    return [{ collection: list.target.collection, id, before: storedIn(list, id, records), after: now }];
  });
}

/** The updated list. Unchanged entries keep their rows. */
export function finishList(list: ListUpdate, { records }: ReadOptions): ReadOutcome {
  const { last, rowById, ids, updated, fullRead } = list;
  if (fullRead !== null) return fullRead;
  const { collection, site, rows } = last;
  const entries = (ids ?? rows.map((row) => row.id)).flatMap((id): readonly StoredEntry[] => {
    const row = rowById.get(id);
    if (updated.has(id) || row === undefined) return records.take([updated.get(id)], { collection, site });
    return [{ digest: row.digest, indexed: { row } }];
  });
  return { kind: 'collection', indexed: indexCollection({ collection, site }, entries) };
}
