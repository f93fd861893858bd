// Markers for the parts of a page in its chrome. They are control characters, which the intake removes from content.

/** Places of the language switcher and of `<main>`. */
export const CHROME_MARKERS = { switcher: '\u0001', main: '\u0002' } as const;

/**
 * Splits a text at its markers.
 * @throws Error if a marker is missing, repeated or in the wrong order.
 */
export function splitAtMarkers(text: string, markers: readonly string[]): readonly string[] {
  const parts: string[] = [];
  let start = 0;
  for (const marker of markers) {
    const end = text.indexOf(marker, start);
    parts.push(text.slice(start, end));
    if (end === -1 || markers.some((other) => parts.at(-1)?.includes(other))) throw strayMarker();
    start = end + marker.length;
  }
  const last = text.slice(start);
  if (markers.some((marker) => last.includes(marker))) throw strayMarker();
  return [...parts, last];
}

function strayMarker(): Error {
  return new Error('A header, footer or banner has a missing or unexpected marker (control character).');
}
