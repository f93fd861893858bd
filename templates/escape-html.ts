// Escapes text for HTML, between tags and in double-quoted attributes.

const SPECIAL = /[&<>"]/;

/** Tests first, because most values have nothing to escape. */
export function escapeHtml(value: string): string {
  if (!SPECIAL.test(value)) return value;
  return value.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}

const SPECIAL_TO_REACT = /[&<>"']/;

/** Escapes as React does. */
export function escapeLikeReact(value: string): string {
  if (!SPECIAL_TO_REACT.test(value)) return value;
  return escapeHtml(value).replaceAll("'", '&#x27;');
}
