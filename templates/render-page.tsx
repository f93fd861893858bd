// Renders the four parts of a page, which are joined with its chrome. A pure function of the input and the shared values.

import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { Breadcrumbs } from './components/Breadcrumbs.tsx';
import { bindWords } from './components/bind-words.ts';
import { Card } from './components/Card.tsx';
import { printSwitcher } from './components/print-switcher.ts';
import { printSources } from './components/Sources.tsx';
import { SourcesContext, TextRulesContext, WordsContext, type WordsContextValue } from './contexts.ts';
import type { CardInput, ChromeFragment, PageInput, PageParts } from './page-input.ts';
import { DOCUMENT_END, printDocumentStart } from './print-document.ts';
import { Page } from './registry.ts';

/** The switcher is part of the header, so it uses the messages of the chrome. */
export function renderPageParts(input: PageInput, words: WordsContextValue, wordsOfChrome = words): PageParts {
  return {
    ...printDocumentStart(input),
    switcher: input.layout === 'header-only' ? '' : printSwitcher(input.site.languages, input.switcher, wordsOfChrome),
    main: renderMain(input, words),
    end: DOCUMENT_END,
  };
}

/** Joins a page with its chrome. */
export function joinPage({ head, switcher, main, end }: PageParts, chrome: ChromeFragment): string {
  return `${head}${chrome.top}${switcher}${chrome.afterSwitcher}${main}${chrome.bottom}${end}`;
}

/** The card of an entry in a list. */
export function renderCard(card: CardInput, words: WordsContextValue): string {
  const html = renderToStaticMarkup(
    <WordsContext value={words}>
      <Card card={card} level={3} />
    </WordsContext>,
  );
  return bindWords(html);
}

function renderMain(input: PageInput, words: WordsContextValue): string {
  const known: (string | null)[] = [];
  const html = renderToStaticMarkup(createMain(input, words, known));
  return bindWords(printSources({ html, known, figures: input.figures, words }));
}

function createMain(input: PageInput, words: WordsContextValue, sources: (string | null)[]): ReactNode {
  const { finalHrefs, richImages, site } = input;
  return (
    <WordsContext value={words}>
      <TextRulesContext value={{ origin: site.origin, finalHrefs, richImages, takenIds: new Set() }}>
        <SourcesContext value={sources}>
          <Main input={input} />
        </SourcesContext>
      </TextRulesContext>
    </WordsContext>
  );
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
