// The script of a 404 page: it follows rules that the host's redirect format cannot express, and on a host with one error
// document it shows the texts of the path's locale. Imported by 404 pages alone; without it they offer the homes of all locales.

import { fetchRetrying } from '../fetch-retrying.ts';
import { redirectTarget } from '../redirect-target.ts';
import { decodePath, findRedirectTarget, prefixOfPath, type RedirectMap } from './redirect-map.ts';

/** Follows a redirect, or shows the 404 page of the path's locale. Without map or page nothing changes. */
export async function answerMissingPage(): Promise<void> {
  const path = decodePath(location.pathname);
  if (path === null) return;
  const prefix = prefixOfPath(path, listHomePrefixes());
  const ownLocale = document.body.dataset.route?.split('___')[1] ?? '';
  // A locale's prefix is its code.
  const locale = prefix === '' ? ownLocale : prefix.slice(1);
  // The texts do not wait for the retries of a map.
  if (locale !== ownLocale) void showTextsOf(`${prefix}/404.html`);
  const target = await findTarget(path, locale);
  if (target !== null) location.replace(redirectTarget(target, location));
}

/** The site's locales, from the links that the page offers without script. */
function listHomePrefixes(): readonly string[] {
  const homes = document.querySelectorAll<HTMLAnchorElement>('[data-homes] a');
  return Array.from(homes, (home) => home.pathname.replace(/\/$/, ''));
}

async function findTarget(path: string, locale: string): Promise<string | null> {
  try {
    const response = await fetchRetrying(`/redirects/${locale}.json`);
    if (!response.ok) throw new Error(`${response.status} ${response.statusText}`);
    // The build wrote it.
    return findRedirectTarget((await response.json()) as RedirectMap, path);
  } catch (cause) {
    // biome-ignore lint/suspicious/noConsole: a visitor's console is the only log that there is
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
