// The entry of the template bundle: what the build may call.

import './styles/site.css';
import './styles/fonts.css';
import './styles/tokens.css';
import './styles/base.css';
import './styles/button.css';
import './styles/print.css';
import './styles/viewfinder.css';
import { createDateFormatter, createFormatter, createMomentFormatter } from '../locales/formatter.ts';
import type { WordsContextValue } from './contexts.ts';
import { keepDays } from './keep-days.ts';
import type { PageInput, TemplateBundle, WordsInput } from './page-input.ts';
import { renderChrome } from './render-chrome.tsx';
import { createTracedElement, joinPage, renderPageParts } from './render-page.tsx';
import { traceFailure } from './trace-failure.ts';

/** The templates of one thread. Formatters are made once per words and language, not once a page: they cost more than a page. */
export function createTemplates(): TemplateBundle {
  const contexts = new WeakMap<WordsInput, Map<string, WordsContextValue>>();
  const datesByLanguage = new Map<string, DateFormatters>();
  const datesOf = (languageTag: string): DateFormatters => {
    const dates = datesByLanguage.get(languageTag) ?? createDateFormatters(languageTag);
    datesByLanguage.set(languageTag, dates);
    return dates;
  };
  const contextOf = (words: WordsInput, languages: Languages): WordsContextValue => {
    const byLanguage = contexts.get(words) ?? new Map<string, WordsContextValue>();
    contexts.set(words, byLanguage);
    const key = `${languages.ofWords} ${languages.ofPage}`;
    const known = byLanguage.get(key);
    if (known !== undefined) return known;
    const context = createWordsContext(words, languages, datesOf);
    byLanguage.set(key, context);
    return context;
  };
  const renderParts = (input: PageInput, words: WordsInput) => {
    const languages = { ofWords: input.wordsLanguageTag, ofPage: input.languageTag };
    return renderPageParts(input, contextOf(words, languages));
  };
  return {
    renderChrome: (chrome, words, idPrefix) => {
      const languages = { ofWords: chrome.languageTag, ofPage: chrome.languageTag };
      return renderChrome(chrome, contextOf(words, languages), idPrefix);
    },
    renderPage: (input, { chrome, words }) => joinPage(renderParts(input, words), chrome),
    renderPageParts: renderParts,
    traceFailure: (input, words) => {
      const languages = { ofWords: input.wordsLanguageTag, ofPage: input.languageTag };
      return traceFailure(createTracedElement(input, contextOf(words, languages)));
    },
  };
}

/** Language tags of the words and of the page around them: a Kazakh page of a Russian locale has two. */
interface Languages {
  readonly ofWords: string;
  readonly ofPage: string;
}

/** They need no words: dozens of groups of words share those of their language. */
type DateFormatters = Pick<WordsContextValue, 'formatDate' | 'formatMoment'>;

function createDateFormatters(languageTag: string): DateFormatters {
  return { formatDate: keepDays(createDateFormatter(languageTag)), formatMoment: createMomentFormatter(languageTag) };
}

function createWordsContext(
  words: WordsInput,
  { ofWords, ofPage }: Languages,
  datesOf: (languageTag: string) => DateFormatters,
): WordsContextValue {
  return {
    t: createFormatter(words, ofWords),
    ...datesOf(ofWords),
    formatOwnDate: datesOf(ofPage).formatDate,
    pageLanguageTag: ofPage,
    wordsLang: ofWords === ofPage ? undefined : ofWords,
    isTraced: false,
  };
}
