// Changes links when they are used: internal ones keep the query, others open a new tab without referrer. Listens on the document, so
// that links added by scripts are included.

import { basePath } from '../client-config.ts';
import { carryQuery } from './carry-query.ts';

/** Events for the same tab, a new tab and the context menu. */
const USES = ['click', 'auxclick', 'contextmenu'] as const;

/** Starts to listen. */
export function startLinks(): void {
  for (const use of USES) document.addEventListener(use, (event) => prepareLink(event.target), { capture: true });
}

function prepareLink(target: EventTarget | null): void {
  const link = target instanceof Element ? target.closest<HTMLAnchorElement>('a[href]') : null;
  if (link === null || !/^https?:$/.test(link.protocol)) return;
  if (link.origin !== location.origin) {
    link.target = '_blank';
    link.rel = 'noreferrer noopener';
    return;
  }
  if (link.target === '_blank') link.rel = 'noreferrer noopener';
  if ((isPagePath(link.pathname) || lacksSlash(link.pathname)) && !isWithinPage(link)) {
    const { pathname, search, hash } = carryQuery(new URL(link.href), location.search);
    const href = `${pathname}${search}${hash}`;
    if (href !== link.getAttribute('href')) link.setAttribute('href', href);
  }
}

/** Pages of the site end with a slash; all other paths are files, or outside of its folder. */
export function isPagePath(path: string): boolean {
  return path.endsWith('/') && isOwnPath(path);
}

/** Whether a path may be that of a page without its slash. Only a request can tell. */
export function lacksSlash(path: string): boolean {
  return /\/[^/.]+$/.test(path) && isOwnPath(path);
}

/** Whether a path is in the folder of the site. One that begins with '//' would be read as a host. */
function isOwnPath(path: string): boolean {
  return path.startsWith(`${basePath()}/`) && !path.startsWith('//');
}

function isWithinPage(link: HTMLAnchorElement): boolean {
  return link.getAttribute('href')?.startsWith('#') === true;
}
