// Text in XML and HTML, in element content and in double-quoted attributes.

/** Control characters that XML 1.0 cannot hold, escaped or not. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is meant
const FORBIDDEN = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g;

/** Escapes a text; what XML cannot hold becomes U+FFFD. */
export function escapeMarkup(text: string): string {
  return text
    .toWellFormed()
    .replace(FORBIDDEN, '\ufffd')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}
