// Reads the sitemaps of a live site, with the language links in them.

import { gunzipSync } from 'node:zlib';
import { Parser } from 'htmlparser2';
import type { PageFacts } from '../../facts/page-facts.ts';

export type Alternates = PageFacts['alternates'];

export interface SitemapPage {
  readonly url: string;
  /** URL of the sitemap, or the name of its file. */
  readonly file: string;
  readonly alternates: Alternates;
}

/** The maximum number of sitemaps, and of pages in them. */
const MAX_SITEMAPS = 100;
const MAX_PAGES = 100_000;
/** As many bytes as the protocol allows. */
const MAX_BYTES = 52_428_800;

/** Reads sitemaps, and those that they list. `get` returns null for what is no sitemap of the site. */
export async function readSitemaps(
  first: readonly string[],
  get: (url: string) => Promise<Buffer | null>,
): Promise<{ readonly pages: readonly SitemapPage[]; readonly missing: readonly string[] }> {
  const pages: SitemapPage[] = [];
  const missing: string[] = [];
  const sitemaps = new Set(first);
  for (const url of sitemaps) {
    const body = await get(url);
    const found = body === null ? null : parseSitemap(unzip(body));
    if (found === null) missing.push(url);
    for (const page of found?.pages ?? []) if (pages.length < MAX_PAGES) pages.push({ ...page, file: url });
    for (const other of found?.sitemaps ?? []) if (sitemaps.size < MAX_SITEMAPS) sitemaps.add(other);
  }
  return { pages, missing };
}

function unzip(body: Buffer): string {
  const isZipped = body[0] === 0x1f && body[1] === 0x8b;
  try {
    return (isZipped ? gunzipSync(body, { maxOutputLength: MAX_BYTES }) : body).toString('utf8');
  } catch {
    return '';
  }
}

/** Null if it is no sitemap. */
function parseSitemap(xml: string) {
  const sitemaps: string[] = [];
  const pages: { url: string; readonly alternates: Alternates[number][] }[] = [];
  let isSitemap = false;
  let text = '';
  const parser = new Parser(
    {
      onopentag: (tag, { rel, hreflang, href }) => {
        const name = tag.replace(/^.*:/, '');
        if (name === 'urlset' || name === 'sitemapindex') isSitemap = true;
        if (name === 'url') pages.push({ url: '', alternates: [] });
        if (name === 'link' && rel === 'alternate' && hreflang !== undefined && href !== undefined)
          pages.at(-1)?.alternates.push({ hreflang, href: href.trim() });
        text = '';
      },
      ontext: (part) => {
        text += part;
      },
      onclosetag: (tag) => {
        const page = pages.at(-1);
        // An image in a sitemap has a `<image:loc>`.
        if (tag === 'loc' && page === undefined) sitemaps.push(text.trim());
        else if (tag === 'loc' && page !== undefined) page.url = text.trim();
      },
    },
    { xmlMode: true },
  );
  parser.end(xml);
  return isSitemap ? { sitemaps, pages } : null;
}
