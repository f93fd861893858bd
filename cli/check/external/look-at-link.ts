// One look at an address: HEAD, then GET where HEAD is not certain, redirects followed hop by hop. A host that answers 200 for
// a path that nobody made is compared by its words.

import { randomUUID } from 'node:crypto';
import type { HostGate } from './host-gate.ts';
import type { Answer, Failure, Sender } from './send-request.ts';
import type { Look, Outcome } from './verdicts.ts';

/** What a look needs. */
export interface LookContext {
  readonly gate: HostGate;
  readonly sender: Sender;
  /** Statuses that count as there. */
  readonly isAccepted: (status: number) => boolean;
  /** Manners of each host, asked once. Filled here. */
  readonly manners: Map<string, Promise<HostManners | null>>;
  readonly now: () => Date;
}

const MAX_HOPS = 10;
const REFUSALS: ReadonlySet<number> = new Set([401, 402, 403, 407, 418, 423, 451, 460, 999]);

/** Looks at one address. */
export async function lookAtLink(url: string, context: LookContext): Promise<Look> {
  const head = await follow(url, 'HEAD', false, context);
  const isCertain = 'answer' in head && head.answer.status >= 200 && head.answer.status < 300;
  // Many servers answer HEAD wrongly: whatever is not plainly good is asked for again.
  const isFinal = 'outcome' in head && ['limited', 'not-looked', 'dns', 'tls'].includes(head.outcome);
  const trail = isCertain || isFinal ? head : await follow(url, 'GET', false, context);
  return { at: context.now().toISOString(), ...(await judge(url, trail, context)) };
}

type Trail =
  | { readonly answer: Answer; readonly finalUrl: string; readonly isPermanent: boolean }
  | { readonly outcome: Outcome; readonly status: number | null };

async function judge(url: string, trail: Trail, context: LookContext): Promise<Omit<Look, 'at'>> {
  if ('outcome' in trail) return { outcome: trail.outcome, status: trail.status, finalUrl: null };
  const { status } = trail.answer;
  const finalUrl = trail.finalUrl === url ? null : trail.finalUrl;
  if (context.isAccepted(status)) return { outcome: 'ok', status, finalUrl };
  if (status === 404 || status === 410) return { outcome: 'gone', status, finalUrl };
  if (REFUSALS.has(status)) return { outcome: 'refused', status, finalUrl };
  if (status < 200 || status > 299) return { outcome: 'status', status, finalUrl };
  if (await isDisguised(url, context)) return { outcome: 'soft-404', status, finalUrl };
  return { outcome: finalUrl !== null && trail.isPermanent ? 'moved' : 'ok', status, finalUrl };
}

/** Follows redirects. Permanent is a trail whose every hop is. */
async function follow(start: string, method: 'HEAD' | 'GET', wantsBody: boolean, context: LookContext): Promise<Trail> {
  let url = new URL(start);
  let isPermanent = true;
  const seen = new Set<string>();
  for (let hop = 0; hop <= MAX_HOPS; hop += 1) {
    if (seen.has(url.href)) return { outcome: 'loop', status: null };
    seen.add(url.href);
    const answer = await ask(url, method, wantsBody, context);
    if ('outcome' in answer) return { outcome: answer.outcome, status: null };
    const { status, location } = answer;
    if (status === 429 || (status === 503 && answer.retryAfter !== null)) return { outcome: 'limited', status };
    if (status < 300 || status > 399 || location === null)
      return { answer, finalUrl: url.href, isPermanent: isPermanent && hop > 0 };
    isPermanent &&= status === 301 || status === 308;
    const next = URL.parse(location, url);
    if (next === null || !/^https?:$/.test(next.protocol)) return { outcome: 'status', status };
    next.hash = '';
    url = next;
  }
  return { outcome: 'loop', status: null };
}

/** Asks when the host may be asked; once more after the wait that it asks for, where that is short. */
async function ask(
  url: URL,
  method: 'HEAD' | 'GET',
  wantsBody: boolean,
  { gate, sender }: LookContext,
): Promise<Answer | Failure> {
  const send = () => gate.run(url.host, () => sender.send(url, method, wantsBody));
  const first = await send();
  if (first === null) return { outcome: 'not-looked' };
  if ('outcome' in first || (first.status !== 429 && first.status !== 503) || first.retryAfter === null) return first;
  if (!gate.postpone(url.host, parseRetryAfter(first.retryAfter))) return first;
  return (await send()) ?? first;
}

/** Seconds or a date (RFC 9110, section 10.2.3), in milliseconds from now; null where it is neither. */
function parseRetryAfter(text: string): number | null {
  if (/^\d+$/.test(text.trim())) return Number(text) * 1000;
  const date = Date.parse(text);
  return Number.isNaN(date) ? null : Math.max(0, date - Date.now());
}

/** A good answer is compared with that of a path that nobody made, unless the host answers such a path with an error. */
async function isDisguised(url: string, context: LookContext): Promise<boolean> {
  const { origin, pathname } = new URL(url);
  if (pathname === '/') return false;
  const known = context.manners.get(origin) ?? askManners(origin, context);
  context.manners.set(origin, known);
  const manners = await known;
  if (manners === null || manners.isHonest) return false;
  const page = await follow(url, 'GET', true, context);
  if ('outcome' in page) return false;
  return isSoft404({ url, finalUrl: page.finalUrl, text: page.answer.text }, manners);
}

async function askManners(origin: string, context: LookContext): Promise<HostManners | null> {
  const url = `${origin}/${randomUUID()}/`;
  const trail = await follow(url, 'GET', true, context);
  if ('outcome' in trail) return null;
  const { status, text } = trail.answer;
  return { isHonest: status < 200 || status > 299, finalUrl: trail.finalUrl, words: wordsOf(text, url) };
}

/** What a host answers for a path that nobody made. */
interface HostManners {
  /** True where such a path is answered with an error, as it should be. */
  readonly isHonest: boolean;
  readonly finalUrl: string;
  readonly words: ReadonlySet<string>;
}

/** Share of words that two pages must have in common to be taken for one. */
const LIKENESS = 0.9;

/** The words of a page, without markup and without the address itself. */
function wordsOf(html: string, url: string): ReadonlySet<string> {
  const text = html
    .replace(/<(script|style)\b[\s\S]*?<\/\1>/gi, ' ')
    .replace(/<[^>]*>/g, ' ')
    .toLowerCase();
  const own = new Set(new URL(url).pathname.toLowerCase().split(/[^\p{L}\p{N}]+/u));
  return new Set(text.split(/[^\p{L}\p{N}]+/u).filter((word) => word !== '' && !own.has(word)));
}

/** Whether a page is like that of a path that nobody made. */
function isSoft404(
  page: { readonly url: string; readonly finalUrl: string; readonly text: string },
  manners: HostManners,
): boolean {
  if (manners.isHonest) return false;
  // Everything unknown is led to one page, and so is this address.
  if (page.finalUrl !== page.url && page.finalUrl === manners.finalUrl) return true;
  const words = wordsOf(page.text, page.url);
  const shared = [...words].filter((word) => manners.words.has(word)).length;
  const all = words.size + manners.words.size - shared;
  return all === 0 ? page.text === '' : shared / all >= LIKENESS;
}
