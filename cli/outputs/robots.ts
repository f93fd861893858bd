// `robots.txt` allows everything, because crawlers must read a page to see its noindex.

import { createMapFile, type OutputFile } from '../files/output-file.ts';

/** `sitemapUrl` is absolute; null if the site has no sitemap. */
export function renderRobots(sitemapUrl: string | null): OutputFile {
  const sitemap = sitemapUrl === null ? '' : `\nSitemap: ${sitemapUrl}\n`;
  return createMapFile('robots.txt', `User-agent: *\nDisallow:\n${sitemap}`);
}
