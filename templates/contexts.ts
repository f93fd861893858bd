// Contexts of a page: the words of its locale, and the rules for links inside rich text. Set once per render; the subtree
// of an island cannot read them and gets props.

import { createContext, useContext } from 'react';
import type { FormatDate, Translate } from '../locales/formatter.ts';
import type { ImageInput } from './page-input.ts';

/** Words and the dates beside them, in the language of the words, which is that of the locale. */
export interface WordsContextValue {
  readonly t: Translate;
  readonly formatDate: FormatDate;
  /** Date and time with the time zone named. */
  readonly formatMoment: FormatDate;
  /** Dates of the page's own text, in the page's language. */
  readonly formatOwnDate: FormatDate;
  /** BCP 47: the page's own language. */
  readonly pageLanguageTag: string;
  /** `lang` of an element that holds words; undefined where the whole page is in their language. */
  readonly wordsLang: string | undefined;
}

/** What is needed to print an editor's links. */
export interface LinkRules {
  /** The site's own origin: absolute links to it become paths. */
  readonly origin: string;
  /** Final href by href as an editor wrote it. */
  readonly finalHrefs: Readonly<Record<string, string>>;
}

/** What rich text needs to know to print an editor's links and images. */
export interface TextRules extends LinkRules {
  /** Image by source as an editor wrote it. */
  readonly richImages: Readonly<Record<string, ImageInput>>;
}

export const WordsContext = createContext<WordsContextValue | null>(null);
export const TextRulesContext = createContext<TextRules | null>(null);

/** The words of the page that is being rendered. */
export function useWords(): WordsContextValue {
  return assertSet(useContext(WordsContext), 'words');
}

/** `lang` of an element with a text of its own language; undefined where that is the page's. */
export function langOf({ pageLanguageTag }: WordsContextValue, languageTag: string | null): string | undefined {
  return languageTag === null || languageTag === pageLanguageTag ? undefined : languageTag;
}

/** The rules for rich text of the page that is being rendered. */
export function useTextRules(): TextRules {
  return assertSet(useContext(TextRulesContext), 'text rules');
}

function assertSet<T>(value: T | null, name: string): T {
  if (value === null) throw new Error(`A component was rendered without the ${name} of a page.`);
  return value;
}
