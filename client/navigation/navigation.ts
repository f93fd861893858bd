// In-page navigation on the Navigation API; a browser without it navigates plainly. The address changes at once, the page
// when it has come. A page that cannot be shown this way is left to the browser.

import { MIN_FETCH_MS } from '../../config/constants.ts';
import { loadChunk } from '../chunks.ts';
import { idOfFragment } from '../links/fragment.ts';
import { isPagePath } from '../links/links.ts';
import { endPage, startPage } from '../page.ts';
import { wait } from '../wait.ts';
import { announceOffline, announcePage, focus, rememberFocus, restoreFocus, startAnnouncing } from './announce.ts';
import { type Arrival, findArrival } from './find-arrival.ts';
import { isKept } from './load-page.ts';
import { endLoading, showLoading, startLoadingBar } from './loading-bar.ts';
import { loadStylesheets, startSwapping, swapPage } from './swap-page.ts';

type Failed = Extract<Arrival, { kind: 'failed' }>;

/** Path of the page that shows; the address may already be that of the next one. */
let shownPath = location.pathname;

/** Starts to take over navigations. */
export function startNavigation(): void {
  if (!('navigation' in window)) return;
  startSwapping();
  startLoadingBar();
  startAnnouncing();
  navigation.addEventListener('navigate', takeOver);
  // Offline, the script of the error view could not be loaded any more.
  requestIdle(() => void import('./error-view.ts').catch(() => {}));
  requestIdle(() => void loadChunk(() => import('./prefetch.ts')).then(({ startPrefetching }) => startPrefetching()));
}

function takeOver(event: NavigateEvent): void {
  const url = new URL(event.destination.url);
  if (!isOurs(event, url)) return;
  if (!navigator.onLine && event.cancelable && !isKept(url.pathname) && !isQueryOfList(url)) {
    // Offline, the shown page is more useful than an error page.
    event.preventDefault();
    announceOffline();
    return;
  }
  const { key } = navigation.currentEntry ?? {};
  if (key !== undefined) rememberFocus(key);
  const handler = isQueryOfList(url) ? changeQuery : () => navigate(event, url);
  event.intercept({ focusReset: 'manual', scroll: 'manual', handler });
}

/** Calls of `pushState` and `replaceState` are left alone; the browser handles fragments, downloads, reloads and forms. */
function isOurs(event: NavigateEvent, { pathname }: URL): boolean {
  const { canIntercept, hashChange, downloadRequest, formData, navigationType, destination } = event;
  if (!canIntercept || hashChange || downloadRequest !== null || formData !== null) return false;
  if (navigationType === 'reload' || (destination.sameDocument && navigationType !== 'traverse')) return false;
  return isPagePath(pathname);
}

/** The same list with other parameters: it reads them itself. */
function isQueryOfList({ pathname, search }: URL): boolean {
  return pathname === shownPath && search !== location.search && document.querySelector('main [data-list]') !== null;
}

async function changeQuery(): Promise<void> {
  dispatchEvent(new Event('sitegen:query'));
}

async function navigate(event: NavigateEvent, url: URL): Promise<void> {
  const { signal } = event;
  showLoading();
  // Stopped, or another one begins and shows its own.
  signal.addEventListener('abort', () => endLoading('done'));
  const arrival = await findArrival(url, signal);
  if (signal.aborted) return;
  switch (arrival.kind) {
    case 'page':
      await show(event, arrival.page, url);
      return endLoading('done');
    case 'redirect':
      // Replaces this navigation with a new one.
      return redirect(arrival.href);
    case 'plain':
      return location.replace(arrival.href);
    case 'reload':
      return location.reload();
    case 'failed':
      endLoading('failed');
      return showFailure(event, arrival, url);
  }
}

/** The next navigation aborts this one; both of its promises may be rejected by yet another. */
function redirect(href: string): void {
  const { committed, finished } = navigation.navigate(href, { history: 'replace' });
  committed?.catch(() => {});
  finished?.catch(() => {});
}

/** Shows the error page; where it cannot be loaded, the page's own message; without the script for both, the browser's. */
async function showFailure(event: NavigateEvent, failure: Failed, url: URL): Promise<void> {
  const view = await import('./error-view.ts').catch(() => null);
  if (view === null) return location.reload();
  try {
    const page = await view.loadErrorPage(failure, url.pathname);
    if (!event.signal.aborted) await show(event, page, url);
  } catch (cause) {
    if (event.signal.aborted) return;
    endPage();
    view.showFallback(failure, cause);
    shownPath = url.pathname;
    settle(event, url);
  }
}

/** Shows a page: scroll and focus as a plain navigation leaves them, islands of the old one ended, of the new one ready. */
async function show(event: NavigateEvent, page: Document, url: URL): Promise<void> {
  await loadStylesheets(page);
  await withTransition(event, async () => {
    if (event.signal.aborted) return;
    endPage();
    swapPage(page);
    shownPath = url.pathname;
    const started = startPage();
    if (event.navigationType === 'traverse') await Promise.race([started, wait(MIN_FETCH_MS)]);
    if (!event.signal.aborted) settle(event, url);
  });
}

function settle(event: NavigateEvent, { hash }: URL): void {
  announcePage();
  if (event.navigationType === 'traverse') {
    restoreFocus(navigation.currentEntry?.key ?? null);
    // At once, as a browser does: the smoothness of styles is for links within a page.
    document.documentElement.style.scrollBehavior = 'auto';
    event.scroll();
    document.documentElement.style.removeProperty('scroll-behavior');
    return;
  }
  scrollTo({ top: 0, behavior: 'instant' });
  const target = hash === '' ? null : document.getElementById(idOfFragment(hash));
  if (target === null) restoreFocus(null);
  else {
    // Smooth where styles allow it: not for visitors who prefer less motion.
    target.scrollIntoView();
    focus(target);
  }
}

/** The browser's transition between the two states, where the visitor wants motion and has not seen one already (a swipe). */
async function withTransition({ hasUAVisualTransition }: NavigateEvent, change: () => Promise<void>): Promise<void> {
  const isStill = hasUAVisualTransition || matchMedia('(prefers-reduced-motion: reduce)').matches;
  if (isStill || document.startViewTransition === undefined) return change();
  const transition = document.startViewTransition(change);
  // A transition that another one skips rejects these two; the change itself has been made.
  transition.ready.catch(() => {});
  transition.finished.catch(() => {});
  await transition.updateCallbackDone;
}

function requestIdle(action: () => void): void {
  if ('requestIdleCallback' in window) requestIdleCallback(action, { timeout: 3000 });
  else setTimeout(action, 1000);
}
