// One page of a list as the service sends it: its envelope is checked, its entries are not yet.

import { fetchError, type ReadPlace } from './fetch-errors.ts';
import { printableText } from './printable-text.ts';

/** One page of a list. */
export interface ListPage {
  readonly entries: readonly unknown[];
  readonly total: number;
  readonly lastPage: number;
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const isCount = (value: unknown): value is number =>
  typeof value === 'number' && Number.isSafeInteger(value) && value >= 0;

/**
 * Checks the envelope `{ data: [], meta: { total, last_page } }`.
 * @throws SiteError CONTENT_INCOMPLETE (exit 3) where a part is missing or impossible.
 */
export function parseListPage(body: unknown, where: ReadPlace): ListPage {
  const data = isObject(body) ? body.data : undefined;
  const meta = isObject(body) ? body.meta : undefined;
  if (!Array.isArray(data)) throw brokenEnvelope('"data" is no list', where);
  if (!isObject(meta)) throw brokenEnvelope('"meta" is missing', where);
  const { total, last_page: lastPage } = meta;
  if (!isCount(total)) throw brokenEnvelope('"meta.total" is no number of entries', where);
  // Each page holds one entry at least, so a list of n entries has at most n pages.
  if (!isCount(lastPage) || lastPage > Math.max(1, total))
    throw brokenEnvelope('"meta.last_page" is no possible number of pages', where);
  return { entries: data, total, lastPage };
}

function brokenEnvelope(fault: string, where: ReadPlace) {
  return fetchError({
    code: 'CONTENT_INCOMPLETE',
    where: { ...where },
    what: `The answer is no whole page of a list: ${fault}.`,
    fix: 'Open the address: it must answer {"data": […], "meta": {"total": …, "last_page": …}}. A proxy or an addon of the service may change it.',
  });
}

/** The site of an entry as it says itself: `locale`, else `site` (text or `{ handle }`); null where it says nothing. */
export function siteOfEntry(entry: unknown): string | null {
  if (!isObject(entry)) return null;
  const { locale, site } = entry;
  if (typeof locale === 'string' && locale !== '') return locale;
  const handle = isObject(site) ? site.handle : site;
  return typeof handle === 'string' && handle !== '' ? handle : null;
}

/** The id of an entry, as text; null where it has none, which the schema refuses later. */
export function idOfEntry(entry: unknown): string | null {
  const id = isObject(entry) ? entry.id : null;
  return (typeof id === 'string' && id !== '') || typeof id === 'number' ? String(id) : null;
}

/** An entry that is switched off. The filter should have left it out. */
export function isDraft(entry: unknown): boolean {
  return isObject(entry) && entry.published === false;
}

/** Title or id of an entry that may be anything, for problems. */
export function nameOfEntry(entry: unknown): string | null {
  const title = isObject(entry) ? entry.title : null;
  return typeof title === 'string' && title.trim() !== '' ? printableText(title, 120) : idOfEntry(entry);
}
