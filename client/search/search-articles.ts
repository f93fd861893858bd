// Searches the articles of a blog by prefixes of words, with small typos, ignoring case, diacritics and apostrophes in every script.
// MiniSearch creates the index once.

import MiniSearch from 'minisearch';
import { SEARCH_HITS } from '../../config/constants.ts';

/** A row of `search/blog/{site}/data.json`. */
export interface SearchRow {
  readonly title: string;
  readonly url: string;
  readonly description: string | null;
  /** Titles. */
  readonly categories: readonly string[];
  readonly image: { readonly src: string; readonly srcset: string | null } | null;
}

/** A part of a text; `isMatch` if it is a searched word. */
export interface TextPart {
  readonly text: string;
  readonly isMatch: boolean;
}

/** A found article. */
export interface SearchHit extends Pick<SearchRow, 'url' | 'categories' | 'image'> {
  readonly title: readonly TextPart[];
  readonly description: readonly TextPart[];
}

/** Finds articles, best first. */
export type Search = (query: string) => readonly SearchHit[];

/** Minimum length of words that may have typos. */
const FUZZY_LENGTH = 5;
/** Maximum number of typos, as a share of the length of the word. */
const TYPOS = 0.2;
const WORD = /[\p{L}\p{N}\p{M}'’ʼ]+/gu;

/** Creates the search of a blog. */
export function createSearch(rows: readonly SearchRow[]): Search {
  const rowByUrl = new Map(rows.map((row) => [row.url, row]));
  const index = new MiniSearch<SearchRow>({
    idField: 'url',
    fields: ['title', 'categories', 'description'],
    extractField: (row, field) => {
      const value: unknown = Reflect.get(row, field);
      return Array.isArray(value) ? value.join(' ') : String(value ?? '');
    },
    tokenize: (text) => text.match(WORD) ?? [],
    processTerm: (term) => normalizeWord(term) || null,
    searchOptions: {
      boost: { title: 3, categories: 2 },
      combineWith: 'AND',
      prefix: true,
      fuzzy: (term) => (term.length >= FUZZY_LENGTH ? TYPOS : false),
    },
  });
  index.addAll([...rowByUrl.values()]);
  return (query) =>
    index
      .search(query)
      .slice(0, SEARCH_HITS)
      .flatMap(({ id, terms }) => {
        const row = rowByUrl.get(String(id));
        if (row === undefined) return [];
        const matched = new Set(terms);
        return [
          {
            url: row.url,
            categories: row.categories,
            image: row.image,
            title: markWords(row.title, matched),
            description: markWords(row.description ?? '', matched),
          },
        ];
      });
}

/** The categories with the most articles, most first. */
export function topCategories(rows: readonly SearchRow[], count: number): readonly string[] {
  const rowsByCategory = Map.groupBy(
    rows.flatMap(({ categories }) => categories),
    (category) => category,
  );
  return [...rowsByCategory]
    .toSorted(([, a], [, b]) => b.length - a.length)
    .slice(0, count)
    .map(([category]) => category);
}

/** Removes case, diacritics and apostrophes. */
export function normalizeWord(word: string): string {
  return word
    .normalize('NFD')
    .replaceAll(/[\p{M}'’ʼ]/gu, '')
    .toLowerCase();
}

/** Splits a text at its matched words. */
export function markWords(text: string, matched: ReadonlySet<string>): readonly TextPart[] {
  const parts: TextPart[] = [];
  let end = 0;
  for (const found of text.matchAll(WORD)) {
    if (!matched.has(normalizeWord(found[0]))) continue;
    if (found.index > end) parts.push({ text: text.slice(end, found.index), isMatch: false });
    parts.push({ text: found[0], isMatch: true });
    end = found.index + found[0].length;
  }
  if (end < text.length) parts.push({ text: text.slice(end), isMatch: false });
  return parts;
}
