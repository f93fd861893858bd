// Recognizes error pages that are sent with status 200: by what they say, and by the page for a path that does not exist.

/** In the languages of the site. */
const SAYS_MISSING = new RegExp(
  [
    String.raw`\b404\b|not found|(?:can|could)(?: ?not|n['’]t) (?:find|be found)|(?:does not|doesn['’]t) exist|no longer (?:exists|available)`,
    'no (?:existe|encontrad)|não (?:existe|encontrad|foi encontrad)|не (?:знайден|існує|найден|существует)|табылмады',
  ].join('|'),
  'iu',
);

/** Whether a text says that a page does not exist. */
export const saysMissing = (text: string): boolean => SAYS_MISSING.test(text);

/**
 * The text of some HTML. Takes linear time: an element without an end is dropped to the end, and no tag is searched for beyond the next
 * one.
 */
export function textOf(html: string): string {
  return html.replace(/<(script|style)\b[\s\S]*?(?:<\/\1>|$)/gi, ' ').replace(/<[^<>]*>/g, ' ');
}

const NO_WORD = /[^\p{L}\p{N}]+/u;

/** The words of a page, without those of its own address. */
export function wordsOf(html: string, url: string): ReadonlySet<string> {
  const own = new Set(new URL(url).pathname.toLowerCase().split(NO_WORD));
  return new Set(
    textOf(html)
      .toLowerCase()
      .split(NO_WORD)
      .filter((word) => word !== ''),
  ).difference(own);
}

/** Share of words that two equal pages must have in common. */
const MIN_SIMILARITY = 0.9;

export function isSameText(words: ReadonlySet<string>, others: ReadonlySet<string>): boolean {
  const all = words.union(others).size;
  return all > 0 && words.intersection(others).size / all >= MIN_SIMILARITY;
}
