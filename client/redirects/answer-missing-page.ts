// The script of 404 pages. Adds a missing slash, follows redirects that the host does not support, and shows the page of the locale on
// hosts with a single error page. Without it, 404 pages link to the home pages of all locales.

import { BROWSER_WAIT_MS } from '../../config/constants.ts';
import { basePath, mounted } from '../client-config.ts';
import { fetchRetrying } from '../fetch-retrying.ts';
import { lacksSlash } from '../links/links.ts';
import { redirectTarget } from '../redirect-target.ts';
import { decodePath, findRedirectTarget, prefixOfPath, type RedirectMap } from './redirect-map.ts';

/** Opens the page with a slash or follows a redirect, or else shows the 404 page of the locale; `show(null)` shows this one. */
export async function answerMissingPage(show: (page: Document | null) => Promise<void>): Promise<void> {
  const path = decodePath(location.pathname.slice(basePath().length));
  if (path === null) return show(null);
  const prefix = prefixOfPath(path, listHomePrefixes());
  const ownLocale = document.body.dataset.route?.split('___')[1] ?? '';
  // The prefix of a locale is its code.
  const locale = prefix === '' ? ownLocale : prefix.slice(1);
  // A URL, because a path that begins with '//' would name another host.
  const slashed = new URL(location.href);
  slashed.pathname += '/';
  if (lacksSlash(location.pathname) && (await isPage(slashed))) return location.replace(slashed);
  // Not awaited: loading the map may take several attempts.
  void (locale === ownLocale ? Promise.resolve(null) : loadDocument(mounted(`${prefix}/404.html`))).then(show);
  const target = await findTarget(path, locale);
  if (target !== null) location.replace(redirectTarget(mounted(target), location));
}

/** The prefixes of the locales, from the links of the page. */
function listHomePrefixes(): readonly string[] {
  const homes = document.querySelectorAll<HTMLAnchorElement>('[data-homes] a');
  return Array.from(homes, (home) => home.pathname.slice(basePath().length).replace(/\/$/, ''));
}

/** Object storage has no page at an address without slash. */
async function isPage(url: URL): Promise<boolean> {
  const options = { method: 'HEAD', signal: AbortSignal.timeout(BROWSER_WAIT_MS) };
  const response = await fetch(url, options).catch(() => null);
  return response?.ok === true && response.headers.get('content-type')?.startsWith('text/html') === true;
}

async function findTarget(path: string, locale: string): Promise<string | null> {
  try {
    const response = await fetchRetrying(mounted(`/redirects/${locale}.json`));
    if (!response.ok) throw new Error(`${response.status} ${response.statusText}`);
    // Written by the build.
    return findRedirectTarget((await response.json()) as RedirectMap, path);
  } catch (cause) {
    // biome-ignore lint/suspicious/noConsole: a visitor's console is the only log
    console.error('Error in redirects middleware', cause);
    return null;
  }
}

async function loadDocument(href: string): Promise<Document | null> {
  try {
    const response = await fetch(href, { signal: AbortSignal.timeout(BROWSER_WAIT_MS) });
    return new DOMParser().parseFromString(await response.text(), 'text/html');
  } catch {
    return null;
  }
}
