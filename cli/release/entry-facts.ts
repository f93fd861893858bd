// What a comparison knows of an entry or global: hashes of its fields, which can be stored without its content.

import { CARD_FIELDS } from '../../content/collections.ts';
import type { ShownEntry } from '../facts/page-store.ts';
import { shortHash } from '../files/content-hash.ts';

export interface EntryFacts {
  readonly title: string | null;
  readonly editUrl?: string | undefined;
  /** A hash of when it was saved. */
  readonly saved: string;
  /** Hashes by path of the field (`title`, `content.2.text`); of a related entry or term also its id. */
  readonly fields: Readonly<Record<string, string>>;
}

const NAME = ['slug', 'title'];
const PLACE = ['date', 'category', 'webinar_date', 'time_zone', 'current_webinar'];
/** The fields that others show of an entry: on its card, as its name, in links to its languages; and those that decide which lists have it. */
const SHOWN_FIELDS = {
  card: [...NAME, ...PLACE, ...CARD_FIELDS, 'short_description', 'page_description', 'image', 'language'],
  name: NAME,
  language: ['slug', 'seo_noindex', 'language', 'origin_id'],
  place: [...PLACE, 'status', 'published', 'private', 'hide_from_index'],
} as const satisfies Readonly<Record<string, readonly string[]>>;

/** Those of some fields that others show. */
export function findShown(fields: readonly string[], as: keyof typeof SHOWN_FIELDS): readonly string[] {
  const shown: readonly string[] = SHOWN_FIELDS[as];
  return fields.filter((field) => shown.includes(field.replace(/\..*/, '')));
}

const OF_CARD: readonly ShownEntry['as'][] = ['card', 'related', 'neighbour', 'name'];
/** Whether pages show only the card or the name of an entry. */
export const isCard = (roles: readonly ShownEntry['as'][]): boolean => roles.every((role) => OF_CARD.includes(role));

/** Those of some fields that a page shows of an entry. Only its own page shows when it was saved. */
export function findShownAs(fields: readonly string[], roles: readonly ShownEntry['as'][]): readonly string[] {
  if (roles.includes('page')) return fields;
  if (isCard(roles)) return findShown(fields, roles.every((role) => role === 'name') ? 'name' : 'card');
  return fields.filter((field) => field !== SAVED);
}

const SAVED = 'last_modified';

/** Describes an entry as received. */
export function describeEntry(raw: unknown): EntryFacts {
  const { title, last_modified: saved, edit_url: editUrl } = Object(raw);
  return {
    title: typeof title === 'string' ? title : null,
    editUrl: typeof editUrl === 'string' ? editUrl : undefined,
    saved: shortHash(String(saved)),
    fields: Object.fromEntries(listLeaves(raw)),
  };
}

/** Fields that change with every save, or follow from others. */
const IGNORED_FIELDS = new Set('updated_at last_modified updated_by api_url edit_url permalink uri url'.split(' '));
const IGNORED_INSIDE = new Set(['api_url', 'edit_url', 'permalink', 'uri']);

/** Paths of texts and related entries. */
function* listLeaves(value: unknown, field = ''): Generator<readonly [string, string]> {
  if (value === null || value === undefined || value === '') return;
  if (typeof value !== 'object') return yield [field, shortHash(String(value))];
  const { id, title, api_url: address } = Object(value);
  // Blocks and rows have an id and a title too, but no address.
  if (field !== '' && typeof id === 'string' && typeof title === 'string' && address !== undefined)
    return yield [field, `${shortHash(`${id} ${title}`)} ${id}`];
  const ignored = field === '' ? IGNORED_FIELDS : IGNORED_INSIDE;
  for (const [name, item] of Object.entries(value))
    if (!ignored.has(name)) yield* listLeaves(item, field === '' ? name : `${field}.${name}`);
}

/** Paths of the fields that name an entry, term or file. */
export function findFieldsOf({ fields }: EntryFacts, name: string): readonly string[] {
  const hash = shortHash(name);
  return Object.keys(fields).filter((field) => fields[field] === hash || fields[field]?.endsWith(` ${name}`));
}

/**
 * Paths of the fields that differ: their common path, if a field differs in several places. Where only the name of a related entry or
 * term differs that changed itself, its id.
 */
export function compareFields(
  before: EntryFacts,
  after: EntryFacts,
  changed: ReadonlySet<string>,
): { readonly fields: readonly string[]; readonly related: readonly string[] } {
  const differing = Object.keys({ ...before.fields, ...after.fields }).flatMap((field) => {
    const [old = '', now = ''] = [before.fields[field], after.fields[field]];
    const [was, is] = [old, now].map((text) => text.split(' ')[1]);
    const related = was !== undefined && was === is && changed.has(was) ? was : null;
    return old === now ? [] : [{ field, related }];
  });
  const own = differing.flatMap(({ field, related }) => (related === null ? [field] : []));
  if (own.length === 0 && before.saved !== after.saved) own.push(SAVED);
  return {
    fields: [...Map.groupBy(own, (field) => field.split('.')[0]).values()].map(findCommonPath),
    related: differing.flatMap(({ related }) => related ?? []),
  };
}

function findCommonPath(fields: readonly string[]): string {
  const [first = [], ...others] = fields.map((field) => field.split('.'));
  const end = first.findIndex((part, index) => others.some((other) => other[index] !== part));
  return first.slice(0, end === -1 ? first.length : Math.max(end, 1)).join('.');
}
