// The envelope of a list: `data`, `links`, and `meta` with Laravel's page window.
// Relied on afterwards: links keep filter, limit and sort only; a page past the end is an empty list, not an error.

import type { ListQuery } from './parse-list-query.ts';

/** One page of a list. */
interface ListPage<T> {
  readonly items: readonly T[];
  /** Items on all pages together. */
  readonly total: number;
}

/** Pages on each side of the current one. */
const ON_EACH_SIDE = 3;

/** Wraps the items of one page. `path` is the absolute URL of the list without query. */
export function createEnvelope<T>({ items, total }: ListPage<T>, query: ListQuery, path: string) {
  const lastPage = Math.max(1, Math.ceil(total / query.limit));
  const urlOfPage = (page: number) => `${path}?${encodeQuery([...query.linkParameters, ['page', String(page)]])}`;
  const previous = query.page > 1 ? urlOfPage(query.page - 1) : null;
  const next = query.page < lastPage ? urlOfPage(query.page + 1) : null;
  const first = (query.page - 1) * query.limit;
  return {
    data: items,
    links: { first: urlOfPage(1), last: urlOfPage(lastPage), prev: previous, next },
    meta: {
      current_page: query.page,
      from: items.length === 0 ? null : first + 1,
      last_page: lastPage,
      links: [
        { url: previous, label: '&laquo; Previous', active: false },
        ...planPageWindow(query.page, lastPage).map((page) =>
          page === null
            ? { url: null, label: '...', active: false }
            : { url: urlOfPage(page), label: String(page), active: page === query.page },
        ),
        { url: next, label: 'Next &raquo;', active: false },
      ],
      path,
      per_page: query.limit,
      to: items.length === 0 ? null : first + items.length,
      total,
    },
  };
}

/** The page numbers that the links show, null for a gap: all of them up to 13, else both ends and the neighbourhood. */
export function planPageWindow(current: number, last: number): readonly (number | null)[] {
  const near = ON_EACH_SIDE + 4;
  if (last < ON_EACH_SIDE * 2 + 8) return numbers(1, last);
  if (current <= near) return [...numbers(1, near + ON_EACH_SIDE), null, last - 1, last];
  if (current > last - near) return [1, 2, null, ...numbers(last - (near + ON_EACH_SIDE - 1), last)];
  return [1, 2, null, ...numbers(current - ON_EACH_SIDE, current + ON_EACH_SIDE), null, last - 1, last];
}

function numbers(from: number, to: number): readonly number[] {
  return Array.from({ length: to - from + 1 }, (_, index) => from + index);
}

/** RFC 3986: brackets, colons and commas are encoded, a space is `%20`. */
function encodeQuery(parameters: readonly (readonly [string, string])[]): string {
  const encode = (text: string) =>
    encodeURIComponent(text).replace(
      /[!'()*]/g,
      (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
    );
  return parameters.map(([name, value]) => `${encode(name)}=${encode(value)}`).join('&');
}
