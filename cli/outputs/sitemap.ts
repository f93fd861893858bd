// `sitemap.xml`: every canonical, indexable page, or an index of `sitemap-{n}.xml` if one file would be too large.
// `lastmod` comes from the content alone, so the same content makes the same bytes.

import type { Transform } from 'node:stream';
import { finished } from 'node:stream/promises';
import type { SitemapItem } from 'sitemap';
import { SITEMAP_MAX_BYTES, SITEMAP_MAX_URLS } from '../../config/constants.ts';
import type { SiteConfig } from '../../config/define-site.ts';
import { basePathOf } from '../../config/site-address.ts';
import { toOutPath } from '../files/brands.ts';
import { createMapFile, type OutputFile } from '../files/output-file.ts';
import { canonicalOf } from '../paths/site-path.ts';
import type { PageRoute } from '../plan/route-plan.ts';

export function isSitemap({ path }: { readonly path: string }): boolean {
  return /^sitemap(-\d+)?\.xml$/.test(path);
}

/** Shared by all rows, of which there may be 100,000. */
const NO_MEDIA = { img: [], video: [], links: [] };

type SitemapRoute = Pick<PageRoute, 'path' | 'kind' | 'isInSitemap' | 'lastModified'>;

/**
 * Renders the sitemap in the order of the routes, `sitemap.xml` first. There is no file if no route is indexable. The limits of one file
 * are those of the protocol (sitemaps.org); tests pass smaller ones.
 */
export async function renderSitemap(
  origin: string,
  routes: readonly SitemapRoute[],
  { maxUrls, maxBytes } = { maxUrls: SITEMAP_MAX_URLS, maxBytes: SITEMAP_MAX_BYTES },
): Promise<readonly OutputFile[]> {
  const rows = routes.flatMap((route) => listRow(route, canonicalOf(origin, route)));
  if (rows.length === 0) return [];
  // Most commands write no sitemap.
  const sitemap = await import('sitemap');
  const files: string[] = [];
  for (let start = 0; start < rows.length; start += maxUrls)
    files.push(...(await printWithinBytes(sitemap, rows.slice(start, start + maxUrls), maxBytes)));
  const [only] = files;
  const first = toOutPath('sitemap.xml');
  if (files.length === 1 && only !== undefined) return [createMapFile(first, only)];
  const parts = files.map((content, index) => createMapFile(toOutPath(`sitemap-${index + 1}.xml`), content));
  const index = parts.map(({ path }) => ({ url: `${origin}/${path}` }));
  const stream = new sitemap.SitemapIndexStream({ level: sitemap.ErrorLevel.THROW });
  return [createMapFile(first, `${await print(stream, index)}\n`), ...parts];
}

function listRow({ isInSitemap, lastModified }: SitemapRoute, canonical: string | null): readonly SitemapItem[] {
  if (canonical === null || !isInSitemap) return [];
  const lastmod = lastModified === null ? {} : { lastmod: new Date(lastModified).toISOString() };
  return [{ url: canonical, ...lastmod, ...NO_MEDIA }];
}

/** Splits the rows in half until each file fits. */
async function printWithinBytes(
  sitemap: typeof import('sitemap'),
  rows: readonly SitemapItem[],
  maxBytes: number,
): Promise<readonly string[]> {
  // SitemapStream would parse each address again and take four times as long.
  const items = await print(new sitemap.SitemapItemStream({ level: sitemap.ErrorLevel.THROW }), rows);
  const content = `${XML_START}${items}</urlset>\n`;
  if (Buffer.byteLength(content) <= maxBytes || rows.length === 1) return [content];
  const middle = Math.ceil(rows.length / 2);
  return [
    ...(await printWithinBytes(sitemap, rows.slice(0, middle), maxBytes)),
    ...(await printWithinBytes(sitemap, rows.slice(middle), maxBytes)),
  ];
}

const XML_START = '<?xml version="1.0" encoding="UTF-8"?><urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">';

async function print(stream: Transform, rows: readonly unknown[]): Promise<string> {
  const pieces: string[] = [];
  stream.on('data', (piece: string) => {
    pieces.push(piece);
  });
  for (const row of rows) stream.write(row);
  await finished(stream.end());
  return pieces.splice(0).join('');
}

/** `sitemapUrl` is absolute; null if the site has no sitemap. */
export function renderRobots({ origin, robots }: SiteConfig, sitemapUrl: string | null): OutputFile {
  const base = basePathOf(origin);
  const groups = [['*', robots.disallow] as const, ...Object.entries(robots.agents)].map(([agent, paths]) => {
    const rules = paths.length === 0 ? ['Disallow:'] : paths.map((path) => `Disallow: ${base}${path}`);
    return `${[`User-agent: ${agent}`, ...rules].join('\n')}\n`;
  });
  const sitemap = sitemapUrl === null ? [] : [`Sitemap: ${sitemapUrl}\n`];
  return createMapFile(toOutPath('robots.txt'), [...groups, ...sitemap].join('\n'));
}
