// A page as a document in four parts, between which the bytes of its chrome go: a pure function of its input and of the
// shared values that the input names.

import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { fillSwitcher } from './components/fill-switcher.tsx';
import { LanguageSwitcher } from './components/LanguageSwitcher.tsx';
import { type TextRules, TextRulesContext, WordsContext, type WordsContextValue } from './contexts.ts';
import { Main } from './Main.tsx';
import { type Markup, printMarkup } from './markup.ts';
import { fillMain } from './page-fillers.ts';
import type { ChromeFragment, PageInput, PageParts } from './page-input.ts';
import { DOCUMENT_END, printDocumentStart } from './print-document.ts';

/** The page's own parts, `<!doctype html>` first. What stands in its header is said in words that more pages share. */
export function renderPageParts(input: PageInput, words: WordsContextValue, common = words): PageParts {
  return {
    head: printDocumentStart(input),
    switcher: input.layout === 'header-only' ? '' : fillSwitcher(input.site.languages, input.switcher, common),
    main: renderMain(input, words),
    end: DOCUMENT_END,
  };
}

/** The whole document. */
export function joinPage(parts: PageParts, { top, afterSwitcher, bottom }: ChromeFragment): string {
  const switcher = printMarkup(parts.switcher);
  const main = printMarkup(parts.main);
  return `${parts.head}${top}${switcher}${afterSwitcher}${main}${bottom}${parts.end}`;
}

function renderMain(input: PageInput, words: WordsContextValue): Markup {
  return fillMain(input, words, rulesOf(input)) ?? renderToStaticMarkup(createMainElement(input, words));
}

function rulesOf({ finalHrefs, richImages, site }: PageInput): TextRules {
  return { origin: site.origin, finalHrefs, richImages };
}

function createMainElement(input: PageInput, words: WordsContextValue): ReactNode {
  return (
    <WordsContext value={words}>
      <TextRulesContext value={rulesOf(input)}>
        <Main input={input} />
      </TextRulesContext>
    </WordsContext>
  );
}

/** Everything of the page that can fail, in one tree. */
export function createTracedElement(input: PageInput, words: WordsContextValue): ReactNode {
  const traced = { ...words, isTraced: true };
  return (
    <>
      <DocumentStart input={input} />
      <WordsContext value={traced}>
        <LanguageSwitcher languages={input.site.languages} switcher={input.switcher} />
      </WordsContext>
      {createMainElement(input, traced)}
    </>
  );
}

/** What is printed as text has a name among the components too. */
function DocumentStart({ input }: { readonly input: PageInput }): ReactNode {
  printDocumentStart(input);
  return null;
}
