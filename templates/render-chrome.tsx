// Header, footer and banner of one distinct ChromeInput as bytes, rendered once for all pages that share it. Those of a
// locale differ mostly in the group of the menu that is active, which is put in.

import { renderToStaticMarkup } from 'react-dom/server';
import { WordsContext, type WordsContextValue } from './contexts.ts';
import { findFrame } from './frames.ts';
import { Layout } from './layouts/Layout.tsx';
import { CHROME_MARKERS, splitAtMarkers } from './markers.ts';
import { printMarkup } from './markup.ts';
import type { ChromeFragment, ChromeInput } from './page-input.ts';

/** The chrome in three parts, around the language switcher and `<main>`. Ids start with `idPrefix`. */
export function renderChrome(chrome: ChromeInput, words: WordsContextValue, idPrefix: string): ChromeFragment {
  const shape: ChromeInput = { ...chrome, activeGroup: null };
  // By place: React would escape an id inside a mark.
  const markOf = (group: string) => `group ${chrome.menu.findIndex(({ id }) => id === group)}`;
  const frame = findFrame(words, {
    name: `chrome ${idPrefix} ${chrome.layout}`,
    shape,
    print: (mark) =>
      renderToStaticMarkup(
        <WordsContext value={words}>
          <Layout chrome={shape} classOfGroup={(id) => mark(markOf(id))} idPrefix={idPrefix} />
        </WordsContext>,
        { identifierPrefix: idPrefix },
      ),
    textPlace: 'markup',
  });
  const texts = Object.fromEntries(chrome.menu.map(({ id }) => [markOf(id), classOf(id === chrome.activeGroup)]));
  const html = printMarkup({ frame, texts });
  const [top = '', afterSwitcher = '', bottom = ''] = splitAtMarkers(html, Object.values(CHROME_MARKERS));
  return { top, afterSwitcher, bottom };
}

const classOf = (isActive: boolean) => (isActive ? 'menu__group menu__group--active' : 'menu__group');
