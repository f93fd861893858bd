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
//
// If an entry seems to be gone, its list is read again by site, with the checks of a full read.

import { COLLECTIONS, type Collection } from '../../../content/collections.ts';
import type { ApiReader } from './content-client.ts';
import { idOfEntry, isObject } from './entry-facts.ts';
import { unavailableError } from './fetch-errors.ts';
import { readListPage, stateFilter, walkCollection } from './walk-collection.ts';

/** An entry of the last reading. */
export interface KnownEntry {
  readonly id: string;
  /** ISO 8601. */
  readonly lastModified: string | null;
}

export interface Look {
  readonly client: ApiReader;
  /** For problems: the URL of the service without a trailing slash. */
  readonly serviceUrl: string;
  readonly collection: Collection;
  /** The entries of the last reading by site, in the service's order. */
  readonly known: ReadonlyMap<string, readonly KnownEntry[]>;
  /** The service's time of that reading, in milliseconds; null uses the time of the newest entry. */
  readonly readAt: number | null;
  /** Also lists unpublished entries. */
  readonly withDrafts?: boolean;
}

/** The changes of a site. */
export interface SiteChanges {
  readonly site: string;
  /** All ids in the service's order; null if unchanged. */
  readonly ids: readonly string[] | null;
  /** Ids of new and saved entries. */
  readonly changed: ReadonlySet<string>;
}

const FIELDS = ['id', 'locale', 'last_modified'] as const;
/** A dated collection with at most this many entries is listed whole. */
const MAX_WHOLE_LIST = 200;
/** Entries of a page without bodies. */
const LIST_LIMIT = 1000;
/** Entries that are requested of a longer collection. */
const NEWEST_LIMIT = 100;
const OVERLAP_MS = 300_000;
const PAGES_AT_ONCE = 4;

/**
 * Asks what changed. Null if the service cannot say, because it ignores `fields` or has no `last_modified`: then everything has to be
 * read.
 * @throws SiteError CONTENT_* (exit 3) if a list cannot be read.
 */
export async function lookForChanges(look: Look): Promise<readonly SiteChanges[] | null> {
  const sites = [...look.known.keys()];
  const ofAll = await ask(look, sites);
  if (ofAll !== null) return ofAll;
  const changes: SiteChanges[] = [];
  for (const site of sites) {
    const ofSite = await listSite(look, site);
    if (ofSite === null) return null;
    changes.push(ofSite);
  }
  return changes;
}

/** Sends one request for all sites. Null if its answer does not say: only a whole list of each site is reliable. */
async function ask(look: Look, sites: readonly string[]): Promise<readonly SiteChanges[] | null> {
  const { isDated, sort } = COLLECTIONS[look.collection];
  const known = sites.flatMap((site) => look.known.get(site) ?? []);
  const isWhole = !isDated || known.length <= MAX_WHOLE_LIST;
  const page = await readLookPage(look, sites, isWhole ? [sort, LIST_LIMIT] : ['-last_modified,id', NEWEST_LIMIT]);
  if (page === null) return null;
  return isWhole ? compareWhole(look, sites, page) : compareNewest(look, sites, page);
}

function compareWhole(
  look: Look,
  sites: readonly string[],
  { entries, total }: LookPage,
): readonly SiteChanges[] | null {
  const ids = new Set(entries.map(({ id }) => id));
  if (entries.length !== total || ids.size !== total) return null;
  const isLost = ({ id }: KnownEntry) => !ids.has(id);
  // The service may have misunderstood the filter.
  if (sites.some((site) => look.known.get(site)?.some(isLost) === true)) return null;
  return sites.map((site) => compareSite(look, site, entries));
}

function compareNewest(
  look: Look,
  sites: readonly string[],
  { entries, total }: LookPage,
): readonly SiteChanges[] | null {
  const known = sites.flatMap((site) => look.known.get(site) ?? []);
  const savedAt = new Map(known.map(({ id, lastModified }) => [id, timeOf(lastModified)]));
  if (!entries.every((entry, index) => isOlder(entry, entries[index - 1]))) return null;
  const newestKnown = known.reduce((newest, { id }) => Math.max(newest, savedAt.get(id) ?? Number.NaN), 0);
  const start = (look.readAt ?? newestKnown) - OVERLAP_MS;
  const isFarEnough = (entries.at(-1)?.savedAt ?? start) < start;
  const isSame = total === known.length && entries.every(({ id }) => savedAt.has(id));
  if (!isFarEnough || !isSame) return null;
  const changed = entries.filter((entry) => savedAt.get(entry.id) !== entry.savedAt);
  return sites.map((site) => ({
    site,
    ids: null,
    changed: new Set(changed.filter((entry) => entry.site === site).map(({ id }) => id)),
  }));
}

/** Whether the list is sorted newest first. Ids decide if many were saved at the same time, as by an import. */
function isOlder({ id, savedAt }: LookEntry, previous: LookEntry | undefined): boolean {
  if (previous === undefined) return true;
  return savedAt === previous.savedAt ? id > previous.id : savedAt < previous.savedAt;
}

/** Compares the whole list of a site. */
function compareSite(look: Look, site: string, listed: readonly LookEntry[]): SiteChanges {
  const entries = listed.filter((entry) => entry.site === site);
  const known = look.known.get(site) ?? [];
  const savedAt = new Map(known.map(({ id, lastModified }) => [id, timeOf(lastModified)]));
  const isSame = entries.length === known.length && entries.every(({ id }, index) => id === known[index]?.id);
  const changed = entries.filter((entry) => savedAt.get(entry.id) !== entry.savedAt).map(({ id }) => id);
  return { site, ids: isSame ? null : entries.map(({ id }) => id), changed: new Set(changed) };
}

/** Lists all entries of a site, with the checks of a full read. Null if the service ignores `fields`. */
async function listSite(look: Look, site: string): Promise<SiteChanges | null> {
  const { client, serviceUrl, collection, withDrafts = false } = look;
  const entries = await walkCollection({
    client,
    serviceUrl,
    collection,
    site,
    withDrafts,
    pagesAtOnce: PAGES_AT_ONCE,
    fields: null,
    light: { fields: FIELDS, limit: LIST_LIMIT },
    openSink: () => {
      const listed: unknown[] = [];
      return { take: (more) => listed.push(...more), finish: () => listed };
    },
    onPage: () => {},
  });
  const parsed = parseEntries(entries, [site]);
  return parsed === null ? null : compareSite(look, site, parsed);
}

/** An entry without its body. */
interface LookEntry {
  readonly id: string;
  readonly site: string;
  /** Milliseconds. */
  readonly savedAt: number;
}

interface LookPage {
  readonly entries: readonly LookEntry[];
  readonly total: number;
}

/** The first page of a list without bodies; null if the service does not answer as Statamic does. */
async function readLookPage(
  { client, serviceUrl, collection, withDrafts = false }: Look,
  sites: readonly string[],
  [sort, limit]: readonly [sort: string, limit: number],
): Promise<LookPage | null> {
  const [site = ''] = sites;
  const query = new URLSearchParams({
    ...(sites.length === 1 ? { 'filter[site]': site } : { 'filter[site:in]': sites.join('|') }),
    ...stateFilter(withDrafts),
    sort,
    fields: FIELDS.join(),
    limit: String(limit),
  });
  const path = `${client.api}/collections/${collection}/entries?${query}`;
  const answer = await client.getJson(path).catch((cause: unknown) => {
    throw unavailableError(cause, { collection, site: sites.join(', '), url: `${serviceUrl}${path}` });
  });
  const list = answer.kind === 'json' ? readListPage(answer.value) : null;
  if (list === null || 'fault' in list) return null;
  const entries = parseEntries(list.entries, sites);
  return entries === null ? null : { entries, total: list.total };
}

/** Null if an entry has other fields than requested, or is of another site. */
function parseEntries(entries: readonly unknown[], sites: readonly string[]): readonly LookEntry[] | null {
  const parsed = entries.map((entry): LookEntry | null => {
    const id = idOfEntry(entry);
    if (id === null || !isObject(entry) || Object.keys(entry).length > FIELDS.length) return null;
    const { locale: site, last_modified: lastModified } = entry;
    const savedAt = typeof lastModified === 'string' ? timeOf(lastModified) : Number.NaN;
    const isUsable = typeof site === 'string' && sites.includes(site) && !Number.isNaN(savedAt);
    return isUsable ? { id, site, savedAt } : null;
  });
  return parsed.includes(null) ? null : parsed.filter((entry) => entry !== null);
}

/** NaN if unknown: such an entry counts as changed. */
function timeOf(lastModified: string | null): number {
  return lastModified === null ? Number.NaN : Date.parse(lastModified);
}
