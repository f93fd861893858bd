// Finds the result of a navigation: a page, a redirect or a failure. Redirects are looked up while the page is loading.

import { BROWSER_WAIT_MS, UNKNOWN_MIDDLEWARE } from '../../config/constants.ts';
import { loadChunk } from '../chunks.ts';
import { readClientConfig } from '../client-config.ts';
import { carryQuery } from '../links/carry-query.ts';
import { lacksSlash } from '../links/links.ts';
import { wait } from '../wait.ts';
import { loadPage } from './load-page.ts';
import { isSwappable } from './swap-page.ts';

/** `failed`: the HTTP status, 500 if there was no response. */
export type Arrival =
  | { readonly kind: 'page'; readonly page: Document }
  /** To an internal address. */
  | { readonly kind: 'redirect'; readonly href: string }
  /** The browser opens another address. */
  | { readonly kind: 'plain'; readonly href: string }
  /** The browser opens the same address. */
  | { readonly kind: 'reload' }
  | { readonly kind: 'failed'; readonly status: number; readonly message: string };

/** Middleware of pages (config/pages.ts). */
const MIDDLEWARE: readonly string[] = ['redirects', 'ambassadors'];
const DEFAULT_STATUS = 500;

let lookup: Promise<typeof import('../redirects/redirect-lookup.ts')> | undefined;

/** Finds the result of a navigation. If `signal` is aborted, the result is not used. */
export async function findArrival(url: URL, signal: AbortSignal): Promise<Arrival> {
  if (!lacksSlash(url.pathname)) return findArrivalOfPage(url, signal);
  const slashed = new URL(url);
  slashed.pathname += '/';
  const arrival = await findArrivalOfPage(slashed, signal);
  if (arrival.kind === 'page') return { kind: 'redirect', href: slashed.href };
  // Something else may be at the address itself.
  return arrival.kind === 'failed' ? { kind: 'reload' } : arrival;
}

async function findArrivalOfPage(url: URL, signal: AbortSignal): Promise<Arrival> {
  const redirect = findRedirect(url);
  // A loaded map needs no request.
  const known = await Promise.race([redirect, wait(0).then(() => null)]);
  if (known !== null) return known;
  try {
    const loaded = await loadPage(url.pathname, signal);
    if (loaded.kind === 'elsewhere') return { kind: 'reload' };
    if (loaded.kind === 'page') return (await Promise.race([redirect, null])) ?? readPage(loaded.html, url);
    return (await Promise.race([redirect, wait(BROWSER_WAIT_MS).then(() => null)])) ?? loaded;
  } catch (cause) {
    return { kind: 'failed', status: DEFAULT_STATUS, message: String(cause) };
  }
}

async function findRedirect(url: URL): Promise<Arrival | null> {
  try {
    // Importing it again would take longer than the lookup.
    lookup ??= loadChunk(() => import('../redirects/redirect-lookup.ts'));
    const { findRedirectHref } = await lookup;
    const href = await findRedirectHref(url);
    return href === null ? null : arriveAt(href, url);
  } catch {
    // Not needed for the page; the next navigation tries again.
    lookup = undefined;
    return null;
  }
}

function arriveAt(target: string, { search, hash, origin }: URL): Arrival {
  const own = new URL(target, origin);
  const href = carryQuery(own, search);
  if (href.hash === '') href.hash = hash;
  return { kind: href.origin === origin ? 'redirect' : 'plain', href: href.href };
}

function readPage(html: string, url: URL): Arrival {
  const page = new DOMParser().parseFromString(html, 'text/html');
  // Object storage serves redirects as pages.
  const target = page.querySelector<HTMLElement>('script[data-target]')?.dataset.target;
  if (target !== undefined) return arriveAt(target, url);
  if (!isSwappable(page)) return { kind: 'reload' };
  const unknown = readClientConfig(page)?.middleware.find((name) => !MIDDLEWARE.includes(name));
  if (unknown !== undefined) return { kind: 'failed', status: DEFAULT_STATUS, message: UNKNOWN_MIDDLEWARE };
  return { kind: 'page', page };
}
