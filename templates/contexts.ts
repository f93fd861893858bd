// React contexts of a page: the messages of its locale, and the rules for links in rich text. Islands cannot read them.

import { createContext, useContext } from 'react';
import type { FormatDate, Translate } from '../locales/formatter.ts';
import type { ImageInput } from './page-input.ts';

/** Messages and dates in the language of the locale. */
export interface WordsContextValue {
  readonly t: Translate;
  /** The name of the site. */
  readonly brand: string;
  readonly formatDate: FormatDate;
  /** Date and time with time zone. */
  readonly formatMoment: FormatDate;
  /** Dates in the language of the page. */
  readonly formatOwnDate: FormatDate;
  /** BCP 47: language of the page. */
  readonly pageLanguageTag: string;
  /** `lang` of elements with messages; undefined if the page is in the same language. */
  readonly wordsLang: string | undefined;
  /** `lang` of elements with texts of the locale, such as categories; undefined if the page is in the same language. */
  readonly localeLang: string | undefined;
}

/** Rules for links in rich text. */
export interface LinkRules {
  /** Origin of the site; links to it become paths. */
  readonly origin: string;
  /** Final hrefs by the hrefs in the content. */
  readonly finalHrefs: Readonly<Record<string, string>>;
}

/** Rules for links and images in rich text. */
export interface TextRules extends LinkRules {
  /** Images by their source in the content. */
  readonly richImages: Readonly<Record<string, ImageInput>>;
  /** Ids of headings on the page so far: the first heading with an id gets it. */
  readonly takenIds: Set<string>;
}

/** The sources of figures that components print; null is one that is not known. They add to it while the page is rendered. */
export const SourcesContext = createContext<(string | null)[] | null>(null);
export const WordsContext = createContext<WordsContextValue | null>(null);
export const TextRulesContext = createContext<TextRules | null>(null);

/** The messages of the page. */
export function useWords(): WordsContextValue {
  return assertSet(useContext(WordsContext), 'words');
}

/** `lang` of an element with a text in a language; undefined if that is the language of the page. */
export function langOf({ pageLanguageTag }: WordsContextValue, languageTag: string | null): string | undefined {
  return languageTag === null || languageTag === pageLanguageTag ? undefined : languageTag;
}

/** The rules for rich text of the page. */
export function useTextRules(): TextRules {
  return assertSet(useContext(TextRulesContext), 'text rules');
}

function assertSet<T>(value: T | null, name: string): T {
  if (value === null) throw new Error(`A component was rendered without the ${name} of a page.`);
  return value;
}
