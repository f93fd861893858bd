// Finds the entry of a relation. Content services send its id, its slug, or the id of the original that it is a translation of.

import type { Relation } from '../../../content/fields.ts';

/** The fields that identify an entry. */
interface Identified {
  readonly id: string;
  readonly slug: string | null;
  readonly origin_id: string | null;
}

/** Ids of Statamic. */
const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Whether a reference is an id or the slug of this entry. */
export function isEntry({ id, slug, origin_id }: Identified, reference: string): boolean {
  return reference === id || reference === slug || reference === origin_id;
}

/** The entry of a relation; null if the list does not have it. */
export function findRelated<T extends Identified>(entries: readonly T[], { id }: Relation): T | null {
  return entries.find((entry) => entry.id === id) ?? entries.find((entry) => isEntry(entry, id)) ?? null;
}

/** The name of a related entry that is missing: its title, or the text that was sent in place of an id. */
export function nameOfRelation({ id, title }: Relation): string | null {
  return title ?? (UUID.test(id) ? null : id);
}
