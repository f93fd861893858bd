// Characters in texts of editors that nobody can read: control characters, which pages use as markers (tabs and line breaks are text),
// and NO_TEXT in place of bytes that are not UTF-8.

import { NO_TEXT } from '../../text/printable-text.ts';

// biome-ignore lint/suspicious/noControlCharactersInRegex: this searches for them.
const UNREADABLE = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufdd0]/g;
/** JSON of a text with such a character. May also match an escaped backslash before one of these letters. */
const IN_JSON = /\\[bfu]|\ufdd0/;

/** A text with such a character. */
export interface ControlFault {
  readonly field: string;
  readonly what: string;
  /** It has bytes that are not UTF-8. */
  readonly isDamaged: boolean;
}

/** Whether JSON may hold control characters: a quick check, since most entries have none. */
export const mayHaveControlCharacters = (json: string) => IN_JSON.test(json);

/** Finds the texts of a value with control characters. With `keys`, looks only into these fields of it. */
export function findControlCharacters(
  value: unknown,
  keys: readonly string[] | null = null,
  field = '',
): readonly ControlFault[] {
  if (typeof value === 'string') {
    const found = value.match(UNREADABLE)?.[0];
    return found === undefined
      ? []
      : [{ field, what: describeControlCharacter(found), isDamaged: value.includes(NO_TEXT) }];
  }
  if (typeof value !== 'object' || value === null) return [];
  const fields = Object.entries(value).filter(([key]) => keys === null || keys.includes(key));
  return fields.flatMap(([key, item]) => findControlCharacters(item, null, field === '' ? key : `${field}.${key}`));
}

function describeControlCharacter(found: string): string {
  if (found === NO_TEXT) return 'Expected text in UTF-8, received bytes that are not.';
  const code = found.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0');
  return `Expected text without control characters, received U+${code}.`;
}

/** The same value without control characters in its texts. Vertical tabs and form feeds are line breaks of presentations. */
export function withoutControlCharacters(value: unknown): unknown {
  if (typeof value === 'string')
    return value.replace(/[\v\f]/g, '\n').replace(UNREADABLE, (found) => (found === NO_TEXT ? '\ufffd' : ''));
  if (Array.isArray(value)) return value.map(withoutControlCharacters);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, withoutControlCharacters(item)]));
}
