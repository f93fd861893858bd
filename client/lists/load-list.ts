// Loads the files of a list, which the build wrote (`cli/outputs/list-json.ts`).

import { mounted, readClientConfig } from '../client-config.ts';
import { fetchRetrying } from '../fetch-retrying.ts';

/** A row of a list file. `html` is its card. */
export interface ListRow {
  readonly slug: string;
  /** ISO 8601. */
  readonly date: string | null;
  readonly categories: readonly { readonly slug: string }[];
  readonly href: string;
  readonly html: string;
}

/** One file of a list: `lists/{list}/{site}/{category|all}/{n}.json`. */
export interface ListPage<Row> {
  readonly data: readonly Row[];
  readonly meta: { readonly total: number; readonly page: number; readonly last_page: number };
}

/** The loaded rows. `page` is the last loaded page, 0 if there is none. */
interface FilledRows<Row> {
  readonly rows: readonly Row[];
  readonly page: number;
  readonly isLast: boolean;
}

interface FillRequest<Row> {
  /** 1-based. */
  readonly load: (page: number) => Promise<ListPage<Row>>;
  /** The last page that was loaded before. */
  readonly page: number;
  /** Minimum number of rows, if the list has them. A filter can remove rows of a page. */
  readonly limit: number;
  readonly isWanted: (row: Row) => boolean;
}

/**
 * Loads whole pages until there are enough rows, so that no row is lost between two calls.
 * @throws what `load` throws.
 */
export async function fillRows<Row>({ load, page, limit, isWanted }: FillRequest<Row>): Promise<FilledRows<Row>> {
  const rows: Row[] = [];
  for (let next = page + 1; ; next += 1) {
    const { data, meta } = await load(next);
    rows.push(...data.filter(isWanted));
    const isLast = next >= meta.last_page;
    if (isLast || rows.length >= limit) return { rows, page: next, isLast };
  }
}

/**
 * Returns a function that loads a page of a list or category, and throws if it cannot be loaded. A category without files (its slug is
 * not a safe file name) is filtered from the whole list.
 */
export function createListLoader(list: string, category: string | null): (page: number) => Promise<ListPage<ListRow>> {
  const site = readClientConfig(document)?.site ?? '';
  const pathOf = (folder: string, page: number) =>
    mounted(`/lists/${list}/${site}/${encodeURIComponent(folder)}/${page}.json`);
  let folder = category ?? 'all';
  return async (page) => {
    const response = await fetchRetrying(pathOf(folder, page));
    if (response.status === 404 && folder !== 'all' && page === 1) {
      folder = 'all';
      return parse(await fetchRetrying(pathOf(folder, page)));
    }
    return parse(response);
  };
}

async function parse(response: Response): Promise<ListPage<ListRow>> {
  if (!response.ok) throw new Error(`${response.status} ${response.statusText} ${response.url}`);
  // Written by the build.
  return (await response.json()) as ListPage<ListRow>;
}
