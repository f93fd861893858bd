// The script of every page: links, header, in-page navigation and its loading bar. Everything else is loaded on demand.

import { loadChunk } from './chunks.ts';
import { startHeader } from './header/header.ts';
import { startMenus } from './header/menus.ts';
import { findTarget } from './links/fragment.ts';
import { startLinks } from './links/links.ts';
import { startNavigation } from './navigation/navigation.ts';
import { startPage } from './page.ts';
import { startChatOnScroll } from './third-parties/chat-on-scroll.ts';

startLinks();
startHeader();
startMenus();
startNavigation();
void startPage();
startChatOnScroll();
// The browser does not find a heading whose prefix the address lacks.
const showTarget = () => {
  if (document.querySelector(':target') === null) findTarget(location.hash)?.scrollIntoView();
};
showTarget();
addEventListener('hashchange', showTarget);

// Loaded now, because it cannot be loaded while offline.
void loadChunk(() => import('./connectivity.ts')).then(({ startConnectivity }) => startConnectivity());

if (document.body.dataset.route?.startsWith('404') === true)
  void loadChunk(() => import('./redirects/answer-missing-page.ts')).then((module) => module.answerMissingPage());
