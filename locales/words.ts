// The messages of the site: ICU messages by locale, with the keys of the English file as a type. The first part of a key is its group;
// a page gets the groups of its template.

import type { Locale } from '../config/locales.ts';
import en from './en.json' with { type: 'json' };
import es from './es.json' with { type: 'json' };
import kk from './kk.json' with { type: 'json' };
import kz from './kz.json' with { type: 'json' };
import pt from './pt.json' with { type: 'json' };
import ua from './ua.json' with { type: 'json' };

/** Key of a message: `forms.firstName`. */
export type WordKey = keyof typeof en;
/** All messages of a locale. */
export type Words = Readonly<Record<WordKey, string>>;

/** A locale has the messages of the pages that it shows. */
const wordsByLocale: Readonly<Record<Locale, Partial<Words>>> = { en, es, pt, ua, kz };

/** What entries say in languages that no locale has, by language. Other messages are those of the locale. */
const OTHER_LANGUAGES: Readonly<Record<string, Partial<Words>>> = { kk };

const completeByLocale = new Map<Locale, Words>();

/** Loads the messages of a locale. Those of pages that it does not show may be English. */
export function loadWords(locale: Locale): Words {
  const words = completeByLocale.get(locale) ?? { ...en, ...wordsByLocale[locale] };
  completeByLocale.set(locale, words);
  return words;
}

/** The messages of a locale for an entry in another language; null if there are none in it. */
export function loadEntryWords(locale: Locale, languageTag: string): Words | null {
  const own = OTHER_LANGUAGES[new Intl.Locale(languageTag).language];
  return own === undefined ? null : { ...loadWords(locale), ...own };
}

/** The locales with messages. */
export function localesWithWords(): readonly Locale[] {
  return Object.keys(wordsByLocale).filter((locale): locale is Locale => Object.hasOwn(wordsByLocale, locale));
}

/** Whether a text is a key, for keys with ids of tables. */
export function isWordKey(key: string): key is WordKey {
  return Object.hasOwn(en, key);
}

/** All keys with their groups, in the order of the files. */
const KEYS = Object.keys(en)
  .filter(isWordKey)
  .map((key) => ({ key, group: key.slice(0, key.indexOf('.')) }));

/** The messages of some groups, in the order of the file. */
export function wordsOfGroups(words: Words, groups: readonly string[]): Readonly<Record<string, string>> {
  const kept: Record<string, string> = {};
  for (const { key, group } of KEYS) if (groups.includes(group)) kept[key] = words[key];
  return kept;
}
