// `sitemap.xml`: every canonical, indexable page, or an index of `sitemap-{n}.xml` where one file would be too large.
// `lastmod` comes from the content alone, so the same content makes the same bytes.

import { SITEMAP_MAX_BYTES, SITEMAP_MAX_URLS } from '../../config/constants.ts';
import type { OutputFile } from '../files/output-file.ts';
import { canonicalOf } from '../paths/site-path.ts';
import type { PageRoute } from '../plan/route-plan.ts';

/** Limits of one file (sitemaps.org protocol). Tests bring smaller ones. */
export interface SitemapLimits {
  readonly maxUrls: number;
  readonly maxBytes: number;
}

const LIMITS: SitemapLimits = { maxUrls: SITEMAP_MAX_URLS, maxBytes: SITEMAP_MAX_BYTES };

type SitemapRoute = Pick<PageRoute, 'path' | 'kind' | 'isInSitemap' | 'lastModified'>;

const XML = '<?xml version="1.0" encoding="UTF-8"?>';
const NAMESPACE = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"';
const BYTES_AROUND = Buffer.byteLength(printUrls([]));

/** Renders the sitemap of routes in their order; no file at all where no route may be indexed. `sitemap.xml` comes first. */
export function renderSitemap(
  origin: string,
  routes: readonly SitemapRoute[],
  limits: SitemapLimits = LIMITS,
): readonly OutputFile[] {
  const rows = routes.flatMap((route) => printRow(route, canonicalOf(origin, route)));
  if (rows.length === 0) return [];
  const files: string[] = [];
  for (let start = 0; start < rows.length; start += limits.maxUrls)
    files.push(...printWithinBytes(rows.slice(start, start + limits.maxUrls), limits.maxBytes));
  const [only] = files;
  if (files.length === 1 && only !== undefined) return [createFile('sitemap.xml', only)];
  const parts = files.map((content, index) => createFile(`sitemap-${index + 1}.xml`, content));
  const index = printIndex(parts.map(({ path }) => `${origin}/${path}`));
  return [createFile('sitemap.xml', index), ...parts];
}

function printRow({ isInSitemap, lastModified }: SitemapRoute, canonical: string | null): readonly string[] {
  if (canonical === null || !isInSitemap) return [];
  const changed = lastModified === null ? '' : `<lastmod>${lastModified}</lastmod>`;
  return [`<url><loc>${escapeText(canonical)}</loc>${changed}</url>`];
}

/** Halves the rows until each file fits. */
function printWithinBytes(rows: readonly string[], maxBytes: number): readonly string[] {
  const bytes = rows.reduce((sum, row) => sum + Buffer.byteLength(row), BYTES_AROUND);
  if (bytes <= maxBytes || rows.length === 1) return [printUrls(rows)];
  const middle = Math.ceil(rows.length / 2);
  return [...printWithinBytes(rows.slice(0, middle), maxBytes), ...printWithinBytes(rows.slice(middle), maxBytes)];
}

function printUrls(rows: readonly string[]): string {
  return `${XML}<urlset ${NAMESPACE}>${rows.join('')}</urlset>\n`;
}

function printIndex(urls: readonly string[]): string {
  const rows = urls.map((url) => `<sitemap><loc>${escapeText(url)}</loc></sitemap>`);
  return `${XML}<sitemapindex ${NAMESPACE}>${rows.join('')}</sitemapindex>\n`;
}

/** Canonical URLs are percent-encoded: nothing else of them means anything in XML. */
function escapeText(url: string): string {
  return url.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

function createFile(path: string, content: string): OutputFile {
  return { path, content, kind: 'map', locale: null, owner: null };
}
