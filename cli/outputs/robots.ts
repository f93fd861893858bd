// `robots.txt`: everything may be crawled, because a noindex page is only obeyed where it can be read.

import { createMapFile, type OutputFile } from '../files/output-file.ts';

/** Renders `robots.txt`. `sitemapUrl` is absolute; null where the site has no sitemap. */
export function renderRobots(sitemapUrl: string | null): OutputFile {
  const sitemap = sitemapUrl === null ? '' : `\nSitemap: ${sitemapUrl}\n`;
  return createMapFile('robots.txt', `User-agent: *\nDisallow:\n${sitemap}`);
}
