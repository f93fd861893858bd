// Reads id, site and name of a received entry before it is validated, and names the fields that lists are asked for.

import { COLLECTIONS, type Collection } from '../../../content/collections.ts';
import { isVisible } from '../../../content/fields.ts';
import { printableText } from '../../text/printable-text.ts';

export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The path of an entry at the service. */
export const entryPath = ({ api }: { readonly api: string }, collection: string, id: string): string =>
  `${api}/collections/${collection}/entries/${encodeURIComponent(id)}`;

/** What an answer has as data; null if it has none. */
export function dataOf({ value }: { readonly kind: string; readonly value?: unknown }): unknown {
  return isObject(value) ? (value.data ?? null) : null;
}

/** The site of an entry, `locale`, else `site` (a string or `{ handle }`); null if it has none. */
export function siteOfEntry(entry: unknown): string | null {
  if (!isObject(entry)) return null;
  const { locale, site } = entry;
  if (typeof locale === 'string' && locale !== '') return locale;
  const handle = isObject(site) ? site.handle : site;
  return typeof handle === 'string' && handle !== '' ? handle : null;
}

/** The id of an entry as a string; null if it has none. */
export function idOfEntry(entry: unknown): string | null {
  const id = isObject(entry) ? entry.id : null;
  return (typeof id === 'string' && id !== '') || typeof id === 'number' ? String(id) : null;
}

/** The title, slug or id of an entry, for problems. */
export function nameOfEntry(entry: unknown): string | null {
  const names = isObject(entry) ? [entry.title, entry.slug] : [];
  const name = names.find((each) => typeof each === 'string' && isVisible(each));
  return typeof name === 'string' ? printableText(name, 120) : idOfEntry(entry);
}

/** Fields of every entry, whatever its schema. */
const ALWAYS = [
  ...['id', 'slug', 'date', 'published', 'title', 'status', 'private', 'locale', 'site', 'url', 'permalink', 'uri'],
  ...['origin_id', 'last_modified', 'updated_at', 'edit_url', 'api_url', 'blueprint'],
];

/** Names of the fields to ask for, top-level only: the service sends relations inside them as it does without `fields`. */
export function askedFields(collection: Collection): readonly string[] {
  return [...new Set([...ALWAYS, ...Object.keys(COLLECTIONS[collection].schema.shape)])];
}

/**
 * An entry with these fields alone, null if it has none, as the service sends it if asked for them. A single entry or that of a
 * service that ignores `fields` has more. Returns anything else unchanged.
 */
export function pickFields(entry: unknown, fields: readonly string[]): unknown {
  return isObject(entry) ? Object.fromEntries(fields.map((name) => [name, entry[name] ?? null])) : entry;
}
