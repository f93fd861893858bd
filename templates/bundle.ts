// The entry point of the template bundle.

import './styles/site.css';
import './styles/fonts.css';
import './styles/tokens.css';
import './styles/base.css';
import './styles/button.css';
import './styles/print.css';
import './styles/viewfinder.css';
import { createDateFormatter, createFormatter, createMomentFormatter } from '../locales/formatter.ts';
import type { WordsContextValue } from './contexts.ts';
import type { TemplateBundle, WordsInput } from './page-input.ts';
import { renderChrome } from './render-chrome.tsx';
import { joinPage, renderCard, renderPageParts } from './render-page.tsx';

/** Creates the templates of a thread. Formatters are slow to create, so there is one set per language. */
export function createTemplates(): TemplateBundle {
  const contexts = new WeakMap<WordsInput, Map<string, Map<string, WordsContextValue>>>();
  const datesByLanguage = new Map<string, DateFormatters>();
  const datesOf = (languageTag: string): DateFormatters => {
    const dates = datesByLanguage.get(languageTag) ?? createDateFormatters(languageTag);
    datesByLanguage.set(languageTag, dates);
    return dates;
  };
  const contextOf = (words: WordsInput, ofWords: string, ofPage: string, ofLocale = ofWords): WordsContextValue => {
    const known = contexts.get(words)?.get(ofWords)?.get(ofPage);
    if (known !== undefined) return known;
    const byWords = contexts.get(words) ?? new Map<string, Map<string, WordsContextValue>>();
    const byPage = byWords.get(ofWords) ?? new Map<string, WordsContextValue>();
    const context = createWordsContext(words, { ofWords, ofPage, ofLocale }, datesOf);
    contexts.set(words, byWords.set(ofWords, byPage.set(ofPage, context)));
    return context;
  };
  const renderParts: TemplateBundle['renderPageParts'] = (input, words, wordsOfChrome) => {
    const { localeLanguageTag, wordsLanguageTag, languageTag } = input;
    // The switcher is part of the header, which is always in the language of the locale.
    const common = contextOf(wordsOfChrome, localeLanguageTag, localeLanguageTag);
    return renderPageParts(input, contextOf(words, wordsLanguageTag, languageTag, localeLanguageTag), common);
  };
  return {
    renderChrome: (chrome, words, idPrefix) =>
      renderChrome(chrome, contextOf(words, chrome.languageTag, chrome.languageTag), idPrefix),
    renderPage: (input, { chrome, words }) => joinPage(renderParts(input, words, words), chrome),
    renderCard: (card, words, languageTag) => renderCard(card, contextOf(words, languageTag, languageTag)),
    renderPageParts: renderParts,
  };
}

/** Language tags of the messages, the page and the locale. They differ if an entry has another language than its locale. */
interface Languages {
  readonly ofWords: string;
  readonly ofPage: string;
  readonly ofLocale: string;
}

/** Shared by all messages of a language. */
type DateFormatters = Pick<WordsContextValue, 'formatDate' | 'formatMoment'>;

function createDateFormatters(languageTag: string): DateFormatters {
  return { formatDate: createDateFormatter(languageTag), formatMoment: createMomentFormatter(languageTag) };
}

function createWordsContext(
  words: WordsInput,
  { ofWords, ofPage, ofLocale }: Languages,
  datesOf: (languageTag: string) => DateFormatters,
): WordsContextValue {
  return {
    t: createFormatter(words, ofWords),
    ...datesOf(ofWords),
    formatOwnDate: datesOf(ofPage).formatDate,
    pageLanguageTag: ofPage,
    wordsLang: ofWords === ofPage ? undefined : ofWords,
    localeLang: ofLocale === ofPage ? undefined : ofLocale,
  };
}
