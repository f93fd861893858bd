// Starts the parts of a page when it is shown, and ends them when another page replaces it. All listeners and tasks of a page use its
// signal.

import { PAGE_VIEW_DELAY_MS } from '../config/constants.ts';
import { loadChunk } from './chunks.ts';
import { readClientConfig } from './client-config.ts';
import { updateHeader } from './header/header.ts';
import { prepareIslands } from './islands/prepare-islands.ts';
import { mayLoadThirdParties, whenAllowed } from './third-parties/consent.ts';
import type { PageView } from './third-parties/page-views.ts';
import { wait } from './wait.ts';

let life = new AbortController();

/** Starts the page. Resolves when its lists are complete, because the scroll position depends on them. */
export async function startPage(): Promise<void> {
  life = new AbortController();
  const { signal } = life;
  updateHeader();
  prepareIslands(signal);
  if (readClientConfig(document)?.asksConsent === true)
    void loadChunk(() => import('./third-parties/consent-bar.ts')).then(({ startConsentBar }) =>
      startConsentBar(signal),
    );
  offerGame(signal);
  if (document.querySelector('[data-office-zone]') !== null)
    void loadChunk(() => import('./office-hours.ts')).then(({ showOfficeHours }) => showOfficeHours());
  if (document.querySelector('[data-local-time]') !== null)
    void loadChunk(() => import('./local-time.ts')).then(({ showLocalTimes }) => showLocalTimes());
  if (mayLoadThirdParties()) startThirdParties(signal);
  else void whenAllowed().then(() => startThirdParties(signal));
  dispatchEvent(new Event('sitegen:page'));
  await startLists(signal);
}

/** Loads the game on the photo of the home page when its button is pressed. */
function offerGame(signal: AbortSignal): void {
  const photo = document.querySelector<HTMLElement>('[data-find]');
  const start = () => {
    if (photo !== null)
      void loadChunk(() => import('./find-logo.ts')).then(({ startFinding }) => startFinding(photo, signal));
  };
  document.querySelector('.find__start')?.addEventListener('click', start, { signal });
}

/** Starts the parts that load third-party services. */
function startThirdParties(signal: AbortSignal): void {
  if (signal.aborted) return;
  if (document.querySelector('[data-embed]') !== null)
    void loadChunk(() => import('./embeds/start-embeds.ts')).then(({ startEmbeds }) => startEmbeds(signal));
  if (readClientConfig(document)?.scripts['tag-manager'] !== undefined) countPage();
}

/** Reads the page view at once, because later the address may be that of another page. */
function countPage(): void {
  const view: PageView = {
    route: document.body.dataset.route,
    page_path: location.pathname,
    page_location: location.href,
    page_title: document.title,
  };
  const due = wait(PAGE_VIEW_DELAY_MS);
  void loadChunk(() => import('./third-parties/page-views.ts')).then(({ sendPageView }) => sendPageView(view, due));
}

async function startLists(signal: AbortSignal): Promise<void> {
  const lists = [...document.querySelectorAll<HTMLElement>('[data-list]')];
  if (lists.length === 0) return;
  const { startList } = await loadChunk(() => import('./lists/start-list.ts'));
  for (const list of lists) if (!signal.aborted) startList(list, signal);
}

/** Ends the page. */
export function endPage(): void {
  life.abort();
}
