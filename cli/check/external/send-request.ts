// Sends one request to another site. It follows no redirects, reads only the start of a body, and connects only to public
// addresses, because content can contain any address.

import { lookup } from 'node:dns';
import { BlockList, isIP, type LookupFunction } from 'node:net';
import { Agent, request } from 'undici';
import { systemErrorCode } from '../../errors.ts';
import type { Outcome } from './verdicts.ts';

/** A response. */
export interface LinkResponse {
  readonly status: number;
  readonly location: string | null;
  readonly retryAfter: string | null;
  readonly setCookies: readonly string[];
  /** '' if the host sends none. */
  readonly contentType: string;
  /** Start of the body; '' unless `wantsBody`. */
  readonly text: string;
}

/** Why there is no response. */
export interface Failure {
  readonly outcome: Outcome;
}

/** A request. */
export interface LinkRequest {
  readonly method: 'HEAD' | 'GET';
  readonly wantsBody: boolean;
  /** Value of the `Cookie` header; '' for none. */
  readonly cookies?: string;
}

/** Sends the requests of one run. */
export interface Sender {
  readonly send: (url: URL, request: LinkRequest) => Promise<LinkResponse | Failure>;
  readonly close: () => Promise<void>;
}

/** How much of a body is read. */
const BODY_BYTES = 65_536;

/** Creates the sender. `allowPrivate` allows addresses of this machine and its networks. */
export function createSender(options: {
  readonly timeoutMs: number;
  readonly allowPrivate: boolean;
  readonly userAgent: string;
  readonly signal: AbortSignal;
}): Sender {
  const { timeoutMs, allowPrivate, userAgent, signal } = options;
  const agent = new Agent({
    connect: { timeout: timeoutMs, ...(allowPrivate ? {} : { lookup: lookUpPublic }) },
    keepAliveTimeout: 1000,
  });
  return {
    close: () => agent.destroy(),
    send: async (url, { method, wantsBody, cookies = '' }) => {
      if (!allowPrivate && isPrivate(url.hostname.replace(/^\[|\]$/g, ''))) return { outcome: 'not-checked' };
      const timer = AbortSignal.timeout(timeoutMs);
      try {
        const { statusCode, headers, body } = await request(url, {
          method,
          dispatcher: agent,
          signal: AbortSignal.any([timer, signal]),
          headers: {
            'user-agent': userAgent,
            accept: 'text/html,application/xhtml+xml,*/*;q=0.8',
            'accept-language': 'en',
            ...(cookies === '' ? {} : { cookie: cookies }),
          },
        });
        const text = wantsBody ? await readStart(body) : '';
        body.on('error', () => {}).destroy();
        return {
          status: statusCode,
          location: one(headers.location),
          retryAfter: one(headers['retry-after']),
          setCookies: [headers['set-cookie'] ?? []].flat(),
          contentType: one(headers['content-type']) ?? '',
          text,
        };
      } catch (cause) {
        signal.throwIfAborted();
        return { outcome: timer.aborted ? 'time-out' : outcomeOfError(cause) };
      }
    },
  };
}

function one(header: string | string[] | undefined): string | null {
  return (Array.isArray(header) ? header[0] : header) ?? null;
}

async function readStart(body: AsyncIterable<Buffer>): Promise<string> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of body) {
    chunks.push(chunk);
    length += chunk.length;
    if (length >= BODY_BYTES) break;
  }
  return Buffer.concat(chunks).subarray(0, BODY_BYTES).toString('utf8');
}

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
for (const [net, prefix] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.168.0.0', 16],
] as const)
  privateAddresses.addSubnet(net, prefix, 'ipv4');
for (const [net, prefix] of [
  ['::', 127],
  ['fc00::', 7],
  ['fe80::', 10],
] as const)
  privateAddresses.addSubnet(net, prefix, 'ipv6');

/** Whether an address is not public (RFC 6890), or a name always means this machine or network. */
export function isPrivate(host: string): boolean {
  const version = isIP(host);
  if (version === 0) return /(^|\.)(localhost|local|internal)$/i.test(host);
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
