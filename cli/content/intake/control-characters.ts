// Control characters in texts of editors. Pages use them as markers, and visitors cannot see them; tabs and line breaks are text.

import { SUBSTITUTE } from '../../text/printable-text.ts';

// biome-ignore lint/suspicious/noControlCharactersInRegex: this searches for them.
const CONTROL_CHARACTERS = /[\u0000-\u0008\u000b\u000c\u000e-\u001f]/g;
/** JSON of a text with control characters. May also match an escaped backslash before one of these letters. */
const ESCAPED = /\\[bfu]/;

/** A text with control characters. */
export interface ControlFault {
  readonly field: string;
  readonly what: string;
  /** The service sent bytes that are no text. */
  readonly isUnreadable: boolean;
}

/** Whether JSON may hold control characters: a quick check, since most entries have none. */
export const mayHaveControlCharacters = (json: string) => ESCAPED.test(json);

/** Finds the texts of a value with control characters. With `keys`, looks only into these fields of it. */
export function findControlCharacters(
  value: unknown,
  keys: readonly string[] | null = null,
  field = '',
): readonly ControlFault[] {
  if (typeof value === 'string') {
    const found = value.match(CONTROL_CHARACTERS)?.[0];
    if (found === undefined) return [];
    return [{ field, what: describeControlCharacter(found), isUnreadable: found === SUBSTITUTE }];
  }
  if (typeof value !== 'object' || value === null) return [];
  const fields = Object.entries(value).filter(([key]) => keys === null || keys.includes(key));
  return fields.flatMap(([key, item]) => findControlCharacters(item, null, field === '' ? key : `${field}.${key}`));
}

function describeControlCharacter(found: string): string {
  if (found === SUBSTITUTE)
    return 'Expected text in UTF-8, received bytes that are not (or the control character U+001A).';
  const code = found.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0');
  return `Expected text without control characters, received U+${code}.`;
}

/** The same value without control characters in its texts. */
export function withoutControlCharacters(value: unknown): unknown {
  if (typeof value === 'string') return value.replace(CONTROL_CHARACTERS, replaceControlCharacter);
  if (Array.isArray(value)) return value.map(withoutControlCharacters);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, withoutControlCharacters(item)]));
}

/** Vertical tabs and form feeds are line breaks of presentations. */
function replaceControlCharacter(found: string): string {
  if (found === SUBSTITUTE) return '\ufffd';
  return found === '\v' || found === '\f' ? '\n' : '';
}
