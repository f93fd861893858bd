// Examines a content service for `sitegen doctor` with the reader of builds, in about forty small requests: a few entries of each
// collection, the allowed filters, every site, every global.

import type { Collection, GlobalName } from '../../../content/collections.ts';
import { COLLECTION_HANDLES, GLOBAL_NAMES } from '../../../content/handles.ts';
import { SiteError } from '../../errors.ts';
import type { ApiReader, ContentClient } from '../client/content-client.ts';
import { readGlobal } from '../client/content-reads.ts';
import { siteOfEntry } from '../client/entry-facts.ts';
import { asNothing } from '../client/request-failure.ts';
import { readFirstEntries, readPlainList } from '../client/walk-collection.ts';

export type ServiceFacts = Awaited<ReturnType<typeof examineService>>;

interface Service {
  readonly client: ApiReader;
  readonly serviceUrl: string;
}

const SAMPLE = 25;
const MANY_PAGES = 200;

/** Examines everything, several requests at a time. `sites` are handles, the main one first. */
export async function examineService(client: ContentClient, serviceUrl: string, sites: readonly string[]) {
  const answers = { requests: 0, rateLimit: null as number | null, answerMs: Number.POSITIVE_INFINITY };
  const getJson: ApiReader['getJson'] = async (path, options) => {
    answers.requests += 1;
    const startedAt = performance.now();
    const answer = await client.getJson(path, options);
    answers.answerMs = Math.min(answers.answerMs, performance.now() - startedAt);
    if (answer.kind === 'json') answers.rateLimit = answer.rateLimit ?? answers.rateLimit;
    return answer;
  };
  const service = { client: { api: client.api, getJson }, serviceUrl };
  const [mainSite = '', ...others] = sites;
  const collections = await Promise.all(
    COLLECTION_HANDLES.map((handle) => examineCollection(service, handle, mainSite)),
  );
  const isReadable = collections.some(({ failure }) => failure === null);
  const globals = isReadable
    ? await Promise.all(GLOBAL_NAMES.flatMap((name) => sites.map((site) => examineGlobal(service, name, site))))
    : [];
  // Another collection may rightly be empty in a site.
  const pages = collections.find(({ collection, failure }) => collection === PAGES.collection && failure === null);
  const totals =
    pages === undefined ? [] : [pages.total, ...(await Promise.all(others.map((site) => countPages(service, site))))];
  const emptySites = sites.filter((_, index) => totals[index] === 0);
  return {
    ...answers,
    /** Age of the oldest answer, by its `Date`. */
    oldestMs: Date.now() - (client.takeOldestAnswer() ?? Date.now()),
    /** Some content can be read. */
    isReadable,
    collections,
    globals,
    sites,
    /** Sites without an entry of `pages`. */
    emptySites,
    /** Sites that entries of `pages` have and config/locales.ts has not, if one of ours is empty. */
    otherSites: emptySites.length === 0 ? [] : await findOtherSites(service, sites),
  };
}

/** Null if they cannot be read. */
async function countPages(service: Service, site: string): Promise<number | null> {
  const found = await orFailure(readFirstEntries({ ...service, ...PAGES, site, limit: 1 }));
  return found instanceof SiteError ? null : found.total;
}

const PAGES = { collection: 'pages' } as const;

/** A few entries; or why there are none, and what the service says of filters that it does not allow. */
async function examineCollection(service: Service, collection: Collection, site: string) {
  const [list, forbidden] = await Promise.all([
    orFailure(readFirstEntries({ ...service, collection, site, limit: SAMPLE })),
    findForbidden(service, collection),
  ]);
  return list instanceof SiteError
    ? { collection, forbidden, failure: list, entries: [], total: 0 }
    : { collection, forbidden, failure: null, entries: list.entries, total: list.total };
}

/** Asks with the filters of previews. No entry has this slug. */
async function findForbidden({ client }: Service, collection: Collection): Promise<string | null> {
  const query = new URLSearchParams({ 'filter[slug]': 'sitegen-doctor', 'filter[status]': 'any', limit: '1' });
  const answer = await client.getJson(`${client.api}/collections/${collection}/entries?${query}`).catch(asNothing);
  return answer?.kind === 'refused' && answer.status === 422 ? (answer.message ?? answer.statusText) : null;
}

async function examineGlobal(service: Service, name: GlobalName, site: string) {
  // A failure is told from "not set" by the other sites: Statamic 4 answers both with 500.
  const read = await orFailure(readGlobal({ name, site }, { ...service, wasSet: () => true }));
  return {
    name,
    site,
    ...(read instanceof SiteError ? { value: null, failure: read } : { value: read.value, failure: null }),
  };
}

/** The API has no list of sites, but entries of all sites name theirs. */
async function findOtherSites({ client }: Service, sites: readonly string[]): Promise<readonly string[]> {
  const list = await readPlainList(client, 'collections/pages/entries', { first: String(MANY_PAGES) });
  const found = new Set(list?.entries.flatMap((entry) => siteOfEntry(entry) ?? []));
  return [...found].filter((site) => !sites.includes(site)).sort();
}

/** The result, or the error of a read. */
function orFailure<T>(read: Promise<T>): Promise<T | SiteError> {
  return read.catch((cause: unknown) => {
    if (cause instanceof SiteError && cause.exitCode === 3) return cause;
    throw cause;
  });
}
