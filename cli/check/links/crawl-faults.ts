// Finds faulty links of a live site from the responses of its host, and files that are served with a wrong Content-Type.

import type { LinkResult } from 'linkinator';
import { parseAddress } from '../../paths/address.ts';
import { createSender, type Sender } from '../external/send-request.ts';
import type { RuleCode } from '../rules/rules.ts';
import { describeDeadAnchor } from './link-faults.ts';
import { describeInsecure, describeUnknownScheme } from './link-rules.ts';

/** A faulty address. */
export interface CrawledFault {
  readonly code: RuleCode;
  readonly href: string;
  readonly what: string;
  /** Paths of the pages that link to it. */
  readonly paths: readonly string[];
}

/** The result of a crawl. Valid URLs are absolute. */
interface Crawl {
  readonly start: URL;
  /** The URL at which a link to the site is crawled. */
  readonly crawledUrlOf: (link: string) => string;
  /** Number of pages above the limit. */
  readonly refused: number;
  readonly links: readonly LinkResult[];
  /** Paths of pages by the links on them. */
  readonly pathsByUrl: ReadonlyMap<string, readonly string[]>;
  /** Targets of redirected links. */
  readonly targetByUrl: ReadonlyMap<string, string>;
  /** Links to the site over the other scheme, and the responses at their crawled addresses. */
  readonly insecure: readonly string[];
  readonly insecureTargets: readonly LinkResult[];
  readonly wrongTypes: readonly WrongType[];
}

/** Lists the faults of a crawl. */
export function findFaults(crawl: Crawl): readonly CrawledFault[] {
  return [
    ...findBroken(crawl),
    ...findRedirected(crawl),
    ...findUnknownSchemes(crawl),
    ...findInsecure(crawl),
    ...findTypeFaults(crawl),
    ...findLimit(crawl),
  ];
}

function isBroken({ state }: LinkResult): boolean {
  return state === 'BROKEN';
}

function findBroken({ links, pathsByUrl }: Crawl): readonly CrawledFault[] {
  const byUrl = new Map(links.filter(isBroken).map((link) => [link.url, link]));
  return [...byUrl].map(([url, link]) => ({
    ...describeBroken(link),
    href: hrefOf(url),
    paths: pathsByUrl.get(url) ?? [],
  }));
}

function findRedirected({ links, pathsByUrl, targetByUrl }: Crawl): readonly CrawledFault[] {
  const broken = new Set(links.filter(isBroken).map(({ url }) => url));
  return [...targetByUrl]
    .filter(([link]) => !broken.has(link) && pathsByUrl.has(link))
    .map(([link, target]) => ({
      ...describeRedirected(link, target),
      href: hrefOf(link),
      paths: pathsByUrl.get(link) ?? [],
    }));
}

function findUnknownSchemes({ pathsByUrl, start }: Crawl): readonly CrawledFault[] {
  return [...pathsByUrl]
    .filter(([link]) => parseAddress(link, '/', start.origin).kind === 'unknown-scheme')
    .map(([href, paths]) => ({ code: 'LINK_SCHEME_UNKNOWN', what: describeUnknownScheme(href), href, paths }));
}

function findInsecure({ crawledUrlOf, insecure, insecureTargets, pathsByUrl }: Crawl): readonly CrawledFault[] {
  const brokenByUrl = new Map(insecureTargets.filter(isBroken).map((link) => [link.url, link]));
  return insecure.flatMap((href): readonly CrawledFault[] => {
    const paths = pathsByUrl.get(href) ?? [];
    const broken = brokenByUrl.get(crawledUrlOf(href));
    const what = describeInsecure(href);
    return [
      { code: 'LINK_INSECURE', what, href, paths },
      ...(broken === undefined ? [] : [{ ...describeBroken(broken), href, paths }]),
    ];
  });
}

function findTypeFaults({ wrongTypes, pathsByUrl }: Crawl): readonly CrawledFault[] {
  return wrongTypes.map(({ url, type, expected }) => ({
    code: 'TYPE_WRONG',
    href: hrefOf(url),
    what: `${hrefOf(url)} is served ${type === '' ? 'without a Content-Type' : `as ${type}`}, not as ${expected}.`,
    paths: pathsByUrl.get(url) ?? [],
  }));
}

function findLimit({ refused, start }: Crawl): readonly CrawledFault[] {
  if (refused === 0) return [];
  const what = `The crawl stopped at its page limit: at least ${refused} more pages were not checked.`;
  return [{ code: 'CRAWL_LIMIT', href: '', what, paths: [start.pathname] }];
}

/** Whether a path is a file other than a page. */
export function isFilePath(pathname: string): boolean {
  return /\.(?!html?$)[a-z0-9]{2,5}$/i.test(pathname);
}

type Description = Pick<CrawledFault, 'code' | 'what'>;

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

/** Options for requests to the site. */
export interface TypeRequests {
  readonly concurrency: number;
  readonly timeoutMs: number;
  readonly userAgent: string;
  readonly signal: AbortSignal;
}

const EXPECTED: readonly { readonly path: RegExp; readonly type: RegExp; readonly name: string }[] = [
  { path: /(?:\/|\.html?)$/i, type: /^(?:text\/html|application\/xhtml\+xml)\b/i, name: 'text/html' },
  { path: /\.css$/i, type: /^text\/css\b/i, name: 'text/css' },
  { path: /\.m?js$/i, type: /^(?:text|application)\/(?:javascript|ecmascript)\b/i, name: 'text/javascript' },
];

/** A file with a wrong Content-Type. */
export interface WrongType {
  readonly url: string;
  /** '' if the host sends none. */
  readonly type: string;
  readonly expected: string;
}

/** Requests the type of each file and returns those that are wrong. Files that cannot be requested are skipped. */
export async function findWrongTypes(
  urls: readonly string[],
  { concurrency, ...requests }: TypeRequests,
): Promise<readonly WrongType[]> {
  const limits = { concurrency, budget: Number.POSITIVE_INFINITY, pauseMs: 0, longestWaitMs: 0 };
  const sender = createSender({ ...requests, limits, allowPrivate: true });
  try {
    const found = await Promise.all(
      urls.map((url) => {
        const row = EXPECTED.find(({ path }) => path.test(new URL(url).pathname));
        return row === undefined ? null : compareType(url, row, sender);
      }),
    );
    return found.filter((wrong) => wrong !== null);
  } finally {
    await sender.close();
  }
}

async function compareType(
  url: string,
  { type: expected, name }: (typeof EXPECTED)[number],
  sender: Sender,
): Promise<WrongType | null> {
  const response = await sender.send(new URL(url), { method: 'HEAD', wantsBody: false });
  if ('outcome' in response || response.status !== 200 || expected.test(response.contentType)) return null;
  return { url, type: response.contentType, expected: name };
}
