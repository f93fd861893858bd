// Header, footer and banner of one distinct ChromeInput as bytes, rendered once for all pages that share it. Those of a
// locale differ mostly in the group of the menu that is active and in the banner, which are put in.

import { renderToStaticMarkup } from 'react-dom/server';
import { WordsContext, type WordsContextValue } from './contexts.ts';
import { fillOnce } from './fill-once.tsx';
import { findFrame } from './frames.ts';
import { Layout, LayoutBanner } from './layouts/Layout.tsx';
import { CHROME_MARKERS, splitAtMarkers } from './markers.ts';
import { type FilledFrame, printMarkup } from './markup.ts';
import type { ChromeFragment, ChromeInput } from './page-input.ts';

/** The chrome in three parts, around the language switcher and `<main>`. Ids start with `idPrefix`. */
export function renderChrome(chrome: ChromeInput, words: WordsContextValue, idPrefix: string): ChromeFragment {
  // But for the banner these two are one.
  const layout = chrome.layout === 'default' ? 'minimalistic' : chrome.layout;
  const shape: ChromeInput = { ...chrome, layout, activeGroup: null, banner: null };
  // By place: React would escape an id inside a mark.
  const markOf = (group: string) => `group ${chrome.menu.findIndex(({ id }) => id === group)}`;
  const frame = findFrame(words, {
    name: `chrome ${idPrefix} ${layout}`,
    shape,
    print: (mark) =>
      renderToStaticMarkup(
        <WordsContext value={words}>
          <Layout chrome={shape} banner={mark('banner')} classOfGroup={(id) => mark(markOf(id))} idPrefix={idPrefix} />
        </WordsContext>,
        { identifierPrefix: idPrefix },
      ),
    textPlace: 'markup',
  });
  const classes = chrome.menu.map(({ id }) => [markOf(id), classOf(id === chrome.activeGroup)]);
  const texts = { ...Object.fromEntries(classes), banner: fillBanner(chrome, words) };
  const html = printMarkup({ frame, texts });
  const [top = '', afterSwitcher = '', bottom = ''] = splitAtMarkers(html, Object.values(CHROME_MARKERS));
  return { top, afterSwitcher, bottom };
}

const classOf = (isActive: boolean) => (isActive ? 'menu__group menu__group--active' : 'menu__group');

function fillBanner({ layout, banner, languageTag }: ChromeInput, words: WordsContextValue): FilledFrame {
  return fillOnce(words, {
    name: `banner ${layout}`,
    shape: { layout, banner, languageTag },
    texts: {},
    create: (chrome) => <LayoutBanner chrome={chrome} />,
  });
}
