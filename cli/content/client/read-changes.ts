// Reads only what changed since the last reading: lists the ids and save times of every collection, then reads new and saved entries
// and those that show something of them. The result equals that of a full read byte by byte, but for changes that such a list
// does not show (see look-for-changes.ts). In doubt everything is read.

import { SiteError } from '../../errors.ts';
import type { CollectionSnapshot, IndexRow } from '../snapshot/content-snapshot.ts';
import { type ReadOptions, type ReadOutcome, type ReadTarget, readAll } from './content-reads.ts';
import { createDependentsFinder, type EntryChange, type Followed, follow } from './find-dependents.ts';
import { lookForChanges } from './look-for-changes.ts';
import { RequestFailure } from './request-failure.ts';
import { areRemoved, finishList, type ListUpdate, listRemoved, openList, rereadList, storedIn } from './reread-list.ts';

/** What was read last. */
export interface LastReading {
  readonly collections: readonly CollectionSnapshot[];
  /** The service's time of its oldest answer, in milliseconds. */
  readonly readAt: number | null;
  /** When everything was last read. */
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

/** Entries may show what others show of others. After this many rounds everything is read. */
const MAX_ROUNDS = 5;
/** Covers time zones and clocks that differ. */
const DATE_MARGIN_MS = 26 * 3_600_000;

/** Reads what changed. Null if the service cannot say, or contradicts itself: then everything has to be read. */
export async function readChanges(
  targets: readonly ReadTarget[],
  last: LastReading,
  options: ReadOptions,
): Promise<ReadChanges | null> {
  const globals = targets.filter(({ kind }) => kind === 'global');
  const read = async () => {
    const lists = await lookAtLists(targets, last, options);
    if (lists === null) return null;
    const [followed, readGlobals] = await Promise.all([
      readUntilComplete(lists, last, options),
      readAll(globals, options),
    ]);
    return followed === null ? null : { lists, followed, readGlobals };
  };
  const found = await read().catch((error: unknown) => {
    // A full read reports what is wrong with each list.
    if (error instanceof RequestFailure || error instanceof SiteError) return null;
    throw error;
  });
  reportChanges(found?.lists ?? null, options);
  if (found === null) return null;
  const outcomes = targets.map((target) => {
    const list = found.lists.find((other) => other.target === target);
    const outcome = list === undefined ? found.readGlobals[globals.indexOf(target)] : finishList(list, options);
    if (outcome === undefined) throw new Error('Every target has an outcome.');
    return outcome;
  });
  return { outcomes, followed: found.followed };
}

/** Lists every collection. The longest comes first and alone, so that a service that cannot say what changed is asked once. */
async function lookAtLists(
  targets: readonly ReadTarget[],
  { collections, readAt }: LastReading,
  { client, serviceUrl }: ReadOptions,
): Promise<readonly ListUpdate[] | null> {
  const lists = targets.flatMap((target) => {
    if (target.kind === 'global') return [];
    const last = collections.find(({ collection, site }) => collection === target.collection && site === target.site);
    return last === undefined ? [] : [{ target, last }];
  });
  const sizeOf = (group: typeof lists) => group.reduce((sum, { last }) => sum + last.rows.length, 0);
  const [first, ...others] = [...Map.groupBy(lists, ({ target }) => target.collection)].sort(
    ([, a], [, b]) => sizeOf(b) - sizeOf(a),
  );
  if (first === undefined) return null;
  const lookAt = async ([collection, group]: typeof first) => {
    const known = new Map(group.map(({ last: { site, rows } }) => [site, rows]));
    const changes = await lookForChanges({ client, serviceUrl, collection, known, readAt });
    return changes?.flatMap((change) => {
      const list = group.find(({ last }) => last.site === change.site);
      return list === undefined ? [] : [openList(list.target, list.last, change)];
    });
  };
  const longest = await lookAt(first);
  if (longest === undefined) return null;
  const looks = [longest, ...(await Promise.all(others.map(lookAt)))];
  return looks.includes(undefined) ? null : looks.flatMap((updates) => updates ?? []);
}

/** Reads until no remaining entry shows anything that changed. Null after too many rounds, or if that cannot be known. */
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
  let next = follow(early, findStored, last.known);
  let followed = next;
  for (let round = 0; round < MAX_ROUNDS && next !== null && followed !== null; round += 1) {
    const isDependent = createDependentsFinder(next, records);
    const read = await Promise.all(
      lists.map((list) => {
        const listed = list.ids === null ? null : new Set(list.ids);
        const dependents = list.last.rows.filter((row) => isDependent(row) || (round === 0 && isDoubtful(row, last)));
        const ids = dependents.map(({ id }) => id).filter((id) => listed?.has(id) !== false && !list.updated.has(id));
        return rereadList(list, new Set([...(round === 0 ? list.changed : []), ...ids]), options);
      }),
    );
    const changes = read.flat();
    if (changes.length === 0) return followed;
    next = follow(changes, findStored);
    followed = follow(changes, findStored, followed);
  }
  return null;
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
  const full = lists.filter(({ fullRead }) => fullRead !== null).length;
  const entries = lists.reduce((sum, { updated }) => sum + updated.size, 0);
  const all = lists.reduce((sum, { last }) => sum + last.rows.length, 0);
  const fullLists = full === 0 ? '' : ` and ${full} whole ${full === 1 ? 'list' : 'lists'}`;
  const text = `Read ${entries} changed of ${all} entries${fullLists}. --full reads everything.`;
  report({ kind: 'log', level: 'info', text });
}
