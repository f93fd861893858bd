// Crawls a live site: linkinator follows its links from one page, up to a number of pages. Links to other sites are only
// collected.

import { LinkChecker, type LinkResult } from 'linkinator';
import { hostOriginOf, withoutBase } from '../../../config/site-address.ts';
import { SiteError } from '../../errors.ts';
import { parseAddress } from '../../paths/address.ts';
import {
  type Description,
  describeBroken,
  describeRedirected,
  describeWrongType,
  findWrongTypes,
  hrefOf,
  isFilePath,
  type TypeRequests,
} from './crawl-faults.ts';
import type { LinkFault } from './link-faults.ts';
import { describeFault } from './link-rules.ts';

/** What to crawl, and how. */
export interface CrawlOptions extends TypeRequests {
  /** The first page; everything on its origin, in the folder of the site, is crawled. */
  readonly url: URL;
  /** Public address of the site. Links to it are followed on the origin of `url`, so that a copy can be checked before it is public. */
  readonly origin: string;
  /** Stops a crawl of a site with an endless number of addresses. */
  readonly maxPages: number;
  readonly isExcluded: (url: string) => boolean;
  readonly onPage: (pages: number) => void;
}

/** The result of a crawl. */
export interface CrawledSite {
  readonly pages: number;
  readonly links: number;
  readonly faults: readonly Pick<LinkFault, 'code' | 'href' | 'what' | 'paths'>[];
  /** Addresses of other sites, with the paths of the pages that link to them. */
  readonly externals: ReadonlyMap<string, readonly string[]>;
}

interface FollowedLinks {
  /** A broken or skipped link once per page, any other link once. */
  readonly links: readonly LinkResult[];
  /** Pages and stylesheets whose own links were followed. */
  readonly read: ReadonlySet<string>;
  /** Targets of redirected links. */
  readonly targetByUrl: ReadonlyMap<string, string>;
}

/** Crawls a site. @throws SiteError CHECK_UNREACHABLE (exit 3) if the first page cannot be loaded. */
export async function crawlSite(options: CrawlOptions): Promise<CrawledSite> {
  const { url: start, isExcluded } = options;
  const gate = createCrawlGate(options);
  const { links, read, targetByUrl } = await followLinks([start.href], gate.isFollowed, options);
  const working = new Set(links.filter(({ state }) => state === 'OK').map(({ url }) => url));
  const loaded = [...working].filter((link) => !read.has(link) && !targetByUrl.has(link));
  const wrongTypes = await findWrongTypes(loaded, options);
  assertIsPage(links, wrongTypes.get(start.href)?.type ?? null, start);
  const pathsByUrl = groupParents(links);
  const unchecked = new Set([...pathsByUrl.keys()].filter(gate.isInsecure).map(gate.crawledUrlOf)).difference(working);
  const insecure =
    unchecked.size === 0 ? [] : (await followLinks([...unchecked], (link) => unchecked.has(link), options)).links;
  const broken = new Map(
    [...links, ...insecure].filter(({ state }) => state === 'BROKEN').map((link) => [link.url, link]),
  );
  const faults = [...pathsByUrl].flatMap(([link, paths]) => {
    const kind = gate.isInsecure(link) ? 'insecure' : parseAddress(link, '/', start.origin).kind;
    const written = kind === 'insecure' || kind === 'unknown-scheme' ? describeFault({ kind }, link) : null;
    const result = broken.get(kind === 'insecure' ? gate.crawledUrlOf(link) : link);
    const target = targetByUrl.get(link);
    const wrongType = wrongTypes.get(link);
    const found: readonly Description[] = [
      ...(written === null ? [] : [written]),
      ...(result === undefined ? [] : [describeBroken(result)]),
      ...(target === undefined || result !== undefined ? [] : [describeRedirected(link, target)]),
      ...(wrongType === undefined ? [] : [describeWrongType(link, wrongType)]),
    ];
    return found.map((fault) => ({ ...fault, href: written === null ? hrefOf(link) : link, paths }));
  });
  const externals = [...pathsByUrl].filter(([link]) => gate.isForeign(link) && !isExcluded(link));
  return {
    pages: [...read].filter((link) => !isFilePath(new URL(link).pathname)).length,
    links: links.filter(({ url }) => !gate.isForeign(url)).length,
    faults: [...faults, ...describeLimit(gate.countRefused(), start)],
    externals: new Map(externals.map(([link, paths]) => [withoutHash(link), paths])),
  };
}

function describeLimit(refused: number, start: URL): CrawledSite['faults'] {
  const what = `The crawl stopped at its page limit: at least ${refused} more pages were not checked.`;
  return refused === 0 ? [] : [{ code: 'CRAWL_LIMIT', href: '', what, paths: [start.pathname] }];
}

function isWeb(link: string): boolean {
  return /^https?:$/.test(URL.parse(link)?.protocol ?? '');
}

/** Decides which links are followed. Links are absolute, as written or as crawled. */
function createCrawlGate({ url, origin, maxPages, isExcluded }: CrawlOptions) {
  const hosts = new Set([url.host, new URL(origin).host]);
  const origins = new Set([url.origin, hostOriginOf(origin)]);
  const pages = new Set([url.href]);
  const refused = new Set<string>();
  const isOurs = ({ host, pathname }: URL) => hosts.has(host) && withoutBase(pathname, origin) !== null;
  const isForeign = (link: string) => isWeb(link) && !isOurs(new URL(link));
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
    /** Whether a link leads to another site. */
    isForeign,
    /** Whether a link leads to the site over the other scheme. */
    isInsecure,
    /** The URL at which a link to the site is crawled. */
    crawledUrlOf,
    isFollowed: (link: string) => !isForeign(link) && !isInsecure(link) && !isExcluded(link) && isWithinLimit(link),
    /** Number of pages above the limit. */
    countRefused: () => refused.size,
  };
}

async function followLinks(
  starts: readonly string[],
  isFollowed: (link: string) => boolean,
  { url, origin, concurrency, timeoutMs, userAgent, signal, onPage }: CrawlOptions,
): Promise<FollowedLinks> {
  const checker = new LinkChecker();
  const targetByUrl = new Map<string, string>();
  const read = new Set<string>();
  checker.on('redirect', (redirect) => targetByUrl.set(redirect.url, redirect.targetUrl ?? ''));
  checker.on('pagestart', (page) => {
    read.add(String(page));
    onPage(read.size);
  });
  const crawl = checker.check({
    path: [...starts],
    recurse: true,
    concurrency,
    timeout: timeoutMs,
    userAgent,
    checkCss: true,
    checkFragments: true,
    retry: true,
    redirects: 'warn',
    linksToSkip: async (link) => !isFollowed(link),
    urlRewriteExpressions:
      hostOriginOf(origin) === url.origin
        ? []
        : [{ pattern: new RegExp(`^${RegExp.escape(hostOriginOf(origin))}(?=/|$)`), replacement: url.origin }],
  });
  const { links } = await Promise.race([crawl, rejectOnAbort(signal)]);
  return withoutErrorPages({ links, read, targetByUrl });
}

/** linkinator also follows the links of error pages, which are not pages of the site. */
function withoutErrorPages({ links, read, targetByUrl }: FollowedLinks): FollowedLinks {
  const failed = new Set(links.filter(({ status = 0 }) => status >= 400).map(({ url }) => url));
  return {
    links: links.filter(({ parent = '' }) => !failed.has(parent)),
    read: read.difference(failed),
    targetByUrl,
  };
}

function rejectOnAbort(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  });
}

/** `wrongType` is the type of the first page if it is not HTML. */
function assertIsPage(links: readonly LinkResult[], wrongType: string | null, url: URL): void {
  const first = links.find(({ parent }) => parent === undefined);
  if (first?.state === 'OK' && wrongType === null) return;
  const status = first?.status ?? 0;
  const reason =
    wrongType !== null
      ? `is served as "${wrongType}", not as text/html`
      : status === 0
        ? 'did not answer'
        : `returned status ${status}`;
  throw new SiteError({
    code: 'CHECK_UNREACHABLE',
    exitCode: 3,
    message: `${url.href} ${reason}: nothing was checked. Correct the URL, or try again when the site is up.`,
  });
}

/** Paths of the pages that link to each address. */
function groupParents(links: readonly LinkResult[]): ReadonlyMap<string, readonly string[]> {
  const parents = new Map<string, Set<string>>();
  for (const { url, parent } of links) {
    if (parent === undefined) continue;
    const known = parents.get(url) ?? new Set();
    parents.set(url, known.add(decodePath(parent)));
  }
  return new Map([...parents].map(([url, paths]) => [url, [...paths].sort()]));
}

function decodePath(url: string): string {
  const { pathname } = new URL(url);
  try {
    return decodeURIComponent(pathname);
  } catch {
    return pathname;
  }
}

function withoutHash(link: string): string {
  const url = new URL(link);
  url.hash = '';
  return url.href;
}
