// How a list takes newly loaded cards in (section 4, "List merging").

/** The fields of a card that merging compares. */
export interface Mergeable {
  readonly slug: string;
  /** ISO 8601; a card without a date comes last. */
  readonly date: string | null;
}

/** Blog: one card a slug, newest first. Of two cards of a slug the loaded one is kept: it is the newer answer. */
export function mergeNewest<Card extends Mergeable>(
  existing: readonly Card[],
  loaded: readonly Card[],
): readonly Card[] {
  const bySlug = new Map([...existing, ...loaded].map((card) => [card.slug, card]));
  return [...bySlug.values()].sort((a, b) => compare(b.date ?? '', a.date ?? ''));
}

/** Other lists: the loaded cards behind the existing ones, or in place of them with `isReplaced`. */
export function appendCards<Card>(
  existing: readonly Card[],
  loaded: readonly Card[],
  { isReplaced = false } = {},
): readonly Card[] {
  return isReplaced ? loaded : [...existing, ...loaded];
}

/** Dates are UTC of one form, so their texts are in their order. The sort is stable. */
function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
