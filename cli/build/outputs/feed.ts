// The Atom feed of one locale's blog (RFC 4287). Ids are canonical URLs and every date comes from the content, so the
// same content makes the same bytes.

import { Feed } from 'feed';
import { FEED_ENTRIES } from '../../../config/constants.ts';
import { type Locale, localeRow } from '../../../config/locales.ts';
import type { OutputFile } from '../../output/output-file.ts';

/** An article as the feed shows it. Texts are plain. */
export interface FeedEntry {
  readonly title: string;
  /** Canonical URL. */
  readonly url: string;
  readonly description: string | null;
  readonly author: string | null;
  readonly categories: readonly { readonly slug: string; readonly title: string }[];
  /** ISO 8601; an article without any date is left out. */
  readonly date: string | null;
  readonly lastModified: string | null;
}

/** One locale's blog. */
export interface FeedInput {
  readonly locale: Locale;
  readonly origin: string;
  readonly brand: string;
  readonly title: string;
  readonly description: string | null;
  /** Canonical URL of the blog. */
  readonly blogUrl: string;
  readonly entries: readonly FeedEntry[];
}

/** Atom wants an `updated`; a blog without articles was never updated. */
const NEVER = new Date(0);

/** Renders `{prefix}/blog/feed.xml` with the newest articles. */
export function renderFeed(input: FeedInput): OutputFile {
  const { prefix, languageTag } = localeRow(input.locale);
  const path = `${prefix}/blog/feed.xml`;
  const entries = newestFirst(input.entries).slice(0, FEED_ENTRIES);
  const feed = new Feed({
    id: input.blogUrl,
    link: input.blogUrl,
    feed: `${input.origin}${path}`,
    title: input.title,
    updated: entries.map(({ updated }) => updated).reduce(laterOf, NEVER),
    generator: false,
    author: { name: input.brand, link: `${input.origin}/` },
    ...(input.description === null ? {} : { description: input.description }),
  });
  for (const { entry, published, updated } of entries) {
    feed.addItem({
      title: escapeText(entry.title),
      id: entry.url,
      link: entry.url,
      date: updated,
      published,
      category: entry.categories.map(({ slug, title }) => ({
        term: escapeAttribute(slug),
        name: escapeAttribute(title),
      })),
      ...(entry.description === null ? {} : { description: escapeText(entry.description) }),
      ...(entry.author === null ? {} : { author: [{ name: entry.author }] }),
    });
  }
  const content = feed.atom1().replace('<feed ', `<feed xml:lang="${languageTag}" `);
  return { path: path.slice(1), content: `${content}\n`, kind: 'map', locale: input.locale, owner: null };
}

interface DatedEntry {
  readonly entry: FeedEntry;
  readonly published: Date;
  readonly updated: Date;
}

/** By publication, then by URL, so that equal dates keep one order. */
function newestFirst(entries: readonly FeedEntry[]): readonly DatedEntry[] {
  return entries
    .flatMap(dateEntry)
    .sort((a, b) => b.published.getTime() - a.published.getTime() || (a.entry.url < b.entry.url ? -1 : 1));
}

function dateEntry(entry: FeedEntry): readonly DatedEntry[] {
  const published = entry.date ?? entry.lastModified;
  if (published === null) return [];
  const date = new Date(published);
  return [{ entry, published: date, updated: laterOf(date, new Date(entry.lastModified ?? published)) }];
}

function laterOf(a: Date, b: Date): Date {
  return a > b ? a : b;
}

/** Titles and summaries are HTML in this feed, so plain text is escaped; the library wraps it in CDATA. */
function escapeText(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

/** The library escapes '&' and '"' in attributes, but not '<', which no XML attribute may hold. */
function escapeAttribute(text: string): string {
  return text.replaceAll('<', '‹');
}
