// Text in XML, in element content and in double-quoted attributes.

import { escapeHtml } from '../../templates/escape-html.ts';

/** Control characters that XML 1.0 cannot hold, escaped or not. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these characters are replaced.
const FORBIDDEN = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g;

/** Escapes a text; what XML cannot hold becomes U+FFFD. */
export function escapeXml(text: string): string {
  return escapeHtml(text.toWellFormed().replace(FORBIDDEN, '\ufffd'));
}
