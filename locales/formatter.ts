// Turns words into texts of one language. A message is parsed on first use and kept inside the closure; a message
// without placeholders is returned as it stands. Dates are always those of UTC.

import { IntlMessageFormat } from 'intl-messageformat';
import type { WordKey } from './words.ts';

/** Values of a message's placeholders. */
type WordValues = Readonly<Record<string, string | number>>;

/** The text of a key, its placeholders filled in. Throws where the key was not handed over. */
export type Translate = (key: WordKey, values?: WordValues) => string;

/** Formatting is dear, and pages ask for the same few: a reading time, an author. */
const MOST_KEPT = 1000;

/**
 * Texts in one language.
 * @param words messages by key: at least those of the groups that will be asked for
 * @param languageTag BCP 47, for plural rules and numbers
 */
export function createFormatter(words: Readonly<Record<string, string>>, languageTag: string): Translate {
  const parsed = new Map<string, IntlMessageFormat>();
  const formatted = new Map<string, string>();
  return (key, values) => {
    const message = words[key];
    if (message === undefined) throw new Error(`The words of this page have no "${key}".`);
    if (!message.includes('{')) return message;
    const filled = fillPlainly(message, values);
    if (filled !== null) return filled;
    const call = `${key} ${describeValues(values)}`;
    const known = formatted.get(call);
    if (known !== undefined) return known;
    const format = parsed.get(key) ?? new IntlMessageFormat(message, languageTag, undefined, { ignoreTag: true });
    parsed.set(key, format);
    const text = String(format.format(values));
    if (formatted.size >= MOST_KEPT) formatted.clear();
    formatted.set(call, text);
    return text;
  };
}

/** A message whose placeholders are names alone, without anything that ICU would read as more than text. */
const PLAIN_MESSAGE = /^[^{}']*(?:\{\w+\}[^{}']*)+$/;

/** A plain message with its texts filled in; null where it is not plain, or lacks a text: numbers have a form in each language. */
function fillPlainly(message: string, values: WordValues = {}): string | null {
  if (!PLAIN_MESSAGE.test(message)) return null;
  let filled = '';
  let end = 0;
  for (const { 0: placeholder, index } of message.matchAll(/\{\w+\}/g)) {
    const value = values[placeholder.slice(1, -1)];
    if (typeof value !== 'string') return null;
    filled += message.slice(end, index) + value;
    end = index + placeholder.length;
  }
  return filled + message.slice(end);
}

/** Tells the values of one call from those of every other. */
function describeValues(values: WordValues = {}): string {
  const described = Object.entries(values).map(([name, value]) => [
    name,
    typeof value,
    Object.is(value, -0) ? '-0' : String(value),
  ]);
  return JSON.stringify(described);
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
