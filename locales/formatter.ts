// Turns words into texts of one language, and moments into its dates and times.

import { IntlMessageFormat } from 'intl-messageformat';
import { LRUCache } from 'lru-cache';
import type { WordKey } from './words.ts';

/** The text of a key, its placeholders filled in. Throws where the words lack the key. */
export type Translate = (key: WordKey, values?: Readonly<Record<string, string | number>>) => string;

/** Formatting takes ten times as long as most elements of a page, and pages show the same reading times and counts. */
const TEXTS_CACHED = 1000;

/**
 * Texts in one language. Messages are parsed on first use.
 * @param words messages by key: at least those of the groups that will be used
 * @param languageTag BCP 47, for plural rules and numbers
 */
export function createFormatter(words: Readonly<Record<string, string>>, languageTag: string): Translate {
  const formats = new Map<string, IntlMessageFormat>();
  const texts = new LRUCache<string, string>({ max: TEXTS_CACHED });
  return (key, values) => {
    const message = words[key];
    if (message === undefined) throw new Error(`The words of this page have no "${key}".`);
    if (!message.includes('{')) return message;
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

/** A moment (ISO 8601) as a text of one language. */
export type FormatDate = (moment: string) => string;

/** Of a day without a time: '2026-01-31', with which every moment begins. */
const DAY_LENGTH = 10;

/** Long dates of one language, '2 January 2026': the day in the zone that the moment is written in. */
export function createDateFormatter(languageTag: string): FormatDate {
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

/** Of a moment that is not written in UTC: '+02:00'. */
const OFFSET = /[+-]\d{2}:\d{2}$/;

/** The start of an event: long date and time of one language, with its time zone named. A day without a time stays one. */
export function createMomentFormatter(languageTag: string): FormatDate {
  const formatDay = createDateFormatter(languageTag);
  const formatByZone = new Map<string, Intl.DateTimeFormat>();
  return (moment) => {
    if (moment.length === DAY_LENGTH) return formatDay(moment);
    const timeZone = OFFSET.exec(moment)?.[0] ?? 'UTC';
    const format = formatByZone.get(timeZone) ?? createMomentFormat(languageTag, timeZone);
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
