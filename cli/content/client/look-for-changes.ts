// A cheap question to the content service: which entries of a collection changed since they were last read? Ids and times of
// saving come without bodies, for all sites at once, the newest first or, of small and ordered collections, as a whole list.
//
// What is noticed, and how:
// - a save, a publication, an entry touched by git: its `last_modified` differs from the known one, whether later or earlier
// - a new, deleted or unpublished entry, an entry of another moment that came back: ids or their number differ
// - a new order: collections in the editors' order come as whole lists, in order
// - several saves in one second, clocks of the service's machines that differ: everything since a while before the last
//   reading is compared (OVERLAP_MS)
// What is not: a save that leaves `last_modified` as it was, by a program or by hand in a file with `updated_at`; in a dated
// collection that needs many pages also an older copy of a file that came back from a backup. Full reads find these.
//
// A look never decides that an entry is gone: lists that seem to have lost one are asked for by site, as a full read does.

import { COLLECTIONS, type Collection } from '../../../content/collections.ts';
import type { ContentClient } from './content-client.ts';
import { idOfEntry, isObject } from './entry-facts.ts';
import { unavailableError } from './fetch-errors.ts';
import { readListPage, stateFilter, walkCollection } from './walk-collection.ts';

/** What is known of an entry. */
export interface KnownEntry {
  readonly id: string;
  /** ISO 8601. */
  readonly lastModified: string | null;
}

/** What is looked at. */
export interface Look {
  readonly client: Pick<ContentClient, 'api' | 'getJson'>;
  /** For problems: the service's address without a trailing slash. */
  readonly serviceUrl: string;
  readonly collection: Collection;
  /** The entries that are known, by site, in the service's order. */
  readonly known: ReadonlyMap<string, readonly KnownEntry[]>;
  /** The service's time when they were read, in milliseconds; null takes the time of the newest entry. */
  readonly readAt: number | null;
  /** Also entries that are switched off. */
  readonly withDrafts?: boolean;
}

/** What changed in one site. */
export interface SiteChanges {
  readonly site: string;
  /** All ids in the service's order; null where ids and order are the known ones. */
  readonly ids: readonly string[] | null;
  /** Ids of entries that are new or were saved. */
  readonly changed: ReadonlySet<string>;
}

const FIELDS = ['id', 'locale', 'last_modified'] as const;
/** Up to so many entries a dated collection is listed whole: one light page. */
const WHOLE_LIST = 200;
/** Entries of a light page. */
const LIST_LIMIT = 1000;
/** The newest entries of a long collection. */
const NEWEST_LIMIT = 100;
const OVERLAP_MS = 300_000;
const PAGES_AT_ONCE = 4;

/**
 * Asks what changed. Null: the service cannot say, because it ignores `fields` or has no `last_modified`. Then
 * everything has to be read.
 * @throws SiteError CONTENT_* (exit 3) where a list cannot be read.
 */
export async function lookForChanges(look: Look): Promise<readonly SiteChanges[] | null> {
  const sites = [...look.known.keys()];
  const together = sites.length > 1 ? await ask(look, sites) : 'unsure';
  if (typeof together !== 'string') return together;
  const apart: (SiteChanges | null)[] = [];
  for (const site of sites) {
    const answer = await ask(look, [site]);
    if (answer === 'unable') return null;
    apart.push(answer === 'unsure' ? await listSite(look, site) : (answer[0] ?? null));
  }
  return apart.includes(null) ? null : apart.filter((changes) => changes !== null);
}

/** What changed, or why one request does not tell: it never will, or only a whole list does. */
type LookAnswer = readonly SiteChanges[] | 'unable' | 'unsure';

/** Sends one request for all of these sites. */
async function ask(look: Look, sites: readonly string[]): Promise<LookAnswer> {
  const { isDated, sort } = COLLECTIONS[look.collection];
  const known = sites.flatMap((site) => look.known.get(site) ?? []);
  const isWhole = !isDated || known.length <= WHOLE_LIST;
  const page = await readLookPage(look, sites, isWhole ? [sort, LIST_LIMIT] : ['-last_modified,id', NEWEST_LIMIT]);
  if (page === null) return 'unable';
  return isWhole ? compareWhole(look, sites, page) : compareNewest(look, sites, page);
}

function compareWhole(look: Look, sites: readonly string[], { entries, total }: LookPage): LookAnswer {
  const ids = new Set(entries.map(({ id }) => id));
  if (entries.length !== total || ids.size !== total) return 'unsure';
  const isLost = ({ id }: KnownEntry) => !ids.has(id);
  // Of all sites at once a service may have understood the filter in its own way.
  if (sites.length > 1 && sites.some((site) => look.known.get(site)?.some(isLost) === true)) return 'unsure';
  return sites.map((site) => compareSite(look, site, entries));
}

function compareNewest(look: Look, sites: readonly string[], { entries, total }: LookPage): LookAnswer {
  const known = sites.flatMap((site) => look.known.get(site) ?? []);
  const savedAt = new Map(known.map(({ id, lastModified }) => [id, momentOf(lastModified)]));
  if (!entries.every((entry, index) => isBehind(entry, entries[index - 1]))) return 'unsure';
  const newestKnown = known.reduce((newest, { id }) => Math.max(newest, savedAt.get(id) ?? Number.NaN), 0);
  const start = (look.readAt ?? newestKnown) - OVERLAP_MS;
  const isFarEnough = (entries.at(-1)?.savedAt ?? start) < start;
  const isSame = total === known.length && entries.every(({ id }) => savedAt.has(id));
  if (!isFarEnough || !isSame) return 'unsure';
  const changed = entries.filter((entry) => savedAt.get(entry.id) !== entry.savedAt);
  return sites.map((site) => ({
    site,
    ids: null,
    changed: new Set(changed.filter((entry) => entry.site === site).map(({ id }) => id)),
  }));
}

/** Whether the list goes from the newest to the oldest; ids show it where many were saved at once, as by an import. */
function isBehind({ id, savedAt }: LookEntry, previous: LookEntry | undefined): boolean {
  if (previous === undefined) return true;
  return savedAt === previous.savedAt ? id > previous.id : savedAt < previous.savedAt;
}

/** A whole list of a site beside what is known of it. */
function compareSite(look: Look, site: string, listed: readonly LookEntry[]): SiteChanges {
  const entries = listed.filter((entry) => entry.site === site);
  const known = look.known.get(site) ?? [];
  const savedAt = new Map(known.map(({ id, lastModified }) => [id, momentOf(lastModified)]));
  const isSame = entries.length === known.length && entries.every(({ id }, index) => id === known[index]?.id);
  const changed = entries.filter((entry) => savedAt.get(entry.id) !== entry.savedAt).map(({ id }) => id);
  return { site, ids: isSame ? null : entries.map(({ id }) => id), changed: new Set(changed) };
}

/** Lists a site whole, with the checks of a full read. Null: the service ignores `fields`. */
async function listSite(look: Look, site: string): Promise<SiteChanges | null> {
  const { client, serviceUrl, collection, withDrafts = false } = look;
  const entries = await walkCollection({
    client,
    serviceUrl,
    collection,
    site,
    withDrafts,
    pagesAtOnce: PAGES_AT_ONCE,
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

/** What a light answer says of an entry. */
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

/** The first page of a light list; null where the service does not answer as Statamic does. */
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

/** Null where an entry has other fields than those that were asked for, or is of another site. */
function parseEntries(entries: readonly unknown[], sites: readonly string[]): readonly LookEntry[] | null {
  const parsed = entries.map((entry): LookEntry | null => {
    const id = idOfEntry(entry);
    if (id === null || !isObject(entry) || Object.keys(entry).length > FIELDS.length) return null;
    const { locale: site, last_modified: lastModified } = entry;
    const savedAt = typeof lastModified === 'string' ? momentOf(lastModified) : Number.NaN;
    const isUsable = typeof site === 'string' && sites.includes(site) && !Number.isNaN(savedAt);
    return isUsable ? { id, site, savedAt } : null;
  });
  return parsed.includes(null) ? null : parsed.filter((entry) => entry !== null);
}

/** NaN where it is not known: such an entry counts as changed. */
function momentOf(lastModified: string | null): number {
  return lastModified === null ? Number.NaN : Date.parse(lastModified);
}
