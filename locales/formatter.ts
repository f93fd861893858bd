// Turns words into texts of one language. A message is parsed on first use and kept inside the closure; a message
// without placeholders is returned as it stands. Dates are those of the zone that a moment is written in.

import { IntlMessageFormat } from 'intl-messageformat';
import { parseCounted } from './counts.ts';
import { printDayIn, printMomentIn } from './long-dates.ts';
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
  const fills = new Map<string, Fill>();
  const parsed = new Map<string, IntlMessageFormat>();
  const formatted = new Map<string, string>();
  return (key, values) => {
    const message = words[key];
    if (message === undefined) throw new Error(`The words of this page have no "${key}".`);
    const fill = fills.get(key) ?? createFill(message, languageTag);
    fills.set(key, fill);
    const filled = fill(values ?? {});
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

/** Fills in a message; null where only ICU knows how. */
type Fill = (values: WordValues) => string | null;

function createFill(message: string, languageTag: string): Fill {
  const parts = parsePlainly(message);
  if (parts !== null) return (values) => fillPlainly(parts, values);
  return parseCounted(message, languageTag) ?? (() => null);
}

/** A message whose placeholders are names alone, without anything that ICU would read as more than text. */
const PLAIN_MESSAGE = /^[^{}']*(?:\{\w+\}[^{}']*)+$/;

/** Text, and by turns the name of a placeholder and the text after it. */
type PlainMessage = readonly string[];

/** Null where a message is not plain. One without placeholders is text, whatever stands in it. */
function parsePlainly(message: string): PlainMessage | null {
  if (!message.includes('{')) return [message];
  return PLAIN_MESSAGE.test(message) ? message.split(/\{(\w+)\}/) : null;
}

/**
 * A plain message with its values filled in, of which ICU prints a number as it is, too; null where it lacks one. Joined, so
 * that it lies in one piece.
 */
function fillPlainly(parts: PlainMessage, values: WordValues): string | null {
  const filled = [parts[0] ?? ''];
  for (let index = 1; index < parts.length; index += 2) {
    const value = values[parts[index] ?? ''];
    if (typeof value !== 'string' && typeof value !== 'number') return null;
    filled.push(String(value), parts[index + 1] ?? '');
  }
  return filled.join('');
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

/** Of a moment that is not written in UTC: '+02:00'. */
const OFFSET = /[+-]\d{2}:\d{2}$/;
/** Of a day without a time: '2026-01-31'. */
const DAY_LENGTH = 10;

/** The start of an event: long date and time of one language, with its time zone named. A day without a time stays one. */
export function createMomentFormatter(languageTag: string): FormatDate {
  const formatDay = createDateFormatter(languageTag);
  const formatUtc = formatKnown(printMomentIn(languageTag), () => createMomentFormat(languageTag, 'UTC'));
  const formats = new Map<string, Intl.DateTimeFormat>();
  return (moment) => {
    if (moment.length === DAY_LENGTH) return formatDay(moment);
    const offset = OFFSET.exec(moment)?.[0];
    if (offset === undefined) return formatUtc(moment);
    const format = formats.get(offset) ?? createMomentFormat(languageTag, offset);
    formats.set(offset, format);
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

/** Long dates of one language: the day as it is written. */
export function createDateFormatter(languageTag: string): FormatDate {
  const format = formatKnown(printDayIn(languageTag), () => {
    return new Intl.DateTimeFormat(languageTag, { dateStyle: 'long', timeZone: 'UTC' });
  });
  return (moment) => format(moment.replace(OFFSET, 'Z'));
}

/** Prints what needs no ICU, and makes a format of ICU for the first moment that does. */
function formatKnown(print: (at: Date) => string | null, createFormat: () => Intl.DateTimeFormat): FormatDate {
  let format: Intl.DateTimeFormat | null = null;
  return (moment) => {
    const at = new Date(moment);
    const known = print(at);
    if (known !== null) return known;
    format ??= createFormat();
    return format.format(at);
  };
}
