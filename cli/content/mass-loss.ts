// One slip costs a field. If most entries lose the same field at once, nobody slipped: a blueprint or field type was changed. Then
// the build is refused, as when a list shrinks sharply.

import { SHRINK_ENTRIES } from '../../config/constants.ts';
import type { Collection } from '../../content/collections.ts';
import { isBlank } from '../../content/fields.ts';
import { type Problem, SiteError } from '../errors.ts';
import { contentKeyOf } from '../files/brands.ts';
import { fieldsOfCollection } from './blueprints/read-fields.ts';
import { isObject } from './client/entry-facts.ts';
import type { ReceivedContent } from './snapshot/commit-version.ts';
import type { IndexRow } from './snapshot/content-snapshot.ts';
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
  const lists = Map.groupBy(content.collections, ({ collection }) => collection);
  const absent = [...lists].flatMap(([collection, parts]) =>
    findAbsent(
      collection,
      pairWithLast(
        parts.flatMap(({ rows }) => rows),
        records,
        last.id,
      ),
    ),
  );
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

/** Entries of a collection that are compared: those of a changed blueprint are all alike. */
const MOST_COMPARED = 50;

/** An entry as the last build received it, and now. */
type Pair = readonly [before: unknown, now: unknown];

/** Pairs from the whole list; none unless most of them changed. */
function pairWithLast(rows: readonly IndexRow[], records: RecordStore, version: number): readonly Pair[] {
  const step = Math.ceil(rows.length / MOST_COMPARED);
  const compared = rows.filter((_, index) => index % step === 0);
  const pairs = compared.flatMap((row) => {
    const digest = findDigest(records.database, version, row);
    return digest === null ? [] : [[digest, row.digest] as const];
  });
  const changed = pairs.filter(([before, now]) => before !== now).length;
  if (changed <= Math.max(SHRINK_ENTRIES, compared.length / 2)) return [];
  return pairs.map(([before, now]) => [records.readRaw(before), records.readRaw(now)]);
}

/** The fields that entries had and none has now, as after a new handle. */
function findAbsent(collection: Collection, pairs: readonly Pair[]): readonly Problem[] {
  if (pairs.length === 0) return [];
  return Object.keys(fieldsOfCollection(collection)).flatMap((field) => {
    const shown = pairs.filter(([before]) => holds(before, field)).length;
    if (shown <= SHRINK_ENTRIES || pairs.some(([, now]) => holds(now, field))) return [];
    const what = `Of ${pairs.length} entries that were compared, ${shown} had this field in the last build, and none has it now.`;
    const fix =
      'Give the field its handle in the blueprint back, and enable it in the API. If the loss is intended, build with --allow-shrink.';
    return [{ code: 'FIELD_LOST', severity: 'error', where: { collection, field }, what, fix } as const];
  });
}

/** Something is in a field, other than a toggle that is off. */
function holds(entry: unknown, field: string): boolean {
  const isSomething = (value: unknown): boolean =>
    typeof value === 'object' && value !== null
      ? Object.values(value).some(isSomething)
      : value !== false && !isBlank(value);
  return isObject(entry) && isSomething(entry[field]);
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
