// Checks of the content of a service: fields, options, entries, dates. One finding per cause.

import { GLOBALS } from '../../../content/collections.ts';
import { joinNames } from '../../errors.ts';
import { printableText } from '../../text/printable-text.ts';
import { fieldsOfCollection, fieldsOfGlobal } from '../blueprints/read-fields.ts';
import { isObject } from '../client/entry-facts.ts';
import { parseEntry } from '../intake/parse-entry.ts';
import { type Check, type Finding, hint, KIT, missing, named } from './checks.ts';
import { compareFields, type FieldDifferences } from './compare-fields.ts';
import type { CollectionFacts, ServiceFacts } from './examine-service.ts';

/** Checks fields and options of collections and globals. */
export function judgeFields({ collections, globals }: ServiceFacts): readonly Check[] {
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
      summary: `as in the schemas${empty.length === 0 ? '' : `; unknown without entries: ${empty.map(({ collection }) => collection).join(', ')}`}`,
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

/** Fields that are missing in the same collections are one finding. */
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
      `Add ${many ? 'them' : 'it'} to the blueprint${owners.includes(', ') ? 's' : ''}, or, if an older kit wrote ${owners.includes(', ') ? 'them' : 'it'}, write it again with sitegen blueprints --to FOLDER --force; ${KIT}resources/${blueprints}`,
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
      `${path} of ${joinNames([...new Set(group.map(({ owner }) => owner))])}: the value "${printableText(value, 60)}" is not an option.`,
      'Choose another one in the entries, or add the option to content/ and the templates.',
    );
  });
}

/** Entries that a build would refuse, except for reasons that other checks name. */
export function judgeEntries({ collections }: ServiceFacts): Check {
  const problems = collections.flatMap(({ collection, entries }) => {
    const { missing, unknown } = compareFields(fieldsOfCollection(collection), entries);
    const known = new Set(
      [...missing, ...unknown.map(({ path }) => path)].map((path) => path.replace(/\[[^\]]*\]/g, '')),
    );
    return entries.flatMap((entry) => {
      const parsed = parseEntry(entry, { collection, site: '' });
      const found = 'problems' in parsed ? parsed.problems : parsed.warnings;
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
  const examined = collections.reduce((sum, { entries }) => sum + entries.length, 0);
  return {
    name: 'entries',
    summary: `${examined} examined`,
    findings: [...byCause.values()].flatMap((group) => {
      const [first] = group;
      if (first === undefined) return [];
      const count = group.length === 1 ? '' : ` (${group.length} times)`;
      return [missing(`${first.field} of ${first.collection}: ${first.what}${count}`, first.fix)];
    }),
  };
}

/** If most dates are at midnight of another time zone, pages show the wrong day. */
export function judgeDates({ collections }: ServiceFacts, timeZone: string): Check {
  const shifted = collections.flatMap(({ collection, entries }) => {
    const dates = entries.flatMap((entry) => (isObject(entry) && isMoment(entry.date) ? [entry.date] : []));
    const usual = findUsualTime(dates.map((date) => timeIn(date, timeZone)));
    return usual === null || usual.times.includes('00:00') ? [] : [{ collection, ...usual }];
  });
  const byTimes = Map.groupBy(shifted, ({ times, isEvery }) => `${isEvery ? 'Every date' : 'Most dates'} of ${times}`);
  return {
    name: 'dates',
    summary: `in ${timeZone} (content.timeZone)`,
    findings: [...byTimes.values()].map((group) => {
      const [isEvery, times] = [group[0]?.isEvery === true, group[0]?.times.join(' or ') ?? ''];
      const owners = joinNames(group.map(({ collection }) => collection));
      return hint(
        `${isEvery ? 'Every date' : 'Most dates'} of ${owners} ${isEvery ? 'is' : 'are'} at ${times} in ${timeZone}: midnight of another time zone?`,
        'Set content.timeZone in site.config.ts to app.timezone of the service.',
      );
    }),
  };
}

/** Fewer dates say nothing. */
const LEAST_DATES = 3;

/** The time that most dates have, or two times an hour apart because of daylight saving time. Null if there is none. */
function findUsualTime(
  all: readonly string[],
): { readonly times: readonly string[]; readonly isEvery: boolean } | null {
  const counts = Map.groupBy(all, (time) => time);
  const byCount = [...counts].sort(([, a], [, b]) => b.length - a.length).map(([time]) => time);
  const [first = ''] = byCount;
  const times = [first, ...byCount.filter((time) => areHourApart(time, first)).slice(0, 1)];
  const count = all.filter((time) => times.includes(time)).length;
  if (all.length < LEAST_DATES || count <= all.length / 2) return null;
  return { times: times.sort(), isEvery: count === all.length };
}

function areHourApart(a: string, b: string): boolean {
  const minutes = (time: string) => Number(time.slice(0, 2)) * 60 + Number(time.slice(3));
  const distance = Math.abs(minutes(a) - minutes(b));
  return distance === 60 || distance === 23 * 60;
}

/** The value is a date with a time. */
function isMoment(value: unknown): value is string {
  return typeof value === 'string' && value.length > '2026-01-31'.length && !Number.isNaN(Date.parse(value));
}

function timeIn(date: string, timeZone: string): string {
  return new Date(date).toLocaleTimeString('en-GB', { timeZone, hour: '2-digit', minute: '2-digit' });
}
