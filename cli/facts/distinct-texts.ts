// Texts of one page, each once, in order of first use: its links, what it loads.

/** Filled by {@link addOnce}. */
export interface DistinctTexts {
  readonly texts: string[];
  /** The same, where there are many. */
  known: Set<string> | null;
}

/** Most pages have fewer: to compare those costs less than to hash them. */
const MANY = 64;

/** Nothing yet. */
export function startTexts(): DistinctTexts {
  return { texts: [], known: null };
}

/** Adds a text that is not there yet. */
export function addOnce(to: DistinctTexts, text: string): void {
  if (to.known?.has(text) ?? to.texts.includes(text)) return;
  to.texts.push(text);
  if (to.known !== null) to.known.add(text);
  else if (to.texts.length === MANY) to.known = new Set(to.texts);
}
