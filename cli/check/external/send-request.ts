// Sends requests to other sites, with limits for each host. It follows no redirects, reads only the start of a body, and connects only
// to public addresses, because content can contain any address.

import { lookup } from 'node:dns';
import type { IncomingHttpHeaders } from 'node:http';
import { BlockList, isIP, type LookupFunction } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import pLimit, { type LimitFunction } from 'p-limit';
import { Agent } from 'undici';
import { decodeBody, headerOf, readBody, sendRequest } from '../../content/client/send-request.ts';
import { parseRetryAfter } from '../../content/intake/parse-answer.ts';
import { systemErrorCode } from '../../errors.ts';
import type { Outcome } from './verdicts.ts';

export interface LinkResponse {
  readonly status: number;
  /** Where it redirects to; null if it does not, or to no valid URL. */
  readonly redirect: URL | null;
  readonly retryAfter: string | null;
  /** '' if the host sends none. */
  readonly contentType: string;
  readonly headers: IncomingHttpHeaders;
  /** Start of the body, without its content encoding. */
  readonly body: Buffer;
}

export interface Failure {
  readonly outcome: Outcome;
}

export interface LinkRequest {
  readonly method: 'HEAD' | 'GET';
  /** How much of the body is read. */
  readonly maxBytes: number;
}

export interface HostLimits {
  readonly concurrency: number;
  /** Pause between two requests, from the start and from the end of the first one. */
  readonly pauseMs: number;
  /** After a longer Retry-After, the host gets no more requests in this run. */
  readonly longestWaitMs: number;
}

export interface SenderOptions {
  readonly timeoutMs: number;
  /** Whether addresses of this machine and its networks are requested. */
  readonly allowPrivate: boolean;
  readonly userAgent: string;
  readonly limits: HostLimits;
  readonly signal: AbortSignal;
}

export type Sender = ReturnType<typeof createSender>;

/** Sends the requests of one run: each when its host is free, and once more after a short Retry-After. */
export function createSender({ limits, ...options }: SenderOptions) {
  const { timeoutMs, allowPrivate, signal } = options;
  const agent = new Agent({
    connect: { timeout: timeoutMs, ...(allowPrivate ? {} : { lookup: lookUpPublic }) },
    keepAliveTimeout: 1000,
  });
  const hosts = new Map<string, Host>();
  const hostOf = (url: URL): Host =>
    hosts.getOrInsertComputed(url.host, () => ({ limit: pLimit(limits.concurrency), opensAt: 0, isBusy: false }));
  const pace = async (url: URL): Promise<void> => {
    const host = hostOf(url);
    const startsAt = Math.max(host.opensAt, performance.now());
    host.opensAt = startsAt + limits.pauseMs;
    await wait(Math.max(0, startsAt - performance.now()), undefined, { signal });
  };
  const send = async (url: URL, request: LinkRequest, isSecond = false): Promise<LinkResponse | Failure> => {
    const host = hostOf(url);
    const response = await host.limit(async () => {
      await pace(url);
      if (host.isBusy) return NOT_CHECKED;
      const found = await sendOnce(url, request, agent, options);
      const pauseMs = ('outcome' in found ? null : retryAfterOf(found)) ?? limits.pauseMs;
      if (pauseMs > Math.max(limits.longestWaitMs, limits.pauseMs)) host.isBusy = true;
      else host.opensAt = Math.max(host.opensAt, performance.now() + pauseMs);
      return found;
    });
    const isLimited = !('outcome' in response) && retryAfterOf(response) !== null;
    if (!isLimited || isSecond || host.isBusy) return response;
    const second = await send(url, request, true);
    return second === NOT_CHECKED ? response : second;
  };
  return {
    send: (url: URL, wanted: LinkRequest) => send(url, wanted),
    /** Waits until the host is free, for a request that something else sends. */
    pace,
    [Symbol.asyncDispose]: () => agent.destroy(),
  };
}

interface Host {
  readonly limit: LimitFunction;
  /** When the next request may start, by `performance.now()`. */
  opensAt: number;
  /** Whether it gets no more requests. */
  isBusy: boolean;
}

const NOT_CHECKED: Failure = { outcome: 'not-checked' };

/** Milliseconds until a busy host wants the next request (RFC 9110, section 10.2.3); null if it does not say. */
function retryAfterOf({ status, retryAfter }: LinkResponse): number | null {
  if ((status !== 429 && status !== 503) || retryAfter === null) return null;
  return parseRetryAfter(retryAfter, Date.now());
}

async function sendOnce(
  url: URL,
  { method, maxBytes }: LinkRequest,
  agent: Agent,
  { timeoutMs, allowPrivate, userAgent, signal }: Omit<SenderOptions, 'limits'>,
): Promise<LinkResponse | Failure> {
  if (!allowPrivate && isPrivate(url.hostname)) return NOT_CHECKED;
  const timer = AbortSignal.timeout(timeoutMs);
  try {
    const response = await sendRequest(agent, url, {
      method,
      headersOf: () => ({
        'user-agent': userAgent,
        accept: 'text/html,application/xhtml+xml,*/*;q=0.8',
        'accept-language': 'en',
        ...(maxBytes > 0 ? { 'accept-encoding': 'gzip, deflate, br' } : {}),
      }),
      isAllowed: () => false,
      signal: AbortSignal.any([timer, signal]),
    });
    const { status, redirect, headers, body } = response;
    const start = maxBytes > 0 ? (await readBody(decodeBody(response), maxBytes)).body.subarray(0, maxBytes) : NOTHING;
    body.on('error', () => {}).destroy();
    return {
      status,
      redirect,
      retryAfter: headerOf(response, 'retry-after'),
      contentType: headerOf(response, 'content-type') ?? '',
      headers,
      body: start,
    };
  } catch (cause) {
    signal.throwIfAborted();
    return { outcome: timer.aborted ? 'time-out' : outcomeOfError(cause) };
  }
}

const NOTHING = Buffer.alloc(0);

function outcomeOfError(cause: unknown): Outcome {
  const code = systemErrorCode(cause) ?? '';
  if (code === PRIVATE) return 'not-checked';
  if (['UND_ERR_CONNECT_TIMEOUT', 'UND_ERR_HEADERS_TIMEOUT', 'UND_ERR_BODY_TIMEOUT', 'ETIMEDOUT'].includes(code))
    return 'time-out';
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') return 'dns';
  return /CERT|TLS|SSL|ERR_SSL|SELF_SIGNED|UNABLE_TO|EPROTO/.test(code) ? 'tls' : 'connection';
}

const PRIVATE = 'ERR_PRIVATE_ADDRESS';
const privateAddresses = new BlockList();
for (const subnet of [
  ...['0.0.0.0/8', '10.0.0.0/8', '100.64.0.0/10', '127.0.0.0/8', '169.254.0.0/16', '172.16.0.0/12', '192.168.0.0/16'],
  ...['::/127', 'fc00::/7', 'fe80::/10'],
]) {
  const [address = '', prefix] = subnet.split('/');
  privateAddresses.addSubnet(address, Number(prefix), address.includes(':') ? 'ipv6' : 'ipv4');
}

/** Whether an address is not public (RFC 6890), or a name is never one of the Internet (RFC 6761, 6762, and `internal` of ICANN). */
export function isPrivate(hostname: string): boolean {
  // The host of a URL has brackets around an IPv6 address.
  const host = hostname.replace(/^\[|\]$/g, '');
  const version = isIP(host);
  // Without a dot it is what people mistyped, such as https://https://example.com, or a name of their own network.
  if (version === 0) return !host.includes('.') || /\.(localhost|local|internal|test)$/i.test(host);
  return privateAddresses.check(host, version === 4 ? 'ipv4' : 'ipv6');
}

/** Refuses names that resolve to a private address, because anyone can register such a name. */
const lookUpPublic: LookupFunction = (hostname, options, callback) => {
  lookup(hostname, { ...options, all: true }, (error, addresses = []) => {
    const isRefused = addresses.some(({ address }) => isPrivate(address));
    const failure = isRefused ? Object.assign(new Error('The host has a private address.'), { code: PRIVATE }) : error;
    const [first] = addresses;
    if (failure !== null || options.all === true) callback(failure, addresses);
    else callback(null, first?.address ?? '', first?.family);
  });
};
