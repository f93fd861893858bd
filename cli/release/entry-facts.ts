// What a comparison knows of an entry or global: hashes of its fields, which can be stored without its content.

import type { Collection } from '../../content/collections.ts';
import { type IndexedEntry, indexEntry } from '../content/intake/index-entry.ts';
import { GLOBALS } from '../content/snapshot/commit-version.ts';
import type { EntryRef } from '../errors.ts';
import { shortHash } from '../files/content-hash.ts';

export interface EntryFacts {
  readonly title: string | null;
  /** A hash of when it was saved. */
  readonly saved: string;
  /** Hashes by path of the field (`title`, `content.2.text`); of a related entry or term also its id. */
  readonly fields: Readonly<Record<string, string>>;
  /** Hashes of what others show of it; null if it is no valid entry. */
  readonly shown: Readonly<Record<Shown, string>> | null;
}

/** What others show of an entry: its card, its name, links to it in other languages; and what decides which lists have it. */
export type Shown = 'card' | 'name' | 'language' | 'place';

/** `indexed` is what the reading made of it; null for globals. */
export function describeEntry(raw: unknown, indexed: IndexedEntry | null): EntryFacts {
  const { title, last_modified: saved } = Object(raw);
  return {
    title: typeof title === 'string' ? title : null,
    saved: shortHash(String(saved)),
    fields: Object.fromEntries(
      [...listLeaves(raw)].map(([field, { text, related }]) => [
        field,
        related === null ? shortHash(text) : `${shortHash(text)} ${related}`,
      ]),
    ),
    shown: indexed === null || !('row' in indexed) ? null : describeRow(indexed.row),
  };
}

function describeRow(row: Extract<IndexedEntry, { readonly row: unknown }>['row']): Readonly<Record<Shown, string>> {
  const { slug, title, date, categories, card, language, originId, isNoindex } = row;
  const event = [row.eventDate, row.eventTimeZone, row.isCurrent];
  const hashOf = (...values: readonly unknown[]) => shortHash(JSON.stringify(values));
  return {
    name: hashOf(slug, title),
    card: hashOf(slug, title, date, categories, card, language, event),
    language: hashOf(slug, isNoindex, language, originId),
    place: hashOf(date, categories, event, row.status, row.isPrivate, row.isHiddenFromIndex),
  };
}

/** What others show of a received entry; null if it is not valid. */
export function describeShown(raw: unknown, { collection, site }: EntryRef): EntryFacts['shown'] {
  const indexed = collection === GLOBALS ? null : indexEntry(raw, { collection: collection as Collection, site });
  return indexed === null || !('row' in indexed) ? null : describeRow(indexed.row);
}

/** Fields that change with every save, or follow from others. */
const IGNORED_FIELDS = new Set('updated_at last_modified updated_by api_url edit_url permalink uri url'.split(' '));
const IGNORED_INSIDE = new Set(['api_url', 'edit_url', 'permalink', 'uri']);

interface Leaf {
  readonly text: string;
  /** Id of a related entry or term. */
  readonly related: string | null;
}

function listLeaves(value: unknown): ReadonlyMap<string, Leaf> {
  const leaves = new Map<string, Leaf>();
  const visit = (inner: unknown, field: string) => {
    if (inner === null || inner === undefined || inner === '') return;
    if (typeof inner !== 'object') return void leaves.set(field, { text: String(inner), related: null });
    const { id, title, api_url: address } = Object(inner);
    // Blocks and rows have an id and a title too, but no address.
    if (field !== '' && typeof id === 'string' && typeof title === 'string' && address !== undefined)
      return void leaves.set(field, { text: `${id} ${title}`, related: id });
    const ignored = field === '' ? IGNORED_FIELDS : IGNORED_INSIDE;
    for (const [name, item] of Object.entries(inner))
      if (!ignored.has(name)) visit(item, field === '' ? name : `${field}.${name}`);
  };
  visit(value, '');
  return leaves;
}

/**
 * Paths of the fields that differ. If a field differs in several places, their common path. Titles of related entries that changed
 * themselves are ignored.
 */
export function compareFields(before: EntryFacts, after: EntryFacts, changed: ReadonlySet<string>): readonly string[] {
  const differing = Object.keys({ ...before.fields, ...after.fields }).filter((field) => {
    const [old = '', now = ''] = [before.fields[field], after.fields[field]];
    const [related, other] = [old, now].map((text) => text.split(' ')[1]);
    const isOfRelated = related !== undefined && related === other && changed.has(related);
    return old !== now && !isOfRelated;
  });
  return [...Map.groupBy(differing, (field) => field.split('.')[0]).values()].map(findCommonPath);
}

function findCommonPath(fields: readonly string[]): string {
  const [first = [], ...others] = fields.map((field) => field.split('.'));
  const end = first.findIndex((part, index) => others.some((other) => other[index] !== part));
  return first.slice(0, end === -1 ? first.length : Math.max(end, 1)).join('.');
}

/** The path of the field of a received entry that contains a text; '' if none does. */
export function findField(value: unknown, text: string): string {
  const fields = [...listLeaves(value)].flatMap(([field, leaf]) => (leaf.text.includes(text) ? [field] : []));
  const [first] = Map.groupBy(fields, (field) => field.split('.')[0]).values();
  return first === undefined ? '' : findCommonPath(first);
}
