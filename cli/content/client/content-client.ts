// The only module that sends requests to the content service: one connection pool, one rate limit, retries with shared waits.

import { setMaxListeners } from 'node:events';
import pThrottle from 'p-throttle';
import type { Report } from '../../report/report-event.ts';
import { type ContentAnswer, headerOf } from '../intake/parse-answer.ts';
import { createLastingFailures } from './lasting-failures.ts';
import type { Received } from './receive-response.ts';
import type { RequestFailure } from './request-failure.ts';
import { createRequestGate } from './request-gate.ts';
import { createPacedLimit, kindOfAnswer } from './request-pace.ts';
import { sendWithRetries } from './send-with-retries.ts';
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
  /** The `Date` of the oldest answer so far, in milliseconds; null if the service sends none. Cached answers may have an old one. */
  oldestAnswer(): number | null;
  /** Aborts all requests and closes all connections. */
  close(): Promise<void>;
}

/** A client for functions that only read. */
export type ApiReader = Pick<ContentClient, 'api' | 'getJson'>;

const MINUTE_MS = 60_000;

/**
 * Creates a client. Sends nothing before the first read.
 * @throws SiteError CONTENT_URL_INVALID or CONTENT_TOKEN_INVALID (exit 2). The message contains no secret.
 */
export function createContentClient(service: ContentService, report: Report, outerSignal?: AbortSignal): ContentClient {
  const closing = new AbortController();
  const signal = outerSignal === undefined ? closing.signal : AbortSignal.any([outerSignal, closing.signal]);
  setMaxListeners(0, signal);
  const { policy } = service;
  const pace = createPacedLimit(policy.concurrency);
  const dates = createOldestDate();
  const onResponse = (response: Received, path: string, milliseconds: number) => {
    pace.noteAnswer(kindOfAnswer(path, response.body.length), milliseconds);
    dates.note(headerOf(response, 'date'));
  };
  const connection = createConnection(service, report, { signal, onResponse });
  const { pool } = connection;
  signal.addEventListener('abort', () => pool.destroy(), { once: true });
  const gate = createRequestGate(policy, report, signal);
  const failures = createLastingFailures(policy.lastingMs);
  const awaitRateLimit =
    policy.requestsPerMinute === null
      ? async () => {}
      : pThrottle({ limit: policy.requestsPerMinute, interval: MINUTE_MS, strict: true, signal })(async () => {});
  const getJson: ContentClient['getJson'] = (path, { previewToken, isAnswer = () => false } = {}) => {
    const sender = previewToken === undefined ? connection : withPreviewToken(connection, previewToken);
    const send = () => sendOnce(sender, path).catch((cause: unknown) => pace.rethrow(cause));
    const request = () =>
      sendWithRetries({ path, gate, failures, awaitRateLimit, send, isAnswer, policy, report, signal });
    // Live previews skip the queue: an editor is waiting.
    return previewToken === undefined ? pace.run(request) : request();
  };
  return {
    api: `/${policy.route}`,
    getJson,
    oldestAnswer: dates.oldest,
    async close() {
      closing.abort(new Error('The content client was closed.'));
      await pool.destroy();
    },
  };
}

function createOldestDate() {
  let oldest: number | null = null;
  return {
    oldest: () => oldest,
    note(date: string | null) {
      const time = date === null ? Number.NaN : Date.parse(date);
      if (!Number.isNaN(time)) oldest = Math.min(oldest ?? time, time);
    },
  };
}
