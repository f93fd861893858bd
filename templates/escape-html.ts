// Text as it may stand in HTML: between tags, or inside a double-quoted attribute.

const SPECIAL = /[&<>"]/;

/** Escapes what ends a text or a double-quoted value. Most values have nothing of it, which one look tells. */
export function escapeHtml(value: string): string {
  if (!SPECIAL.test(value)) return value;
  return value.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}

const SPECIAL_TO_REACT = /[&<>"']/;

/** Escapes as React does, for markup that stands where React's would. */
export function escapeLikeReact(value: string): string {
  if (!SPECIAL_TO_REACT.test(value)) return value;
  return escapeHtml(value).replaceAll("'", '&#x27;');
}
