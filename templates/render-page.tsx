// A page as a document in four parts, between which the parts of its chrome go: a pure function of its input and of the
// shared values that the input names.

import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { Breadcrumbs } from './components/Breadcrumbs.tsx';
import { printSwitcher } from './components/print-switcher.ts';
import { TextRulesContext, WordsContext, type WordsContextValue } from './contexts.ts';
import type { ChromeFragment, PageInput, PageParts } from './page-input.ts';
import { DOCUMENT_END, printDocumentStart } from './print-document.ts';
import { Page } from './registry.ts';

/** The page's own parts, `<!doctype html>` first. The switcher is part of the header, so it takes the words of the chrome. */
export function renderPageParts(input: PageInput, words: WordsContextValue, wordsOfChrome = words): PageParts {
  const { head, structuredData } = printDocumentStart(input);
  return {
    head,
    switcher: input.layout === 'header-only' ? '' : printSwitcher(input.site.languages, input.switcher, wordsOfChrome),
    main: renderToStaticMarkup(createMain(input, words)),
    end: DOCUMENT_END,
    structuredData,
  };
}

/** The whole document. */
export function joinPage({ head, switcher, main, end }: PageParts, chrome: ChromeFragment): string {
  return `${head}${chrome.top}${switcher}${chrome.afterSwitcher}${main}${chrome.bottom}${end}`;
}

function createMain(input: PageInput, words: WordsContextValue): ReactNode {
  const { finalHrefs, richImages, site } = input;
  return (
    <WordsContext value={words}>
      <TextRulesContext value={{ origin: site.origin, finalHrefs, richImages }}>
        <Main input={input} />
      </TextRulesContext>
    </WordsContext>
  );
}

/** Everything of the page that can fail, in one tree. */
export function createTracedElement(input: PageInput, words: WordsContextValue): ReactNode {
  return (
    <>
      <DocumentStart input={input} />
      <LanguageSwitcher input={input} words={words} />
      {createMain(input, words)}
    </>
  );
}

/** What is printed as text is a component here, so that it has a name in the trace. */
function DocumentStart({ input }: { readonly input: PageInput }): ReactNode {
  printDocumentStart(input);
  return null;
}

function LanguageSwitcher({
  input,
  words,
}: {
  readonly input: PageInput;
  readonly words: WordsContextValue;
}): ReactNode {
  printSwitcher(input.site.languages, input.switcher, words);
  return null;
}

/** The `<main>` of a page. */
function Main({ input }: { readonly input: PageInput }): ReactNode {
  return (
    <main className={`page page--${input.template}`} id="main" tabIndex={-1}>
      <Breadcrumbs items={input.breadcrumbs} />
      <Page input={input} />
    </main>
  );
}
