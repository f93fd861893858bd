// Parses received entries and globals. Only what decides which entry this is and who may see it stops a build; any other field that
// does not fit is left out, with a warning that names the field, what was expected and received, and the edit link.

import * as z from 'zod';
import { DETAIL_COLLECTIONS } from '../../../config/pages.ts';
import {
  COLLECTIONS,
  type Collection,
  type Entry,
  GLOBALS,
  type Global,
  type GlobalName,
} from '../../../content/collections.ts';
import { isBlank } from '../../../content/fields.ts';
import type { Problem, ProblemPlace } from '../../errors.ts';
import { findSlugProblem } from '../../paths/slug.ts';
import { describeIssue, receivedOf } from '../../text/describe-issue.ts';
import { NO_TEXT, printableText } from '../../text/printable-text.ts';
import { isObject, nameOfEntry } from '../client/entry-facts.ts';
import { type Misfit, parseFitting } from './parse-fitting.ts';

/** A value that can be shown, without what does not fit; or the problems that stop the build. */
export type Parsed<T> =
  | { readonly entry: T; readonly warnings: readonly Problem[] }
  | { readonly problems: readonly Problem[] };

export interface FieldFault {
  readonly code: string;
  /** Path of the field, as the service sent it. */
  readonly field: string;
  readonly what: string;
  /** " at …" follows. */
  readonly fix: string;
}

/** Fields that say which entry this is, and whether visitors and search engines may see it. */
const VITAL_OF_ALL = ['id', 'published', 'status', 'private'];
const VITAL: readonly unknown[] = [...VITAL_OF_ALL, 'slug', 'title', 'seo_noindex', 'hide_from_index'];
const VITAL_OF_REDIRECTS: readonly unknown[] = [...VITAL_OF_ALL, 'from', 'to', 'type'];

/** Whether a field of an entry is vital. Its date is if it can schedule the entry. */
function isVitalField(field: PropertyKey | undefined, collection: Collection, raw: unknown): boolean {
  if (field === undefined) return true;
  if (field !== 'date') return (collection === 'redirects' ? VITAL_OF_REDIRECTS : VITAL).includes(field);
  const isScheduled = isObject(raw) && raw.status === 'scheduled';
  return isScheduled || COLLECTIONS[collection].hidesFutureDates;
}

// Collections whose slugs become paths.
const ROUTED: ReadonlySet<Collection> = new Set<Collection>([...DETAIL_COLLECTIONS, 'pages']);
/** Parses an entry as received. `line` is its JSON. Problems have the code CONTENT_INVALID. */
export function parseEntry<C extends Collection>(
  raw: unknown,
  { collection, site }: { collection: C; site: string },
  line: string = JSON.stringify(raw),
): Parsed<Entry<C>> {
  const isVital = ([field]: readonly PropertyKey[]) => isVitalField(field, collection, raw);
  const { value, misfits, controls, losses } = fitEntry(raw, collection, line);
  const problems = [
    // Without an invisible character a title is the same.
    ...controls.filter(({ field, isDamaged }) => isVital([field]) && (isDamaged || field !== 'title')),
    ...(value === null ? misfits.map(invalidField) : findSlugFaults(collection, value)),
  ];
  // Parsed by the schema of this collection.
  if (value !== null && problems.length + losses.length === 0) return { entry: value as Entry<C>, warnings: [] };
  const where = placeOf(raw, collection, site);
  if (value === null || problems.length > 0) return { problems: problems.map((fault) => invalidOf(fault, where)) };
  return { entry: value as Entry<C>, warnings: losses.map((fault) => problemOf(fault, where)) };
}

/** Parses an entry that {@link parseEntry} accepted before, without its messages. @throws Error if a vital field does not fit. */
export function reparseEntry<C extends Collection>(line: string, collection: C): Entry<C> {
  const raw: unknown = JSON.parse(line);
  const { value } = fitEntry(raw, collection, line);
  if (value === null) throw new Error('A vital field does not fit.');
  // Parsed by the schema of this collection.
  return value as Entry<C>;
}

/** Parses the fields of a global as received. A banner is shown only if it is enabled, so none of its fields is vital. */
export function parseGlobal<G extends GlobalName>(raw: unknown, place: { name: G; site: string }): Parsed<Global<G>> {
  const schema: z.ZodObject = GLOBALS[place.name];
  const where = { collection: 'globals', entry: place.name, site: place.site };
  const { value, misfits, losses } = parseBy(raw, JSON.stringify(raw), {
    schema,
    schemaOfFields: schema,
    isVital: ([field]) => field === undefined,
  });
  if (value === null) return { problems: misfits.map((misfit) => invalidOf(invalidField(misfit), where)) };
  // Parsed by the schema of this global.
  return { entry: value as Global<G>, warnings: losses.map((fault) => problemOf(fault, where)) };
}

function fitEntry(raw: unknown, collection: Collection, line: string) {
  return parseBy(dropNullFields(collection, raw), line, {
    schema: schemaOf(collection),
    schemaOfFields: COLLECTIONS[collection].schema,
    isVital: ([field]) => isVitalField(field, collection, raw),
  });
}

interface FitRules<T> {
  readonly schema: z.ZodType<T>;
  /** The same, not compiled. */
  readonly schemaOfFields: z.ZodObject;
  readonly isVital: (path: readonly PropertyKey[]) => boolean;
}

/** Parses a value by its schema, without what cannot be read and what does not fit. */
function parseBy<T>(raw: unknown, line: string, { schema, schemaOfFields: { shape }, isVital }: FitRules<T>) {
  const faults: ControlFault[] = [];
  const fitting = parseFitting(schema, IN_JSON.test(line) ? cleanTexts(raw, faults) : raw, isVital);
  const controls = faults.filter(({ field }) => Object.hasOwn(shape, field.replace(/\..*/s, '')));
  return { ...fitting, controls, losses: lossesOf(fitting.misfits, controls) };
}

function lossesOf(misfits: readonly Misfit[], cleaned: readonly FieldFault[]): readonly FieldFault[] {
  const parts = misfits.map(({ leftOut }) => nameOf(leftOut));
  const isLeftOut = ({ field }: FieldFault) => parts.some((part) => `${field}.`.startsWith(`${part}.`));
  return [...misfits.map(unusableField), ...cleaned.filter((fault) => !isLeftOut(fault))];
}

const CORRECT = 'Correct the field';

function invalidField({ issue }: Misfit): FieldFault {
  const received = receivedOf(issue);
  const fix = isBlank(received)
    ? 'Fill in the field'
    : typeof received === 'object'
      ? 'Change the type of the field in its blueprint to one that sends what was expected, or correct the entry'
      : CORRECT;
  return { code: 'CONTENT_INVALID', field: nameOf(issue.path), what: describeIssue(issue), fix };
}

function unusableField(misfit: Misfit): FieldFault {
  const { issue, leftOut } = misfit;
  const fault = invalidField(misfit);
  const what = `${fault.what} ${describeLoss(misfit, nameOf(leftOut) === fault.field)}`;
  if (issue.path.at(-1) !== 'url' || !isBlank(receivedOf(issue))) return { ...fault, code: 'FIELD_UNUSABLE', what };
  return {
    code: 'IMAGE_UNUSABLE',
    field: fault.field,
    what: 'The file has no public address, perhaps because its container is private: it is left out.',
    fix: 'Choose a file of a container with public addresses',
  };
}

const MOST_PLACES = 10;

function describeLoss({ leftOut, others }: Misfit, isFieldItself: boolean): string {
  const part = isFieldItself ? 'It' : `"${printableText(nameOf(leftOut), 200)}"`;
  if (others.length === 0) return `${part} is left out.`;
  const places = `${others.slice(0, MOST_PLACES).map(String).join(', ')}${others.length > MOST_PLACES ? ' …' : ''}`;
  const items = `${others.length} more ${others.length === 1 ? 'item' : 'items'} of the list (${places})`;
  return `${part} and ${items} are left out.`;
}

function nameOf(path: readonly PropertyKey[]): string {
  return path.map(String).join('.');
}

function findSlugFaults(collection: Collection, entry: Entry): readonly FieldFault[] {
  const found = ROUTED.has(collection) ? findSlugProblem(entry.slug ?? '') : null;
  if (found === null) return [];
  const what = `${found.replace(/\.$/, '')}, received "${printableText(entry.slug ?? '', 80)}".`;
  return [{ code: 'CONTENT_INVALID', field: 'slug', what, fix: CORRECT }];
}

export function placeOf(raw: unknown, collection: string, site: string): ProblemPlace {
  const entry = nameOfEntry(raw);
  const editUrl = isObject(raw) ? raw.edit_url : null;
  return {
    collection,
    ...(entry === null ? {} : { entry }),
    site,
    ...(typeof editUrl === 'string' && editUrl !== '' ? { editUrl: printableText(editUrl, 500) } : {}),
  };
}

export function problemOf({ code, field, what, fix }: FieldFault, place: ProblemPlace): Problem {
  const where = field === '' ? place : { ...place, field: printableText(field, 200) };
  const at = place.editUrl === undefined ? 'in the control panel' : `at ${place.editUrl}`;
  return { code, severity: 'warning', where, what, fix: `${fix} ${at}, publish, and build again.` };
}

function invalidOf(fault: FieldFault, place: ProblemPlace): Problem {
  return { ...problemOf(fault, place), code: 'CONTENT_INVALID', severity: 'error' };
}

/** Compiling a schema pays off after about this many parses. */
export const PARSES_WORTH_COMPILING = 500;

interface CountedSchema {
  schema: z.ZodType<Entry>;
  parses: number;
}

const schemas = new Map<Collection, CountedSchema>();

/** The schema of a collection, to parse one entry. It is compiled once it has parsed many. */
export function schemaOf(collection: Collection): z.ZodType<Entry> {
  const counted = schemas.get(collection) ?? { schema: COLLECTIONS[collection].schema, parses: 0 };
  counted.parses += 1;
  if (counted.parses === PARSES_WORTH_COMPILING) counted.schema = z.compile(counted.schema);
  schemas.set(collection, counted);
  return counted.schema;
}

/** Slugs of `pages` whose empty fields come as the text NULL. */
const POLICY_SLUGS: readonly unknown[] = ['privacy-policy', 'author-privacy-policy'];

/** Removes 'NULL' fields, at any depth, from a privacy policy of `pages`. */
function dropNullFields(collection: string, raw: unknown): unknown {
  const isPolicy = collection === 'pages' && isObject(raw) && POLICY_SLUGS.includes(raw.slug);
  return isPolicy ? withoutNullText(raw) : raw;
}

function withoutNullText(value: unknown): unknown {
  if (Array.isArray(value)) return value.filter((item) => item !== 'NULL').map(withoutNullText);
  if (typeof value !== 'object' || value === null) return value;
  const kept = Object.entries(value).filter(([, field]) => field !== 'NULL');
  return Object.fromEntries(kept.map(([key, field]) => [key, withoutNullText(field)]));
}

// Characters in texts of editors that nobody can read: control characters, which pages use as markers (tabs and line breaks are text),
// and NO_TEXT in place of bytes that are not UTF-8.
// biome-ignore lint/suspicious/noControlCharactersInRegex: this searches for them.
const UNREADABLE = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufdd0\ufffe\uffff]/g;
/** JSON of a text with such a character. May also match an escaped backslash before one of these letters. */
const IN_JSON = /\\[bfu]|[\ufdd0\ufffe\uffff]/;

interface ControlFault extends FieldFault {
  /** It has bytes that are not UTF-8. */
  readonly isDamaged: boolean;
}

/** The same value without unreadable characters in its texts, which are added to `faults`. */
function cleanTexts(value: unknown, faults: ControlFault[], path = ''): unknown {
  if (typeof value === 'string') {
    const found = value.match(UNREADABLE)?.[0];
    if (found === undefined) return value;
    const isDamaged = value.includes(NO_TEXT);
    faults.push({ code: 'TEXT_CLEANED', field: path, what: describeControl(found), fix: CORRECT, isDamaged });
    // Vertical tabs and form feeds are line breaks of presentations.
    return value.replace(/[\v\f]/g, '\n').replace(UNREADABLE, (each) => (each === NO_TEXT ? '\ufffd' : ''));
  }
  const pathOf = (key: string | number) => (path === '' ? String(key) : `${path}.${key}`);
  if (Array.isArray(value)) return value.map((item, index) => cleanTexts(item, faults, pathOf(index)));
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, cleanTexts(item, faults, pathOf(key))]));
}

function describeControl(found: string): string {
  if (found === NO_TEXT) return 'Expected text in UTF-8, received bytes that are not.';
  const code = found.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0');
  return `Expected text without control characters, received U+${code}.`;
}
