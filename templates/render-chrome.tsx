// Renders header, footer and banner, which many pages share.

import { renderToStaticMarkup } from 'react-dom/server';
import { WordsContext, type WordsContextValue } from './contexts.ts';
import { Layout } from './layouts/Layout.tsx';
import { CHROME_MARKERS, splitAtMarkers } from './markers.ts';
import type { ChromeFragment, ChromeInput } from './page-input.ts';

/** Three parts around the language switcher and `<main>`. Ids start with `idPrefix`. */
export function renderChrome(chrome: ChromeInput, words: WordsContextValue, idPrefix: string): ChromeFragment {
  const html = renderToStaticMarkup(
    <WordsContext value={words}>
      <Layout chrome={chrome} idPrefix={idPrefix} />
    </WordsContext>,
    { identifierPrefix: idPrefix },
  );
  const [top = '', afterSwitcher = '', bottom = ''] = splitAtMarkers(html, Object.values(CHROME_MARKERS));
  return { top, afterSwitcher, bottom };
}
