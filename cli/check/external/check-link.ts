// Opens a link and follows redirects: HEAD first, then GET if the response is not conclusive. If a host answers 200 for
// paths that do not exist, the words of the page are compared with those of such a path.

import { randomUUID } from 'node:crypto';
import type { LinkRequest, LinkResponse, Sender } from './send-request.ts';
import { isSameText, saysMissing, textOf, wordsOf } from './soft-404.ts';
import type { Attempt, Outcome } from './verdicts.ts';

export interface LinkContext {
  readonly sender: Sender;
  readonly isAccepted: (status: number) => boolean;
  /** The page of each origin for a path that does not exist; null if the origin has none. Filled here, once per origin. */
  readonly notFoundResponses: Map<string, Promise<LinkResult | null>>;
}

/** A response after all redirects, or why there is none, and the last URL. It is permanent if every redirect is. */
type Trail = { readonly url: URL } & (
  | { readonly response: LinkResponse; readonly isPermanent: boolean }
  | { readonly outcome: Outcome; readonly status: number | null }
);
type LinkResult = Extract<Trail, { readonly response: LinkResponse }>;

const MAX_HOPS = 10;
/** How much of a page is compared. */
const SAMPLE: LinkRequest = { method: 'GET', maxBytes: 65_536 };
const REFUSALS: ReadonlySet<number> = new Set([401, 402, 403, 407, 418, 423, 451, 460, 999]);

export async function checkLink(url: string, context: LinkContext): Promise<Omit<Attempt, 'at'>> {
  const start = new URL(url);
  const head = await follow(start, { method: 'HEAD', maxBytes: 0 }, context.sender);
  // Many servers do not support HEAD properly, so other responses are checked again with GET.
  const isFinal =
    'outcome' in head ? ['limited', 'not-checked', 'dns', 'tls'].includes(head.outcome) : isSuccess(head.response);
  const trail = isFinal ? head : await follow(start, { method: 'GET', maxBytes: 0 }, context.sender);
  if ('outcome' in trail) return { outcome: trail.outcome, status: trail.status, finalUrl: null };
  const { status } = trail.response;
  const finalUrl = trail.url.href === url ? null : trail.url.href;
  return { outcome: await judge(url, trail, context), status, finalUrl };
}

async function judge(url: string, trail: LinkResult, context: LinkContext): Promise<Outcome> {
  const { status } = trail.response;
  if (context.isAccepted(status)) return 'ok';
  if (status === 404 || status === 410) return 'gone';
  if (REFUSALS.has(status)) return 'refused';
  if (!isSuccess(trail.response)) return 'status';
  return (await compareWithUnknown(url, context)) ?? (trail.url.href !== url && trail.isPermanent ? 'moved' : 'ok');
}

const isSuccess = ({ status }: LinkResponse): boolean => status >= 200 && status <= 299;

/** Follows redirects, except to where `mayFollow` forbids. */
export async function follow(
  start: URL,
  request: LinkRequest,
  sender: Sender,
  mayFollow: (target: URL) => boolean = () => true,
): Promise<Trail> {
  let url = start;
  let isPermanent = true;
  const seen = new Set<string>();
  for (let hop = 0; hop <= MAX_HOPS && !seen.has(url.href); hop += 1) {
    seen.add(url.href);
    const response = await sender.send(url, request);
    if ('outcome' in response) return { url, outcome: response.outcome, status: null };
    const { status, redirect, retryAfter } = response;
    if (status === 429 || (status === 503 && retryAfter !== null)) return { url, outcome: 'limited', status };
    if (redirect === null || !/^https?:$/.test(redirect.protocol) || !mayFollow(redirect))
      return { url, response, isPermanent: isPermanent && hop > 0 };
    isPermanent &&= status === 301 || status === 308;
    redirect.hash = '';
    url = redirect;
  }
  return { url, outcome: 'loop', status: null };
}

/** Whether the page is what the host shows for paths that do not exist, and says so; null if it is a page of its own. */
async function compareWithUnknown(url: string, context: LinkContext): Promise<'soft-404' | 'same-page' | null> {
  const { origin, pathname } = new URL(url);
  if (pathname === '/') return null;
  const notFound = await context.notFoundResponses.getOrInsertComputed(origin, () =>
    requestUnknownPath(origin, context),
  );
  if (notFound === null) return null;
  const page = await follow(new URL(url), SAMPLE, context.sender);
  if ('outcome' in page) return null;
  // The host may redirect all unknown paths to one page.
  const isSame = (page.url.href !== url && page.url.href === notFound.url.href) || isSimilar(page, notFound);
  if (!isSame) return null;
  return saysMissing(textOf(page.response.body.toString())) ? 'soft-404' : 'same-page';
}

/** The page for a path that does not exist; null if it is an error, as it should be. */
async function requestUnknownPath(origin: string, context: LinkContext): Promise<LinkResult | null> {
  const trail = await follow(new URL(`/${randomUUID()}/`, origin), SAMPLE, context.sender);
  return 'outcome' in trail || !isSuccess(trail.response) ? null : trail;
}

function isSimilar(page: LinkResult, notFound: LinkResult): boolean {
  if (page.response.body.length + notFound.response.body.length === 0) return true;
  const wordsOfPage = ({ response, url }: LinkResult) => wordsOf(response.body.toString(), url.href);
  return isSameText(wordsOfPage(page), wordsOfPage(notFound));
}
