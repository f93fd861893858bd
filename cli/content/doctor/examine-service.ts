// Examines a content service for `sitegen doctor`, in about forty small requests: a few entries of each collection, the allowed
// filters, every site, every global.

import { LOCALES } from '../../../config/locales.ts';
import { COLLECTIONS, type Collection, type GlobalName } from '../../../content/collections.ts';
import { COLLECTION_HANDLES, GLOBAL_NAMES } from '../../../content/handles.ts';
import type { ApiReader, ContentClient } from '../client/content-client.ts';
import { factsOf, isObject } from '../client/entry-facts.ts';
import { RequestFailure } from '../client/request-failure.ts';
import { readListPage } from '../client/walk-collection.ts';
import type { ContentAnswer } from '../intake/parse-answer.ts';

/** A request that did not return what was asked for. */
export interface Refusal {
  /** Null if there was no answer. */
  readonly status: number | null;
  readonly said: string;
}

/** What the service returned for a collection. */
export interface CollectionFacts {
  readonly collection: Collection;
  /** Null if it returned entries. */
  readonly refusal: Refusal | null;
  readonly entries: readonly unknown[];
  readonly total: number;
  /** The message of the service about filters that it does not allow; null if it allows all. */
  readonly forbidden: string | null;
  /** Entries per page when a build asks for `asked`; null if the service does not say. */
  readonly perPage: number | null;
  readonly asked: number;
}

/** What the service returned for a global of a site. */
export interface GlobalFacts {
  readonly name: GlobalName;
  readonly site: string;
  /** Its fields; null if it is not set. */
  readonly value: unknown;
  /** Null for a value, and for a 404: it is not set. */
  readonly refusal: Refusal | null;
}

/** What the examination found. */
export interface ServiceFacts {
  /** Why nothing can be read; null if something can. */
  readonly refusal: Refusal | null;
  readonly answerMs: number;
  /** Requests per minute, if the service says so. */
  readonly rateLimit: number | null;
  /** Age of the oldest answer, by its `Date`. */
  readonly oldestMs: number;
  readonly collections: readonly CollectionFacts[];
  /** Entries of each site in `pages`; null if they cannot be read. */
  readonly sites: readonly { readonly site: string; readonly total: number | null }[];
  /** Sites that entries of `pages` have and config/locales.ts has not, if one of ours is empty. */
  readonly otherSites: readonly string[];
  readonly globals: readonly GlobalFacts[];
  readonly requests: number;
}

/** Examined entries of each collection. */
const SAMPLE = 25;
/** No entry has this slug. */
const NO_SLUG = 'sitegen-doctor';

/** Examines everything, several requests at a time. `sites` are handles, the main one first. */
export async function examineService(
  client: Pick<ContentClient, 'api' | 'getJson' | 'takeOldestAnswer'>,
  sites: readonly string[],
): Promise<ServiceFacts> {
  const service = countRequests(client);
  const [mainSite = LOCALES[0]?.site ?? ''] = sites;
  const startedAt = performance.now();
  const first = await examineCollection(service, 'pages', mainSite);
  const answerMs = performance.now() - startedAt;
  const isUnreadable = first.refusal !== null && [null, 401, 403].includes(first.refusal.status);
  const nothing = { collections: [first], sites: [], otherSites: [], globals: [] };
  const rest = isUnreadable ? nothing : await examineRest(service, first, sites);
  return {
    refusal: isUnreadable ? first.refusal : null,
    answerMs,
    ...rest,
    rateLimit: service.rateLimit(),
    oldestMs: Date.now() - (client.takeOldestAnswer() ?? Date.now()),
    requests: service.requests(),
  };
}

/** A client that counts requests and remembers the rate limit. */
interface Service {
  readonly ask: (path: string) => Promise<ContentAnswer | Refusal>;
  readonly requests: () => number;
  readonly rateLimit: () => number | null;
}

function countRequests({ api, getJson }: ApiReader): Service {
  let requests = 0;
  let rateLimit: number | null = null;
  return {
    requests: () => requests,
    rateLimit: () => rateLimit,
    async ask(path) {
      requests += 1;
      try {
        const answer = await getJson(`${api}/${path}`);
        if (answer.kind === 'json') rateLimit = answer.rateLimit ?? rateLimit;
        return answer;
      } catch (cause) {
        if (!(cause instanceof RequestFailure)) throw cause;
        return { status: cause.status, said: cause.said ?? cause.message };
      }
    },
  };
}

async function examineRest(service: Service, first: CollectionFacts, sites: readonly string[]) {
  const [mainSite = '', ...otherSites] = sites;
  const [collections, globals] = await Promise.all([
    Promise.all(
      COLLECTION_HANDLES.map((handle) =>
        handle === first.collection ? first : examineCollection(service, handle, mainSite),
      ),
    ),
    Promise.all(GLOBAL_NAMES.flatMap((name) => sites.map((site) => askGlobal(service, name, site)))),
  ]);
  // Another collection may rightly be empty in a site.
  const isReadable = first.refusal === null;
  const others = await Promise.all(
    otherSites.map(async (site) => ({ site, total: isReadable ? await countPages(service, site) : null })),
  );
  const counted = [{ site: mainSite, total: isReadable ? first.total : null }, ...others];
  const isEmpty = counted.some(({ total }) => total === 0);
  return { collections, globals, sites: counted, otherSites: isEmpty ? await findOtherSites(service, sites) : [] };
}

async function examineCollection(service: Service, collection: Collection, site: string): Promise<CollectionFacts> {
  const { sort, limit: asked } = COLLECTIONS[collection];
  const filters = { 'filter[site]': site, 'filter[published]': 'true' };
  const every = { ...filters, 'filter[slug]': NO_SLUG, 'filter[status]': 'any', limit: String(asked) };
  const [filtered, allowed] = await Promise.all([
    askList(service, collection, { ...filters, sort, limit: String(SAMPLE) }),
    askList(service, collection, every),
  ]);
  const forbidden = 'status' in allowed && allowed.status === 422 ? allowed.said : null;
  const isRefused = 'status' in filtered && filtered.status === 422;
  const list = isRefused ? await askList(service, collection, { sort, limit: String(SAMPLE) }) : filtered;
  const perPage = 'status' in allowed ? null : allowed.perPage;
  const facts = { collection, forbidden, perPage, asked };
  if ('status' in list) return { ...facts, refusal: list, entries: [], total: 0 };
  return { ...facts, refusal: null, entries: list.entries, total: list.total };
}

async function countPages(service: Service, site: string): Promise<number | null> {
  const list = await askList(service, 'pages', { 'filter[site]': site, 'filter[published]': 'true', limit: '1' });
  return 'status' in list ? null : list.total;
}

/** Most pages that are looked at to find the handles of sites. */
const MANY_PAGES = '200';

/** The API has no list of sites, but entries of all sites name theirs. */
async function findOtherSites(service: Service, sites: readonly string[]): Promise<readonly string[]> {
  const list = await askList(service, 'pages', { limit: MANY_PAGES });
  const found = 'status' in list ? [] : list.entries.flatMap((entry) => factsOf(entry).site ?? []);
  return [...new Set(found)].filter((site) => !sites.includes(site)).sort();
}

async function askList(service: Service, collection: Collection, query: Readonly<Record<string, string>>) {
  const answer = await service.ask(`collections/${collection}/entries?${new URLSearchParams(query)}`);
  if (!('kind' in answer)) return answer;
  if (answer.kind === 'refused') return { status: answer.status, said: answer.message ?? answer.statusText };
  const list = readListPage(answer.value);
  if ('fault' in list) return { status: 200, said: `The answer is not a list: ${list.fault}.` };
  const meta = isObject(answer.value) ? answer.value.meta : null;
  return { ...list, perPage: isObject(meta) && typeof meta.per_page === 'number' ? meta.per_page : null };
}

async function askGlobal(service: Service, name: GlobalName, site: string): Promise<GlobalFacts> {
  const answer = await service.ask(`globals/${name}?${new URLSearchParams({ site })}`);
  const nothing = { name, site, value: null };
  if (!('kind' in answer)) return { ...nothing, refusal: answer };
  if (answer.kind === 'json')
    return { ...nothing, value: isObject(answer.value) ? (answer.value.data ?? null) : null, refusal: null };
  const { status, message, statusText } = answer;
  return { ...nothing, refusal: status === 404 ? null : { status, said: message ?? statusText } };
}
