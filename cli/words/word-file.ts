// Parses a file of `locales/`: its messages with their places, and errors of its JSON.

import { errorMessage } from '../errors.ts';

interface Word {
  readonly message: string;
  /** `locales/kz.json:12:3`: the place of the key, or of a character of the message. */
  readonly place: (characters?: number) => string;
}

/** An error in a file. */
export interface WordFault {
  /** With line and column, from 1. */
  readonly file: string;
  readonly field?: string;
  readonly what: string;
  readonly fix: string;
}

/** The messages and errors of a file. */
export interface WordFile {
  /** In the order of the file; empty if it is not JSON. */
  readonly words: ReadonlyMap<string, Word>;
  readonly faults: readonly WordFault[];
}

/** Parses the text of a file. `file` is relative to the project. */
export function parseWordFile(file: string, text: string): WordFile {
  const placeOf = (offset: number) => {
    const before = text.slice(0, offset).split('\n');
    return `${file}:${before.length}:${(before.at(-1)?.length ?? 0) + 1}`;
  };
  let parsed: unknown;
  try {
    // Node also ignores a byte order mark.
    parsed = JSON.parse(text.replace(/^\uFEFF/, ' '));
  } catch (cause) {
    return { words: new Map(), faults: [describeSyntax(cause, text, placeOf)] };
  }
  if (typeof parsed !== 'object' || parsed === null || Array.isArray(parsed)) {
    const fault = { file: placeOf(0), what: 'The file is not a JSON object.', fix: 'Write { "key": "text" }.' };
    return { words: new Map(), faults: [fault] };
  }
  return readWords(Object.entries(parsed), findKeys(text), placeOf);
}

type PlaceOf = (offset: number) => string;

function describeSyntax(cause: unknown, text: string, placeOf: PlaceOf): WordFault {
  // V8 gives the position unless the text ends too early.
  const [, what = errorMessage(cause), offset = text.length] =
    /^(.*) in JSON at position (\d+)/.exec(errorMessage(cause)) ?? [];
  return {
    file: placeOf(Number(offset)),
    what: `The file is not valid JSON: ${what}.`,
    fix: 'Write "key": "text" in double quotes, with a comma after each but the last.',
  };
}

/** A key and its value in the file. */
interface KeyPlace {
  readonly key: string;
  readonly offset: number;
  readonly valueOffset: number;
  /** Without quotes, with escapes. */
  readonly value: string;
}

/** A key of valid JSON, with its value if that is a string. */
const MEMBER = /"((?:[^"\\]|\\.)*)"(?:(\s*:\s*)(?:"((?:[^"\\]|\\.)*)")?)?/g;

function findKeys(text: string): readonly KeyPlace[] {
  return [...text.matchAll(MEMBER)].flatMap(({ index, 1: key = '', 2: colon, 3: value = '' }) =>
    colon === undefined
      ? []
      : [
          {
            key: String(JSON.parse(`"${key}"`)),
            offset: index,
            valueOffset: index + key.length + colon.length + 3,
            value,
          },
        ],
  );
}

function readWords(
  entries: readonly (readonly [key: string, value: unknown])[],
  keys: readonly KeyPlace[],
  placeOf: PlaceOf,
): WordFile {
  const words = new Map<string, Word>();
  const faults: WordFault[] = [];
  const firstByKey = new Map<string, KeyPlace>();
  const isFlat = entries.every(([, value]) => typeof value === 'string');
  for (const place of keys) {
    const first = firstByKey.get(place.key);
    if (first === undefined) firstByKey.set(place.key, place);
    else if (isFlat)
      faults.push({
        file: placeOf(place.offset),
        field: place.key,
        what: `The file has this key twice, first at ${placeOf(first.offset)}.`,
        fix: 'Remove one of the two.',
      });
  }
  for (const [key, value] of entries) {
    const { offset = 0, valueOffset = 0, value: written = '' } = firstByKey.get(key) ?? {};
    const place = (characters?: number) =>
      placeOf(characters === undefined ? offset : valueOffset + lengthInFile(written, characters));
    words.set(key, { message: typeof value === 'string' ? value : '', place });
    const fault = findTextFault(key, value);
    if (fault !== null) faults.push({ file: placeOf(offset), field: key, ...fault });
  }
  return { words, faults };
}

/** The length of the first characters of a text in JSON, with escapes. */
function lengthInFile(written: string, characters: number): number {
  const units = written.match(/\\u[\da-f]{4}|\\.|[^\\]/gi) ?? [];
  return units.slice(0, characters).join('').length;
}

/** Node reads bytes that are not UTF-8 as U+FFFD. */
function findTextFault(key: string, value: unknown): Pick<WordFault, 'what' | 'fix'> | null {
  const fix = `Write "${key}": "text".`;
  if (typeof value !== 'string') return { what: 'Expected a text in double quotes.', fix };
  if (value.trim() === '') return { what: 'The text is empty.', fix };
  if (!value.includes('\uFFFD')) return null;
  return { what: 'The text has bytes that are not UTF-8.', fix: 'Write the text again and save the file as UTF-8.' };
}
