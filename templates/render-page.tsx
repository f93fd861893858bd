// A page as a whole document: a pure function of its input and of the shared values that the input names.

import { renderToStaticMarkup } from 'react-dom/server';
import { TextRulesContext, WordsContext, type WordsContextValue } from './contexts.ts';
import { Document } from './Document.tsx';
import { PAGE_MARKERS, splitAtMarkers } from './markers.ts';
import type { ChromeFragment, PageInput } from './page-input.ts';

/** The HTML of a page, `<!doctype html>` first. */
export function renderPage(
  input: PageInput,
  shared: { readonly chrome: ChromeFragment; readonly words: WordsContextValue },
): string {
  const { finalHrefs, richImages, structuredData } = input;
  const html = renderToStaticMarkup(
    <WordsContext value={shared.words}>
      <TextRulesContext value={{ origin: structuredData.origin, finalHrefs, richImages }}>
        <Document input={input} />
      </TextRulesContext>
    </WordsContext>,
  );
  const [head, switcher, main, end] = splitAtMarkers(html, Object.values(PAGE_MARKERS));
  const { top, afterSwitcher, bottom } = shared.chrome;
  return `<!doctype html>${head}${top}${switcher}${afterSwitcher}${main}${bottom}${end}\n`;
}
