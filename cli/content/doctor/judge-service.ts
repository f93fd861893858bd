// Judges what a content service answered: what is missing, where, and how to mend it in Statamic. Equal causes are one finding.

import type { SiteConfig } from '../../../config/define-site.ts';
import { GLOBALS } from '../../../content/collections.ts';
import { joinNames } from '../../errors.ts';
import { printableText } from '../../text/printable-text.ts';
import { fieldsOfCollection, fieldsOfGlobal, READ_FILTERS } from '../blueprints/read-fields.ts';
import { isObject } from '../client/entry-facts.ts';
import { parseEntry } from '../intake/parse-entry.ts';
import { compareFields, type FieldDifferences } from './compare-fields.ts';
import type { CollectionFacts, GlobalFacts, Refusal, ServiceFacts } from './examine-service.ts';

/** Something to mend, or, as a hint, to know. */
export interface Finding {
  readonly what: string;
  readonly fix: string;
  readonly isHint: boolean;
}

/** One line of the result, with its findings. */
export interface Check {
  readonly name: string;
  /** What is fine. */
  readonly summary: string;
  readonly findings: readonly Finding[];
}

/** What the service is compared with. */
export interface Expectations {
  readonly site: Pick<SiteConfig, 'content' | 'origin'>;
  /** Address of the API. */
  readonly apiUrl: string;
  readonly hasToken: boolean;
}

const API_SETTINGS = 'config/statamic/api.php';
const KIT = 'the kit has them: content/statamic/';
const missing = (what: string, fix: string): Finding => ({ what, fix, isHint: false });
const hint = (what: string, fix: string): Finding => ({ what, fix, isHint: true });

/** Whether any content can be read. */
export function isReadable({ refusal, collections }: ServiceFacts): boolean {
  return refusal === null && collections.some((collection) => collection.refusal === null);
}

/** The checks in the order in which they are shown. Of a service that cannot be read, only the first one. */
export function judgeService(facts: ServiceFacts, expected: Expectations): readonly Check[] {
  const service = judgeAccess(facts, expected);
  if (!isReadable(facts)) return [service];
  return [
    service,
    judgeSites(facts),
    judgeCollections(facts),
    judgeFilters(facts),
    judgeGlobals(facts),
    ...judgeFields(facts),
    judgeEntries(facts),
    judgeDates(facts, expected),
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
                    `The service allows ${rateLimit} requests a minute; a build asks more.`,
                    `Raise the limit of "api" in Laravel's RateLimiter, or set SITEGEN_CONTENT_RPM=${rateLimit}.`,
                  ),
                ]
              : []),
            ...(oldestMs < OLD_MS ? [] : [oldAnswers(oldestMs)]),
          ],
  };
}

/** Older answers come from a cache; the clocks of two machines differ less. */
const OLD_MS = 2 * 60_000;

function oldAnswers(milliseconds: number): Finding {
  return hint(
    `Answers are up to ${Math.round(milliseconds / 60_000)} minutes old: Statamic caches its API, missing pages too.`,
    'A save in the control panel empties that cache. After changes of files or settings: php artisan cache:clear.',
  );
}

function describeRefusal({ status, said }: Refusal, { apiUrl, hasToken, site }: Expectations): Finding {
  switch (status) {
    case null:
      return missing(`${apiUrl} cannot be reached. ${said}`, 'Check that the service runs, and SITEGEN_CONTENT_URL.');
    case 200:
      return missing(
        `${apiUrl} answers with a web page or a file, not with the JSON of an API. ${said}`,
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
        status >= 500 ? 'Look into storage/logs/laravel.log of the service.' : 'Check SITEGEN_CONTENT_URL.',
      );
  }
}

function judgeSites({ sites }: ServiceFacts): Check {
  const empty = sites.filter(({ total }) => total === 0).map(({ site }) => site);
  const findings =
    empty.length === 0
      ? []
      : [
          missing(
            `${named('Site', empty)} ${empty.length === 1 ? 'has' : 'have'} no published page.`,
            'Check the handles in resources/sites.yaml (Statamic 4: config/statamic/sites.php), and that the collections list the sites.',
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
    'Look into storage/logs/laravel.log of the service.',
  );
}

/** A limit of the service below what a build asks for makes more and smaller pages of a collection. */
function findShortPages(collections: readonly CollectionFacts[]): readonly Finding[] {
  const short = collections.filter(({ perPage, asked }) => perPage !== null && perPage < asked);
  const byLimit = Map.groupBy(short, ({ perPage }) => perPage);
  return [...byLimit].map(([perPage, group]) =>
    hint(
      `${collectionsOf(group, collections)}: at most ${perPage} entries on a page, where a build asks for ${Math.max(...group.map(({ asked }) => asked))}.`,
      'Raise the limit of the service, or of the proxy before it: builds ask more often than needed.',
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
              `${collectionsOf(ignoring, collections)}: drafts come in spite of filter[published].`,
              'Check what is between here and the service: a proxy or cache may drop the query.',
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
    'Look into storage/logs/laravel.log of the service, and ask again.',
  );
}

function describeUnset(unset: readonly string[], all: number): readonly Finding[] {
  if (unset.length === 0) return [];
  const fix =
    unset.length === all
      ? `Enable globals under resources in ${API_SETTINGS} (they are off by default), and save them once in each site.`
      : `Create it (${KIT}content/globals/), enable it in ${API_SETTINGS}, and save it once in each site.`;
  return [missing(`${named('Global', unset)}: in no site.`, fix)];
}

/** Fields and options of collections and globals. */
function judgeFields({ collections, globals }: ServiceFacts): readonly Check[] {
  const compared = [
    ...collections.map(({ collection, entries }) => ({
      owner: collection as string,
      ...compareFields(withoutDate(collection), entries),
    })),
    ...Map.groupBy(globals, ({ name }) => name)
      .entries()
      .map(([name, values]) => ({
        owner: name as string,
        ...compareFields(
          fieldsOfGlobal(name),
          values.map(({ value }) => value),
        ),
      })),
  ];
  const empty = collections.filter(({ refusal, entries }) => refusal === null && entries.length === 0);
  return [
    {
      name: 'fields',
      summary: `as the schemas have them${empty.length === 0 ? '' : `; not seen without entries: ${empty.map(({ collection }) => collection).join(', ')}`}`,
      findings: findMissingFields(compared),
    },
    { name: 'options', summary: 'every value of a select is known', findings: findUnknownOptions(compared) },
  ];
}

function withoutDate(collection: CollectionFacts['collection']) {
  const { date, ...fields } = fieldsOfCollection(collection);
  return fields;
}

type Compared = FieldDifferences & { readonly owner: string };

/** Fields that the same collections lack are one finding. */
function findMissingFields(compared: readonly Compared[]): readonly Finding[] {
  const fields = new Set(compared.flatMap((each) => each.missing));
  const byOwners = Map.groupBy(fields, (field) =>
    compared.flatMap(({ owner, missing }) => (missing.includes(field) ? [owner] : [])).join(', '),
  );
  return [...byOwners].map(([owners, names]) => {
    const blueprints = owners.includes(', ')
      ? ''
      : `blueprints/${owners in GLOBALS ? 'globals' : 'collections'}/${owners}`;
    const many = names.length > 1;
    return missing(
      `${named('Field', names)}: not in ${owners}.`,
      `Add ${many ? 'them' : 'it'} to the blueprint${owners.includes(', ') ? 's' : ''}; ${KIT}resources/${blueprints}`,
    );
  });
}

function findUnknownOptions(compared: readonly Compared[]): readonly Finding[] {
  const byField = Map.groupBy(
    compared.flatMap(({ owner, unknown }) => unknown.map((each) => ({ owner, ...each }))),
    ({ path, value }) => `${path} ${value}`,
  );
  return [...byField.values()].map((group) => {
    const { path = '', value = '' } = group[0] ?? {};
    return missing(
      `${path} of ${joinNames([...new Set(group.map(({ owner }) => owner))])}: the value "${printableText(value, 60)}" is no option.`,
      'Choose another in the entries, or add the option in content/ and to the templates.',
    );
  });
}

/** Entries that a build would refuse. What other checks say already is left out. */
function judgeEntries({ collections }: ServiceFacts): Check {
  const problems = collections.flatMap(({ collection, entries }) => {
    const { missing, unknown } = compareFields(fieldsOfCollection(collection), entries);
    const known = new Set(
      [...missing, ...unknown.map(({ path }) => path)].map((path) => path.replace(/\[[^\]]*\]/g, '')),
    );
    return entries.flatMap((entry) => {
      const parsed = parseEntry(entry, { collection, site: '' });
      const found = 'problems' in parsed ? parsed.problems : [];
      return found
        .map(({ where, what, fix }) => ({
          collection,
          what,
          fix,
          field: (where.field ?? '').replace(/\.\d+(?=\.|$)/g, ''),
        }))
        .filter(({ field }) => !known.has(field));
    });
  });
  const byCause = Map.groupBy(problems, ({ collection, field, what }) => `${collection} ${field} ${what}`);
  const looked = collections.reduce((sum, { entries }) => sum + entries.length, 0);
  return {
    name: 'entries',
    summary: `${looked} looked at`,
    findings: [...byCause.values()].flatMap((group) => {
      const [first] = group;
      if (first === undefined) return [];
      const count = group.length === 1 ? '' : ` (${group.length} times)`;
      return [missing(`${first.field} of ${first.collection}: ${first.what}${count}`, first.fix)];
    }),
  };
}

/** Midnight in another zone than the site's is a day that shows a day early or late. */
function judgeDates({ collections }: ServiceFacts, { site }: Expectations): Check {
  const { timeZone } = site.content;
  const shifted = collections.flatMap(({ collection, entries }) => {
    const dates = entries.flatMap((entry) => (isObject(entry) && isMoment(entry.date) ? [entry.date] : []));
    const times = [...new Set(dates.map((date) => timeIn(date, timeZone)))];
    // Summer time makes two of one.
    const isShifted = dates.length >= 3 && times.length <= 2 && !times.includes('00:00');
    return isShifted ? [{ collection, times: times.join(' or ') }] : [];
  });
  const byTimes = Map.groupBy(shifted, ({ times }) => times);
  return {
    name: 'dates',
    summary: `in ${timeZone} (content.timeZone)`,
    findings: [...byTimes].map(([times, group]) =>
      hint(
        `Every date of ${joinNames(group.map(({ collection }) => collection))} is at ${times} in ${timeZone}: midnight of another time zone?`,
        'Set content.timeZone in site.config.ts to app.timezone of the service.',
      ),
    ),
  };
}

/** A date with a time. */
function isMoment(value: unknown): value is string {
  return typeof value === 'string' && value.length > '2026-01-31'.length && !Number.isNaN(Date.parse(value));
}

function timeIn(date: string, timeZone: string): string {
  return new Date(date).toLocaleTimeString('en-GB', { timeZone, hour: '2-digit', minute: '2-digit' });
}

function collectionsOf(group: readonly CollectionFacts[], all: readonly CollectionFacts[]): string {
  if (group.length === all.length) return 'All collections';
  return named(
    'Collection',
    group.map(({ collection }) => collection),
  );
}

/** `Sites es and pt`, `Field language`. */
function named(noun: string, names: readonly string[]): string {
  return `${noun}${names.length === 1 ? '' : 's'} ${joinNames(names)}`;
}
