// Parses received entries and globals. Problems name the field, what was expected and received, and the edit link.
// A valid entry fits its schema, has no control characters, and its slug can be a path.

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
import { printableText, SUBSTITUTE } from '../../text/printable-text.ts';
import { nameOfEntry } from '../client/entry-facts.ts';
import type { ContentSnapshot } from '../snapshot/content-snapshot.ts';
import { openRangeLines, readRange } from '../snapshot/range-files.ts';

/** A valid value, or all of its problems. */
export type Parsed<T> = { readonly entry: T } | { readonly problems: readonly Problem[] };

/** A problem of a field, without the place of its entry. */
interface FieldFault {
  readonly field: string;
  readonly what: string;
  /** An empty field, a group or list instead of a value, or a wrong value. */
  readonly kind: 'missing' | 'shape' | 'value';
}

const FIXES: Readonly<Record<FieldFault['kind'], string>> = {
  missing: 'Fill in the field',
  shape: 'Change the type of the field in its blueprint to one that sends what was expected, or correct the entry',
  value: 'Correct the field',
};

// Collections whose slugs become paths.
const ROUTED: ReadonlySet<Collection> = new Set<Collection>([...DETAIL_COLLECTIONS, 'pages']);
// Pages use control characters as markers; tab and line breaks are text.
// biome-ignore lint/suspicious/noControlCharactersInRegex: this searches for them.
const CONTROL_CHARACTER = /[\u0000-\u0008\u000b\u000c\u000e-\u001f]/;

/** JSON of a text with control characters. May also match an escaped backslash before one of these letters. */
const ESCAPED = /\\[bfu]/;

/** Parses an entry as received. `line` is its JSON. Problems have the code CONTENT_INVALID. */
export function parseEntry<C extends Collection>(
  raw: unknown,
  place: { collection: C; site: string },
  line: string = JSON.stringify(raw),
): Parsed<Entry<C>> {
  const { collection, site } = place;
  const cleaned = dropNullFields(collection, raw);
  const result = schemaOf(collection).safeParse(cleaned, { reportInput: true });
  const faults = [
    ...(ESCAPED.test(line) ? findControlCharacters(cleaned) : []),
    ...(result.success ? findSlugFaults(collection, result.data) : result.error.issues.map(faultOf)),
  ];
  // Parsed by the schema of this collection.
  if (result.success && faults.length === 0) return { entry: result.data as Entry<C> };
  return { problems: faults.map((fault) => invalidContent(fault, placeOf(raw, collection, site))) };
}

/** Parses an entry that {@link parseEntry} found valid before, without its other checks. @throws ZodError. */
export function reparseEntry<C extends Collection>(raw: unknown, collection: C): Entry<C> {
  const cleaned = dropNullFields(collection, raw);
  // Parsed by the schema of this collection.
  return schemaOf(collection).parse(cleaned) as Entry<C>;
}

/** Parses the fields of a global as received. */
export function parseGlobal<G extends GlobalName>(raw: unknown, place: { name: G; site: string }): Parsed<Global<G>> {
  const result = GLOBALS[place.name].safeParse(raw, { reportInput: true });
  const faults = [...findControlCharacters(raw), ...(result.success ? [] : result.error.issues.map(faultOf))];
  if (result.success && faults.length === 0) return { entry: result.data as Global<G> };
  return {
    problems: faults.map((fault) =>
      invalidContent(fault, { collection: 'globals', entry: place.name, site: place.site }),
    ),
  };
}

function faultOf(issue: z.core.$ZodIssue): FieldFault {
  const received = receivedOf(issue);
  const kind = isBlank(received) ? 'missing' : typeof received === 'object' ? 'shape' : 'value';
  return { field: issue.path.map(String).join('.'), what: describeIssue(issue), kind };
}

function findSlugFaults(collection: Collection, entry: Entry): readonly FieldFault[] {
  const what = ROUTED.has(collection) ? findSlugProblem(entry.slug ?? '') : null;
  return what === null
    ? []
    : [
        {
          field: 'slug',
          what: `${what.replace(/\.$/, '')}, received "${printableText(entry.slug ?? '', 80)}".`,
          kind: 'value',
        },
      ];
}

/** Finds texts with a C0 control character other than tab and line breaks. */
function findControlCharacters(value: unknown, field = ''): readonly FieldFault[] {
  if (typeof value === 'string') {
    const found = CONTROL_CHARACTER.exec(value)?.[0];
    return found === undefined ? [] : [{ field, what: describeControlCharacter(found), kind: 'value' }];
  }
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, item]) =>
    findControlCharacters(item, field === '' ? key : `${field}.${key}`),
  );
}

function describeControlCharacter(found: string): string {
  if (found === SUBSTITUTE)
    return 'Expected text in UTF-8, received bytes that are not (or the control character U+001A).';
  return `Expected text without control characters, received U+${found.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}.`;
}

/** The place of a received entry, for its problems. */
export function placeOf(raw: unknown, collection: string, site: string): ProblemPlace {
  const entry = nameOfEntry(raw);
  const editUrl = typeof raw === 'object' && raw !== null && 'edit_url' in raw ? raw.edit_url : null;
  return {
    collection,
    ...(entry === null ? {} : { entry }),
    site,
    ...(typeof editUrl === 'string' && editUrl !== '' ? { editUrl: printableText(editUrl, 500) } : {}),
  };
}

function invalidContent({ field, what, kind }: FieldFault, place: ProblemPlace): Problem {
  const where = field === '' ? place : { ...place, field: printableText(field, 200) };
  const fix = `${FIXES[kind]} ${place.editUrl === undefined ? 'in the control panel' : `at ${place.editUrl}`}, publish, and build again.`;
  return { code: 'CONTENT_INVALID', severity: 'error', where, what, fix };
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
  const isPolicy =
    collection === 'pages' &&
    typeof raw === 'object' &&
    raw !== null &&
    'slug' in raw &&
    POLICY_SLUGS.includes(raw.slug);
  return isPolicy ? withoutNullText(raw) : raw;
}

function withoutNullText(value: unknown): unknown {
  if (Array.isArray(value)) return value.filter((item) => item !== 'NULL').map(withoutNullText);
  if (typeof value !== 'object' || value === null) return value;
  const kept = Object.entries(value).filter(([, field]) => field !== 'NULL');
  return Object.fromEntries(kept.map(([key, field]) => [key, withoutNullText(field)]));
}

/**
 * Reads the entries of a range, in line order: `row.line` is the index.
 * @throws SiteError SNAPSHOT_DAMAGED (exit 2) if the range file is missing or was changed.
 */
export function readRangeEntries<C extends Collection>(
  snapshot: Pick<ContentSnapshot, 'rangesDir'>,
  rangeSha256: string,
  collection: C,
): readonly Entry<C>[] {
  return readRange(snapshot.rangesDir, rangeSha256).map((entry, line) =>
    parseStored(entry, collection, `Line ${line} of range ${rangeSha256}`),
  );
}

/** Reads the entry of a line. @throws Error if there is no such line. */
export type FindRangeEntry = (line: number) => Entry;

/**
 * Opens a range to parse single entries. Only its bytes and the last entry stay in memory.
 * @throws SiteError as {@link readRangeEntries}.
 */
export function openRangeEntries(
  { rangesDir, areRangesVerified }: Pick<ContentSnapshot, 'rangesDir' | 'areRangesVerified'>,
  rangeSha256: string,
  collection: Collection,
): FindRangeEntry {
  const lineAt = openRangeLines(rangesDir, rangeSha256, areRangesVerified);
  let last: { readonly line: number; readonly entry: Entry } | null = null;
  return (line) => {
    if (last?.line === line) return last.entry;
    const name = `Line ${line} of range ${rangeSha256}`;
    const text = lineAt(line);
    if (text === null) throw new Error(`${name} is missing.`);
    const entry = parseStored(JSON.parse(text), collection, name);
    last = { line, entry };
    return entry;
  };
}

function parseStored<C extends Collection>(raw: unknown, collection: C, name: string): Entry<C> {
  try {
    return reparseEntry(raw, collection);
  } catch (cause) {
    throw new Error(`${name} is not a valid entry of ${collection}, although its snapshot was validated.`, { cause });
  }
}
