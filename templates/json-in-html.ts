// JSON as it may stand inside a <script> element: no '<' is left, so neither '</script' nor '<!--' can end or open one.

/** A value as JSON for a data script. Reading it back gives the same value. */
export function jsonInHtml(value: unknown): string {
  return JSON.stringify(value)
    .replaceAll('<', '\\u003c')
    .replaceAll('\u2028', '\\u2028')
    .replaceAll('\u2029', '\\u2029');
}

/** What JSON or a script has otherwise; half a character pair is looked at, too. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: JSON escapes them.
const SPECIAL = /["\\<\u0000-\u001f\u2028\u2029\ud800-\udfff]/;

/** A text as it stands between the quotes of such JSON. Most texts have nothing special, which one look tells. */
export function textInJson(text: string): string {
  return SPECIAL.test(text) ? jsonInHtml(text).slice(1, -1) : text;
}
