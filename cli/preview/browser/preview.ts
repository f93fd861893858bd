// The script of the preview, which is the only addition to a page: it updates the page, and shows the toolbar and errors. It runs before
// the scripts of the page, so that it sees the page as it was sent.

import type { ShownProblem } from '../describe-failure.ts';
import type { PageData, ServerState } from '../server/preview-api.ts';
import { createEditMode } from './click-to-edit.ts';
import { listenToServer } from './events.ts';
import { parsePage, patchPage, reloadKeepingInputs, restoreInputs } from './patch-page.ts';
import { createToolbar } from './toolbar.ts';

/** Origin that may frame this page and send messages about unsaved values; null outside of a live preview. */
const framedBy = document.currentScript?.dataset.framedBy ?? null;
/** Version of the site when this page was sent; null for an error page, which every version replaces. */
let version = document.currentScript?.dataset.version ?? null;
const toolbar = createToolbar();
let before = parsePage(document.documentElement.outerHTML);
let updating: Promise<void> = Promise.resolve();
let updates = 0;
/** Number of requests for page data. Only the last one counts. */
let dataRequests = 0;
let state: ServerState | null = null;
let pageData: PageData | null = null;
/** Page data is requested after a changed page was painted, because both need the CPU. */
const PAINT_MS = 100;
let painting: ReturnType<typeof setTimeout> | undefined;

restoreInputs();
const editMode = createEditMode(update);
toolbar.addEditMode(editMode);
void loadPageData();
listenToServer((next) => {
  const isNew = version !== String(next.version);
  state = next;
  version = String(next.version);
  showState();
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

// Links load the next page, as in browsers without the Navigation API: the scripts of the site may have an older one.
if ('navigation' in window) navigation.addEventListener('navigate', (event) => event.stopImmediatePropagation());

/** Updates the page. If several updates are waiting, only the last one runs. */
function update(): void {
  updates += 1;
  const mine = updates;
  updating = updating
    .then(() => (mine === updates ? updatePage() : undefined))
    // The server is down. Its next event starts another update.
    .catch(() => {
      version = null;
    });
}

async function updatePage(): Promise<void> {
  const response = await fetch(location.href, { cache: 'no-cache', headers: editMode.headers() });
  if (response.redirected || !(response.headers.get('content-type') ?? '').startsWith('text/html'))
    return reloadKeepingInputs();
  const after = parsePage(await response.text());
  const isFailure = 'sitegenFailure' in after.body.dataset;
  const wasFailure = 'sitegenFailure' in document.body.dataset;
  if (wasFailure && !isFailure) return reloadKeepingInputs();
  // Keeps the last working page and shows the errors above it.
  if (isFailure) return loadPageData();
  const isPatched = patchPage(before, after);
  before = after;
  if (!isPatched) return reloadKeepingInputs();
  clearTimeout(painting);
  // If the errors are fixed, removes them at once.
  if (listOwnProblems().length > 0) return loadPageData();
  painting = setTimeout(loadPageData, PAINT_MS);
}

async function loadPageData(): Promise<void> {
  const query = new URLSearchParams({ path: location.pathname });
  const token = new URLSearchParams(location.search).get('token');
  if (token !== null) query.set('token', token);
  dataRequests += 1;
  const mine = dataRequests;
  const response = await fetch(`/__sitegen/page?${query}`).catch(() => null);
  if (response?.ok !== true) return;
  // Sent by our server.
  const data = (await response.json()) as PageData;
  if (mine !== dataRequests) return;
  pageData = data;
  showState();
}

/** Shows what is known of this page, and the problems of it and of the site. */
function showState(): void {
  const problems = [...listOutage(), ...(state?.broken ?? []), ...listOwnProblems()];
  toolbar.show({ page: pageData ?? {}, outage: state?.outage ?? null, problems });
}

/** The outage, unless the page shows it itself. */
function listOutage(): readonly ShownProblem[] {
  const outage = state?.outage ?? null;
  const isOwn = pageData?.failed?.some(({ problem }) => problem.code === outage?.code) === true;
  return outage === null || isOwn ? [] : [{ problem: outage, excerpt: null }];
}

function listOwnProblems(): readonly ShownProblem[] {
  // An error page shows the outage itself.
  const isShown = (code: string) => 'sitegenFailure' in document.body.dataset && code === state?.outage?.code;
  return [...(pageData?.failed ?? []), ...(pageData?.reasons ?? [])].filter(({ problem }) => !isShown(problem.code));
}
