// Shortens text of content, error responses and headers for messages, and removes control characters, which could send commands
// to a terminal.

// C0, DEL, C1, line separators, bidirectional controls and noncharacters.
// biome-ignore lint/suspicious/noControlCharactersInRegex: these characters are replaced.
const UNPRINTABLE = /[\u0000-\u001f\u007f-\u009f\u200e\u200f\u2028-\u202e\u2066-\u2069\ufdd0-\ufdef]+/g;

/** The text with its line breaks and tabs. */
export function printableLines(text: string): string {
  return text
    .split('\n')
    .map((line) => line.replace(UNPRINTABLE, (found) => found.replace(/[^\t]+/g, ' ')).trimEnd())
    .join('\n');
}

/** JSON whose strings have escapes for these characters. `JSON.stringify` itself escapes only the first 32. */
export function escapeUnprintable(json: string): string {
  return json.replace(UNPRINTABLE, (found) => found.replace(/[\u007f-\uffff]/g, escapeCharacter));
}

const escapeCharacter = (character: string): string => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;

/** The text on one line, with at most `maxLength` characters and '…' if it was longer. */
export function printableText(text: string, maxLength = 200): string {
  const line = text
    .slice(0, maxLength * 4)
    .toWellFormed()
    .replace(UNPRINTABLE, ' ')
    .trim();
  return line.length > maxLength ? `${line.slice(0, maxLength - 1).toWellFormed()}…` : line;
}

/** Stands for bytes that are not UTF-8: a noncharacter, which no text has. U+FFFD is what an editor may have pasted. */
export const NO_TEXT = '\ufdd0';

/** `1 page`, `2 pages`. */
export function plural(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? '' : 's'}`;
}
