// `search/blog/{site}/data.json`: what the blog search looks through, loaded on its first use. The shape is the one that
// the specification's service serves: an array of rows with title and url.

import type { Locale } from '../../config/locales.ts';
import type { CardInput } from '../../templates/page-input.ts';
import { createMapFile, type OutputFile } from '../files/output-file.ts';

/** One article to find. `url` is its href; `categories` are titles; `date` is ISO 8601. */
interface SearchRow {
  readonly title: string;
  readonly url: string;
  readonly description: string | null;
  readonly categories: readonly string[];
  readonly date: string | null;
}

/** One locale's blog, newest first. */
export interface SearchIndexInput {
  readonly locale: Locale;
  /** The content service's handle of the site. */
  readonly site: string;
  readonly cards: readonly Pick<CardInput, 'title' | 'href' | 'description' | 'date' | 'categories'>[];
}

/** Renders the search index of a locale. */
export function renderSearchIndex({ locale, site, cards }: SearchIndexInput): OutputFile {
  const rows: readonly SearchRow[] = cards.map(({ title, href, description, date, categories }) => ({
    title,
    url: href,
    description,
    categories: categories.map((category) => category.title),
    date,
  }));
  return createMapFile(`search/blog/${site}/data.json`, `${JSON.stringify(rows)}\n`, locale);
}
