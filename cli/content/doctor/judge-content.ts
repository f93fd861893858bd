// Checks of the content of a service: fields, entries, dates, images. One finding per cause.

import type { SiteConfig } from '../../../config/define-site.ts';
import { GLOBALS } from '../../../content/collections.ts';
import { joinNames } from '../../errors.ts';
import { findTagAttributes, IMAGE_SOURCES } from '../../text/find-attributes.ts';
import { printableText } from '../../text/printable-text.ts';
import { type EditorFields, fieldsOfCollection, fieldsOfGlobal } from '../blueprints/read-fields.ts';
import { isObject, nameOfEntry } from '../client/entry-facts.ts';
import { fileKey, isImageKey, parseFileAddress } from '../files/file-addresses.ts';
import { isAllowedOrigin } from '../files/file-client.ts';
import { parseEntry } from '../intake/parse-entry.ts';
import { type Check, type Finding, hint, KIT, missing, named } from './checks.ts';
import type { CollectionFacts, ServiceFacts } from './examine-service.ts';

/** Checks that every field of collections and globals exists. */
export function judgeFields({ collections, globals }: ServiceFacts): Check {
  const compared = [
    ...collections.map(({ collection, entries }) => ({
      owner: collection as string,
      missing: findMissing(withoutDate(collection), entries),
    })),
    ...[...Map.groupBy(globals, ({ name }) => name)].map(([name, values]) => ({
      owner: name as string,
      missing: findMissing(
        fieldsOfGlobal(name),
        values.map(({ value }) => value),
      ),
    })),
  ];
  const empty = collections.filter(({ refusal, entries }) => refusal === null && entries.length === 0);
  return {
    name: 'fields',
    summary: `as in the schemas${empty.length === 0 ? '' : `; unknown without entries: ${empty.map(({ collection }) => collection).join(', ')}`}`,
    findings: describeMissing(compared),
  };
}

/**
 * The fields that no entry, row or set of a kind has, at any depth. Paths have no row numbers, and name the set: `sections.items.text`,
 * `blocks[form].title`.
 */
function findMissing(fields: EditorFields, records: readonly unknown[], prefix = ''): readonly string[] {
  const objects = records.filter(isObject);
  if (objects.length === 0) return [];
  const missing = Object.entries(fields).flatMap(([name, { row, sets, type }]) => {
    const path = `${prefix}${name}`;
    if (!objects.some((record) => name in record)) return [path];
    const rows = objects.flatMap((record) => record[name]).filter(isObject);
    if (row !== undefined) return findMissing(row, rows, `${path}.`);
    // Text in rich text is not a set of a blueprint.
    const kinds = Object.entries(sets ?? {}).filter(([kind]) => type !== 'bard' || kind !== 'text');
    return kinds.flatMap(([kind, set]) =>
      findMissing(
        set.fields,
        rows.filter((each) => String(each.type ?? '') === kind),
        `${path}[${kind}].`,
      ),
    );
  });
  return [...new Set(missing)];
}

function withoutDate(collection: CollectionFacts['collection']) {
  const { date, ...fields } = fieldsOfCollection(collection);
  return fields;
}

/** Fields that are missing in the same collections are one finding. */
function describeMissing(
  compared: readonly { readonly owner: string; readonly missing: readonly string[] }[],
): readonly Finding[] {
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

/** Entries that a build would refuse, except for reasons that other checks name. */
export function judgeEntries({ collections }: ServiceFacts): Check {
  const problems = collections.flatMap(({ collection, entries }) => {
    const known = new Set(
      findMissing(fieldsOfCollection(collection), entries).map((path) => path.replace(/\[[^\]]*\]/g, '')),
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

/**
 * Finds images of origins that the build downloads nothing from; the policy of the site would block them. One finding per origin. The
 * image CDN loads images from everywhere.
 */
export function judgeImages(
  { collections, globals }: ServiceFacts,
  { content: policy, integrations, origin: own }: Pick<SiteConfig, 'content' | 'integrations' | 'origin'>,
): Check {
  const serviceUrl = policy.url ?? own;
  const places = [
    ...collections.flatMap(({ collection, entries }) =>
      entries.map((value) => ({ value, name: `${collection}: ${nameOfEntry(value)}` })),
    ),
    ...globals.map(({ name, site, value }) => ({ value, name: `${name} of ${site}` })),
  ];
  const images = places.flatMap(({ value, name }) =>
    [...listImages(value)].flatMap((address) => {
      const url = parseFileAddress(address, serviceUrl);
      const isShown =
        url === null ||
        !/^https?:$/.test(url.protocol) ||
        url.origin === new URL(own).origin ||
        isAllowedOrigin(url.origin, { serviceUrl, policy });
      return isShown ? [] : [{ origin: url.origin, url: url.href, name }];
    }),
  );
  const foreign = integrations.imageCdn === null ? Map.groupBy(images, ({ origin }) => origin) : [];
  return {
    name: 'images',
    summary: 'every origin is allowed',
    findings: [...foreign].map(([origin, [first, ...more]]) =>
      missing(
        `${more.length === 0 ? 'An image' : `${more.length + 1} images`} of ${printableText(origin, 200)}: the build downloads nothing from there, and leaves them out (${printableText(first?.name ?? '', 120)}).`,
        `Add "${printableText(origin, 200)}" to content.fileOrigins in site.config.ts.`,
      ),
    ),
  };
}

/** The addresses of assets that are images, and of `<img>` in texts, at any depth. */
function* listImages(value: unknown): Generator<string> {
  if (typeof value === 'string') yield* value.includes('<') ? findTagAttributes(value, IMAGE_SOURCES) : [];
  else if (typeof value === 'object' && value !== null) {
    if ('url' in value && typeof value.url === 'string' && isImageAsset(value.url, value)) yield value.url;
    for (const inner of Object.values(value)) yield* listImages(inner);
  }
}

function isImageAsset(url: string, asset: object): boolean {
  return isImageKey(fileKey(url, 'https://service.invalid') ?? '') || 'width' in asset;
}
