// The only module that sends requests to the content service: one connection pool, one rate limit, retries with shared waits. No error
// or log message contains a token.

import { setMaxListeners } from 'node:events';
import pLimit from 'p-limit';
import pThrottle from 'p-throttle';
import type { SiteConfig } from '../../../config/define-site.ts';
import { usageError } from '../../errors.ts';
import type { Report } from '../../report/report-event.ts';
import { parsePlainUrl } from '../../text/read-address.ts';
import { type AnswerPolicy, type ContentAnswer, limitOf, parseAnswer, readListPage } from '../intake/parse-answer.ts';
import { networkFailure, type RequestFailure } from './request-failure.ts';
import { createAgent, decodeBody, headerOf, readBody, sendRequest } from './send-request.ts';
import { Retries } from './send-with-retries.ts';

/** Address, credentials and request policy of the content service. */
export interface ContentService {
  /** An http or https URL without a trailing slash. Its path, if any, comes before the API route. */
  readonly url: string;
  readonly token: string | null;
  readonly clientId: string | null;
  readonly policy: SiteConfig['content'];
  /** The `Host` header, if it differs from `url`. The service uses it for the URLs in its answers. */
  readonly host?: string;
}

interface RequestOptions {
  /** Token of a live preview. Sent as a header, because addresses are logged. */
  readonly previewToken?: string;
  /** Whether a failure counts as the answer after three attempts; it is thrown then. */
  readonly isAnswer?: (failure: RequestFailure) => boolean;
}

export interface ContentClient {
  /** Path of the API: '/api', unless the service has another route. */
  readonly api: string;
  /**
   * The answer to `GET {service}{path}`. The path begins with {@link ContentClient.api}.
   * @throws RequestFailure once the retries are used up.
   */
  getJson(path: string, options?: RequestOptions): Promise<ContentAnswer>;
  /**
   * The `Date` of the oldest answer since the last call, in milliseconds; null if the service sends none. Cached answers may have an
   * old one.
   */
  takeOldestAnswer(): number | null;
  /** Aborts all requests and closes all connections. */
  close(): Promise<void>;
}

export type ApiReader = Pick<ContentClient, 'api' | 'getJson'>;

const MINUTE_MS = 60_000;
/** A list of many fields, which would hide what was asked for. */
const LONG_FIELDS = /&fields=[^&]{60,}/;

/**
 * Creates a client. Sends nothing before the first read.
 * @throws SiteError CONTENT_URL_INVALID or CONTENT_TOKEN_INVALID (exit 2). The message contains no secret.
 */
export function createContentClient(service: ContentService, report: Report, outerSignal?: AbortSignal): ContentClient {
  const closing = new AbortController();
  const signal = outerSignal === undefined ? closing.signal : AbortSignal.any([outerSignal, closing.signal]);
  setMaxListeners(0, signal);
  const { policy } = service;
  const send = createSender(service, report, signal);
  const limit = pLimit(policy.concurrency);
  const retries = new Retries(policy, report, signal);
  const awaitRateLimit =
    policy.requestsPerMinute === null
      ? async () => {}
      : pThrottle({ limit: policy.requestsPerMinute, interval: MINUTE_MS, strict: true, signal })(async () => {});
  const getJson: ContentClient['getJson'] = async (path, { previewToken = null, isAnswer } = {}) => {
    const name = path.replace(LONG_FIELDS, '');
    const attempt = async () => {
      await awaitRateLimit();
      return send.once(path, previewToken);
    };
    const read = () => retries.send({ name, attempt, ...(isAnswer === undefined ? {} : { isAnswer }) });
    // Live previews skip the queue: an editor is waiting.
    const answer = await (previewToken === null ? limit(read) : read());
    // Verbose only: if the refusal matters, the caller reports a problem.
    if (answer.kind === 'refused') {
      const text = `GET ${name} was answered ${answer.status} ${answer.statusText}.`;
      report({ kind: 'log', level: 'verbose', text });
    }
    return answer;
  };
  return {
    api: `/${policy.route}`,
    getJson,
    takeOldestAnswer: send.takeOldestAnswer,
    async close() {
      closing.abort(new Error('The content client was closed.'));
      await send.close();
    },
  };
}

/** Sends single requests, without retries. */
function createSender(service: ContentService, report: Report, signal: AbortSignal) {
  const base = parseServiceUrl(service.url);
  const { policy, token } = service;
  const headers = requestHeaders(service);
  const agent = createAgent(policy);
  signal.addEventListener('abort', () => agent.destroy(), { once: true });
  const onErrorBody = (excerpt: string) =>
    report({ kind: 'log', level: 'verbose', text: `The body of that answer begins: ${excerpt}` });
  let oldest: number | null = null;
  /** @throws RequestFailure */
  const once = async (path: string, previewToken: string | null): Promise<ContentAnswer> => {
    const redact = (text: string) => redactToken(redactToken(text, token), previewToken);
    const answerPolicy = { maxBodyBytes: policy.maxBodyBytes, hasToken: token !== null, redact, onErrorBody };
    const live = previewToken === null ? {} : { 'x-statamic-token': previewToken };
    try {
      const response = await sendRequest(agent, new URL(`${base.pathname.replace(/\/$/, '')}${path}`, base), {
        headersOf: () => ({ ...headers, ...live }),
        isAllowed: (origin) => origin === base.origin,
        signal: AbortSignal.any([signal, AbortSignal.timeout(policy.timeoutMs)]),
      });
      const time = Date.parse(headerOf(response, 'date') ?? '');
      if (!Number.isNaN(time)) oldest = Math.min(oldest ?? time, time);
      const received = await readBody(decodeBody(response), limitOf(response, answerPolicy));
      if (response.redirect !== null) return refuseRedirect({ ...response, path }, response.redirect, answerPolicy);
      return parseAnswer({ ...response, ...received }, answerPolicy);
    } catch (cause) {
      signal.throwIfAborted();
      throw networkFailure(cause, policy);
    }
  };
  const takeOldestAnswer = () => {
    const taken = oldest;
    oldest = null;
    return taken;
  };
  return { once, takeOldestAnswer, close: () => agent.destroy() };
}

function refuseRedirect(
  { status, statusText, path }: { readonly status: number; readonly statusText: string; readonly path: string },
  { origin, pathname }: URL,
  policy: AnswerPolicy,
): ContentAnswer {
  // A service that moved has the same paths.
  const [apiPath = ''] = path.split('?', 1);
  const target = `${origin}${pathname.endsWith(apiPath) ? pathname.slice(0, -apiPath.length) : pathname}`;
  const message = policy.redact(`It redirects to ${target}, which is not followed.`);
  return { kind: 'refused', status, statusText, message, hadToken: policy.hasToken };
}

function parseServiceUrl(url: string): URL {
  const base = parsePlainUrl(url);
  if (base !== null) return base;
  throw usageError(
    'CONTENT_URL_INVALID',
    'The address of the content service must be an absolute http or https URL without user name, password and query. Set SITEGEN_CONTENT_URL to it, and put a token in SITEGEN_CONTENT_TOKEN.',
  );
}

function requestHeaders({ token, clientId, host }: ContentService): Record<string, string> {
  const isPrintable = (value: string | null) => value === null || /^[\x21-\x7e]+( +[\x21-\x7e]+)*$/.test(value);
  if (!isPrintable(token) || !isPrintable(clientId)) {
    const variable = isPrintable(token) ? 'SITEGEN_CONTENT_CLIENT_ID' : 'SITEGEN_CONTENT_TOKEN';
    throw usageError(
      'CONTENT_TOKEN_INVALID',
      `${variable} is empty or contains a character that is not allowed in an HTTP header, such as a line break. Correct it, or unset it.`,
    );
  }
  return {
    accept: 'application/json',
    ...(host === undefined ? {} : { host }),
    ...(clientId === null ? {} : { 'client-id': clientId }),
    ...(token === null ? {} : { authorization: `Bearer ${token}` }),
  };
}

/** Removes the token from a text: as it is, and as JSON and URLs encode it. */
function redactToken(text: string, token: string | null): string {
  if (token === null) return text;
  const spellings = [
    token,
    JSON.stringify(token).slice(1, -1),
    token.replaceAll('/', '\\/'),
    encodeURIComponent(token),
  ];
  return spellings.reduce((redacted, spelling) => redacted.replaceAll(spelling, '[token]'), text);
}

/**
 * Finds a URL above the configured one whose default API route answers with a list: people copy the address of a page or of the control
 * panel. Null if there is none.
 */
export async function findApi(service: ContentService): Promise<string | null> {
  const { origin, pathname } = new URL(service.url);
  const parts = ['', ...pathname.split('/').filter((part) => part !== '')];
  for (const index of parts.keys()) {
    const url = `${origin}${parts.slice(0, index + 1).join('/')}`;
    const signal = AbortSignal.timeout(service.policy.timeoutMs);
    const request = { headers: requestHeaders(service), redirect: 'error', signal } as const;
    const answer = fetch(`${url}/api/collections/pages/entries?limit=1`, request).then((response) => response.json());
    if (!('fault' in readListPage(await answer.catch(() => null)))) return url;
  }
  return null;
}
