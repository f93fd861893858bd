// A live site as a crawler sees it: linkinator follows every link of the site from one page on. Links to other sites are
// only gathered here; they are looked at as those of a build are.

import { LinkChecker, type LinkResult } from 'linkinator';
import { SiteError } from '../errors.ts';
import type { RuleCode } from './rules.ts';

/** How a site is crawled. */
export interface CrawlOptions {
  /** Where it starts; everything on its host is crawled. */
  readonly url: URL;
  /** Public origin of the site: its addresses mean the crawled host, so that a copy can be crawled before it is public. */
  readonly origin: string;
  readonly concurrency: number;
  readonly timeoutMs: number;
  readonly userAgent: string;
  readonly isExcluded: (url: string) => boolean;
  readonly signal: AbortSignal;
  readonly onPage: (pages: number) => void;
}

/** An address that is wrong, with the pages that name it, as paths. */
interface CrawledFault {
  readonly code: RuleCode;
  readonly href: string;
  readonly what: string;
  readonly paths: readonly string[];
}

/** What a crawl came to. */
export interface CrawledSite {
  readonly pages: number;
  readonly links: number;
  readonly faults: readonly CrawledFault[];
  /** Addresses of other sites, with the pages that name them, as paths. */
  readonly externals: ReadonlyMap<string, readonly string[]>;
}

/** Crawls. @throws SiteError CHECK_UNREACHABLE (exit 3) where the first page does not answer. */
export async function crawlSite(options: CrawlOptions): Promise<CrawledSite> {
  const { url, origin, signal } = options;
  const checker = new LinkChecker();
  const targetByUrl = new Map<string, string>();
  let pages = 0;
  checker.on('redirect', (redirect) => targetByUrl.set(redirect.url, redirect.targetUrl ?? ''));
  checker.on('pagestart', () => {
    pages += 1;
    options.onPage(pages);
  });
  const isForeign = (link: string) => {
    const host = URL.parse(link)?.host ?? '';
    return host !== url.host && host !== new URL(origin).host;
  };
  const crawl = checker.check({
    path: url.href,
    recurse: true,
    concurrency: options.concurrency,
    timeout: options.timeoutMs,
    userAgent: options.userAgent,
    checkCss: true,
    checkFragments: true,
    retry: true,
    redirects: 'warn',
    linksToSkip: async (link) => isForeign(link) || options.isExcluded(link),
    urlRewriteExpressions:
      origin === url.origin
        ? []
        : [{ pattern: new RegExp(`^${RegExp.escape(origin)}(?=/|$)`), replacement: url.origin }],
  });
  const { links } = await Promise.race([crawl, rejectOnAbort(signal)]);
  assertReachable(links, url);
  const parentsByUrl = groupParents(links);
  const broken = links.filter(({ state }) => state === 'BROKEN');
  const statusByUrl = new Map(broken.map((link) => [link.url, link.status ?? 0]));
  const moved = [...targetByUrl].filter(([link]) => !statusByUrl.has(link) && parentsByUrl.has(link));
  const externals = [...parentsByUrl].filter(([link]) => isForeign(link) && !options.isExcluded(link));
  return {
    pages,
    links: links.filter(({ url: link }) => !isForeign(link)).length,
    faults: [
      ...[...statusByUrl].map(([link, status]) => createFault(link, describeBroken(link, status), parentsByUrl)),
      ...moved.map(([link, target]) => createFault(link, describeMoved(link, target), parentsByUrl)),
    ],
    externals: new Map(externals.map(([link, parents]) => [withoutHash(link), parents])),
  };
}

function rejectOnAbort(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  });
}

function assertReachable(links: readonly LinkResult[], url: URL): void {
  const first = links.find((link) => link.parent === undefined);
  if (first === undefined || first.state !== 'BROKEN') return;
  const status = first.status ?? 0;
  throw new SiteError({
    code: 'CHECK_UNREACHABLE',
    exitCode: 3,
    message: `${url.href} ${status === 0 ? 'did not answer' : `was answered ${status}`}: nothing was checked. Correct the address, or try again when the site is up.`,
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

type Description = Pick<CrawledFault, 'code' | 'what'>;

/** What names a file that is no page is loaded rather than clicked. */
const FILE = /\.(?!html?$)[a-z0-9]{2,5}$/i;

function describeBroken(link: string, status: number): Description {
  const { pathname, hash } = new URL(link);
  const href = hrefOf(link);
  if (hash !== '' && status >= 200 && status < 300)
    return { code: 'ANCHOR_DEAD', what: `The link ${href} leads to no place on that page.` };
  const reason = status === 0 ? 'was not answered' : `was answered ${status}`;
  return FILE.test(pathname)
    ? { code: 'ASSET_DEAD', what: `The file ${href} ${reason}.` }
    : { code: 'LINK_DEAD', what: `The link ${href} ${reason}.` };
}

function describeMoved(link: string, target: string): Description {
  const isSlash = target === link.replace(/(?=[?#]|$)/, '/');
  const href = hrefOf(link);
  if (isSlash) return { code: 'LINK_SLASHLESS', what: `The link ${href} lacks its last slash.` };
  return { code: 'LINK_REDIRECTED', what: `The link ${href} is redirected to ${target}.` };
}

function createFault(link: string, fault: Description, parents: ReadonlyMap<string, readonly string[]>): CrawledFault {
  return { ...fault, href: hrefOf(link), paths: parents.get(link) ?? [] };
}

/** As the page says it: a path of the crawled site. */
function hrefOf(link: string): string {
  const { pathname, search, hash } = new URL(link);
  return `${pathname}${search}${hash}`;
}

function withoutHash(link: string): string {
  const url = new URL(link);
  url.hash = '';
  return url.href;
}
