// The pages that the site's own scripts fetch for navigation without loading. An update of such a page starts from the HTML
// that they fetched, which may be older than the server's.

/** The pages that were fetched so far. */
export interface FetchedPages {
  /** The document of a path as it was last fetched; null where it never was, or long ago. */
  readonly find: (path: string) => Promise<string | null>;
  /** The browser's own way to fetch, unseen. */
  readonly fetch: typeof fetch;
}

/** More than the site's scripts cache. */
const MAX_PAGES = 100;

/** Watches the page's fetches from now on. */
export function watchFetchedPages(): FetchedPages {
  const pages = new Map<string, Promise<string | null>>();
  const fetchUnseen = window.fetch.bind(window);
  const keep = (path: string, html: Promise<string | null>) => {
    pages.delete(path);
    pages.set(path, html);
    const [oldest] = pages.keys();
    if (pages.size > MAX_PAGES && oldest !== undefined) pages.delete(oldest);
  };
  window.fetch = async (...request) => {
    const response = await fetchUnseen(...request);
    const { origin, pathname } = new URL(response.url, location.href);
    const isPage = (response.headers.get('content-type') ?? '').startsWith('text/html');
    if (!isPage || origin !== location.origin) return response;
    // Of an error page the scripts make something else.
    if (!response.ok) pages.delete(pathname);
    else
      keep(
        pathname,
        response
          .clone()
          .text()
          .catch(() => null),
      );
    return response;
  };
  return {
    fetch: fetchUnseen,
    find: async (path) => {
      const html = pages.get(path);
      if (html === undefined) return null;
      keep(path, html);
      return html;
    },
  };
}
