// `search/blog/{site}/data.json`: the data of the blog search, loaded on first use. Its shape is that of the content service's
// own search: an array of rows with title and url.

import type { Locale } from '../../config/locales.ts';
import type { CardInput } from '../../templates/page-input.ts';
import { createMapFile, type OutputFile } from '../files/output-file.ts';

/** One article. `url` is its href; `categories` are titles; `date` is ISO 8601. */
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
  /** Handle of the site in the content service. */
  readonly site: string;
  readonly cards: readonly Pick<CardInput, 'title' | 'href' | 'description' | 'date' | 'categories'>[];
}

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
