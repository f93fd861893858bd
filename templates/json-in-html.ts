// JSON for <script> elements. It has no '<', so that '</script' and '<!--' cannot occur.

/** A value as JSON for a data script. */
export function jsonInHtml(value: unknown): string {
  return JSON.stringify(value)
    .replaceAll('<', '\\u003c')
    .replaceAll('\u2028', '\\u2028')
    .replaceAll('\u2029', '\\u2029');
}
