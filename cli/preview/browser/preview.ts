// The preview's own script, the only thing that a previewed page has beyond a built one: it keeps the page up to date,
// shows the toolbar, and says what is wrong. It runs before the page's own scripts, while the page is as it was sent.

import { listenToServer, type ServerState, type ShownProblem } from './events.ts';
import { watchFetchedPages } from './fetched-pages.ts';
import { reloadKeepingInputs, restoreInputs } from './keep-inputs.ts';
import { parsePage, patchPage } from './patch-page.ts';
import { createToolbar, type PageData } from './toolbar.ts';

/** Origin that may frame this page and tell it of unsaved changes; none but in a live preview. */
const framedBy = document.currentScript?.dataset.framedBy ?? null;
/** Of the site when this page was sent; a page in place of a failed one has none and takes what comes. */
let version = document.currentScript?.dataset.version ?? null;
const toolbar = createToolbar();
const fetched = watchFetchedPages();
let before = parsePage(document.documentElement.outerHTML);
let shownPath = location.pathname;
let updating: Promise<void> = Promise.resolve();
/** Updates so far. */
let asked = 0;
/** Questions about the page so far: what is answered to an earlier one is no longer of interest. */
let questions = 0;
let state: ServerState | null = null;
let pageData: PageData | null = null;
/** A changed page is painted after this time: what is told of it is made on the same cores. */
const PAINT_MS = 100;
let painting: ReturnType<typeof setTimeout> | undefined;

restoreInputs();
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
  // The server went away in the middle of it; its next event asks again.
  updating = updating.then(work).catch(() => {
    version = null;
  });
}

async function bringUpToDate(): Promise<void> {
  // Address and page belong together again when the site's scripts are done, and then it is brought up to date.
  if ('navigation' in window && navigation.transition !== null) return;
  const response = await fetched.fetch(location.href, { cache: 'no-cache' });
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
  // What stands over a page that is mended is gone with the next answer.
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

/** Those of the site, and those of this page: either may be told first. */
function showProblems(): void {
  toolbar.showProblems([...listOutage(), ...(state?.broken ?? []), ...listOwnProblems()]);
}

/** Over the last good page; a page that is not there says it itself. */
function listOutage(): readonly ShownProblem[] {
  const outage = state?.outage ?? null;
  const isOwn = pageData?.failed?.some(({ problem }) => problem.code === outage?.code) === true;
  return outage === null || isOwn ? [] : [{ problem: outage, excerpt: null, components: [] }];
}

/** What was wrong with this page when it was last asked about. */
function listOwnProblems(): readonly ShownProblem[] {
  // The error page in place of one that was never received says this itself.
  const isSaid = (code: string) => 'sitegenFailure' in document.body.dataset && code === state?.outage?.code;
  return [...(pageData?.failed ?? []), ...(pageData?.reasons ?? [])].filter(({ problem }) => !isSaid(problem.code));
}
