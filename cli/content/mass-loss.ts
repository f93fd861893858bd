// One slip costs a field. If most entries lose the same field at once, nobody slipped: a blueprint or field type was changed. Then
// the build is refused, as when a list shrinks sharply.

import { SHRINK_ENTRIES } from '../../config/constants.ts';
import { isBlank } from '../../content/fields.ts';
import { type Problem, SiteError } from '../errors.ts';
import { contentKeyOf } from '../files/brands.ts';
import { fieldsOfCollection } from './blueprints/read-fields.ts';
import { isObject } from './client/entry-facts.ts';
import type { ReceivedContent } from './snapshot/commit-version.ts';
import type { CollectionSnapshot, IndexRow } from './snapshot/content-snapshot.ts';
import { findDigest, loadCollection } from './snapshot/load-version.ts';
import type { RecordStore } from './snapshot/record-store.ts';
import { findBuilt, type Version } from './snapshot/versions.ts';

/** A field of an entry that does not fit, without the numbers of items: `content.text`. */
type Unusable = ReturnType<typeof listUnusable>[number];

/**
 * Compares with the content of the last build.
 * @throws SiteError CONTENT_SHRUNK (exit 3) with one problem for each field that more than half of its entries lost.
 */
export function refuseMassLoss(content: ReceivedContent, records: RecordStore, service: Version['service']): void {
  const unusable = content.collections.flatMap(({ rows }) => rows.flatMap(listUnusable));
  const byField = Map.groupBy(unusable, ({ row, field }) => `${row.collection} ${field}`);
  const suspects = [...byField.values()].filter(({ length }) => length > SHRINK_ENTRIES);
  const [last] = findBuilt(records.database, service);
  if (last === undefined) return;
  // All sites share a blueprint, but an editor can change an entry in all of them at once.
  const longest = Map.groupBy(content.collections, ({ collection }) => collection)
    .values()
    .map((lists) => lists.reduce((most, list) => (list.rows.length > most.rows.length ? list : most)));
  const absent = longest.toArray().flatMap((list) => findAbsent(list, records, last.id));
  const unfit = suspects.flatMap((group) => {
    const before = content.collections
      .filter(({ collection }) => collection === group[0]?.row.collection)
      .flatMap((list) => loadCollection(records, last.id, list)?.rows ?? []);
    return findLoss(group, before, records);
  });
  const problems = [...absent, ...unfit];
  if (problems.length === 0) return;
  const message = 'Most entries lose a field that they had in the last build. Nothing was written.';
  throw new SiteError({ code: 'CONTENT_SHRUNK', exitCode: 3, message, problems });
}

/** Entries of a list that are compared: those of a changed blueprint are all alike. */
const MOST_COMPARED = 50;

/**
 * The fields that most entries had and none has now, as after a new handle. A toggle that is off, an author who left or a category
 * without entries takes only a few different values away.
 */
function findAbsent({ collection, rows }: CollectionSnapshot, records: RecordStore, version: number) {
  const step = Math.ceil(rows.length / MOST_COMPARED);
  const pairs = rows
    .filter((_, index) => index % step === 0)
    .map((row) => [findDigest(records.database, version, row), row.digest] as const);
  const isFew = (count: number) => count <= pairs.length / 2;
  if (isFew(pairs.filter(([before, now]) => before !== null && before !== now).length)) return [];
  const entries = pairs.map((pair) => pair.map((digest) => (digest === null ? null : records.readRaw(digest))));
  return Object.keys(fieldsOfCollection(collection)).flatMap((field) => {
    const shown = entries.flatMap(([before]) => valueIn(before, field) ?? []);
    if (isFew(shown.length) || new Set(shown).size <= SHRINK_ENTRIES) return [];
    if (entries.some(([, now]) => valueIn(now, field) !== null)) return [];
    const what = `Of ${pairs.length} entries that were compared, ${shown.length} had this field in the last build, and none has it now.`;
    const fix =
      'Give the field its handle in the blueprint back, and enable it in the API. If the loss is intended, build with --allow-shrink.';
    return [{ code: 'FIELD_LOST', severity: 'error', where: { collection, field }, what, fix } as const];
  });
}

/** What is in a field, as JSON; null if it is empty. */
function valueIn(entry: unknown, field: string): string | null {
  const isSomething = (value: unknown): boolean =>
    typeof value === 'object' && value !== null ? Object.values(value).some(isSomething) : !isBlank(value);
  const value = isObject(entry) ? entry[field] : null;
  return isSomething(value) ? JSON.stringify(value) : null;
}

/** The problem of a field; none if the last build showed it in few entries that lose it. */
function findLoss(group: readonly Unusable[], before: readonly IndexRow[], records: RecordStore): readonly Problem[] {
  const [first] = group;
  if (first === undefined) return [];
  const { field, row, warning } = first;
  const now = new Set(group.map((each) => contentKeyOf(each.row)));
  // Whether the last build showed the field.
  const isShown = (entry: IndexRow) =>
    listUnusable(entry).every((each) => each.field !== field) &&
    isFilled(records.readRaw(entry.digest), field.split('.'));
  const shown = before.filter(isShown).map(contentKeyOf);
  const lost = shown.filter((key) => now.has(key)).length;
  if (lost <= SHRINK_ENTRIES || lost <= shown.length / 2) return [];
  const what = `${lost} of ${shown.length} entries that the last build showed with this field lose it. ${warning.what}`;
  const fix = 'Set the type of the field in its blueprint back. If the loss is intended, build with --allow-shrink.';
  return [{ code: 'FIELD_LOST', severity: 'error', where: { collection: row.collection, field }, what, fix }];
}

function listUnusable(row: IndexRow) {
  return row.warnings
    .filter(({ code }) => code === 'FIELD_UNUSABLE' || code === 'IMAGE_UNUSABLE')
    .map((warning) => ({ row, warning, field: (warning.where.field ?? '').replace(/\.\d+(?=\.|$)/g, '') }));
}

/** Some value is at a path without the numbers of items, or text in place of the group of fields at its end. */
function isFilled(value: unknown, path: readonly string[]): boolean {
  if (Array.isArray(value)) return value.some((item) => isFilled(item, path));
  const [key, ...rest] = path;
  if (key === undefined || typeof value !== 'object' || value === null) return path.length <= 1 && !isBlank(value);
  return Object.hasOwn(value, key) && isFilled(value[key as keyof typeof value], rest);
}
