// JSON for the inside of a <script> element: no '<' is left, so neither '</script' nor '<!--' can end or open one.

/** A value as JSON for a data script. Reading it back gives the same value. */
export function jsonInHtml(value: unknown): string {
  return JSON.stringify(value)
    .replaceAll('<', '\\u003c')
    .replaceAll('\u2028', '\\u2028')
    .replaceAll('\u2029', '\\u2029');
}
