// A page as a document in four parts, between which the bytes of its chrome go: a pure function of its input and of the
// shared values that the input names.

import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { TextRulesContext, WordsContext, type WordsContextValue } from './contexts.ts';
import { Document } from './Document.tsx';
import { PAGE_MARKERS, splitAtMarkers } from './markers.ts';
import type { ChromeFragment, PageInput, PageParts } from './page-input.ts';

/** The page's own parts, `<!doctype html>` first. */
export function renderPageParts(input: PageInput, words: WordsContextValue): PageParts {
  const html = renderToStaticMarkup(createPageElement(input, words));
  const [head = '', switcher = '', main = '', end = ''] = splitAtMarkers(html, Object.values(PAGE_MARKERS));
  return { head: `<!doctype html>${head}`, switcher, main, end: `${end}\n` };
}

/** The whole document. */
export function joinPage(
  { head, switcher, main, end }: PageParts,
  { top, afterSwitcher, bottom }: ChromeFragment,
): string {
  return `${head}${top}${switcher}${afterSwitcher}${main}${bottom}${end}`;
}

/** The page before it is rendered, chrome left out. */
export function createPageElement(input: PageInput, words: WordsContextValue): ReactNode {
  const { finalHrefs, richImages, structuredData } = input;
  return (
    <WordsContext value={words}>
      <TextRulesContext value={{ origin: structuredData.origin, finalHrefs, richImages }}>
        <Document input={input} />
      </TextRulesContext>
    </WordsContext>
  );
}
