// Where a page's parts go in the chrome around them. Markers are control characters, which the intake rejects in content,
// so that no text can pass for one.

/** Slot of the language switcher, slot of `<main>`. */
export const CHROME_MARKERS = { switcher: '\u0001', main: '\u0002' } as const;

/**
 * The parts of a text around its markers, in the order of the markers.
 * @throws Error where a marker is missing, repeated or out of order: content contains one.
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
  return new Error('A header, footer or banner has a control character where only a marker may be.');
}
