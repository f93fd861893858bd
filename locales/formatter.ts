// Turns words into texts of one language. A message is parsed on first use and kept inside the closure; a message
// without placeholders is returned as it stands. Dates are always those of UTC.

import { IntlMessageFormat } from 'intl-messageformat';
import type { WordKey } from './words.ts';

/** Values of a message's placeholders. */
type WordValues = Readonly<Record<string, string | number>>;

/** The text of a key, its placeholders filled in. Throws where the key was not handed over. */
export type Translate = (key: WordKey, values?: WordValues) => string;

/**
 * Texts in one language.
 * @param words messages by key: at least those of the groups that will be asked for
 * @param languageTag BCP 47, for plural rules and numbers
 */
export function createFormatter(words: Readonly<Record<string, string>>, languageTag: string): Translate {
  const parsed = new Map<string, IntlMessageFormat>();
  return (key, values) => {
    const message = words[key];
    if (message === undefined) throw new Error(`The words of this page have no "${key}".`);
    if (!message.includes('{')) return message;
    const format = parsed.get(key) ?? new IntlMessageFormat(message, languageTag, undefined, { ignoreTag: true });
    parsed.set(key, format);
    return String(format.format(values));
  };
}

/** A moment (ISO 8601) as a long date of one language: '2 January 2026'. */
export type FormatDate = (moment: string) => string;

/** The start of an event: long date and time of one language, with its time zone (UTC) named. */
export function createMomentFormatter(languageTag: string): FormatDate {
  const format = new Intl.DateTimeFormat(languageTag, {
    year: 'numeric',
    month: 'long',
    day: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
    timeZone: 'UTC',
    timeZoneName: 'short',
  });
  return (moment) => format.format(new Date(moment));
}

/** Long dates of one language, read in UTC. */
export function createDateFormatter(languageTag: string): FormatDate {
  const format = new Intl.DateTimeFormat(languageTag, { dateStyle: 'long', timeZone: 'UTC' });
  return (moment) => format.format(new Date(moment));
}
