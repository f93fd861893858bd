// Remembers the pages that the scripts of the site fetch for in-page navigation. An update of such a page must start from the HTML that
// they fetched, which may be older than that of the server.

import { createPageCache } from '../../../client/navigation/page-cache.ts';

/** The fetched pages. */
export interface FetchedPages {
  /** The last fetched HTML of a path; null if there is none. */
  readonly find: (path: string) => Promise<string | null>;
  /** `fetch` without remembering. */
  readonly fetch: typeof fetch;
}

/** More than the scripts of the site cache. */
const MAX_PAGES = 100;

/** Watches all fetches of the page from now on. */
export function watchFetchedPages(): FetchedPages {
  const pages = createPageCache<Promise<string | null>>(MAX_PAGES);
  const fetchUnseen = window.fetch.bind(window);
  window.fetch = async (...request) => {
    const response = await fetchUnseen(...request);
    const { origin, pathname } = new URL(response.url, location.href);
    const isPage = (response.headers.get('content-type') ?? '').startsWith('text/html');
    if (!isPage || origin !== location.origin) return response;
    const readCopy = () => response.clone().text();
    if (response.ok)
      pages.keep(
        pathname,
        readCopy().catch(() => null),
      );
    // The scripts change an error page before they show it.
    else pages.forget(pathname);
    return response;
  };
  return { fetch: fetchUnseen, find: async (path) => (await pages.find(path)) ?? null };
}
