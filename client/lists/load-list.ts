// Loads the files of a list. A category without files (its slug is not a safe file name) is filtered from the whole list.

import { mounted, readClientConfig } from '../client-config.ts';
import { fetchRetrying } from '../fetch-retrying.ts';
import type { ListCard } from './card-element.ts';
import type { ListPage } from './fill-cards.ts';

/** Returns a function that loads a page of a list or category, and throws if it cannot be loaded. */
export function createListLoader(list: string, category: string | null): (page: number) => Promise<ListPage<ListCard>> {
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

async function parse(response: Response): Promise<ListPage<ListCard>> {
  if (!response.ok) throw new Error(`${response.status} ${response.statusText} ${response.url}`);
  // Written by the build.
  return (await response.json()) as ListPage<ListCard>;
}
