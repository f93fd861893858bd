// `robots.txt` allows everything by default, because crawlers must read a page to see its noindex.

import type { SiteConfig } from '../../config/define-site.ts';
import { basePathOf } from '../../config/site-address.ts';
import { createMapFile, type OutputFile } from '../files/output-file.ts';

/** `sitemapUrl` is absolute; null if the site has no sitemap. */
export function renderRobots({ origin, robots }: SiteConfig, sitemapUrl: string | null): OutputFile {
  const base = basePathOf(origin);
  const groups = [['*', robots.disallow] as const, ...Object.entries(robots.agents)].map(([agent, paths]) => {
    const rules = paths.length === 0 ? ['Disallow:'] : paths.map((path) => `Disallow: ${base}${path}`);
    return `${[`User-agent: ${agent}`, ...rules].join('\n')}\n`;
  });
  const sitemap = sitemapUrl === null ? [] : [`Sitemap: ${sitemapUrl}\n`];
  return createMapFile('robots.txt', [...groups, ...sitemap].join('\n'));
}
