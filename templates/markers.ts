// Where the bytes of shared fragments go in a page, and where a page's parts go in a fragment: control characters that
// the door in refuses in content, so that no text can stand in for one.

/** The page: start of the body, after the language switcher, after `<main>`. */
export const PAGE_MARKERS = { top: '\u0001', afterSwitcher: '\u0002', bottom: '\u0003' } as const;
/** The chrome: slot of the language switcher, slot of `<main>`. */
export const CHROME_MARKERS = { switcher: '\u0004', main: '\u0005' } as const;

/**
 * The parts of a text around its markers, in the order of the markers.
 * @throws Error where a marker is missing, stands twice or stands out of order: content brought one along.
 */
export function splitAtMarkers(text: string, markers: readonly string[]): readonly string[] {
  const pattern = new RegExp(`[${markers.join('')}]`, 'g');
  const found = text.match(pattern) ?? [];
  if (found.join('') !== markers.join(''))
    throw new Error('A page has a control character where only a marker may be.');
  return text.split(pattern);
}
