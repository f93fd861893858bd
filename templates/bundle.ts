// The entry of the template bundle: what the build may call.

import { createDateFormatter, createFormatter, createMomentFormatter } from '../locales/formatter.ts';
import type { WordsContextValue } from './contexts.ts';
import type { TemplateBundle, WordsInput } from './page-input.ts';
import { renderChrome } from './render-chrome.tsx';
import { renderPage } from './render-page.tsx';

/** The templates of one thread. Formatters are made once per words and language, not once a page: they cost more than a page. */
export function createTemplates(): TemplateBundle {
  const contexts = new WeakMap<WordsInput, Map<string, WordsContextValue>>();
  const contextOf = (words: WordsInput, languageTag: string): WordsContextValue => {
    const byLanguage = contexts.get(words) ?? new Map<string, WordsContextValue>();
    contexts.set(words, byLanguage);
    const known = byLanguage.get(languageTag);
    if (known !== undefined) return known;
    const context = {
      t: createFormatter(words, languageTag),
      formatDate: createDateFormatter(languageTag),
      formatMoment: createMomentFormatter(languageTag),
    };
    byLanguage.set(languageTag, context);
    return context;
  };
  return {
    renderChrome: (chrome, words, idPrefix) => renderChrome(chrome, contextOf(words, chrome.languageTag), idPrefix),
    renderPage: (input, { chrome, words }) => renderPage(input, { chrome, words: contextOf(words, input.languageTag) }),
  };
}
