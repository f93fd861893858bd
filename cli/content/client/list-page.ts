// One page of a list as the service sends it: checks its envelope, and reads id, site and state of its entries.

import { isVisible } from '../../../content/fields.ts';
import { printableText } from '../../text/printable-text.ts';
import { fetchError, type ReadPlace } from './fetch-errors.ts';

/** One page of a list. */
export interface ListPage {
  readonly entries: readonly unknown[];
  readonly total: number;
  /** Null if the service sends only a total: the number of pages follows from it and the limit. */
  readonly lastPage: number | null;
}

/** A page, or what is wrong with its envelope. */
export type ListAnswer = ListPage | { readonly fault: string };

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

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const isCount = (value: unknown): value is number =>
  typeof value === 'number' && Number.isSafeInteger(value) && value >= 0;

/** Reads the envelope `{ data: [], meta: { total, last_page? } }`; a fault is a part that is missing or impossible. */
export function readListPage(body: unknown): ListAnswer {
  const data = isObject(body) ? body.data : undefined;
  const meta = isObject(body) ? body.meta : undefined;
  if (!Array.isArray(data)) return { fault: '"data" is no list' };
  if (!isObject(meta)) return { fault: '"meta" is missing' };
  const { total, last_page: lastPage = null } = meta;
  if (!isCount(total)) return { fault: '"meta.total" is no number of entries' };
  // Each page holds one entry at least, so a list of n entries has at most n pages.
  if (lastPage !== null && (!isCount(lastPage) || lastPage > Math.max(1, total)))
    return { fault: '"meta.last_page" is no possible number of pages' };
  return { entries: data, total, lastPage };
}

/** The error of a page with a fault: CONTENT_INCOMPLETE (exit 3). */
export function brokenEnvelope(fault: string, where: ReadPlace) {
  return fetchError({
    code: 'CONTENT_INCOMPLETE',
    where: { ...where },
    what: `The answer is no whole page of a list: ${fault}.`,
    fix: 'Open the address: it must answer {"data": […], "meta": {"total": …}}. A proxy or an addon of the service may change it.',
  });
}

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
