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
import type { CardShared, TemplateBundle, WordsInput } from './page-input.ts';
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
  // Words are those of one build, and so of one brand.
  const contextOf = ({ words, brand }: SiteWords, ofWords: string, ofPage = ofWords, ofLocale = ofWords) => {
    const known = contexts.get(words)?.get(ofWords)?.get(ofPage);
    if (known !== undefined) return known;
    const byWords = contexts.get(words) ?? new Map<string, Map<string, WordsContextValue>>();
    const byPage = byWords.get(ofWords) ?? new Map<string, WordsContextValue>();
    const context = createWordsContext({ words, brand }, { ofWords, ofPage, ofLocale }, datesOf);
    contexts.set(words, byWords.set(ofWords, byPage.set(ofPage, context)));
    return context;
  };
  const renderParts: TemplateBundle['renderPageParts'] = (input, words, wordsOfChrome) => {
    const { localeLanguageTag, wordsLanguageTag, languageTag, site } = input;
    const brand = site.organization.name;
    // The switcher is part of the header, which is always in the language of the locale.
    const common = contextOf({ words: wordsOfChrome, brand }, localeLanguageTag);
    const own = contextOf({ words, brand }, wordsLanguageTag, languageTag, localeLanguageTag);
    return renderPageParts(input, own, common);
  };
  return {
    renderChrome: (chrome, words, idPrefix) =>
      renderChrome(chrome, contextOf({ words, brand: chrome.brand }, chrome.languageTag), idPrefix),
    renderPage: (input, { chrome, words }) => joinPage(renderParts(input, words, words), chrome),
    renderCard: (card, shared) => renderCard(card, contextOf(shared, shared.languageTag)),
    renderPageParts: renderParts,
  };
}

/** Messages, and the name of the site. */
type SiteWords = Pick<CardShared, 'words' | 'brand'>;

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
  { words, brand }: SiteWords,
  { ofWords, ofPage, ofLocale }: Languages,
  datesOf: (languageTag: string) => DateFormatters,
): WordsContextValue {
  return {
    t: createFormatter(words, ofWords),
    brand,
    ...datesOf(ofWords),
    formatOwnDate: datesOf(ofPage).formatDate,
    pageLanguageTag: ofPage,
    wordsLang: ofWords === ofPage ? undefined : ofWords,
    localeLang: ofLocale === ofPage ? undefined : ofLocale,
  };
}
