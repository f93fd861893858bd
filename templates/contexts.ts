// What every component of a page may ask for without its parents passing it on: the words of the page's language and
// the rules for links inside rich text. Set once per render; an island's subtree does not see them and gets props.

import { createContext, useContext } from 'react';
import type { FormatDate, Translate } from '../locales/formatter.ts';

/** Words and dates in the page's language. */
export interface WordsContextValue {
  readonly t: Translate;
  readonly formatDate: FormatDate;
  /** Date and time with the time zone named. */
  readonly formatMoment: FormatDate;
}

/** What rich text needs to know to print an editor's links. */
export interface LinkRules {
  /** The site's own origin: absolute links to it become paths. */
  readonly origin: string;
  /** Final href by href as an editor wrote it. */
  readonly finalHrefs: Readonly<Record<string, string>>;
}

export const WordsContext = createContext<WordsContextValue | null>(null);
export const LinkRulesContext = createContext<LinkRules | null>(null);

/** The words of the page that is being rendered. */
export function useWords(): WordsContextValue {
  return assertSet(useContext(WordsContext), 'words');
}

/** The link rules of the page that is being rendered. */
export function useLinkRules(): LinkRules {
  return assertSet(useContext(LinkRulesContext), 'link rules');
}

function assertSet<T>(value: T | null, name: string): T {
  if (value === null) throw new Error(`A component was rendered without the ${name} of a page.`);
  return value;
}
