// The preview's own script, the only thing that a previewed page has beyond a built one: it keeps the page up to date,
// shows the toolbar, and says what is wrong. It runs before the page's own scripts, while the page is as it was sent.

import { listenToServer, type ServerState } from './events.ts';
import { reloadKeepingInputs, restoreInputs } from './keep-inputs.ts';
import { parsePage, patchPage } from './patch-page.ts';
import { createToolbar, type PageData } from './toolbar.ts';

/** Origin that may frame this page and tell it of unsaved changes; none but in a live preview. */
const framedBy = document.currentScript?.dataset.framedBy ?? null;
/** Of the site when this page was sent; a page in place of a failed one has none and takes what comes. */
let version = document.currentScript?.dataset.version ?? null;
const toolbar = createToolbar();
let before = parsePage(document.documentElement.outerHTML);
let shownPath = location.pathname;
let updating: Promise<void> = Promise.resolve();
let state: ServerState | null = null;

restoreInputs();
void loadPageData();
listenToServer(({ name, data }) => {
  if (name === 'requests') return void loadPageData();
  // The server wrote it.
  state = data as ServerState;
  toolbar.showOutage(state.outage);
  toolbar.showProblems(state.broken);
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

// The site's own navigation changes page and address without loading.
window.addEventListener('popstate', () => setTimeout(follow));
const { pushState } = history;
history.pushState = (...values) => {
  pushState.apply(history, values);
  setTimeout(follow);
};

/** One update after the other; several that wait are one. */
function update(): void {
  const mine = updating
    .then(async () => {
      if (mine === updating) await bringUpToDate();
    })
    // The server went away in the middle of it; its next event asks again.
    .catch(() => {
      version = null;
    });
  updating = mine;
}

async function bringUpToDate(): Promise<void> {
  const response = await fetch(location.href, { cache: 'no-cache' });
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
  await loadPageData();
}

/** After a navigation within the page: what the server said is asked for, once the page shows it. */
async function follow(): Promise<void> {
  if (location.pathname === shownPath) return;
  shownPath = location.pathname;
  const response = await fetch(location.href, { cache: 'no-cache' });
  before = parsePage(await response.text());
  await loadPageData();
}

async function loadPageData(): Promise<void> {
  const query = new URLSearchParams({ path: location.pathname });
  const token = new URLSearchParams(location.search).get('token');
  if (token !== null) query.set('token', token);
  const response = await fetch(`/__sitegen/page?${query}`).catch(() => null);
  if (response?.ok !== true) return;
  // The server wrote it.
  const data = (await response.json()) as PageData;
  toolbar.showPage(data);
  toolbar.showProblems([...(state?.broken ?? []), ...(data.failed ?? []), ...(data.reasons ?? [])]);
}
