// The only module that sends requests to the content service: one connection pool, one rate limit, retries with shared waits.

import { setMaxListeners } from 'node:events';
import pLimit from 'p-limit';
import pThrottle from 'p-throttle';
import type { Report } from '../../report/report-event.ts';
import { type ContentAnswer, headerOf } from '../intake/parse-answer.ts';
import type { ResponseHead } from './receive-response.ts';
import type { RequestFailure } from './request-failure.ts';
import { Retries } from './send-with-retries.ts';
import { type ContentService, createConnection, sendOnce, withPreviewToken } from './service-connection.ts';

/** Options of a request. */
interface RequestOptions {
  /** Token of a live preview. Sent as a header, because addresses are logged. */
  readonly previewToken?: string;
  /** Whether a failure counts as the answer after three attempts; it is thrown then. */
  readonly isAnswer?: (failure: RequestFailure) => boolean;
}

/** Sends requests to the content service. */
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

/** A client for functions that only read. */
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
  let oldest: number | null = null;
  const onResponse = (head: ResponseHead) => {
    const time = Date.parse(headerOf(head, 'date') ?? '');
    if (!Number.isNaN(time)) oldest = Math.min(oldest ?? time, time);
  };
  const connection = createConnection(service, report, { signal, onResponse });
  const { pool } = connection;
  signal.addEventListener('abort', () => pool.destroy(), { once: true });
  const limit = pLimit(policy.concurrency);
  const retries = new Retries(policy, report, signal);
  const awaitRateLimit =
    policy.requestsPerMinute === null
      ? async () => {}
      : pThrottle({ limit: policy.requestsPerMinute, interval: MINUTE_MS, strict: true, signal })(async () => {});
  const getJson: ContentClient['getJson'] = async (path, { previewToken, isAnswer } = {}) => {
    const sender = previewToken === undefined ? connection : withPreviewToken(connection, previewToken);
    const name = path.replace(LONG_FIELDS, '');
    const attempt = async () => {
      await awaitRateLimit();
      return sendOnce(sender, path);
    };
    const send = () => retries.send({ name, attempt, ...(isAnswer === undefined ? {} : { isAnswer }) });
    // Live previews skip the queue: an editor is waiting.
    const answer = await (previewToken === undefined ? limit(send) : send());
    // Verbose only: if the refusal matters, the caller reports a problem.
    if (answer.kind === 'refused')
      report({
        kind: 'log',
        level: 'verbose',
        text: `GET ${name} was answered ${answer.status} ${answer.statusText}.`,
      });
    return answer;
  };
  return {
    api: `/${policy.route}`,
    getJson,
    takeOldestAnswer: () => {
      const taken = oldest;
      oldest = null;
      return taken;
    },
    async close() {
      closing.abort(new Error('The content client was closed.'));
      await pool.destroy();
    },
  };
}
