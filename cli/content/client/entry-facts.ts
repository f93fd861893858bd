// What is read of a received entry before it is validated: id, site, state and name.

import { isVisible } from '../../../content/fields.ts';
import { printableText } from '../../text/printable-text.ts';

/** What is read of an entry before it is validated. */
export interface EntryFacts {
  /** Null if it has none, which the schema refuses later. */
  readonly id: string | null;
  /** Null if it names none. */
  readonly site: string | null;
  /** It is not published: the filter should have left it out. */
  readonly isDraft: boolean;
  /** Title or id, for problems. */
  readonly name: string | null;
}

export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Reads these facts of an entry that may be any value. */
export function factsOf(entry: unknown): EntryFacts {
  return {
    id: idOfEntry(entry),
    site: siteOfEntry(entry),
    isDraft: isObject(entry) && entry.published === false,
    name: nameOfEntry(entry),
  };
}

/** The site that an entry names: `locale`, else `site` (text or `{ handle }`). */
function siteOfEntry(entry: unknown): string | null {
  if (!isObject(entry)) return null;
  const { locale, site } = entry;
  if (typeof locale === 'string' && locale !== '') return locale;
  const handle = isObject(site) ? site.handle : site;
  return typeof handle === 'string' && handle !== '' ? handle : null;
}

/** The id of an entry, as text; null if it has none, which the schema refuses later. */
export function idOfEntry(entry: unknown): string | null {
  const id = isObject(entry) ? entry.id : null;
  return (typeof id === 'string' && id !== '') || typeof id === 'number' ? String(id) : null;
}

/** The first of title, slug and id that can be read, for problems. */
export function nameOfEntry(entry: unknown): string | null {
  const names = isObject(entry) ? [entry.title, entry.slug] : [];
  const name = names.find((each) => typeof each === 'string' && isVisible(each));
  return typeof name === 'string' ? printableText(name, 120) : idOfEntry(entry);
}
