// Turns the facts about a content service into findings: what is missing, where, and how to fix it in Statamic. One finding per cause.

import type { SiteConfig } from '../../../config/define-site.ts';
import { printableText } from '../../text/printable-text.ts';
import { READ_FILTERS } from '../blueprints/read-fields.ts';
import { isObject } from '../client/entry-facts.ts';
import { type Check, type Finding, hint, KIT, missing, named } from './checks.ts';
import type { CollectionFacts, GlobalFacts, Refusal, ServiceFacts } from './examine-service.ts';
import { judgeDates, judgeEntries, judgeFields, judgeImages } from './judge-content.ts';

/** What the service should match. */
export interface Expectations {
  readonly site: Pick<SiteConfig, 'content' | 'integrations' | 'origin'>;
  /** Address of the API. */
  readonly apiUrl: string;
  readonly hasToken: boolean;
}

const API_SETTINGS = 'config/statamic/api.php';

/** Some content can be read. */
export function isReadable({ refusal, collections }: ServiceFacts): boolean {
  return refusal === null && collections.some((collection) => collection.refusal === null);
}

/** The checks in the order of the result. If nothing can be read, only the first one. */
export function judgeService(facts: ServiceFacts, expected: Expectations): readonly Check[] {
  const service = judgeAccess(facts, expected);
  if (!isReadable(facts)) return [service];
  return [
    service,
    judgeSites(facts),
    judgeCollections(facts),
    judgeFilters(facts),
    judgeGlobals(facts),
    judgeFields(facts),
    judgeEntries(facts),
    judgeDates(facts, expected.site.content.timeZone),
    judgeImages(facts, expected.site),
  ];
}

function judgeAccess(facts: ServiceFacts, expected: Expectations): Check {
  const { rateLimit, answerMs, oldestMs } = facts;
  const { site, apiUrl, hasToken } = expected;
  const refusal = facts.refusal ?? (isReadable(facts) ? null : (facts.collections[0]?.refusal ?? null));
  const limit = site.content.requestsPerMinute;
  const isThrottled = rateLimit !== null && rateLimit < 1000 && (limit === null || limit > rateLimit);
  const token = hasToken ? ', with the token' : '';
  return {
    name: 'service',
    summary: `${apiUrl} answers in ${Math.round(answerMs)} ms${token}`,
    findings:
      refusal !== null
        ? [describeRefusal(refusal, expected)]
        : [
            ...(isThrottled
              ? [
                  hint(
                    `The service allows ${rateLimit} requests a minute; builds need more.`,
                    `Raise the limit of "api" in Laravel's RateLimiter, or set SITEGEN_CONTENT_RPM=${rateLimit}.`,
                  ),
                ]
              : []),
            ...(oldestMs < OLD_MS ? [] : [oldAnswers(oldestMs)]),
          ],
  };
}

/** Older answers come from a cache: clocks of machines differ less. */
const OLD_MS = 2 * 60_000;

function oldAnswers(milliseconds: number): Finding {
  return hint(
    `Answers are up to ${Math.round(milliseconds / 60_000)} minutes old: Statamic caches its API, also 404s.`,
    'A save in the control panel clears that cache. After changes of files or settings, run php artisan cache:clear.',
  );
}

function describeRefusal({ status, said }: Refusal, { apiUrl, hasToken, site }: Expectations): Finding {
  switch (status) {
    case null:
      return missing(
        `${apiUrl} cannot be reached. ${said}`,
        'Check SITEGEN_CONTENT_URL, and that the service is running.',
      );
    case 200:
      return missing(
        `${apiUrl} answers with a web page or file instead of JSON. ${said}`,
        `Open ${apiUrl}/collections/pages/entries: it should show JSON. Check SITEGEN_CONTENT_URL, that the API is on (STATAMIC_API_ENABLED=true), and that content.route ("${site.content.route}") is its route (STATAMIC_API_ROUTE).`,
      );
    case 401:
    case 403:
      return missing(
        `${apiUrl} answers ${status}: ${hasToken ? 'the token was not accepted' : 'no token was sent'}.`,
        'Set SITEGEN_CONTENT_TOKEN to the token of the content API (STATAMIC_API_AUTH_TOKEN).',
      );
    case 404:
      return missing(
        `${apiUrl} answers 404 for every collection.`,
        `In Statamic: STATAMIC_API_ENABLED=true, Pro, and the collections under resources in ${API_SETTINGS}. Here: SITEGEN_CONTENT_URL without the path of a page, and content.route ("${site.content.route}") as STATAMIC_API_ROUTE.`,
      );
    default:
      return missing(
        `${apiUrl} answers ${status}: ${said}`,
        status >= 500 ? 'See storage/logs/laravel.log of the service.' : 'Check SITEGEN_CONTENT_URL.',
      );
  }
}

function judgeSites({ sites, otherSites }: ServiceFacts): Check {
  const empty = sites.filter(({ total }) => total === 0).map(({ site }) => site);
  const found = otherSites.map((site) => printableText(site, 40));
  const others = found.length === 0 ? '' : ` The service has other sites: ${found.join(', ')}.`;
  const findings =
    empty.length === 0
      ? []
      : [
          missing(
            `${named('Site', empty)} ${empty.length === 1 ? 'has' : 'have'} no published page.${others}`,
            'Compare "site" of the locales in config/locales.ts with the handles in resources/sites.yaml (Statamic 4: config/statamic/sites.php): if they differ, change config/locales.ts, because a new handle in Statamic moves all content. If they are equal, check that the collections list the sites.',
          ),
        ];
  return { name: 'sites', summary: sites.map(({ site }) => site).join(', '), findings };
}

function judgeCollections({ collections }: ServiceFacts): Check {
  const readable = collections.filter(({ refusal }) => refusal === null);
  const refused = Map.groupBy(
    collections.filter(({ refusal }) => refusal !== null),
    ({ refusal }) => `${refusal?.status} ${refusal?.said}`,
  );
  const entries = readable.reduce((sum, { total }) => sum + total, 0);
  return {
    name: 'collections',
    summary: `${readable.length} of ${collections.length}, ${entries} entries in the main site`,
    findings: [...[...refused.values()].map((group) => describeCollections(group)), ...findShortPages(collections)],
  };
}

function describeCollections(group: readonly CollectionFacts[]): Finding {
  const names = group.map(({ collection }) => collection);
  const refusal = group[0]?.refusal;
  if (refusal?.status === 404)
    return missing(
      `${named('Collection', names)}: not in the API (404).`,
      `Create what is missing (${KIT}content/collections/), and enable resources.collections in ${API_SETTINGS}.`,
    );
  return missing(
    `${named('Collection', names)}: ${refusal?.status ?? 'no answer'}: ${refusal?.said}`,
    'See storage/logs/laravel.log of the service.',
  );
}

/** A page limit of the service below that of a build means more requests. */
function findShortPages(collections: readonly CollectionFacts[]): readonly Finding[] {
  const short = collections.filter(({ perPage, asked }) => perPage !== null && perPage < asked);
  const byLimit = Map.groupBy(short, ({ perPage }) => perPage);
  return [...byLimit].map(([perPage, group]) =>
    hint(
      `${collectionsOf(group, collections)}: at most ${perPage} entries per page; builds ask for ${Math.max(...group.map(({ asked }) => asked))}.`,
      'Raise the limit of the service, or of a proxy in front of it, to save requests.',
    ),
  );
}

function judgeFilters({ collections }: ServiceFacts): Check {
  const refused = collections.filter(({ forbidden }) => forbidden !== null);
  const byWords = Map.groupBy(refused, ({ forbidden }) => forbidden ?? '');
  const ignoring = collections.filter(({ entries }) =>
    entries.some((entry) => isObject(entry) && entry.published === false),
  );
  return {
    name: 'filters',
    summary: READ_FILTERS.join(', '),
    findings: [
      ...[...byWords].map(([said, group]) =>
        missing(
          `${collectionsOf(group, collections)}: ${printableText(said, 120)}.`,
          `List them as allowed_filters in ${API_SETTINGS}: builds need site and published, the preview slug and status.`,
        ),
      ),
      ...(ignoring.length === 0
        ? []
        : [
            missing(
              `${collectionsOf(ignoring, collections)}: drafts are returned despite filter[published].`,
              'Check proxies and caches in front of the service: one may drop the query.',
            ),
          ]),
    ],
  };
}

function judgeGlobals({ globals }: ServiceFacts): Check {
  const byName = Map.groupBy(globals, ({ name }) => name);
  const unset = [...byName].filter(([, values]) => values.every(({ value }) => value === null)).map(([name]) => name);
  const partly = globals.filter(({ name, value }) => value === null && !unset.includes(name));
  // Statamic 4 answers 500 for a global that is not set in a site.
  const refused = globals.find(
    ({ name, refusal }) => refusal !== null && (refusal.status === null || unset.includes(name)),
  );
  const note =
    partly.length === 0 ? '' : ` (not set: ${partly.map(({ name, site }) => `${name} in ${site}`).join(', ')})`;
  return {
    name: 'globals',
    summary: `${[...byName.keys()].join(', ')}${note}`,
    findings: refused !== undefined ? [describeRefusedGlobal(refused)] : describeUnset(unset, byName.size),
  };
}

function describeRefusedGlobal({ name, site, refusal }: GlobalFacts): Finding {
  return missing(
    `Global ${name} in ${site}: ${refusal?.status ?? 'no answer'}: ${refusal?.said}`,
    'See storage/logs/laravel.log of the service, and run doctor again.',
  );
}

function describeUnset(unset: readonly string[], all: number): readonly Finding[] {
  if (unset.length === 0) return [];
  const fix =
    unset.length === all
      ? `Enable globals under resources in ${API_SETTINGS} (they are off by default), and save them once in each site.`
      : `Create it (${KIT}content/globals/), enable it in ${API_SETTINGS}, and save it once in each site.`;
  return [missing(`${named('Global', unset)}: not set in any site.`, fix)];
}

function collectionsOf(group: readonly CollectionFacts[], all: readonly CollectionFacts[]): string {
  if (group.length === all.length) return 'All collections';
  return named(
    'Collection',
    group.map(({ collection }) => collection),
  );
}
