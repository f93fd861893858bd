// The preview's own script, the only thing that a previewed page has beyond a built one: it keeps the page up to date,
// and shows the toolbar and errors. It runs before the page's own scripts, while the page is as it was sent.

import type { ShownProblem } from '../describe-failure.ts';
import type { ServerState } from '../server/event-stream.ts';
import type { PageData } from '../server/own-addresses.ts';
import { createEditMode } from './click-to-edit.ts';
import { listenToServer } from './events.ts';
import { watchFetchedPages } from './fetched-pages.ts';
import { reloadKeepingInputs, restoreInputs } from './keep-inputs.ts';
import { parsePage, patchPage } from './patch-page.ts';
import { createToolbar } from './toolbar.ts';

/** Origin that may frame this page and send messages about unsaved changes; null outside of a live preview. */
const framedBy = document.currentScript?.dataset.framedBy ?? null;
/** Version of the site when this page was sent; null for an error page, which any version replaces. */
let version = document.currentScript?.dataset.version ?? null;
const toolbar = createToolbar();
const fetched = watchFetchedPages();
let before = parsePage(document.documentElement.outerHTML);
let shownPath = location.pathname;
let updating: Promise<void> = Promise.resolve();
/** Updates so far. */
let asked = 0;
/** Requests for page data so far: only the answer to the newest one counts. */
let questions = 0;
let state: ServerState | null = null;
let pageData: PageData | null = null;
/** Page data is requested after a changed page was painted: both need the same cores. */
const PAINT_MS = 100;
let painting: ReturnType<typeof setTimeout> | undefined;

restoreInputs();
const editMode = createEditMode(update);
toolbar.addEditMode(editMode);
void loadPageData();
listenToServer(({ name, data }) => {
  if (name === 'requests') return void loadPageData();
  // The server wrote it.
  state = data as ServerState;
  toolbar.showOutage(state.outage);
  showProblems();
  const isNew = version !== String(state.version);
  version = String(state.version);
  if (isNew) update();
});

window.addEventListener('message', ({ origin, source, data }) => {
  if (framedBy === null || origin !== framedBy || source !== window.parent) return;
  if (data?.name !== 'statamic.preview.updated') return;
  if (typeof data.token === 'string' && data.token !== '') {
    const url = new URL(location.href);
    url.searchParams.set('token', data.token);
    history.replaceState(history.state, '', url);
  }
  update();
});

// The site's own navigation changes address and page without loading; where there is none every page is loaded.
if ('navigation' in window) navigation.addEventListener('navigatesuccess', follow);

/** One update after the other; several that wait are one. */
function update(): void {
  asked += 1;
  const mine = asked;
  enqueue(async () => {
    if (mine === asked) await bringUpToDate();
  });
}

function enqueue(work: () => Promise<void>): void {
  // The server went away; its next event starts another update.
  updating = updating.then(work).catch(() => {
    version = null;
  });
}

async function bringUpToDate(): Promise<void> {
  // Address and page belong together again when the site's scripts are done, and then it is brought up to date.
  if ('navigation' in window && navigation.transition !== null) return;
  const response = await fetched.fetch(location.href, { cache: 'no-cache', headers: editMode.headers() });
  if (response.redirected || !(response.headers.get('content-type') ?? '').startsWith('text/html'))
    return reloadKeepingInputs();
  const after = parsePage(await response.text());
  const isFailure = 'sitegenFailure' in after.body.dataset;
  const wasFailure = 'sitegenFailure' in document.body.dataset;
  if (wasFailure && !isFailure) return reloadKeepingInputs();
  // What cannot be shown leaves the last good page, with the reasons over it.
  if (isFailure) return loadPageData();
  const result = patchPage(before, after);
  before = after;
  shownPath = location.pathname;
  if (result === 'reload') return reloadKeepingInputs();
  document.dispatchEvent(new CustomEvent('sitegen:updated', { detail: { result } }));
  clearTimeout(painting);
  // Errors over a page that is good again go at once.
  if (listOwnProblems().length > 0) return loadPageData();
  painting = setTimeout(loadPageData, PAINT_MS);
}

/** After a navigation within the page: what the site's scripts put there is brought up to date, too. */
function follow(): void {
  if (location.pathname === shownPath) return;
  shownPath = location.pathname;
  enqueue(async () => {
    const shown = await fetched.find(location.pathname);
    if (shown === null) return reloadKeepingInputs();
    before = parsePage(shown);
    await bringUpToDate();
  });
}

async function loadPageData(): Promise<void> {
  const query = new URLSearchParams({ path: location.pathname });
  const token = new URLSearchParams(location.search).get('token');
  if (token !== null) query.set('token', token);
  questions += 1;
  const mine = questions;
  const response = await fetched.fetch(`/__sitegen/page?${query}`).catch(() => null);
  if (response?.ok !== true) return;
  // The server wrote it.
  const data = (await response.json()) as PageData;
  if (mine !== questions) return;
  pageData = data;
  toolbar.showPage(pageData);
  showProblems();
}

/** Problems of the site and of this page, whichever arrived. */
function showProblems(): void {
  toolbar.showProblems([...listOutage(), ...(state?.broken ?? []), ...listOwnProblems()]);
}

/** Shown over the last good page; an error page names the outage itself. */
function listOutage(): readonly ShownProblem[] {
  const outage = state?.outage ?? null;
  const isOwn = pageData?.failed?.some(({ problem }) => problem.code === outage?.code) === true;
  return outage === null || isOwn ? [] : [{ problem: outage, excerpt: null, components: [] }];
}

/** Problems of this page in its newest data. */
function listOwnProblems(): readonly ShownProblem[] {
  // The error page in place of a page that was never received names the outage itself.
  const isShown = (code: string) => 'sitegenFailure' in document.body.dataset && code === state?.outage?.code;
  return [...(pageData?.failed ?? []), ...(pageData?.reasons ?? [])].filter(({ problem }) => !isShown(problem.code));
}
