// Requests pages as a browser would: GET, compressed, through all caches. Redirects are not followed.

import { Agent } from 'undici';
import { RequestFailure } from '../content/client/request-failure.ts';
import { decodeBody, readBody, sendRequest } from '../content/client/send-request.ts';
import { Retries } from '../content/client/send-with-retries.ts';
import { parseRetryAfter } from '../content/intake/parse-answer.ts';
import { isHidingTag } from '../facts/page-facts.ts';
import { sha256 } from '../files/content-hash.ts';
import { describeNoAnswer } from '../text/describe-no-answer.ts';

/** What a host answers. */
export interface HostAnswer {
  /** 0 if there is no response. */
  readonly status: number;
  /** By name in lower case. Repeated headers are joined. */
  readonly headers: Readonly<Record<string, string>>;
  /** The X-Robots-Tag that hides the page from search engines; '' if none does. */
  readonly hidingTag: string;
  /** Where it redirects to; null if it does not. */
  readonly location: URL | null;
  /** Without its content encoding. */
  readonly body: Buffer;
  /** Of the body. */
  readonly sha256: string;
  /** Why there is no response, or only a part of it; null if it is complete. */
  readonly broken: string | null;
}

export type HostClient = ReturnType<typeof createHostClient>;

/** To connect, to receive the headers, and between two chunks of a body. */
const TIMEOUT_MS = 20_000;
/** Before the first retry. It doubles with each retry. */
export const RETRY_MS = 500;
const RETRIES = 3;
/** How long the same error that is not temporary, such as 500, is retried. */
const LASTING_MS = 5000;
/** For a whole response: a large file on a slow line takes a while. */
const WHOLE_MS = 300_000;
export const CONNECTIONS = 16;
/** Maximum size of a body, before and after decoding. */
const MAX_BYTES = 256 * 1024 * 1024;
const HEADERS = {
  'user-agent': 'Mozilla/5.0 (compatible; sitegen)',
  accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8',
  'accept-language': 'en',
};
const NO_ANSWER = { status: 0, headers: {}, hidingTag: '', location: null, body: Buffer.alloc(0), sha256: '' };

/** Creates the client of one base address, whose path is prepended to every requested path. */
export function createHostClient(base: URL, signal: AbortSignal, retryMs = RETRY_MS) {
  const timeouts = { connect: { timeout: TIMEOUT_MS }, headersTimeout: TIMEOUT_MS, bodyTimeout: TIMEOUT_MS };
  const agent = new Agent({ ...timeouts, connections: CONNECTIONS, maxResponseSize: MAX_BYTES });
  const waits = { retries: RETRIES, retryBaseMs: retryMs, retryCapMs: retryMs * 2 ** RETRIES };
  const retries = new Retries({ ...waits, connectTimeoutMs: TIMEOUT_MS, lastingMs: LASTING_MS }, () => {}, signal);
  const urlOf = (path: string) => `${base.href.replace(/\/$/, '')}${path}`;
  /**
   * `path` is percent-encoded and may have a query. `isPlain`: as a client that cannot decompress. Failures, 429 and 5xx are retried.
   * @throws RequestFailure without sending anything once the host has answered nothing for all retries of a request.
   */
  const get = async (path: string, isPlain = false): Promise<HostAnswer> => {
    const headers = isPlain ? HEADERS : { ...HEADERS, 'accept-encoding': 'gzip, deflate, br, zstd' };
    let last: HostAnswer | null = null;
    const attempt = async () => {
      const ends = AbortSignal.any([signal, AbortSignal.timeout(WHOLE_MS)]);
      const options = { headersOf: () => headers, isAllowed: () => false, signal: ends };
      const sent = sendRequest(agent, new URL(urlOf(path)), options).then(receive);
      const answer = await sent.catch((cause: unknown): HostAnswer => {
        signal.throwIfAborted();
        return { ...NO_ANSWER, broken: describeNoAnswer(cause) };
      });
      last = answer;
      const { status, broken } = answer;
      if (broken !== null) throw new RequestFailure(broken);
      if (status !== 429 && status < 500) return answer;
      const retryAfterMs = parseRetryAfter(answer.headers['retry-after'] ?? null, Date.now());
      throw new RequestFailure(`the host answered ${status}`, { status, retryAfterMs });
    };
    return retries.send({ name: path, attempt }).catch((cause: unknown) => {
      if (last === null || !(cause instanceof RequestFailure)) throw cause;
      return last;
    });
  };
  return { get, urlOf, [Symbol.asyncDispose]: () => agent.destroy() };
}

async function receive(response: Awaited<ReturnType<typeof sendRequest>>): Promise<HostAnswer> {
  const { status, redirect: location } = response;
  const headers = Object.fromEntries(Object.entries(response.headers).map(([name, value = '']) => [name, `${value}`]));
  const hidingTag = [response.headers['x-robots-tag'] ?? []].flat().find(isHidingTag) ?? '';
  const explain = (why: string) => `cut off, or not ${headers['content-encoding'] ?? 'complete'} (${why})`;
  const { body, broken } = await readBody(decodeBody(response), MAX_BYTES).then(
    ({ body, isWhole }) => ({ body, broken: isWhole ? null : explain('too long') }),
    (cause: unknown) => ({ body: NO_ANSWER.body, broken: explain(describeNoAnswer(cause)) }),
  );
  return { status, headers, hidingTag, location, body, sha256: sha256(body), broken };
}

/** Whether an answer says nothing about the site: the host is down, busy, or lets nobody in. */
export function isDown({ status }: HostAnswer): boolean {
  return status === 0 || status >= 500 || [401, 403, 407, 408, 425, 429].includes(status);
}
