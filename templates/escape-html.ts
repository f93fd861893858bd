// Escapes text for HTML: between tags, or inside a double-quoted attribute.

const SPECIAL = /[&<>"]/;

/** Escapes what could end a text or a double-quoted value. Most values have nothing to escape, which one test finds. */
export function escapeHtml(value: string): string {
  if (!SPECIAL.test(value)) return value;
  return value.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}

const SPECIAL_TO_REACT = /[&<>"']/;

/** Escapes as React does, for markup inside that of components. */
export function escapeLikeReact(value: string): string {
  if (!SPECIAL_TO_REACT.test(value)) return value;
  return escapeHtml(value).replaceAll("'", '&#x27;');
}
