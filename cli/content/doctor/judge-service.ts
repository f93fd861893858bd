// Turns the facts about a content service into findings: what is missing, where, and how to fix it in Statamic. One finding per cause.

import type { SiteConfig } from '../../../config/define-site.ts';
import type { SiteError } from '../../errors.ts';
import { printableText } from '../../text/printable-text.ts';
import { READ_FILTERS } from '../blueprints/read-fields.ts';
import { isObject } from '../client/entry-facts.ts';
import { apiError } from '../client/fetch-errors.ts';
import { RequestFailure } from '../client/request-failure.ts';
import type { ServiceFacts } from './examine-service.ts';
import { type Check, type Finding, hint, judgeContent, KIT, missing, named } from './judge-content.ts';

export interface Expectations {
  readonly site: Pick<SiteConfig, 'content' | 'integrations' | 'origin'>;
  readonly apiUrl: string;
  readonly hasToken: boolean;
}

type CollectionFacts = ServiceFacts['collections'][number];

const API_SETTINGS = 'config/statamic/api.php';

/** The checks in the order of the result. If nothing can be read, only the first one. */
export function judgeService(facts: ServiceFacts, expected: Expectations): readonly Check[] {
  const service = judgeAccess(facts, expected);
  if (!facts.isReadable) return [service];
  return [
    service,
    judgeSites(facts),
    judgeCollections(facts),
    judgeFilters(facts),
    judgeGlobals(facts),
    ...judgeContent(facts, expected.site),
  ];
}

/** Older answers come from a cache: clocks of machines differ less. */
const OLD_MS = 2 * 60_000;

function judgeAccess(facts: ServiceFacts, { site, apiUrl, hasToken }: Expectations): Check {
  const { rateLimit, answerMs, oldestMs } = facts;
  const summary = `${apiUrl} answers in ${Math.round(answerMs)} ms${hasToken ? ', with the token' : ''}`;
  if (!facts.isReadable) return { name: 'service', summary, findings: [describeAccess(facts, apiUrl)] };
  const limit = site.content.requestsPerMinute;
  const findings: Finding[] = [];
  if (rateLimit !== null && rateLimit < 1000 && (limit === null || limit > rateLimit))
    findings.push(
      hint(
        `The service allows ${rateLimit} requests a minute; builds need more.`,
        `Raise the limit of "api" in Laravel's RateLimiter, or set SITEGEN_CONTENT_RPM=${rateLimit}.`,
      ),
    );
  if (oldestMs >= OLD_MS)
    findings.push(
      hint(
        `Answers are up to ${Math.round(oldestMs / 60_000)} minutes old: Statamic caches its API, also 404s.`,
        'A save in the control panel clears that cache. After changes of files or settings, run php artisan cache:clear.',
      ),
    );
  return { name: 'service', summary, findings };
}

/** Why nothing can be read, in the words of a build. */
function describeAccess({ collections }: ServiceFacts, apiUrl: string): Finding {
  const areMissing = collections.every(({ failure }) => failure?.code === 'CONTENT_COLLECTION_MISSING');
  const { what, fix } = describeFailure(areMissing ? apiError(apiUrl, null) : (collections[0]?.failure ?? null));
  return missing(`${apiUrl}: ${what}`, fix);
}

function describeFailure(failure: SiteError | null): { readonly what: string; readonly fix: string } {
  const { what = '', fix = '' } = failure?.problems[0] ?? {};
  const { cause } = failure ?? {};
  if (!(cause instanceof RequestFailure)) return { what, fix };
  const { said } = cause.facts;
  return { what: said === null ? cause.message : `${cause.message} It said: "${said}".`, fix };
}

function judgeSites({ sites, emptySites, otherSites }: ServiceFacts): Check {
  const found = otherSites.map((site) => printableText(site, 40));
  const others = found.length === 0 ? '' : ` The service has other sites: ${found.join(', ')}.`;
  const finding = missing(
    `${named('Site', emptySites)} ${emptySites.length === 1 ? 'has' : 'have'} no published page.${others}`,
    'Compare "site" of the locales in config/locales.ts with the handles in resources/sites.yaml (Statamic 4: config/statamic/sites.php): if they differ, change config/locales.ts, because a new handle in Statamic moves all content. If they are equal, check that the collections list the sites.',
  );
  return { name: 'sites', summary: sites.join(', '), findings: emptySites.length === 0 ? [] : [finding] };
}

function judgeCollections({ collections }: ServiceFacts): Check {
  const readable = collections.filter(({ failure }) => failure === null);
  const failed = collections.filter(({ failure }) => failure !== null);
  const isMissing = ({ failure }: CollectionFacts) => failure?.code === 'CONTENT_COLLECTION_MISSING';
  const byCause = Map.groupBy(failed, (each) => (isMissing(each) ? '' : describeFailure(each.failure).what));
  const entries = readable.reduce((sum, { total }) => sum + total, 0);
  return {
    name: 'collections',
    summary: `${readable.length} of ${collections.length}, ${entries} entries in the main site`,
    findings: [...byCause].map(([cause, group]) =>
      cause === ''
        ? missing(
            `${collectionsOf(group, collections)}: not in the API (404).`,
            `Create what is missing (${KIT}content/collections/), and enable resources.collections in ${API_SETTINGS}.`,
          )
        : missing(`${collectionsOf(group, collections)}: ${cause}`, describeFailure(group[0]?.failure ?? null).fix),
    ),
  };
}

function judgeFilters({ collections }: ServiceFacts): Check {
  const refused = collections.filter(({ forbidden }) => forbidden !== null);
  const byWords = Map.groupBy(refused, ({ forbidden }) => forbidden ?? '');
  const ignoring = collections.filter(({ entries }) =>
    entries.some((entry) => isObject(entry) && entry.published === false),
  );
  const drafts = missing(
    `${collectionsOf(ignoring, collections)}: drafts are returned despite filter[published].`,
    'Check proxies and caches in front of the service: one may drop the query.',
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
      ...(ignoring.length === 0 ? [] : [drafts]),
    ],
  };
}

function judgeGlobals({ globals }: ServiceFacts): Check {
  const byName = Map.groupBy(globals, ({ name }) => name);
  const unset = [...byName].filter(([, values]) => values.every(({ value }) => value === null)).map(([name]) => name);
  const partly = globals.filter(({ name, value }) => value === null && !unset.includes(name));
  const areRead = unset.length < byName.size;
  const failed = globals.find(({ name, failure }) => {
    // Where other globals are read, Statamic 4 says so of one that does not exist.
    const isMissing = areRead && failure?.message.includes('500') === true && failure.message.includes('Server Error');
    return failure !== null && unset.includes(name) && !isMissing;
  });
  const note = partly.map(({ name, site }) => `${name} in ${site}`).join(', ');
  const findings: Finding[] = [];
  if (failed !== undefined) {
    const { what, fix } = describeFailure(failed.failure);
    findings.push(missing(`Global ${failed.name} in ${failed.site}: ${what}`, fix));
  } else if (unset.length > 0) {
    const fix =
      unset.length === byName.size
        ? `Enable globals under resources in ${API_SETTINGS} (they are off by default), and save them once in each site.`
        : `Create it (${KIT}content/globals/), enable it in ${API_SETTINGS}, and save it once in each site.`;
    findings.push(missing(`${named('Global', unset)}: not set in any site.`, fix));
  }
  return {
    name: 'globals',
    summary: `${[...byName.keys()].join(', ')}${note === '' ? '' : ` (not set: ${note})`}`,
    findings,
  };
}

function collectionsOf(group: readonly CollectionFacts[], all: readonly CollectionFacts[]): string {
  if (group.length === all.length) return 'All collections';
  return named(
    'Collection',
    group.map(({ collection }) => collection),
  );
}
