// Finds out cheaply which entries of a collection changed since the last reading: asks for ids and save times without bodies, for all
// sites in one request. Small and ordered collections are listed whole; of others the newest entries are enough.
//
// What this detects:
// - a saved or published entry, or one touched by git: its `last_modified` differs, earlier or later
// - a new, deleted, unpublished or restored entry: the ids or their number differ
// - a new order: ordered collections are listed whole, in order
// - several saves in one second, or machines of the service with different clocks: the comparison starts some time before the last
//   reading (OVERLAP_MS)
// What only a full read detects: a save that does not change `last_modified`, by a program or by hand in a file with `updated_at`;
// in a dated collection of many pages an older copy of a file that was restored from a backup; and new addresses in links to an entry
// that is not published, when that is moved or deleted.

import { COLLECTIONS, type Collection } from '../../../content/collections.ts';
import type { IndexRow } from '../snapshot/content-snapshot.ts';
import type { ApiReader } from './content-client.ts';
import { idOfEntry, isObject } from './entry-facts.ts';
import { PUBLISHED, readPlainList } from './walk-collection.ts';

export interface Look {
  readonly client: ApiReader;
  readonly collection: Collection;
  /** The entries of the last reading by site, in the service's order. */
  readonly known: ReadonlyMap<string, readonly Pick<IndexRow, 'id' | 'lastModified'>[]>;
  /** The service's time of that reading, in milliseconds; null uses the time of the newest entry. */
  readonly readAt: number | null;
}

export interface SiteChanges {
  readonly site: string;
  /** All ids in the service's order; null if unchanged. */
  readonly ids: readonly string[] | null;
  readonly changed: ReadonlySet<string>;
}

const FIELDS = ['id', 'locale', 'last_modified'] as const;
/** A dated collection with at most this many entries is listed whole. */
const MAX_WHOLE_LIST = 200;
/** Entries that are requested of a longer collection. */
const NEWEST_LIMIT = 100;
const OVERLAP_MS = 300_000;

/**
 * Asks what changed. Null if the service cannot say, because it ignores `fields`, has no `last_modified` or gives no such list: then
 * everything has to be read.
 */
export async function lookForChanges(look: Look): Promise<readonly SiteChanges[] | null> {
  const { isDated, sort } = COLLECTIONS[look.collection];
  const savedAt = new Map([...look.known.values()].flat().map(({ id, lastModified }) => [id, timeOf(lastModified)]));
  const isLong = isDated && savedAt.size > MAX_WHOLE_LIST;
  const newest = isLong ? await readLook(look, { sort: '-last_modified,id', first: String(NEWEST_LIMIT) }) : null;
  const isEnough = newest !== null && hasAllChanges(newest, savedAt, look.readAt);
  const listed = isEnough ? newest : await readLook(look, { sort });
  if (listed === null || (!isEnough && !isWhole(listed))) return null;
  return [...look.known].map(([site, rows]) => {
    const entries = listed.entries.filter((entry) => entry.site === site);
    const isSame =
      isEnough || (entries.length === rows.length && entries.every(({ id }, index) => id === rows[index]?.id));
    const changed = entries.filter((entry) => savedAt.get(entry.id) !== entry.savedAt);
    return { site, ids: isSame ? null : entries.map(({ id }) => id), changed: new Set(changed.map(({ id }) => id)) };
  });
}

/** Whether it has each entry, and none twice. */
function isWhole({ entries, total }: Listed): boolean {
  return entries.length === total && new Set(entries.map(({ id }) => id)).size === total;
}

/** Whether the newest entries show all changes: they are sorted, reach back beyond the last reading, and none is new or gone. */
function hasAllChanges(
  { entries, total }: Listed,
  savedAt: ReadonlyMap<string, number>,
  readAt: number | null,
): boolean {
  const isSorted = entries.every((entry, index) => isOlder(entry, entries[index - 1]));
  const start = (readAt ?? savedAt.values().reduce((newest, time) => Math.max(newest, time), 0)) - OVERLAP_MS;
  const isFarEnough = (entries.at(-1)?.savedAt ?? start) < start;
  return isSorted && isFarEnough && total === savedAt.size && entries.every(({ id }) => savedAt.has(id));
}

/** Whether the list is sorted newest first. Ids decide if many were saved at the same time, as by an import. */
function isOlder({ id, savedAt }: LookEntry, previous: LookEntry | undefined): boolean {
  if (previous === undefined) return true;
  return savedAt === previous.savedAt ? id > previous.id : savedAt < previous.savedAt;
}

interface LookEntry {
  readonly id: string;
  readonly site: string;
  /** Milliseconds. */
  readonly savedAt: number;
}

interface Listed {
  readonly entries: readonly LookEntry[];
  readonly total: number;
}

/** Lists entries of all sites without bodies; null if one has other fields than requested, or is of another site. */
async function readLook(
  { client, collection, known }: Look,
  query: { readonly sort: string; readonly first?: string },
): Promise<Listed | null> {
  const sites = [...known.keys()];
  const list = await readPlainList(client, `collections/${collection}/entries`, {
    'filter[site:in]': sites.join('|'),
    ...PUBLISHED,
    fields: FIELDS.join(),
    ...query,
  });
  const entries = list?.entries.map((entry): LookEntry | null => {
    const id = idOfEntry(entry);
    if (id === null || !isObject(entry) || Object.keys(entry).length > FIELDS.length) return null;
    const { locale: site, last_modified: lastModified } = entry;
    const savedAt = typeof lastModified === 'string' ? timeOf(lastModified) : Number.NaN;
    const isUsable = typeof site === 'string' && sites.includes(site) && !Number.isNaN(savedAt);
    return isUsable ? { id, site, savedAt } : null;
  });
  if (list === null || entries === undefined || entries.includes(null)) return null;
  return { entries: entries.filter((entry) => entry !== null), total: list.total };
}

/** NaN if unknown: such an entry counts as changed. */
function timeOf(lastModified: string | null): number {
  return lastModified === null ? Number.NaN : Date.parse(lastModified);
}
