// The words of the site: one table of ICU messages a locale, keys typed after the English one. The first part of a
// key is its group, and a page reads the groups that its template names.

import type { Locale } from '../config/locales.ts';
import en from './en.json' with { type: 'json' };
import es from './es.json' with { type: 'json' };
import kz from './kz.json' with { type: 'json' };
import pt from './pt.json' with { type: 'json' };
import ua from './ua.json' with { type: 'json' };

/** A key of the words: `forms.firstName`. */
export type WordKey = keyof typeof en;
/** Every message of one locale. */
export type Words = Readonly<Record<WordKey, string>>;

const wordsByLocale: Readonly<Record<Locale, Words>> = { en, es, pt, ua, kz };

/** The words of a locale. */
export function loadWords(locale: Locale): Words {
  return wordsByLocale[locale];
}

/** The locales that have words. */
export function localesWithWords(): readonly Locale[] {
  return Object.keys(wordsByLocale).filter((locale): locale is Locale => Object.hasOwn(wordsByLocale, locale));
}

/** Whether a text is a key, for keys that are made of a table's ids. */
export function isWordKey(key: string): key is WordKey {
  return Object.hasOwn(en, key);
}

/** Every key with its group, in the order of every table. */
const KEYS = Object.keys(en)
  .filter(isWordKey)
  .map((key) => ({ key, group: groupOf(key) }));

/** The group of a key. */
export function groupOf(key: WordKey): string {
  return key.slice(0, key.indexOf('.'));
}

/** The messages of some groups only, in the order of the table. */
export function wordsOfGroups(words: Words, groups: readonly string[]): Readonly<Record<string, string>> {
  const kept: Record<string, string> = {};
  for (const { key, group } of KEYS) if (groups.includes(group)) kept[key] = words[key];
  return kept;
}
