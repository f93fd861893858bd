// The fields that lists are asked for: those of the schema of a collection, and those that say which version of which entry it is.

import { COLLECTIONS, type Collection } from '../../../content/collections.ts';
import { isObject } from './entry-facts.ts';

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
