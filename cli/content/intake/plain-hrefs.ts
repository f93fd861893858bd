// Which links certainly lead somewhere, told by one search of a text. Apart from what judges the others, which a thread that
// only passes through bytes does without.

/** Where most hrefs lead: a plain path, or a plain address of another site (PLAIN_PATH and PLAIN_URL of resolve-link.ts). */
export const PLAIN_TARGET =
  /(?:\/(?:[\w~-][\w.~-]*\/)*|https:\/\/(?!xn--)(?:[a-z0-9][a-z0-9-]*\.(?!xn--))+[a-z]{2,}\/(?:[\w~-][\w.~-]*\/)*(?:[\w~-][\w.~-]*)?)/
    .source;
/** As JSON writes it, some services with a backslash before each slash. */
const WRITTEN_TARGET = PLAIN_TARGET.replaceAll('\\/', '\\\\?\\/');
/** The same in a text as JSON writes it, where no blank stands before the sign: whatever else it is, it is unusual. */
const UNUSUAL_WRITTEN_HREF = new RegExp(`href(?!=\\\\"${WRITTEN_TARGET}\\\\")`, 'i');

/** Whether rich text may lose links: told quickly of a text as JSON writes it, one character a byte. */
export function mayLoseLinks(written: string): boolean {
  return UNUSUAL_WRITTEN_HREF.test(written);
}
