// Checks the fields of a sample file against their blueprint and creates an entry. Its dates are ISO 8601, and the assets, terms and
// options that it names exist.

import { type EditorField, type EditorFields, fieldsOfCollection } from '../blueprints/read-fields.ts';
import { SampleFault } from './sample-faults.ts';
import type { SampleEntry, SampleLibrary, StoredFields } from './sample-library.ts';
import { isAssetField, isStoredFields, listOf, sampleId } from './sample-library.ts';

/** The assets and terms that an entry may name. */
export type KnownNames = Pick<SampleLibrary, 'assetByPath' | 'taxonomyByHandle'>;

/** `updated_at` of entries without one and without a date. Fixed, so that builds of a fresh checkout are equal. */
const FIRST_EDITION = '2026-01-15T09:00:00.000Z';

/** Creates an entry from a mapping of a sample file. @throws SampleFault that names the field */
export function createEntry(
  stored: StoredFields,
  place: {
    readonly collection: SampleEntry['collection'];
    readonly site: string;
    readonly slug: string;
    readonly order: number | null;
    /** File and line. */
    readonly source: string;
  },
  known: KnownNames,
): SampleEntry {
  const { title, published, date, updated_at, order, slug: _slug, ...fields } = stored;
  if (typeof title !== 'string' || title.trim() === '') throw new SampleFault(describeTitle(title), { field: 'title' });
  if (typeof (published ?? true) !== 'boolean')
    throw new SampleFault('The field "published" must be true or false.', { field: 'published' });
  assertFields(fields, fieldsOfCollection(place.collection), known);
  const entryDate = parseDate('date', date);
  return {
    collection: place.collection,
    site: place.site,
    slug: place.slug,
    id: sampleId(place),
    source: place.source,
    title,
    published: published !== false,
    date: entryDate,
    updatedAt: parseDate('updated_at', updated_at) ?? entryDate ?? FIRST_EDITION,
    order: typeof order === 'number' ? order : place.order,
    fields,
  };
}

/** YAML reads `title: 42` as a number. */
function describeTitle(title: unknown): string {
  if (title === undefined || title === null || typeof title === 'string')
    return 'The field "title" is missing or empty.';
  if (typeof title === 'object') return 'The field "title" is a list or group of fields where text is expected.';
  return `The field "title" is ${String(title)}, not text: put it in quotes, "${String(title)}".`;
}

/** Checks stored values against the types of their fields. @throws SampleFault that names the field */
export function assertFields(stored: StoredFields, fields: EditorFields, known: KnownNames): void {
  for (const [name, value] of Object.entries(stored)) {
    const field = fields[name];
    if (field !== undefined) assertField({ name, value, field }, known);
  }
  assertAssets(stored, known);
}

function assertField(
  { name, value, field }: { name: string; value: unknown; field: EditorField },
  known: KnownNames,
): void {
  if (field.type === 'date') parseDate(name, value);
  if (field.type === 'toggle' && typeof (value ?? false) !== 'boolean') {
    throw new SampleFault(`The field "${name}" must be true or false.`, { field: name });
  }
  if (field.options !== undefined && value !== null && !Object.hasOwn(field.options, String(value))) {
    throw new SampleFault(`The field "${name}" has no option "${String(value)}".`, { field: name });
  }
  const { taxonomy } = field;
  if (taxonomy !== undefined) {
    const unknown = listOf(value).find((slug) => !known.taxonomyByHandle.get(taxonomy)?.has(String(slug)));
    if (unknown !== undefined)
      throw new SampleFault(`The field "${name}" names the unknown term "${String(unknown)}".`, { field: name });
  }
}

function assertAssets(value: unknown, known: KnownNames): void {
  if (Array.isArray(value)) for (const item of value) assertAssets(item, known);
  if (!isStoredFields(value)) return;
  for (const [name, inner] of Object.entries(value)) {
    if (!isAssetField(name)) assertAssets(inner, known);
    else for (const item of listOf(inner)) assertAsset(name, item, known);
  }
}

function assertAsset(name: string, value: unknown, known: KnownNames): void {
  const path = isStoredFields(value) ? value.src : value;
  if (typeof path !== 'string' || !known.assetByPath.has(path)) {
    throw new SampleFault(`The field "${name}" names the asset "${String(path)}", which does not exist.`, {
      field: name,
    });
  }
}

function parseDate(name: string, value: unknown): string | null {
  if (value === null || value === undefined) return null;
  const time = typeof value === 'string' ? Date.parse(value) : Number.NaN;
  if (Number.isNaN(time) || !isRealDay(String(value)))
    throw new SampleFault(`The field "${name}" is not an ISO 8601 date.`, { field: name });
  return new Date(time).toISOString();
}

/** `Date` reads February 31 as March 3. */
function isRealDay(date: string): boolean {
  const day = date.slice(0, 10);
  const time = Date.parse(`${day}T00:00:00Z`);
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(day);
}
