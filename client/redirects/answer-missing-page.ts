// The script of 404 pages. Follows redirects that the host does not support, and shows the texts of the locale on hosts with a single
// error page. Without it, 404 pages link to the home pages of all locales.

import { basePath, mounted } from '../client-config.ts';
import { fetchRetrying } from '../fetch-retrying.ts';
import { redirectTarget } from '../redirect-target.ts';
import { decodePath, findRedirectTarget, prefixOfPath, type RedirectMap } from './redirect-map.ts';

/** Follows a redirect, or shows the 404 page of the locale. */
export async function answerMissingPage(): Promise<void> {
  const path = decodePath(location.pathname.slice(basePath().length));
  if (path === null) return;
  const prefix = prefixOfPath(path, listHomePrefixes());
  const ownLocale = document.body.dataset.route?.split('___')[1] ?? '';
  // The prefix of a locale is its code.
  const locale = prefix === '' ? ownLocale : prefix.slice(1);
  // Not awaited: loading the map may take several attempts.
  if (locale !== ownLocale) void showTextsOf(mounted(`${prefix}/404.html`));
  const target = await findTarget(path, locale);
  if (target !== null) location.replace(redirectTarget(mounted(target), location));
}

/** The prefixes of the locales, from the links of the page. */
function listHomePrefixes(): readonly string[] {
  const homes = document.querySelectorAll<HTMLAnchorElement>('[data-homes] a');
  return Array.from(homes, (home) => home.pathname.slice(basePath().length).replace(/\/$/, ''));
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

async function showTextsOf(href: string): Promise<void> {
  const response = await fetch(href);
  const page = new DOMParser().parseFromString(await response.text(), 'text/html');
  const main = page.querySelector('main');
  if (main === null) return;
  document.querySelector('main')?.replaceWith(document.adoptNode(main));
  document.title = page.title;
  document.documentElement.lang = page.documentElement.lang;
}
