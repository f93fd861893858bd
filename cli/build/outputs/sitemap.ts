// `sitemap.xml`: every canonical, indexable page, or an index of `sitemap-{n}.xml` where one file would be too large.
// `lastmod` comes from the content alone, so the same content makes the same bytes.

import { Readable } from 'node:stream';
import { ErrorLevel, SitemapIndexStream, SitemapStream, streamToPromise } from 'sitemap';
import { SITEMAP_MAX_BYTES, SITEMAP_MAX_URLS } from '../../../config/constants.ts';
import type { OutputFile } from '../../output/output-file.ts';
import type { PageRoute } from '../route-plan.ts';

/** Limits of one file (sitemaps.org protocol). Tests bring smaller ones. */
export interface SitemapLimits {
  readonly maxUrls: number;
  readonly maxBytes: number;
}

const LIMITS: SitemapLimits = { maxUrls: SITEMAP_MAX_URLS, maxBytes: SITEMAP_MAX_BYTES };

type SitemapRoute = Pick<PageRoute, 'canonical' | 'isInSitemap' | 'lastModified'>;
interface SitemapRow {
  readonly url: string;
  readonly lastmod?: string;
}

/** Renders the sitemap of routes in their order; no file at all where no route may be indexed. `sitemap.xml` comes first. */
export async function renderSitemap(
  origin: string,
  routes: readonly SitemapRoute[],
  limits: SitemapLimits = LIMITS,
): Promise<readonly OutputFile[]> {
  const rows = routes.flatMap(createRow);
  if (rows.length === 0) return [];
  const files: string[] = [];
  for (let start = 0; start < rows.length; start += limits.maxUrls) {
    files.push(...(await renderWithinBytes(rows.slice(start, start + limits.maxUrls), limits.maxBytes)));
  }
  const [only] = files;
  if (files.length === 1 && only !== undefined) return [createFile('sitemap.xml', only)];
  const parts = files.map((content, index) => createFile(`sitemap-${index + 1}.xml`, content));
  const index = await renderIndex(parts.map(({ path }) => `${origin}/${path}`));
  return [createFile('sitemap.xml', index), ...parts];
}

function createRow({ canonical, isInSitemap, lastModified }: SitemapRoute): readonly SitemapRow[] {
  if (canonical === null || !isInSitemap) return [];
  return [{ url: canonical, ...(lastModified === null ? {} : { lastmod: lastModified }) }];
}

/** Halves the rows until each file fits. */
async function renderWithinBytes(rows: readonly SitemapRow[], maxBytes: number): Promise<readonly string[]> {
  const content = await renderUrls(rows);
  if (Buffer.byteLength(content) <= maxBytes || rows.length === 1) return [content];
  const middle = Math.ceil(rows.length / 2);
  return [
    ...(await renderWithinBytes(rows.slice(0, middle), maxBytes)),
    ...(await renderWithinBytes(rows.slice(middle), maxBytes)),
  ];
}

async function renderUrls(rows: readonly SitemapRow[]): Promise<string> {
  const stream = new SitemapStream({
    level: ErrorLevel.THROW,
    xmlns: { news: false, video: false, xhtml: false, image: false },
  });
  return `${await streamToPromise(Readable.from(rows).pipe(stream))}\n`;
}

async function renderIndex(urls: readonly string[]): Promise<string> {
  return `${await streamToPromise(Readable.from(urls).pipe(new SitemapIndexStream({ level: ErrorLevel.THROW })))}\n`;
}

function createFile(path: string, content: string): OutputFile {
  return { path, content, kind: 'map', locale: null, owner: null };
}
