// Describes faulty links of a live site from the responses of its host, and files that are served with a wrong Content-Type.

import type { LinkResult } from 'linkinator';
import { createSender, type Sender } from '../external/send-request.ts';
import { describeDeadAnchor, type LinkFault } from './link-faults.ts';

/** Whether a path is a file other than a page. */
export function isFilePath(pathname: string): boolean {
  return /\.(?!html?$)[a-z0-9]{2,5}$/i.test(pathname);
}

/** A fault of an address. */
export type Description = Pick<LinkFault, 'code' | 'what'>;

/** A link that does not work. */
export function describeBroken({ url, parent = url, status = 0, failureDetails = [] }: LinkResult): Description {
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
export function describeRedirected(link: string, target: string): Description {
  const href = hrefOf(link);
  const isSlash = target === link.replace(/(?=[?#]|$)/, '/');
  if (isSlash) return { code: 'LINK_SLASHLESS', what: `The link ${href} has no trailing slash.` };
  return { code: 'LINK_REDIRECTED', what: `The link ${href} is redirected to ${hrefOf(target, link)}.` };
}

/** The path of a URL of the crawled site; other links are returned unchanged. */
export function hrefOf(link: string, base = link): string {
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

/** A wrong Content-Type; '' if the host sends none. */
export interface WrongType {
  readonly type: string;
  readonly expected: string;
}

/** A file with a wrong Content-Type. */
export function describeWrongType(url: string, { type, expected }: WrongType): Description {
  const shown = type === '' ? 'without a Content-Type' : `as ${type}`;
  return { code: 'TYPE_WRONG', what: `${hrefOf(url)} is served ${shown}, not as ${expected}.` };
}

/** Requests the type of each file and returns those that are wrong. Files that cannot be requested are skipped. */
export async function findWrongTypes(
  urls: readonly string[],
  { concurrency, ...requests }: TypeRequests,
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
