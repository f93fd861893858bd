// One slip costs a field. If most entries lose the same field at once, nobody slipped: a blueprint or field type was changed. Then
// the build is refused, as when a list shrinks sharply.

import { SHRINK_ENTRIES } from '../../config/constants.ts';
import type { Collection } from '../../content/collections.ts';
import { isBlank } from '../../content/fields.ts';
import { type Problem, SiteError } from '../errors.ts';
import type { FallbackSource } from './fallback-content.ts';
import type { IndexRow } from './snapshot/content-snapshot.ts';
import { loadCollection } from './snapshot/load-version.ts';
import type { ReceivedContent } from './snapshot/received-content.ts';
import type { RecordStore } from './snapshot/record-store.ts';
import { findBuilt } from './snapshot/versions.ts';

/** An entry by site and id, with the warnings of fields that do not fit, by field without the numbers of items. */
interface ReadEntry {
  readonly key: string;
  readonly digest: string;
  readonly unusable: ReadonlyMap<string, Problem>;
}

/**
 * Compares with the content of the last build.
 * @throws SiteError CONTENT_SHRUNK (exit 3) with one problem for each field that more than half of its entries lost.
 */
export function refuseMassLoss(content: ReceivedContent, { records, service }: FallbackSource): void {
  const collections = findSuspects(content);
  if (collections.length === 0) return;
  const [last] = findBuilt(records.database, service);
  if (last === undefined) return;
  const problems = collections.flatMap((collection) => {
    const lists = content.collections.map(({ indexed }) => indexed).filter((list) => list.collection === collection);
    const before = lists.flatMap(
      ({ site }) => loadCollection(records, last.id, { collection, site })?.indexed.rows ?? [],
    );
    const now = lists.flatMap(({ rows }) => rows);
    return findLostFields(now.map(readWarnings), before.map(readWarnings), { collection, records });
  });
  if (problems.length === 0) return;
  const message = 'Most entries send a field in another shape than in the last build. Nothing was written.';
  throw new SiteError({ code: 'CONTENT_SHRUNK', exitCode: 3, message, problems });
}

/** Collections with so many warnings of one field that their entries are compared with those of the last build. */
function findSuspects({ collections }: ReceivedContent): readonly Collection[] {
  const counts = new Map<string, number>();
  const suspects = new Set<Collection>();
  for (const { indexed } of collections) {
    for (const warning of indexed.rows.flatMap(({ warnings }) => warnings.filter(isUnusable))) {
      const key = `${indexed.collection} ${fieldOf(warning)}`;
      const count = (counts.get(key) ?? 0) + 1;
      counts.set(key, count);
      if (count > SHRINK_ENTRIES) suspects.add(indexed.collection);
    }
  }
  return [...suspects];
}

function findLostFields(
  now: readonly ReadEntry[],
  before: readonly ReadEntry[],
  { collection, records }: { readonly collection: Collection; readonly records: RecordStore },
) {
  const beforeByKey = new Map(before.map((entry) => [entry.key, entry]));
  return [...new Set(now.flatMap(({ unusable }) => [...unusable.keys()]))].flatMap((field): readonly Problem[] => {
    const shown = before.filter((entry) => isShown(entry, field, records)).length;
    const lost = now.filter(
      ({ key, unusable }) => unusable.has(field) && isShown(beforeByKey.get(key), field, records),
    );
    const example = lost[0]?.unusable.get(field);
    if (lost.length <= SHRINK_ENTRIES || lost.length <= shown / 2 || example === undefined) return [];
    const what = `${lost.length} of ${shown} entries that the last build showed with this field lose it. ${example.what}`;
    const fix = 'Set the type of the field in its blueprint back. If the loss is intended, build with --allow-shrink.';
    return [{ code: 'FIELD_LOST', severity: 'error', where: { collection, field }, what, fix }];
  });
}

/** Whether the last build showed a field of an entry. */
function isShown(entry: ReadEntry | undefined, field: string, records: RecordStore): boolean {
  if (entry === undefined || entry.unusable.has(field)) return false;
  return isFilled(records.readRaw(entry.digest), field.split('.'));
}

/** Some value is at a path without the numbers of items, or text in place of the group of fields at its end. */
function isFilled(value: unknown, path: readonly string[]): boolean {
  if (Array.isArray(value)) return value.some((item) => isFilled(item, path));
  const [key, ...rest] = path;
  if (key === undefined || typeof value !== 'object' || value === null) return path.length <= 1 && !isBlank(value);
  return Object.hasOwn(value, key) && isFilled(value[key as keyof typeof value], rest);
}

function readWarnings({ site, id, digest, warnings }: IndexRow): ReadEntry {
  const unusable = new Map(warnings.filter(isUnusable).map((each) => [fieldOf(each), each]));
  return { key: `${site} ${id}`, digest, unusable };
}

function isUnusable({ code }: Problem): boolean {
  return code === 'FIELD_UNUSABLE' || code === 'IMAGE_UNUSABLE';
}

/** `content.2.text` → `content.text`. */
function fieldOf({ where }: Problem): string {
  return (where.field ?? '').replace(/\.\d+(?=\.|$)/g, '');
}
