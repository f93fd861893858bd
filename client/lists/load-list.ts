// Reads the files of a list. A category without files of its own (its slug is not a safe name) is filtered out of all.

import { readClientConfig } from '../client-config.ts';
import { fetchRetrying } from '../fetch-retrying.ts';
import type { ListCard } from './card-element.ts';
import type { ListPage } from './fill-cards.ts';

/** How to load the n-th page of a list, or of one of its categories. Throws where the file cannot be loaded. */
export function createListLoader(list: string, category: string | null): (page: number) => Promise<ListPage<ListCard>> {
  const site = readClientConfig(document)?.site ?? '';
  const pathOf = (folder: string, page: number) => `/lists/${list}/${site}/${encodeURIComponent(folder)}/${page}.json`;
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

async function parse(response: Response): Promise<ListPage<ListCard>> {
  if (!response.ok) throw new Error(`${response.status} ${response.statusText} ${response.url}`);
  // The build wrote it.
  return (await response.json()) as ListPage<ListCard>;
}
