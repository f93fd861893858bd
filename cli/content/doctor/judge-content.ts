// Checks of the content of a service: fields, entries, dates, images. One finding per cause.

import type { SiteConfig } from '../../../config/define-site.ts';
import { GLOBALS } from '../../../content/collections.ts';
import { joinNames } from '../../errors.ts';
import { printableText } from '../../text/printable-text.ts';
import { type EditorFields, fieldsOfCollection, fieldsOfGlobal } from '../blueprints/read-fields.ts';
import { isObject, nameOfEntry } from '../client/entry-facts.ts';
import { isImageKey, parseFileAddress } from '../files/file-addresses.ts';
import { isAllowedOrigin } from '../files/file-client.ts';
import { findLosses } from '../intake/find-losses.ts';
import { type Parsed, parseEntry, parseGlobal } from '../intake/parse-entry.ts';
import type { ServiceFacts } from './examine-service.ts';

export interface Finding {
  readonly what: string;
  readonly fix: string;
  readonly isHint: boolean;
}

/** A line of the result, with its findings. */
export interface Check {
  readonly name: string;
  /** Shown if there are no findings. */
  readonly summary: string;
  readonly findings: readonly Finding[];
}

/** Where the kit for Statamic is, at the end of an advice. */
export const KIT = 'the kit has them: content/statamic/';

export const missing = (what: string, fix: string): Finding => ({ what, fix, isHint: false });

export const hint = (what: string, fix: string): Finding => ({ what, fix, isHint: true });

/** `Sites es and pt`, `Field language`. */
export function named(noun: string, names: readonly string[]): string {
  return `${noun}${names.length === 1 ? '' : 's'} ${joinNames(names)}`;
}

/** The examined entries of a collection, or the values of a global in all sites. */
type Examined = ReturnType<typeof examine>;

export function judgeContent(
  facts: ServiceFacts,
  site: Pick<SiteConfig, 'content' | 'integrations' | 'origin'>,
): readonly Check[] {
  const collections = facts.collections.map(({ collection, entries }) => {
    const { date, ...fields } = fieldsOfCollection(collection);
    const read = entries.map((value) => ({ value, name: nameOfEntry(value) }));
    return examine(collection, read, fields, ({ value }) => parseEntry(value, { collection, site: '' }));
  });
  const globals = [...Map.groupBy(facts.globals, ({ name }) => name)].map(([name, all]) => {
    const values = all.flatMap(({ site: of, value }) => (value === null ? [] : [{ value, name: of }]));
    return examine(name, values, fieldsOfGlobal(name), ({ value, name: of }) => parseGlobal(value, { name, site: of }));
  });
  const examined = [...collections, ...globals];
  return [
    judgeFields(examined),
    judgeEntries(examined),
    judgeDates(collections, site.content.timeZone),
    judgeImages(examined, site),
  ];
}

function examine<Named extends { readonly value: unknown; readonly name: string | null }>(
  owner: string,
  read: readonly Named[],
  fields: EditorFields,
  parse: (record: Named) => Parsed<object>,
) {
  const images: { readonly address: string; readonly name: string | null }[] = [];
  const problems = read.flatMap((record) => {
    const parsed = parse(record);
    if ('problems' in parsed) return parsed.problems;
    const files = new Set<string>();
    findLosses(parsed.entry, files);
    for (const address of files) images.push({ address, name: record.name });
    return parsed.warnings;
  });
  const records = read.map(({ value }) => value);
  return { owner, records, missing: findMissing(fields, records), problems, images };
}

function judgeFields(examined: readonly Examined[]): Check {
  const empty = examined.filter(({ owner, records }) => !(owner in GLOBALS) && records.length === 0);
  const unknown = empty.length === 0 ? '' : `; unknown without entries: ${empty.map(({ owner }) => owner).join(', ')}`;
  return { name: 'fields', summary: `as in the schemas${unknown}`, findings: describeMissing(examined) };
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
        rows.filter((each) => each.type === kind),
        `${path}[${kind}].`,
      ),
    );
  });
  return [...new Set(missing)];
}

/** Fields that are missing in the same collections are one finding. */
function describeMissing(examined: readonly Examined[]): readonly Finding[] {
  const fields = new Set(examined.flatMap((each) => each.missing));
  const byOwners = Map.groupBy(fields, (field) =>
    examined.flatMap(({ owner, missing }) => (missing.includes(field) ? [owner] : [])).join(', '),
  );
  return [...byOwners].map(([owners, names]) => {
    const folder = owners in GLOBALS ? 'globals/' : 'collections/';
    return missing(
      `${named('Field', names)}: not in ${owners}.`,
      `Add what is missing to the blueprint, or, if an older kit wrote it, write it again with sitegen blueprints --to FOLDER --force; ${KIT}resources/blueprints/${owners.includes(', ') ? '' : `${folder}${owners}`}`,
    );
  });
}

/** What a build would say of entries and globals, except of fields that are missing. */
function judgeEntries(examined: readonly Examined[]): Check {
  const problems = examined.flatMap(({ owner, missing, problems }) => {
    const known = new Set(missing.map((path) => path.replace(/\[[^\]]*\]/g, '')));
    return problems
      .map(({ where: { field = '' }, what, fix }) => ({ owner, what, fix, field: field.replace(/\.\d+(?=\.|$)/g, '') }))
      .filter(({ field }) => !known.has(field));
  });
  const byCause = Map.groupBy(problems, ({ owner, field, what }) => `${field} of ${owner}: ${what}`);
  const count = examined.reduce((sum, { owner, records }) => sum + (owner in GLOBALS ? 0 : records.length), 0);
  return {
    name: 'entries',
    summary: `${count} examined`,
    findings: [...byCause].map(([cause, [first, ...more]]) =>
      missing(more.length === 0 ? cause : `${cause} (${more.length + 1} times)`, first?.fix ?? ''),
    ),
  };
}

/** If most dates are at midnight of another time zone, pages show the wrong day. */
function judgeDates(collections: readonly Examined[], timeZone: string): Check {
  const findings = collections.flatMap(({ owner, records }) => {
    const times = records.flatMap((entry) =>
      isObject(entry) && isMoment(entry.date) ? [timeIn(entry.date, timeZone)] : [],
    );
    // Two times, an hour apart, with daylight saving time.
    const byTime = [...Map.groupBy(times, (time) => time)].toSorted((a, b) => b[1].length - a[1].length);
    const usual = byTime.slice(0, 2).filter(([time]) => /:(?:00|30|45)$/.test(time));
    const count = usual.reduce((sum, [, same]) => sum + same.length, 0);
    const names = usual.map(([time]) => time).sort();
    if (times.length < LEAST_DATES || count <= times.length / 2 || names.includes('00:00')) return [];
    return hint(
      `${count === times.length ? `Every date of ${owner} is` : `Most dates of ${owner} are`} at ${names.join(' or ')} in ${timeZone}: midnight of another time zone?`,
      'Set content.timeZone in site.config.ts to app.timezone of the service.',
    );
  });
  return { name: 'dates', summary: `in ${timeZone} (content.timeZone)`, findings };
}

/** Fewer dates say nothing. */
const LEAST_DATES = 3;

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
function judgeImages(
  examined: readonly Examined[],
  { content: policy, integrations, origin: own }: Pick<SiteConfig, 'content' | 'integrations' | 'origin'>,
): Check {
  const serviceUrl = policy.url ?? own;
  const foreign = examined.flatMap(({ owner, images }) =>
    images.flatMap(({ address, name }) => {
      const url = parseFileAddress(address, serviceUrl);
      if (url === null || !/^https?:$/.test(url.protocol) || !isImageKey(url.pathname)) return [];
      const isShown = url.origin === new URL(own).origin || isAllowedOrigin(url.origin, { serviceUrl, policy });
      return isShown ? [] : [{ origin: printableText(url.origin, 200), place: `${owner}: ${name}` }];
    }),
  );
  const byOrigin = integrations.imageCdn === null ? Map.groupBy(foreign, ({ origin }) => origin) : [];
  return {
    name: 'images',
    summary: 'every origin is allowed',
    findings: [...byOrigin].map(([origin, [first, ...more]]) =>
      missing(
        `${more.length === 0 ? 'An image' : `${more.length + 1} images`} of ${origin}: the build downloads nothing from there, and leaves them out (${first?.place}).`,
        `Add "${origin}" to content.fileOrigins in site.config.ts.`,
      ),
    ),
  };
}
