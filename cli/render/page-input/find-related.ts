// Which entry a relation means: services send its id, its slug, or the id of the entry that it is a translation of.

import type { Relation } from '../../../content/fields.ts';

/** An entry that may be related to. */
interface Relatable {
  readonly id: string;
  readonly slug: string | null;
  readonly origin_id: string | null;
}

/** What Statamic calls entries: no text for people. */
const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Whether an id or slug means this entry. */
export function isEntry({ id, slug, origin_id }: Relatable, reference: string): boolean {
  return reference === id || reference === slug || reference === origin_id;
}

/** The entry that a relation means; null where the list does not have it. */
export function findRelated<T extends Relatable>(entries: readonly T[], { id }: Relation): T | null {
  return entries.find((entry) => entry.id === id) ?? entries.find((entry) => isEntry(entry, id)) ?? null;
}

/** What a related entry is called where the list does not have it: its title, or the text that stands in its place. */
export function nameOfRelation({ id, title }: Relation): string | null {
  return title ?? (UUID.test(id) ? null : id);
}
