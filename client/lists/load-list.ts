// Reads the files of a list. A category without files of its own (its slug is no safe name) is filtered out of all.

import { BROWSER_WAIT_MS } from '../../config/constants.ts';
import { readClientConfig } from '../client-config.ts';
import type { ListCard } from './card-element.ts';
import type { ListPage } from './fill-cards.ts';

/** How to load the n-th page of a list, or of one of its categories. Throws where the file cannot be had. */
export function createListLoader(list: string, category: string | null): (page: number) => Promise<ListPage<ListCard>> {
  const site = readClientConfig(document)?.site ?? '';
  const pathOf = (folder: string, page: number) => `/lists/${list}/${site}/${encodeURIComponent(folder)}/${page}.json`;
  let folder = category ?? 'all';
  return async (page) => {
    const response = await request(pathOf(folder, page));
    if (response.status === 404 && folder !== 'all' && page === 1) {
      folder = 'all';
      return parse(await request(pathOf(folder, page)));
    }
    return parse(response);
  };
}

/** A list that takes longer than a visitor waits is a failure. */
function request(path: string): Promise<Response> {
  return fetch(path, { signal: AbortSignal.timeout(5 * BROWSER_WAIT_MS) });
}

async function parse(response: Response): Promise<ListPage<ListCard>> {
  if (!response.ok) throw new Error(`${response.status} ${response.statusText} ${response.url}`);
  // The build wrote it.
  return (await response.json()) as ListPage<ListCard>;
}
