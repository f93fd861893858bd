// A live site as a crawler sees it: linkinator follows every link of the site from one page on. Links to other sites are
// only collected here; they are checked as those of a build are.

import { LinkChecker, type LinkResult } from 'linkinator';
import { SiteError } from '../../errors.ts';
import { type CrawledFault, findFaults, findWrongTypes, type TypeRequests } from './crawl-faults.ts';
import { type CrawlGate, type CrawlScope, createCrawlGate, isFilePath } from './crawl-gate.ts';

/** How a site is crawled. */
export interface CrawlOptions extends CrawlScope, TypeRequests {
  readonly onPage: (pages: number) => void;
}

/** What a crawl found. */
export interface CrawledSite {
  readonly pages: number;
  readonly links: number;
  readonly faults: readonly CrawledFault[];
  /** Addresses of other sites, with the pages that name them, as paths. */
  readonly externals: ReadonlyMap<string, readonly string[]>;
}

/** Links as linkinator followed them. */
interface FollowedLinks {
  /** A broken or skipped link once for each page that has it, any other link once. */
  readonly links: readonly LinkResult[];
  /** Pages and stylesheets whose own links were followed. */
  readonly read: ReadonlySet<string>;
  /** Where redirected links lead. */
  readonly targetByUrl: ReadonlyMap<string, string>;
}

/** Crawls. @throws SiteError CHECK_UNREACHABLE (exit 3) where the start address is no page. */
export async function crawlSite(options: CrawlOptions): Promise<CrawledSite> {
  const { url, isExcluded } = options;
  const gate = createCrawlGate(options);
  const { links, read, targetByUrl } = await followLinks([url.href], gate.isFollowed, options);
  const working = new Set(links.filter(({ state }) => state === 'OK').map(({ url: link }) => link));
  const loaded = [...working].filter((link) => !read.has(link) && !targetByUrl.has(link));
  const wrongTypes = await findWrongTypes(loaded, options);
  assertIsPage(links, wrongTypes.find((wrong) => wrong.url === url.href)?.type ?? null, url);
  const pathsByUrl = groupParents(links);
  const insecure = [...pathsByUrl.keys()].filter(gate.isInsecure);
  const unseen = new Set(insecure.map(gate.crawledUrlOf).filter((link) => !working.has(link)));
  const behind = unseen.size === 0 ? [] : (await followLinks([...unseen], (link) => unseen.has(link), options)).links;
  const externals = [...pathsByUrl].filter(([link]) => gate.isForeign(link) && !isExcluded(link));
  return {
    pages: [...read].filter((link) => !isFilePath(new URL(link).pathname)).length,
    links: links.filter(({ url: link }) => !gate.isForeign(link)).length,
    faults: findFaults({ gate, links, pathsByUrl, targetByUrl, insecure, behind, wrongTypes, start: url }),
    externals: new Map(externals.map(([link, paths]) => [withoutHash(link), paths])),
  };
}

async function followLinks(
  starts: readonly string[],
  isFollowed: CrawlGate['isFollowed'],
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
      origin === url.origin
        ? []
        : [{ pattern: new RegExp(`^${RegExp.escape(origin)}(?=/|$)`), replacement: url.origin }],
  });
  const { links } = await Promise.race([crawl, rejectOnAbort(signal)]);
  return withoutErrorPages({ links, read, targetByUrl });
}

/** linkinator reads the page of a 404 answer, too: its links are not those of a page of the site. */
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

/** `type` is that of the start address where it is not HTML. */
function assertIsPage(links: readonly LinkResult[], type: string | null, url: URL): void {
  const first = links.find(({ parent }) => parent === undefined);
  if (first?.state === 'OK' && type === null) return;
  const status = first?.status ?? 0;
  const reason =
    type !== null
      ? `is served as "${type}", not as text/html`
      : status === 0
        ? 'did not answer'
        : `was answered ${status}`;
  throw new SiteError({
    code: 'CHECK_UNREACHABLE',
    exitCode: 3,
    message: `${url.href} ${reason}: nothing was checked. Correct the address, or try again when the site is up.`,
  });
}

/** Pages by the address that they name, each once, as paths. */
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
