// Reads the files of `locales/`: messages with their places and arguments, and errors of JSON and ICU syntax.

import {
  isArgumentElement,
  isLiteralElement,
  isPluralElement,
  isPoundElement,
  isSelectElement,
  isTagElement,
  type MessageFormatElement,
  parse,
} from '@formatjs/icu-messageformat-parser';
import { errorMessage } from '../errors.ts';

export const fileOf = (locale: string) => `locales/${locale}.json`;
/** Has all keys. Other locales need only those of their pages. */
export const REFERENCE = 'en';

interface Word {
  readonly message: string;
  /** `locales/kz.json:12:3`: the place of its key. */
  readonly place: string;
}

export interface WordFault {
  /** With line and column, from 1. */
  readonly file: string;
  readonly field?: string;
  readonly what: string;
  readonly fix: string;
}

export interface WordFile {
  readonly locale: string;
  /** In the order of the file; empty if it is not JSON. */
  readonly words: ReadonlyMap<string, Word>;
  readonly faults: readonly WordFault[];
}

export function parseWordFile(locale: string, text: string | null): WordFile {
  const file = fileOf(locale);
  const broken = (where: string, what: string, fix: string) => ({
    locale,
    words: new Map(),
    faults: [{ file: where, what, fix }],
  });
  const lineStarts = [0, ...(text ?? '').matchAll(/\n/g).map(({ index }) => index + 1)];
  const placeOf = (offset: number) => {
    // Halves the lines: each key of a long file is looked for.
    let [line, end] = [0, lineStarts.length];
    while (end - line > 1) {
      const middle = (line + end) >> 1;
      if ((lineStarts[middle] ?? 0) <= offset) line = middle;
      else end = middle;
    }
    return `${file}:${line + 1}:${offset - (lineStarts[line] ?? 0) + 1}`;
  };
  if (text === null) {
    const what = `The file with the messages of the locale "${locale}" (config/locales.ts) is missing.`;
    return broken(file, what, `Copy ${fileOf(REFERENCE)} and translate its texts.`);
  }
  let parsed: unknown;
  try {
    // Node also ignores a byte order mark.
    parsed = JSON.parse(text.replace(/^\uFEFF/, ' '));
  } catch (cause) {
    // V8 gives the position unless the text ends too early.
    const [, what = errorMessage(cause), offset = text.length] =
      /^(.*) in JSON at position (\d+)/.exec(errorMessage(cause)) ?? [];
    const fix = 'Write "key": "text" in double quotes, with a comma after each but the last.';
    return broken(placeOf(Number(offset)), `The file is not valid JSON: ${what}.`, fix);
  }
  if (typeof parsed !== 'object' || parsed === null || Array.isArray(parsed))
    return broken(placeOf(0), 'The file is not a JSON object.', 'Write { "key": "text" }.');
  return { locale, ...readWords(Object.entries(parsed), text, placeOf) };
}

/** A string of JSON, and the colon after a key. */
const STRING = /"((?:[^"\\]|\\.)*)"(\s*:)?/g;

function readWords(
  entries: readonly (readonly [key: string, value: unknown])[],
  text: string,
  placeOf: (offset: number) => string,
): Pick<WordFile, 'words' | 'faults'> {
  const faults: WordFault[] = [];
  const places = new Map<string, string>();
  const isFlat = entries.every(([, value]) => typeof value === 'string');
  for (const { index, 1: written, 2: colon } of text.matchAll(STRING)) {
    if (colon === undefined) continue;
    const key = String(JSON.parse(`"${written}"`));
    const first = places.get(key);
    if (first === undefined) places.set(key, placeOf(index));
    else if (isFlat) {
      const what = `The file has this key twice, first at ${first}.`;
      faults.push({ file: placeOf(index), field: key, what, fix: 'Remove one of the two.' });
    }
  }
  const words = new Map<string, Word>();
  for (const [key, value] of entries) {
    const place = places.get(key) ?? placeOf(0);
    words.set(key, { message: typeof value === 'string' ? value : '', place });
    const what = findTextFault(value);
    if (what !== null) faults.push({ file: place, field: key, what, fix: `Write "${key}": "text" in UTF-8.` });
  }
  return { words, faults };
}

/** Node reads bytes that are not UTF-8 as U+FFFD. */
function findTextFault(value: unknown): string | null {
  if (typeof value !== 'string') return 'Expected a text in double quotes.';
  if (value.trim() === '') return 'The text is empty.';
  return value.includes('\uFFFD') ? 'The text has bytes that are not UTF-8.' : null;
}

/** What is wrong with a message. */
type MessageFault = Pick<WordFault, 'what' | 'fix'>;

/** The arguments of a valid message in order of first use, or its first error. */
export type ReadMessage = { readonly arguments: ReadonlySet<string> } | MessageFault;

const PLURAL_FORMS = ['zero', 'one', 'two', 'few', 'many', 'other'];
/** The error of the parser for the most common mistake. */
const UNCLOSED = 'EXPECT_ARGUMENT_CLOSING_BRACE';
const SYNTAX =
  'Write an argument as {count}, a plural as {count, plural, one {# page} other {# pages}}, and a brace itself in quotes.';

/** Parses a message. Never throws. */
export function readMessage(message: string): ReadMessage {
  // A text without braces is valid.
  if (!/[{}]/.test(message)) return { arguments: new Set() };
  let elements: readonly MessageFormatElement[];
  try {
    elements = parse(message, { ignoreTag: true });
  } catch (cause) {
    if (!(cause instanceof SyntaxError)) throw cause;
    if (cause.message === UNCLOSED) return { what: 'A "{" is not closed.', fix: SYNTAX };
    const reason = cause.message.toLowerCase().replaceAll('_', ' ');
    return { what: `The message is not valid ICU syntax: ${reason}.`, fix: SYNTAX };
  }
  return findBrokenElement(elements, message) ?? { arguments: listArguments(elements) };
}

/** Errors that the parser accepts: a brace without a partner, an unknown plural form. */
function findBrokenElement(elements: readonly MessageFormatElement[], message: string): MessageFault | null {
  for (const element of elements) {
    if (isLiteralElement(element) && element.value.includes('}') && !message.includes("'"))
      return { what: 'A "}" has no matching "{".', fix: SYNTAX };
    if (!isPluralElement(element) && !isSelectElement(element)) continue;
    for (const [form, { value }] of Object.entries(element.options)) {
      if (isPluralElement(element) && !form.startsWith('=') && !PLURAL_FORMS.includes(form))
        return {
          what: `"${form}" is not a plural form.`,
          fix: `Use ${PLURAL_FORMS.join(', ')}, or a number as =0.`,
        };
      const broken = findBrokenElement(value, message);
      if (broken !== null) return broken;
    }
  }
  return null;
}

function listArguments(elements: readonly MessageFormatElement[]): ReadonlySet<string> {
  const found = new Set<string>();
  for (const element of elements) {
    if (isLiteralElement(element) || isPoundElement(element) || isTagElement(element)) continue;
    found.add(element.value);
    if (isArgumentElement(element) || !('options' in element)) continue;
    for (const { value } of Object.values(element.options)) for (const name of listArguments(value)) found.add(name);
  }
  return found;
}
