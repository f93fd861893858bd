// Finds the fields in which two versions of an entry differ, and those that its cards show.

import type { Collection } from '../../content/collections.ts';
import { indexEntry } from '../content/intake/index-entry.ts';

/** Fields that change with every save, or follow from others. */
const IGNORED_FIELDS = new Set('updated_at last_modified updated_by api_url edit_url permalink uri url'.split(' '));
const IGNORED_INSIDE = new Set(['api_url', 'edit_url', 'permalink', 'uri']);

interface Leaf {
  readonly text: string;
  /** Id of a related entry or term. */
  readonly related: string | null;
}

const NO_LEAF: Leaf = { text: '', related: null };

/**
 * Paths of the fields that differ: `title`, `content.2.text`. If a field differs in several places, their common path. Titles of related
 * entries that changed themselves are ignored.
 */
export function compareFields(before: unknown, after: unknown, changed: ReadonlySet<string>): readonly string[] {
  const [old, now] = [listLeaves(before), listLeaves(after)];
  const differing = [...old.keys(), ...now.keys()].filter((field) => {
    const [a, b] = [old.get(field) ?? NO_LEAF, now.get(field) ?? NO_LEAF];
    const isOfRelated = a.related !== null && a.related === b.related && changed.has(a.related);
    return a.text !== b.text && !isOfRelated;
  });
  return [...Map.groupBy(new Set(differing), (field) => field.split('.')[0]).values()].map(findCommonPath);
}

function findCommonPath(fields: readonly string[]): string {
  const [first = [], ...others] = fields.map((field) => field.split('.'));
  const end = first.findIndex((part, index) => others.some((other) => other[index] !== part));
  return first.slice(0, end === -1 ? first.length : Math.max(end, 1)).join('.');
}

function listLeaves(value: unknown): ReadonlyMap<string, Leaf> {
  const leaves = new Map<string, Leaf>();
  const visit = (inner: unknown, field: string) => {
    if (inner === null || inner === undefined) return;
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

/** The path of the field that contains a text; '' if none does. */
export function findField(value: unknown, text: string): string {
  const fields = [...listLeaves(value)].flatMap(([field, leaf]) => (leaf.text.includes(text) ? [field] : []));
  const [first] = Map.groupBy(fields, (field) => field.split('.')[0]).values();
  return first === undefined ? '' : findCommonPath(first);
}

interface EditedEntry {
  readonly collection: string;
  readonly site: string;
  readonly before: unknown;
  readonly after: unknown;
  readonly fields: readonly string[];
}

/** What others show of an entry: its card, its name, or links to it in other languages. */
type Shown = 'card' | 'name' | 'language';

/** Those of the changed fields of an entry that others show. */
export function findShownFields(
  { collection, site, before, after, fields }: EditedEntry,
  as: Shown,
): readonly string[] {
  const show = (value: unknown): string => {
    const indexed = indexEntry(value, { collection: collection as Collection, site });
    if (!('row' in indexed)) return '';
    const { slug, title, date, categories, card, language, originId, isNoindex, ...row } = indexed.row;
    const event = [row.eventDate, row.eventTimeZone, row.isCurrent];
    const shown = {
      name: [title],
      card: [title, date, categories, card, language, event],
      language: [isNoindex, language, originId],
    };
    return JSON.stringify([slug, shown[as]]);
  };
  const shown = show(before);
  return fields.filter((field) => {
    const [name = ''] = field.split('.');
    return show({ ...Object(before), [name]: Object(after)[name] }) !== shown;
  });
}
