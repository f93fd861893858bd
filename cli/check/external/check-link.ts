// Opens a link and follows redirects, with cookies: HEAD first, then GET if the response is not conclusive. If a host answers 200 for
// paths that do not exist, the words of the page are compared with those of such a path.

import { randomUUID } from 'node:crypto';
import { createCookieJar } from './cookie-jar.ts';
import type { HostGate } from './host-gate.ts';
import type { Failure, LinkRequest, LinkResponse, Sender } from './send-request.ts';
import type { Attempt, Outcome } from './verdicts.ts';

/** State that all links of a run share. */
export interface LinkContext {
  readonly gate: HostGate;
  readonly sender: Sender;
  /** Statuses treated as OK. */
  readonly isAccepted: (status: number) => boolean;
  /** The response of each origin for a path that does not exist. Filled here, once per origin. */
  readonly notFoundResponses: Map<string, Promise<NotFoundResponse | null>>;
  readonly now: () => Date;
}

const MAX_HOPS = 10;
const REFUSALS: ReadonlySet<number> = new Set([401, 402, 403, 407, 418, 423, 451, 460, 999]);

/** Opens a link. */
export async function checkLink(url: string, context: LinkContext): Promise<Attempt> {
  const head = await follow(url, 'HEAD', false, context);
  const isCertain = 'response' in head && head.response.status >= 200 && head.response.status < 300;
  // Many servers do not support HEAD properly, so other responses are checked again with GET.
  const isFinal = 'outcome' in head && ['limited', 'not-checked', 'dns', 'tls'].includes(head.outcome);
  const trail = isCertain || isFinal ? head : await follow(url, 'GET', false, context);
  return { at: context.now().toISOString(), ...(await judge(url, trail, context)) };
}

type Trail =
  | { readonly response: LinkResponse; readonly finalUrl: string; readonly isPermanent: boolean }
  | { readonly outcome: Outcome; readonly status: number | null };

async function judge(url: string, trail: Trail, context: LinkContext): Promise<Omit<Attempt, 'at'>> {
  if ('outcome' in trail) return { outcome: trail.outcome, status: trail.status, finalUrl: null };
  const { status } = trail.response;
  const finalUrl = trail.finalUrl === url ? null : trail.finalUrl;
  if (context.isAccepted(status)) return { outcome: 'ok', status, finalUrl };
  if (status === 404 || status === 410) return { outcome: 'gone', status, finalUrl };
  if (REFUSALS.has(status)) return { outcome: 'refused', status, finalUrl };
  if (status < 200 || status > 299) return { outcome: 'status', status, finalUrl };
  const missing = await compareWithUnknown(url, context);
  if (missing !== null) return { outcome: missing, status, finalUrl };
  return { outcome: finalUrl !== null && trail.isPermanent ? 'moved' : 'ok', status, finalUrl };
}

/** Follows redirects. The trail is permanent if every redirect is. */
async function follow(start: string, method: 'HEAD' | 'GET', wantsBody: boolean, context: LinkContext): Promise<Trail> {
  let url = new URL(start);
  let isPermanent = true;
  const jar = createCookieJar();
  const seen = new Set<string>();
  for (let hop = 0; hop <= MAX_HOPS; hop += 1) {
    const cookies = jar.headerFor(url);
    // A site may set a cookie and send the visitor back to the same address.
    const state = `${url.href} ${cookies}`;
    if (seen.has(state)) return { outcome: 'loop', status: null };
    seen.add(state);
    const response = await send(url, { method, wantsBody, cookies }, context);
    if ('outcome' in response) return { outcome: response.outcome, status: null };
    jar.keep(url, response.setCookies);
    const { status, location } = response;
    if (status === 429 || (status === 503 && response.retryAfter !== null)) return { outcome: 'limited', status };
    if (status < 300 || status > 399 || location === null)
      return { response, finalUrl: url.href, isPermanent: isPermanent && hop > 0 };
    isPermanent &&= status === 301 || status === 308;
    const next = URL.parse(location, url);
    if (next === null || !/^https?:$/.test(next.protocol)) return { outcome: 'status', status };
    next.hash = '';
    url = next;
  }
  return { outcome: 'loop', status: null };
}

/** Sends a request when the host is free, and once more after a short Retry-After. */
async function send(url: URL, request: LinkRequest, { gate, sender }: LinkContext): Promise<LinkResponse | Failure> {
  const attempt = () => gate.run(url.host, () => sender.send(url, request));
  const first = await attempt();
  if (first === null) return { outcome: 'not-checked' };
  if ('outcome' in first || (first.status !== 429 && first.status !== 503) || first.retryAfter === null) return first;
  if (!gate.postpone(url.host, parseRetryAfter(first.retryAfter))) return first;
  return (await attempt()) ?? first;
}

/** Milliseconds from now; null if it is neither seconds nor a date (RFC 9110, section 10.2.3). */
function parseRetryAfter(text: string): number | null {
  if (/^\d+$/.test(text.trim())) return Number(text) * 1000;
  const date = Date.parse(text);
  return Number.isNaN(date) ? null : Math.max(0, date - Date.now());
}

/** Whether the page is what the host shows for paths that do not exist, and says so; null if it is a page of its own. */
async function compareWithUnknown(url: string, context: LinkContext): Promise<'soft-404' | 'same-page' | null> {
  const { origin, pathname } = new URL(url);
  if (pathname === '/') return null;
  const known = context.notFoundResponses.get(origin) ?? requestUnknownPath(origin, context);
  context.notFoundResponses.set(origin, known);
  const notFound = await known;
  if (notFound === null || notFound.isError) return null;
  const page = await follow(url, 'GET', true, context);
  if ('outcome' in page) return null;
  const words = wordsOf(page.response.text, url);
  // The host may redirect all unknown paths to one page.
  const isSame =
    (page.finalUrl !== url && page.finalUrl === notFound.finalUrl) ||
    isSimilar(page.response.text, words, notFound.words);
  if (!isSame) return null;
  return SAYS_MISSING.test(textOf(page.response.text)) ? 'soft-404' : 'same-page';
}

/** Words of error pages that are sent with status 200, in the languages of the site. */
const SAYS_MISSING = new RegExp(
  [
    String.raw`\b404\b|not found|(?:can|could)(?: ?not|n['’]t) (?:find|be found)|(?:does not|doesn['’]t) exist|no longer (?:exists|available)`,
    'no (?:existe|encontrad)|não (?:existe|encontrad|foi encontrad)|не (?:знайден|існує|найден|существует)|табылмады',
  ].join('|'),
  'iu',
);

/** The response of a host for a path that does not exist. */
interface NotFoundResponse {
  /** Whether it is an error, as it should be. */
  readonly isError: boolean;
  readonly finalUrl: string;
  readonly words: ReadonlySet<string>;
}

async function requestUnknownPath(origin: string, context: LinkContext): Promise<NotFoundResponse | null> {
  const url = `${origin}/${randomUUID()}/`;
  const trail = await follow(url, 'GET', true, context);
  if ('outcome' in trail) return null;
  const { status, text } = trail.response;
  return { isError: status < 200 || status > 299, finalUrl: trail.finalUrl, words: wordsOf(text, url) };
}

/** The words of a page, without markup and without those of its own address. */
function wordsOf(html: string, url: string): ReadonlySet<string> {
  const text = textOf(html).toLowerCase();
  const own = new Set(new URL(url).pathname.toLowerCase().split(/[^\p{L}\p{N}]+/u));
  return new Set(text.split(/[^\p{L}\p{N}]+/u).filter((word) => word !== '' && !own.has(word)));
}

/** Takes linear time: an element without an end is dropped to the end, and no tag is searched for beyond the next one. */
function textOf(html: string): string {
  return html.replace(/<(script|style)\b[\s\S]*?(?:<\/\1>|$)/gi, ' ').replace(/<[^<>]*>/g, ' ');
}

/** Share of words that two equal pages must have in common. */
const MIN_SIMILARITY = 0.9;

function isSimilar(html: string, words: ReadonlySet<string>, others: ReadonlySet<string>): boolean {
  const shared = words.intersection(others).size;
  const all = words.union(others).size;
  return all === 0 ? html === '' : shared / all >= MIN_SIMILARITY;
}
