// Which links of a live site a crawl follows: those of the site itself, up to a number of pages.

/** How far a crawl goes. */
export interface CrawlScope {
  /** Where it starts; everything on its origin is crawled. */
  readonly url: URL;
  /** Public origin of the site: its addresses mean the crawled one, so that a copy can be crawled before it is public. */
  readonly origin: string;
  /** Stops a crawl of a site that makes new addresses without end. */
  readonly maxPages: number;
  readonly isExcluded: (url: string) => boolean;
}

/** Decides link by link. Links are absolute, as a page of the site writes them or as they are crawled. */
export interface CrawlGate {
  readonly isFollowed: (link: string) => boolean;
  /** Whether a link leads to another site. */
  readonly isForeign: (link: string) => boolean;
  /** Whether a link leads to the site itself over the other scheme. */
  readonly isInsecure: (link: string) => boolean;
  /** The address at which a link to the site is crawled. */
  readonly crawledUrlOf: (link: string) => string;
  /** Pages that were not crawled because there were too many. */
  readonly countRefused: () => number;
}

/** What names a file that is no page is loaded rather than clicked. */
const FILE = /\.(?!html?$)[a-z0-9]{2,5}$/i;

/** Whether a path names a file that is no page. */
export function isFilePath(pathname: string): boolean {
  return FILE.test(pathname);
}

function isWeb(link: string): boolean {
  return /^https?:$/.test(URL.parse(link)?.protocol ?? '');
}

/** Opens the gate for one crawl. */
export function createCrawlGate({ url, origin, maxPages, isExcluded }: CrawlScope): CrawlGate {
  const hosts = new Set([url.host, new URL(origin).host]);
  const origins = new Set([url.origin, origin]);
  const pages = new Set([url.href]);
  const refused = new Set<string>();
  const isForeign = (link: string) => isWeb(link) && !hosts.has(new URL(link).host);
  const isInsecure = (link: string) => isWeb(link) && !isForeign(link) && !origins.has(new URL(link).origin);
  const crawledUrlOf = (link: string) => {
    const { pathname, search } = new URL(link);
    return `${url.origin}${pathname}${search}`;
  };
  const isWithinLimit = (link: string) => {
    const page = crawledUrlOf(link);
    if (pages.has(page) || isFilePath(new URL(page).pathname)) return true;
    const known = pages.size < maxPages ? pages : refused;
    known.add(page);
    return known === pages;
  };
  return {
    isForeign,
    isInsecure,
    crawledUrlOf,
    isFollowed: (link) => !isForeign(link) && !isInsecure(link) && !isExcluded(link) && isWithinLimit(link),
    countRefused: () => refused.size,
  };
}
