// Rules for the sitemap (sitemaps.org protocol): it lists the canonical URLs of all indexable pages and nothing else.

import { decodeEntities } from '../../text/find-attributes.ts';
import type { CheckInput } from '../check-input.ts';
import { pageOfUrl, type SiteIndex } from '../site-index.ts';
import type { RuleCode } from './rules.ts';

interface SitemapFault {
  readonly code: RuleCode;
  /** Null if the URL is not a page. */
  readonly page: number | null;
  readonly url: string;
  readonly what: string;
}

/** Compares the sitemap with the plan and the pages. `hasNoindex` is whether the HTML of a page has noindex. */
export function* findSitemapFaults(
  { sitemapUrls }: CheckInput,
  site: SiteIndex,
  hasNoindex: (page: number) => boolean,
): Iterable<SitemapFault> {
  if (sitemapUrls === null) return;
  const isListed = new Uint8Array(site.routes.length);
  let next = 0;
  for (const url of sitemapUrls) {
    while (site.routes[next]?.isInSitemap === false) next += 1;
    // Most URLs are in route order.
    const isNext = url === site.canonicalOf(next);
    const page = isNext ? next : pageOfUrl(site, url);
    if (page !== undefined) next = page + 1;
    const route = page === undefined ? undefined : site.routes[page];
    if (page === undefined || route === undefined) {
      yield { code: 'SITEMAP_DEAD', page: null, url, what: `The sitemap names ${url}, which is not a page.` };
      continue;
    }
    if (isListed[page] === 1) yield { code: 'SITEMAP_TWICE', page, url, what: `The sitemap names ${url} twice.` };
    isListed[page] = 1;
    if (!route.isIndexable || hasNoindex(page))
      yield { code: 'SITEMAP_NOINDEX', page, url, what: `The sitemap names ${url}, which is noindex.` };
    else if (!isNext && url !== site.canonicalOf(page))
      yield {
        code: 'SITEMAP_NOT_CANONICAL',
        page,
        url,
        what: `The sitemap names ${url}, but the canonical URL is ${site.canonicalOf(page)}.`,
      };
  }
  for (const [page, { isInSitemap }] of site.routes.entries()) {
    if (!isInSitemap || isListed[page] === 1) continue;
    const canonical = site.canonicalOf(page);
    if (canonical === null) continue;
    yield { code: 'SITEMAP_PAGE_MISSING', page, url: canonical, what: `The sitemap does not name ${canonical}.` };
  }
}

const LOCATION = /<loc>([^<]*)<\/loc>/g;
const INDEX = /<sitemapindex\b/;

/** Every page URL of some sitemap files. A sitemap index lists files, not pages. */
export function* readSitemapUrls(files: Iterable<string>): Iterable<string> {
  for (const xml of files) {
    if (INDEX.test(xml)) continue;
    for (const [, location = ''] of xml.matchAll(LOCATION)) yield decodeEntities(location.trim());
  }
}
