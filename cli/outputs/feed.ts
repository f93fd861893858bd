// The Atom feed of one locale's blog (RFC 4287). Ids are canonical URLs and every date comes from the content, so the
// same content makes the same bytes. The package `feed` is not used because it neither escapes '<' in attributes nor U+FFFE in
// text, which is invalid XML, and has no xml:lang.

import { FEED_ENTRIES } from '../../config/constants.ts';
import { type Locale, localeRow } from '../../config/locales.ts';
import { toSitePath } from '../files/brands.ts';
import { createMapFile, type OutputFile } from '../files/output-file.ts';
import { outFileOf } from '../paths/site-path.ts';
import { escapeXml } from '../text/escape-xml.ts';

/** An article as the feed shows it. Texts are plain. */
export interface FeedEntry {
  readonly title: string;
  /** Canonical URL. */
  readonly url: string;
  readonly description: string | null;
  readonly categories: readonly { readonly slug: string; readonly title: string }[];
  /** ISO 8601. Articles with neither date are left out. */
  readonly date: string | null;
  readonly lastModified: string | null;
}

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

/** Atom requires `updated`, even for a blog without articles. */
const NEVER = new Date(0);

/** Renders `{prefix}/blog/feed.xml` with the newest articles. */
export function renderFeed(input: FeedInput): OutputFile {
  const { locale, origin, brand, title, description, blogUrl } = input;
  const { prefix, languageTag } = localeRow(locale);
  const path = toSitePath(`${prefix}/blog/feed.xml`);
  const entries = newestFirst(input.entries).slice(0, FEED_ENTRIES);
  const updated = entries.map((entry) => entry.updated).reduce(laterOf, NEVER);
  const lines = [
    '<?xml version="1.0" encoding="utf-8"?>',
    `<feed xml:lang="${languageTag}" xmlns="http://www.w3.org/2005/Atom">`,
    `    <id>${escapeXml(blogUrl)}</id>`,
    `    <title>${escapeXml(title)}</title>`,
    `    <updated>${updated.toISOString()}</updated>`,
    '    <author>',
    `        <name>${escapeXml(brand)}</name>`,
    `        <uri>${escapeXml(`${origin}/`)}</uri>`,
    '    </author>',
    `    <link rel="alternate" href="${escapeAttribute(blogUrl)}"/>`,
    `    <link rel="self" href="${escapeAttribute(`${origin}${path}`)}"/>`,
    ...(description ? [`    <subtitle>${escapeXml(description)}</subtitle>`] : []),
    ...entries.flatMap(printEntry),
    '</feed>',
    '',
  ];
  return createMapFile(outFileOf(path), lines.join('\n'), locale);
}

function printEntry({ title, url, description, categories, published, updated }: DatedEntry): readonly string[] {
  return [
    '    <entry>',
    `        <title type="html">${printHtml(title)}</title>`,
    `        <id>${escapeXml(url)}</id>`,
    `        <link href="${escapeAttribute(url)}"/>`,
    `        <updated>${updated.toISOString()}</updated>`,
    ...(description ? [`        <summary type="html">${printHtml(description)}</summary>`] : []),
    ...categories.map(
      (category) =>
        `        <category label="${escapeAttribute(category.title)}" term="${escapeAttribute(category.slug)}"/>`,
    ),
    `        <published>${published.toISOString()}</published>`,
    '    </entry>',
  ];
}

/** Plain text as HTML. Escaping also keeps the text from ending the CDATA section. */
function printHtml(text: string): string {
  return `<![CDATA[${escapeXml(text)}]]>`;
}

interface DatedEntry extends FeedEntry {
  readonly published: Date;
  readonly updated: Date;
}

/** By date of publication, then by URL to keep the order stable. */
function newestFirst(entries: readonly FeedEntry[]): readonly DatedEntry[] {
  return entries
    .flatMap((entry): readonly DatedEntry[] => {
      const date = entry.date ?? entry.lastModified;
      if (date === null) return [];
      const published = new Date(date);
      return [{ ...entry, published, updated: laterOf(published, new Date(entry.lastModified ?? date)) }];
    })
    .sort((a, b) => b.published.getTime() - a.published.getTime() || (a.url < b.url ? -1 : 1));
}

function laterOf(a: Date, b: Date): Date {
  return a > b ? a : b;
}

/** Many readers show attributes without decoding them, so they must not contain '&lt;'. */
function escapeAttribute(text: string): string {
  return escapeXml(text.replaceAll('<', '‹'));
}
