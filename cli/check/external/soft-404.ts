// Whether an answer is a disguised 404: a host that answers 200 for a path that nobody made is asked for one such path,
// and what looks like its answer is none.

/** What a host answers for a path that nobody made. */
export interface HostManners {
  /** True where such a path is answered with an error, as it should be. */
  readonly isHonest: boolean;
  readonly finalUrl: string;
  readonly words: ReadonlySet<string>;
}

/** Share of words that two pages must have in common to be taken for one. */
const LIKENESS = 0.9;

/** The words of a page, without markup and without the address itself. */
export function wordsOf(html: string, url: string): ReadonlySet<string> {
  const text = html
    .replace(/<(script|style)\b[\s\S]*?<\/\1>/gi, ' ')
    .replace(/<[^>]*>/g, ' ')
    .toLowerCase();
  const own = new Set(new URL(url).pathname.toLowerCase().split(/[^\p{L}\p{N}]+/u));
  return new Set(text.split(/[^\p{L}\p{N}]+/u).filter((word) => word !== '' && !own.has(word)));
}

/** Whether a page is like that of a path that nobody made. */
export function isSoft404(
  page: { readonly url: string; readonly finalUrl: string; readonly text: string },
  manners: HostManners,
): boolean {
  if (manners.isHonest) return false;
  // Everything unknown is led to one page, and so is this address.
  if (page.finalUrl !== page.url && page.finalUrl === manners.finalUrl) return true;
  const words = wordsOf(page.text, page.url);
  const shared = [...words].filter((word) => manners.words.has(word)).length;
  const all = words.size + manners.words.size - shared;
  return all === 0 ? page.text === '' : shared / all >= LIKENESS;
}
