// Merges loaded cards into a list (decisions, "Lists").

/** The fields that are compared. */
export interface Mergeable {
  readonly slug: string;
  /** ISO 8601; cards without a date come last. */
  readonly date: string | null;
}

/** Blog: one card per slug, newest first. A loaded card replaces an existing one. */
export function mergeNewest<Card extends Mergeable>(
  existing: readonly Card[],
  loaded: readonly Card[],
): readonly Card[] {
  const bySlug = new Map([...existing, ...loaded].map((card) => [card.slug, card]));
  return [...bySlug.values()].sort((a, b) => compare(b.date ?? '', a.date ?? ''));
}

/** Other lists: adds the loaded cards at the end. A new category starts with an empty list. */
export function appendCards<Card>(existing: readonly Card[], loaded: readonly Card[]): readonly Card[] {
  return [...existing, ...loaded];
}

/** All dates are in the time zone of the site, in one format, so they can be compared as text. */
function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
