// The script of every page: links, header, in-page navigation and its loading bar. Everything else is loaded on demand.

import { loadChunk, watchLeaving } from './chunks.ts';
import { startHeader } from './header/header.ts';
import { startMenus } from './header/menus.ts';
import { findTarget } from './links/fragment.ts';
import { startLinks } from './links/links.ts';
import { startNavigation } from './navigation/navigation.ts';
import { isSwappable, loadStylesheets, swapPage } from './navigation/swap-page.ts';
import { startPage } from './page.ts';
import { startChatOnScroll } from './third-parties/chat-on-scroll.ts';

watchLeaving();
startLinks();
startHeader();
startMenus();
startNavigation();
if (document.body.dataset.route?.startsWith('404') === true) startMissingPage();
else void startPage();
startChatOnScroll();
// The browser does not find a heading whose prefix the address lacks.
const showTarget = () => {
  if (document.querySelector(':target') === null) findTarget(location.hash)?.scrollIntoView();
};
showTarget();
addEventListener('hashchange', showTarget);

// Loaded now, because it cannot be loaded while offline.
void loadChunk(() => import('./connectivity.ts')).then(({ startConnectivity }) => startConnectivity());

/** The page starts as what its address asked for: a page of the path's locale, which is counted as such. */
function startMissingPage(): void {
  void loadChunk(() => import('./redirects/answer-missing-page.ts')).then(
    ({ answerMissingPage }) => answerMissingPage(show),
    () => startPage(),
  );
}

async function show(page: Document | null): Promise<void> {
  if (page !== null && isSwappable(page)) {
    await loadStylesheets(page);
    swapPage(page);
  }
  await startPage();
}
