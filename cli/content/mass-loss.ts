// One slip costs a field. If most entries lose the same field at once, nobody slipped: a blueprint or field type was changed. Then
// the build is refused, as when a list shrinks sharply.

import { SHRINK_ENTRIES } from '../../config/constants.ts';
import { isBlank } from '../../content/fields.ts';
import { type Problem, SiteError } from '../errors.ts';
import { contentKeyOf } from '../files/brands.ts';
import type { ReceivedContent } from './snapshot/commit-version.ts';
import type { IndexRow } from './snapshot/content-snapshot.ts';
import { loadCollection } from './snapshot/load-version.ts';
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
  const [last] = suspects.length === 0 ? [] : findBuilt(records.database, service);
  if (last === undefined) return;
  const problems = suspects.flatMap((group) => {
    const before = content.collections
      .filter(({ collection }) => collection === group[0]?.row.collection)
      .flatMap((list) => loadCollection(records, last.id, list)?.rows ?? []);
    return findLoss(group, before, records);
  });
  if (problems.length === 0) return;
  const message = 'Most entries send a field in another shape than in the last build. Nothing was written.';
  throw new SiteError({ code: 'CONTENT_SHRUNK', exitCode: 3, message, problems });
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
