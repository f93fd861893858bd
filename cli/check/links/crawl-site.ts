// Crawls a live site: linkinator follows its links from one page, up to a number of pages. Links to other sites are only
// collected.

import { LinkChecker, type LinkResult } from 'linkinator';
import { hostOriginOf, withoutBase } from '../../../config/site-address.ts';
import { SiteError } from '../../errors.ts';
import { parseAddress } from '../../paths/address.ts';
import { ROOT_PATH } from '../../paths/site-path.ts';
import { createSender, type Sender, type SenderOptions } from '../external/send-request.ts';
import { describeDeadAnchor, type LinkFault } from './link-faults.ts';
import { describeFault } from './link-rules.ts';

interface SiteRequests extends Omit<SenderOptions, 'limits' | 'allowPrivate'> {
  readonly concurrency: number;
}

/** What to crawl, and how. */
export interface CrawlOptions extends SiteRequests {
  /** The first page; everything on its origin, in the folder of the site, is crawled. */
  readonly url: URL;
  /** Public address of the site. Links to it are followed on the origin of `url`, so that a copy can be checked before it is public. */
  readonly origin: string;
  /** Stops a crawl of a site with an endless number of addresses. */
  readonly maxPages: number;
  readonly isExcluded: (url: string) => boolean;
}

/** The result of a crawl. */
export interface CrawledSite {
  readonly pages: number;
  readonly links: number;
  /** Paths are those of URLs, decoded, with the folder of the site. */
  readonly faults: readonly (Pick<LinkFault, 'code' | 'href' | 'what'> & { readonly paths: readonly string[] })[];
  /** Addresses of other sites, with the paths of the pages that link to them. */
  readonly externals: ReadonlyMap<string, readonly string[]>;
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
    const kind = gate.isInsecure(link) ? 'insecure' : parseAddress(link, ROOT_PATH, start.origin).kind;
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
  { url, origin, concurrency, timeoutMs, userAgent, signal }: CrawlOptions,
) {
  const checker = new LinkChecker();
  const targetByUrl = new Map<string, string>();
  const read = new Set<string>();
  checker.on('redirect', (redirect) => targetByUrl.set(redirect.url, redirect.targetUrl ?? ''));
  checker.on('pagestart', (page) => read.add(String(page)));
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
  // linkinator also follows the links of error pages, which are not pages of the site.
  const failed = new Set(links.filter(({ status = 0 }) => status >= 400).map((link) => link.url));
  return {
    /** A broken or skipped link once per page, any other link once. */
    links: links.filter(({ parent = '' }) => !failed.has(parent)),
    /** Pages and stylesheets whose own links were followed. */
    read: read.difference(failed),
    /** Targets of redirected links. */
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
  const failure = status === 0 ? 'did not answer' : `returned status ${status}`;
  const reason = wrongType === null ? failure : `is served as "${wrongType}", not as text/html`;
  throw new SiteError({
    code: 'CHECK_UNREACHABLE',
    exitCode: 3,
    message: `${url.href} ${reason}: nothing was checked. Correct the URL, or try again when the site is up.`,
  });
}

/** Paths of the pages that link to each address. */
function groupParents(links: readonly LinkResult[]): ReadonlyMap<string, readonly string[]> {
  const withParent = links.filter(({ parent }) => parent !== undefined);
  return new Map(
    [...Map.groupBy(withParent, ({ url }) => url)].map(([url, group]) => [
      url,
      [...new Set(group.map(({ parent = '' }) => decodePath(parent)))].sort(),
    ]),
  );
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

/** Whether a path is a file other than a page. */
function isFilePath(pathname: string): boolean {
  return /\.(?!html?$)[a-z0-9]{2,5}$/i.test(pathname);
}

/** A fault of an address. */
type Description = Pick<LinkFault, 'code' | 'what'>;

/** A link that does not work. */
function describeBroken({ url, parent = url, status = 0, failureDetails = [] }: LinkResult): Description {
  const href = hrefOf(url);
  const parsed = URL.parse(url);
  // linkinator cannot parse a fragment with a broken escape, such as #%zz. To browsers it is valid, but no element has it.
  if (parsed === null && URL.canParse(url, parent)) return { code: 'ANCHOR_DEAD', what: describeDeadAnchor(href) };
  if (parsed === null) return { code: 'LINK_INVALID', what: `The link ${href} is not a valid URL.` };
  if (parsed.hash !== '' && status >= 200 && status < 300)
    return { code: 'ANCHOR_DEAD', what: describeDeadAnchor(href) };
  const reason = status === 0 ? describeFailure(failureDetails) : `returned status ${status}`;
  return isFilePath(parsed.pathname)
    ? { code: 'ASSET_DEAD', what: `The file ${href} ${reason}.` }
    : { code: 'LINK_DEAD', what: `The link ${href} ${reason}.` };
}

function describeFailure(failures: NonNullable<LinkResult['failureDetails']>): string {
  const errors = failures.filter((failure) => failure instanceof Error);
  if (errors.some(({ message }) => message.includes('redirect count'))) return 'redirects in a loop';
  return errors.some(({ name }) => name === 'TimeoutError') ? 'did not answer in time' : 'did not answer';
}

/** A link that is redirected. */
function describeRedirected(link: string, target: string): Description {
  const href = hrefOf(link);
  const isSlash = target === link.replace(/(?=[?#]|$)/, '/');
  if (isSlash) return { code: 'LINK_SLASHLESS', what: `The link ${href} has no trailing slash.` };
  return { code: 'LINK_REDIRECTED', what: `The link ${href} is redirected to ${hrefOf(target, link)}.` };
}

/** The path of a URL of the crawled site; other links are returned unchanged. */
function hrefOf(link: string, base = link): string {
  const url = URL.parse(link);
  if (url === null || url.origin !== URL.parse(base)?.origin) return link;
  return `${url.pathname}${url.search}${url.hash}`;
}

const EXPECTED: readonly { readonly path: RegExp; readonly type: RegExp; readonly name: string }[] = [
  { path: /(?:\/|\.html?)$/i, type: /^(?:text\/html|application\/xhtml\+xml)\b/i, name: 'text/html' },
  { path: /\.css$/i, type: /^text\/css\b/i, name: 'text/css' },
  { path: /\.m?js$/i, type: /^(?:text|application)\/(?:javascript|ecmascript)\b/i, name: 'text/javascript' },
];

/** A wrong Content-Type; '' if the host sends none. */
interface WrongType {
  readonly type: string;
  readonly expected: string;
}

/** A file with a wrong Content-Type. */
function describeWrongType(url: string, { type, expected }: WrongType): Description {
  const shown = type === '' ? 'without a Content-Type' : `as ${type}`;
  return { code: 'TYPE_WRONG', what: `${hrefOf(url)} is served ${shown}, not as ${expected}.` };
}

/** Requests the type of each file and returns those that are wrong. Files that cannot be requested are skipped. */
async function findWrongTypes(
  urls: readonly string[],
  { concurrency, ...requests }: SiteRequests,
): Promise<ReadonlyMap<string, WrongType>> {
  const limits = { concurrency, budget: Number.POSITIVE_INFINITY, pauseMs: 0, longestWaitMs: 0 };
  const sender = createSender({ ...requests, limits, allowPrivate: true });
  try {
    const found = await Promise.all(urls.map(async (url) => [url, await findWrongType(new URL(url), sender)] as const));
    return new Map(found.flatMap(([url, wrong]) => (wrong === null ? [] : [[url, wrong]])));
  } finally {
    await sender.close();
  }
}

async function findWrongType(url: URL, sender: Sender): Promise<WrongType | null> {
  const expected = EXPECTED.find(({ path }) => path.test(url.pathname));
  if (expected === undefined) return null;
  const response = await sender.send(url, { method: 'HEAD', wantsBody: false });
  if ('outcome' in response || response.status !== 200 || expected.type.test(response.contentType)) return null;
  return { type: response.contentType, expected: expected.name };
}
