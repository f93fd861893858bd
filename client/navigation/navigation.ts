// In-page navigation with the Navigation API. Without it, the browser loads each page. The address changes at once, the page when it
// is loaded. Pages that cannot be swapped are loaded by the browser.

import { MIN_FETCH_MS } from '../../config/constants.ts';
import { findTarget } from '../links/fragment.ts';
import { isPagePath, lacksSlash } from '../links/links.ts';
import { endPage, startPage } from '../page.ts';
import { wait } from '../wait.ts';
import {
  announceOffline,
  announcePage,
  focus,
  focusMain,
  rememberPlace,
  restorePlace,
  startAnnouncing,
} from './announce.ts';
import { type Arrival, findArrival } from './find-arrival.ts';
import { holdTarget, releaseTarget } from './hold-target.ts';
import { isCached } from './load-page.ts';
import { endLoading, showLoading, startLoadingBar } from './loading-bar.ts';
import { loadStylesheets, startSwapping, swapPage } from './swap-page.ts';

type Failed = Extract<Arrival, { kind: 'failed' }>;

/** Path of the shown page; the address may already be that of the next one. */
let shownPath = location.pathname;

/** Starts to intercept navigations. */
export function startNavigation(): void {
  startSwapping();
  if (!('navigation' in window)) return;
  startLoadingBar();
  startAnnouncing();
  navigation.addEventListener('navigate', intercept);
  navigation.addEventListener('navigatesuccess', finish);
  addEventListener('popstate', catchUp);
  history.scrollRestoration = 'auto';
  if (location.hash !== '' && wasOpened()) holdTarget();
  // Loaded now, because it cannot be loaded while offline.
  requestIdle(() => void import('./error-view.ts').catch(() => {}));
  requestIdle(() => void import('./prefetch.ts').then(({ startPrefetching }) => startPrefetching()).catch(() => {}));
}

function finish(): void {
  // The browser keeps the place of a page that it loads itself, as after a reload.
  history.scrollRestoration = 'auto';
  // While a page is loading, Firefox 159 can go to another entry without an event.
  if (location.pathname !== shownPath) location.reload();
}

/** WebKit 2.54 sends no `navigate` event for Back in a page to which the visitor has come back from another site. */
function catchUp(): void {
  if (navigation.transition !== null) return;
  finish();
  void changeQuery();
}

/** Reloaded pages and those of the history keep their scroll position. */
function wasOpened(): boolean {
  const [entry] = performance.getEntriesByType('navigation');
  return entry instanceof PerformanceNavigationTiming && entry.type === 'navigate';
}

function intercept(event: NavigateEvent): void {
  const url = new URL(event.destination.url);
  releaseTarget();
  // After the browser has begun to scroll.
  if (event.hashChange && event.navigationType !== 'traverse') requestAnimationFrame(holdTarget);
  if (!mayIntercept(event, url)) return;
  if (!navigator.onLine && event.cancelable && !isCached(url.pathname) && !isQueryOfList(url)) {
    // While offline, the shown page is more useful than an error page.
    event.preventDefault();
    announceOffline();
    return;
  }
  // Else the visitor goes on before the page of this entry shows.
  if (location.pathname === shownPath) rememberPlace();
  history.scrollRestoration = 'manual';
  const handler = isQueryOfList(url) ? changeQuery : () => navigate(event, url);
  event.intercept({ focusReset: 'manual', scroll: 'manual', handler });
}

/** Only pages of the site. The browser handles fragments, downloads, reloads, forms, `pushState` and `replaceState`. */
function mayIntercept(event: NavigateEvent, { pathname }: URL): boolean {
  const { canIntercept, hashChange, downloadRequest, formData, navigationType, destination } = event;
  if (!canIntercept || hashChange || downloadRequest !== null || formData !== null) return false;
  if (navigationType === 'reload' || (destination.sameDocument && navigationType !== 'traverse')) return false;
  return isPagePath(pathname) || lacksSlash(pathname);
}

/** The same list with other parameters, which it reads itself. */
function isQueryOfList({ pathname, search }: URL): boolean {
  return pathname === shownPath && search !== location.search && document.querySelector('main [data-list]') !== null;
}

async function changeQuery(): Promise<void> {
  dispatchEvent(new Event('sitegen:query'));
}

async function navigate(event: NavigateEvent, url: URL): Promise<void> {
  const { signal } = event;
  showLoading();
  // Stopped, or another navigation starts.
  signal.addEventListener('abort', () => endLoading('done'));
  const arrival = await findArrival(url, signal);
  if (signal.aborted) return;
  switch (arrival.kind) {
    case 'page':
      await show(event, arrival.page, url);
      return endLoading('done');
    case 'redirect':
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

/** Aborts this navigation. Both promises are rejected if another navigation follows. */
function redirect(href: string): void {
  const { committed, finished } = navigation.navigate(href, { history: 'replace' });
  committed?.catch(() => {});
  finished?.catch(() => {});
}

/** Shows the error page, else the message of this page, else the error of the browser. */
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

/** Ends the old page and starts the new one, with scroll position and focus as after a normal navigation. */
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
  if (event.navigationType === 'traverse' && restorePlace()) return;
  scrollTo({ top: 0, behavior: 'instant' });
  const target = findTarget(hash);
  if (target === null) focusMain();
  else {
    // Smooth if the styles say so, which depends on `prefers-reduced-motion`.
    target.scrollIntoView();
    focus(target);
    holdTarget();
  }
}

/** Uses a view transition, unless the visitor prefers less motion or the browser already showed one (after a swipe). */
async function withTransition({ hasUAVisualTransition }: NavigateEvent, change: () => Promise<void>): Promise<void> {
  const isStill = hasUAVisualTransition || matchMedia('(prefers-reduced-motion: reduce)').matches;
  if (isStill || document.startViewTransition === undefined) return change();
  const transition = document.startViewTransition(change);
  // Rejected if another transition skips this one; the change is still made.
  transition.ready.catch(() => {});
  transition.finished.catch(() => {});
  await transition.updateCallbackDone;
}

function requestIdle(action: () => void): void {
  if ('requestIdleCallback' in window) requestIdleCallback(action, { timeout: 3000 });
  else setTimeout(action, 1000);
}
