// Loads the HTML of a page: from the cache, from a prefetch, or from the host.

import { PAGES_CACHED } from '../../config/constants.ts';
import { fetchRetrying } from '../fetch-retrying.ts';
import { createPageCache } from './page-cache.ts';

/** The response. `elsewhere`: a redirect or file that the browser has to open. */
export type LoadedPage =
  | { readonly kind: 'page'; readonly html: string }
  | { readonly kind: 'failed'; readonly status: number; readonly message: string }
  | { readonly kind: 'elsewhere' };

const visited = createPageCache<LoadedPage>(PAGES_CACHED);
interface FetchedAhead {
  readonly page: Promise<LoadedPage>;
  readonly abort: () => void;
}
const ahead = createPageCache<FetchedAhead>(PAGES_CACHED);

/**
 * Loads the page of a path, without the query.
 * @throws what `fetch` throws: no network, or `signal` aborted.
 */
export async function loadPage(path: string, signal: AbortSignal): Promise<LoadedPage> {
  const known = visited.find(path);
  if (known !== undefined) return known;
  const prefetched = ahead.find(path);
  ahead.forget(path);
  if (prefetched !== undefined) signal.addEventListener('abort', prefetched.abort);
  const early = await prefetched?.page.catch(() => undefined);
  const page = early?.kind === 'page' ? early : await fetchPage(path, fetchRetrying, { signal });
  if (page.kind === 'page') visited.keep(path, page);
  return page;
}

/** Whether a page can be shown while offline. */
export function isCached(path: string): boolean {
  return visited.find(path) !== undefined;
}

/** Fetches a page in advance, once. Ignores failures. */
export function prefetchPage(path: string): Promise<unknown> {
  if (visited.find(path) !== undefined || ahead.find(path) !== undefined) return Promise.resolve();
  const fetching = new AbortController();
  const page = fetchPage(path, fetch, { priority: 'low', signal: fetching.signal });
  ahead.keep(path, { page, abort: () => fetching.abort() });
  return page.catch(() => ahead.forget(path));
}

async function fetchPage(path: string, get: typeof fetchRetrying, options: RequestInit): Promise<LoadedPage> {
  // A redirect may lead to another origin, which fetch cannot follow.
  const response = await get(path, { ...options, redirect: 'manual' });
  if (response.type === 'opaqueredirect') return { kind: 'elsewhere' };
  if (!response.ok) return { kind: 'failed', status: response.status, message: response.statusText };
  if (response.headers.get('content-type')?.startsWith('text/html') !== true) return { kind: 'elsewhere' };
  return { kind: 'page', html: await response.text() };
}
