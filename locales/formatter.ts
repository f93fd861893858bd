// Formats messages, dates and times in one language.

import { IntlMessageFormat } from 'intl-messageformat';
import { LRUCache } from 'lru-cache';
import type { WordKey } from './words.ts';

/** Formats the message of a key. Throws if the key is missing. */
export type Translate = (key: WordKey, values?: Readonly<Record<string, string | number>>) => string;

/** Cached, because formatting is slow and many pages have the same reading times and counts. */
const TEXTS_CACHED = 1000;

/** A message whose places only take values, as in titles, which are different on every page. */
const PLAIN = /^(?:[^{}'#]|\{\w+\})*$/;
const PLACE = /\{(\w+)\}/g;

function fillPlaces(message: string, values: Readonly<Record<string, string | number>>): string {
  return message.replace(PLACE, (_, name: string) => {
    const value = values[name];
    if (value === undefined) throw new Error(`The message "${message}" has no value for "${name}".`);
    return String(value);
  });
}

/**
 * Creates a formatter. Messages are parsed on first use.
 * @param words messages by key
 * @param languageTag BCP 47, for plural rules and numbers
 */
export function createFormatter(words: Readonly<Record<string, string>>, languageTag: string): Translate {
  const formats = new Map<string, IntlMessageFormat>();
  const texts = new LRUCache<string, string>({ max: TEXTS_CACHED });
  return (key, values) => {
    const message = words[key];
    if (message === undefined) throw new Error(`The message "${key}" is missing in the messages of this page.`);
    if (!message.includes('{')) return message;
    if (PLAIN.test(message)) return fillPlaces(message, values ?? {});
    const call = JSON.stringify([key, values]);
    const cached = texts.get(call);
    if (cached !== undefined) return cached;
    const format = formats.get(key) ?? new IntlMessageFormat(message, languageTag, undefined, { ignoreTag: true });
    formats.set(key, format);
    const text = String(format.format(values));
    texts.set(call, text);
    return text;
  };
}

/** Formats a time (ISO 8601). */
export type FormatDate = (moment: string) => string;

/** The English of the site is British, and so are its dates: '2 January 2026', not 'January 2, 2026'. */
export const dateTagOf = (languageTag: string) => (languageTag === 'en' ? 'en-GB' : languageTag);

/** Length of a date without time: '2026-01-31'. */
const DAY_LENGTH = 10;

/** Formats long dates, '2 January 2026', in the time zone of the given time. */
export function createDateFormatter(wordsTag: string): FormatDate {
  const languageTag = dateTagOf(wordsTag);
  const textByDay = new Map<string, string>();
  let format: Intl.DateTimeFormat | null = null;
  return (moment) => {
    const day = moment.slice(0, DAY_LENGTH);
    // Loading the dates of a language takes 5 ms.
    format ??= new Intl.DateTimeFormat(languageTag, { dateStyle: 'long', timeZone: 'UTC' });
    const text = textByDay.get(day) ?? format.format(new Date(day));
    textByDay.set(day, text);
    return text;
  };
}

/** The offset of a time that is not in UTC: '+02:00'. */
const OFFSET = /[+-]\d{2}:\d{2}$/;

/** Formats the start of an event: long date, time and time zone. A date without time is formatted as a date. */
export function createMomentFormatter(languageTag: string): FormatDate {
  const formatDay = createDateFormatter(languageTag);
  const formatByZone = new Map<string, Intl.DateTimeFormat>();
  return (moment) => {
    if (moment.length === DAY_LENGTH) return formatDay(moment);
    const timeZone = OFFSET.exec(moment)?.[0] ?? 'UTC';
    const format = formatByZone.get(timeZone) ?? createMomentFormat(dateTagOf(languageTag), timeZone);
    formatByZone.set(timeZone, format);
    return format.format(new Date(moment));
  };
}

function createMomentFormat(languageTag: string, timeZone: string): Intl.DateTimeFormat {
  return new Intl.DateTimeFormat(languageTag, {
    year: 'numeric',
    month: 'long',
    day: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
    timeZone,
    timeZoneName: 'short',
  });
}

/** Creating the names of a language takes as long as rendering a card. */
const ownNames = new Map<string, string>();

/** The name of a language in itself: `Қазақ тілі`. `languageTag` is BCP 47. */
export function ownNameOf(languageTag: string): string {
  const name = ownNames.get(languageTag) ?? findOwnName(languageTag);
  ownNames.set(languageTag, name);
  return name;
}

function findOwnName(languageTag: string): string {
  const { language } = new Intl.Locale(languageTag);
  const name = new Intl.DisplayNames(languageTag, { type: 'language' }).of(language) ?? language;
  return name.charAt(0).toLocaleUpperCase(languageTag) + name.slice(1);
}
