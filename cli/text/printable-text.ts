// Text from outside (content, error bodies, headers) for a log or a problem: bounded and without control characters, which
// could send commands to a terminal.

// C0, DEL, C1 and the bidirectional controls: none of them may reach a terminal from content.
// biome-ignore lint/suspicious/noControlCharactersInRegex: these characters are replaced.
const UNPRINTABLE = /[\u0000-\u001f\u007f-\u009f\u200e\u200f\u2028-\u202e\u2066-\u2069]+/g;

/** The text on one line, unprintable runs as one blank, at most `maxLength` characters with '…' where it is cut. */
export function printableText(text: string, maxLength = 200): string {
  const line = text
    .slice(0, maxLength * 4)
    .toWellFormed()
    .replace(UNPRINTABLE, ' ')
    .trim();
  return line.length > maxLength ? `${line.slice(0, maxLength - 1).toWellFormed()}…` : line;
}

/** Replaces bytes that are not UTF-8 (ASCII's SUB). Entries with control characters are refused. */
export const SUBSTITUTE = '\u001a';
