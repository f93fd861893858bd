// The only place that sends requests to the content service: one pool, one request budget, retries with shared waits.
// Guarantee: an answer is final, a failure was retried as the policy allows, and no log or error contains the token.

import { setMaxListeners } from 'node:events';
import pLimit from 'p-limit';
import pRetry from 'p-retry';
import pThrottle from 'p-throttle';
import { type Dispatcher, Pool } from 'undici';
import type { SiteConfig } from '../../../config/define-site.ts';
import { SiteError } from '../../errors.ts';
import type { Report } from '../../report/report-event.ts';
import { type AnswerPolicy, type ContentAnswer, headerOf, limitOf, parseAnswer } from '../intake/parse-answer.ts';
import { continueSeries, createLastingFailures, type FailureSeries, type LastingFailures } from './lasting-failures.ts';
import { type Received, type ResponseHead, receiveResponse } from './receive-response.ts';
import { networkFailure, RequestFailure, seconds } from './request-failure.ts';
import { createRequestGate, type RequestGate, retryWait, waitFor } from './request-gate.ts';
import { createPace, isOverload, kindOfAnswer } from './request-pace.ts';

/** Address, credentials and request policy of the content service. */
export interface ContentService {
  /** http(s) address without a trailing slash; a path in it comes before the route of the API. */
  readonly url: string;
  readonly token: string | null;
  readonly clientId: string | null;
  readonly policy: SiteConfig['content'];
  /** `Host` header, if it differs from the address: the service writes it into the URLs of its answers. */
  readonly host?: string;
}

/** Options of a single request. */
interface RequestOptions {
  /** Token of a live preview, sent as a header: addresses are logged. */
  readonly previewToken?: string;
  /** Whether a failure counts as the answer after three attempts; it is thrown then. */
  readonly isAnswer?: (failure: RequestFailure) => boolean;
}

/** Sends requests to the content service. */
export interface ContentClient {
  /** Path of the API: '/api', unless the service has another route. */
  readonly api: string;
  /**
   * The answer to `GET {service}{path}`; the path begins with {@link ContentClient.api}.
   * @throws RequestFailure once the retries are used up.
   */
  getJson(path: string, options?: RequestOptions): Promise<ContentAnswer>;
  /** The service's time of its oldest answer so far, in milliseconds; null where it sends no date. A cache may answer with an old one. */
  oldestAnswer(): number | null;
  /** Ends every request and connection. */
  close(): Promise<void>;
}

/** What one attempt needs. */
interface Connection {
  readonly pool: Dispatcher;
  readonly base: URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly service: ContentService;
  readonly answerPolicy: AnswerPolicy;
  /** Called with each response and how long it took. */
  readonly onResponse: (response: Received, path: string, milliseconds: number) => void;
  readonly signal: AbortSignal;
}

/** Attempts before such a failure counts as the answer. */
const ATTEMPTS_OF_ANSWER = 3;
/** Waits of at least this length are reported as warnings, shorter ones only in the verbose log. */
const LONG_WAIT_MS = 2000;
/** Most redirects within the service that are followed, such as one that adds a slash. */
const MAX_REDIRECTS = 3;
const MINUTE_MS = 60_000;
/** Attempts of one read that may use their whole time limit: a service that slow is not asked ten times. */
const FULL_ATTEMPTS = 3;

/**
 * Makes a client. Nothing is sent before the first read.
 * @throws SiteError CONTENT_URL_INVALID or CONTENT_TOKEN_INVALID (exit 2), neither quoting a secret.
 */
export function createContentClient(service: ContentService, report: Report, outerSignal?: AbortSignal): ContentClient {
  const closing = new AbortController();
  const signal = outerSignal === undefined ? closing.signal : AbortSignal.any([outerSignal, closing.signal]);
  setMaxListeners(0, signal);
  const pace = createPacedLimit(service.policy.concurrency);
  const dates = createOldestDate();
  const onResponse = (response: Received, path: string, milliseconds: number) => {
    pace.noteAnswer(kindOfAnswer(path, response.body.length), milliseconds);
    dates.note(headerOf(response, 'date'));
  };
  const connection = connect(service, report, { signal, onResponse });
  const { pool } = connection;
  signal.addEventListener('abort', () => pool.destroy(), { once: true });
  const { policy } = service;
  const gate = createRequestGate(policy, report, signal);
  const failures = createLastingFailures(policy.lastingMs);
  const awaitTurn =
    policy.requestsPerMinute === null
      ? async () => {}
      : pThrottle({ limit: policy.requestsPerMinute, interval: MINUTE_MS, strict: true, signal })(async () => {});
  const getJson: ContentClient['getJson'] = (path, { previewToken, isAnswer = () => false } = {}) => {
    const sender = previewToken === undefined ? connection : withPreviewToken(connection, previewToken);
    const send = () => sendOnce(sender, path).catch((cause: unknown) => pace.rethrow(cause));
    const request = () => sendWithRetries({ path, gate, failures, awaitTurn, send, isAnswer, policy, report, signal });
    // An editor waits for a live preview: it is not queued behind other reads.
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

/** Runs requests, as many at once as the pace says. */
function createPacedLimit(most: number) {
  const pace = createPace(most);
  const limit = pLimit(pace.atOnce());
  const adjust = () => {
    if (limit.concurrency !== pace.atOnce()) limit.concurrency = pace.atOnce();
  };
  return {
    run: limit,
    noteAnswer(kind: string, milliseconds: number) {
      pace.noteAnswer(kind, milliseconds);
      adjust();
    },
    rethrow(cause: unknown): never {
      if (cause instanceof RequestFailure && isOverload(cause)) pace.noteTrouble();
      adjust();
      throw cause;
    },
  };
}

/** The oldest of dates; null without one. */
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

function connect(
  service: ContentService,
  report: Report,
  { signal, onResponse }: Pick<Connection, 'signal' | 'onResponse'>,
): Connection {
  const base = parseServiceUrl(service.url);
  const { policy, token } = service;
  const pool = new Pool(base.origin, {
    connections: policy.concurrency,
    connect: { timeout: policy.connectTimeoutMs },
    headersTimeout: policy.headersTimeoutMs,
    bodyTimeout: policy.bodyTimeoutMs,
  });
  const answerPolicy: AnswerPolicy = {
    maxBodyBytes: policy.maxBodyBytes,
    hasToken: token !== null,
    redact: (text) => redactToken(text, token),
    onErrorBody: (excerpt) =>
      report({ kind: 'log', level: 'verbose', text: `The body of that answer begins: ${excerpt}` }),
  };
  return { pool, base, headers: requestHeaders(service), service, answerPolicy, onResponse, signal };
}

/** The connection with the token of a live preview, which is sent and removed from every text. */
function withPreviewToken(connection: Connection, previewToken: string): Connection {
  const { headers, answerPolicy } = connection;
  return {
    ...connection,
    headers: { ...headers, 'x-statamic-token': previewToken },
    answerPolicy: { ...answerPolicy, redact: (text) => redactToken(answerPolicy.redact(text), previewToken) },
  };
}

function parseServiceUrl(url: string): URL {
  const base = URL.canParse(url) ? new URL(url) : null;
  if (
    base === null ||
    !/^https?:$/.test(base.protocol) ||
    base.username !== '' ||
    base.password !== '' ||
    base.search !== ''
  ) {
    throw new SiteError({
      code: 'CONTENT_URL_INVALID',
      exitCode: 2,
      message:
        'The address of the content service must be an absolute http or https URL without user name, password and query. Set SITEGEN_CONTENT_URL; a secret belongs into SITEGEN_CONTENT_TOKEN.',
    });
  }
  return base;
}

function requestHeaders({ token, clientId, host }: ContentService): Record<string, string> {
  const isPrintable = (value: string | null) => value === null || /^[\x21-\x7e]+( +[\x21-\x7e]+)*$/.test(value);
  if (!isPrintable(token) || !isPrintable(clientId)) {
    const variable = isPrintable(token) ? 'SITEGEN_CONTENT_CLIENT_ID' : 'SITEGEN_CONTENT_TOKEN';
    throw new SiteError({
      code: 'CONTENT_TOKEN_INVALID',
      exitCode: 2,
      message: `${variable} is empty or holds a character that no HTTP header can carry, perhaps a line break. Set it anew, or unset it.`,
    });
  }
  return {
    accept: 'application/json',
    ...(host === undefined ? {} : { host }),
    ...(clientId === null ? {} : { 'client-id': clientId }),
    ...(token === null ? {} : { authorization: `Bearer ${token}` }),
  };
}

/** Removes the token from a text, plain or as JSON and URLs encode it. */
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

interface RetriedRequest {
  readonly path: string;
  readonly gate: RequestGate;
  readonly failures: LastingFailures;
  readonly awaitTurn: () => Promise<void>;
  readonly send: () => Promise<ContentAnswer>;
  readonly isAnswer: (failure: RequestFailure) => boolean;
  readonly policy: SiteConfig['content'];
  readonly report: Report;
  readonly signal: AbortSignal;
}

/** What the attempts of one request have used. */
interface Attempts {
  ticket: number;
  timeLeftMs: number;
  /** Failures of one kind in a row. */
  series: FailureSeries | null;
}

/** Sends until there is an answer or the retries are used up. p-retry counts; we wait ourselves, because some waits are shared. */
function sendWithRetries(request: RetriedRequest): Promise<ContentAnswer> {
  const { gate, failures, isAnswer, policy, signal } = request;
  const used: Attempts = { ticket: 0, timeLeftMs: policy.timeoutMs * FULL_ATTEMPTS, series: null };
  return pRetry(() => attempt(request, used), {
    retries: policy.retries,
    minTimeout: 0,
    signal,
    shouldRetry: ({ error, retriesConsumed }) =>
      error instanceof RequestFailure &&
      !error.isFinal &&
      used.timeLeftMs > 0 &&
      !gate.isGivenUp() &&
      !failures.isLasting(used.series) &&
      !(retriesConsumed + 1 >= ATTEMPTS_OF_ANSWER && isAnswer(error)),
    onFailedAttempt: async (context) => {
      if (context.error instanceof RequestFailure && !gate.isGivenUp())
        await waitAfterFailure(request, used, { ...context, error: context.error });
    },
  });
}

async function attempt({ path, gate, failures, awaitTurn, send, report }: RetriedRequest, used: Attempts) {
  used.ticket = await gate.pass();
  await awaitTurn();
  const startedAt = performance.now();
  const answer = await send().finally(() => {
    used.timeLeftMs -= performance.now() - startedAt;
  });
  gate.noteAnswer();
  failures.noteEnd(used.series, path);
  if (answer.kind === 'refused') {
    const text = `GET ${path} was answered ${answer.status} ${answer.statusText}.`;
    // What cannot be read is a problem of its own.
    report({ kind: 'log', level: 'verbose', text });
  }
  return answer;
}

/** A failed attempt, as p-retry counts. */
interface FailedAttempt {
  readonly error: RequestFailure;
  readonly retriesLeft: number;
  readonly retriesConsumed: number;
}

/** Reports a failed attempt, and waits until the next one. */
async function waitAfterFailure(
  { path, gate, failures, isAnswer, policy, report, signal }: RetriedRequest,
  used: Attempts,
  { error, retriesLeft, retriesConsumed }: FailedAttempt,
): Promise<void> {
  if (error.isUnreachable) return gate.noteUnreachable(used.ticket, error);
  if (retriesConsumed + 1 >= ATTEMPTS_OF_ANSWER && isAnswer(error)) return gate.noteAnswer();
  used.series = continueSeries(used.series, error);
  const wait = Math.max(failures.capWait(used.series, retryWait(policy, retriesConsumed)), error.retryAfterMs);
  const isLast = retriesLeft <= 0 || error.isFinal || used.timeLeftMs <= 0 || failures.isLasting(used.series);
  const next = isLast
    ? 'It is not repeated.'
    : `Attempt ${retriesConsumed + 2} of ${policy.retries + 1} follows in ${seconds(wait)}.`;
  const isNews = retriesConsumed === 0 || isLast || (used.series === null && wait >= LONG_WAIT_MS);
  const level = isNews && failures.isReported(error, path) ? 'warning' : 'verbose';
  report({ kind: 'log', level, text: `GET ${path} failed. ${error.message} ${next}` });
  if (error.isFinal) return;
  if (isLast) return gate.noteExhausted(error, failures.isLasting(used.series));
  if (error.retryAfterMs > 0) gate.holdFor(error.retryAfterMs);
  await waitFor(wait, signal);
}

/** One attempt. Follows redirects within the service. */
async function sendOnce(connection: Connection, path: string): Promise<ContentAnswer> {
  const { base, service, signal } = connection;
  try {
    const prefix = base.pathname.replace(/\/$/, '');
    return await follow(connection, { path: `${prefix}${path}`, redirectsLeft: MAX_REDIRECTS });
  } catch (cause) {
    signal.throwIfAborted();
    throw networkFailure(cause, service.policy);
  }
}

/** The answer after redirects within the service; a redirect elsewhere is a refusal. */
async function follow(
  connection: Connection,
  { path, redirectsLeft }: { readonly path: string; readonly redirectsLeft: number },
): Promise<ContentAnswer> {
  const { pool, base, headers, service, answerPolicy, onResponse, signal } = connection;
  const startedAt = performance.now();
  const response = await receiveResponse(pool, {
    path,
    headers,
    limitOf: (head) => limitOf(head, answerPolicy),
    timeoutMs: service.policy.timeoutMs,
  });
  onResponse(response, path, performance.now() - startedAt);
  const target = findRedirectTarget(response, new URL(path, base));
  if (target === null) return parseAnswer(response, answerPolicy);
  if (target.origin !== base.origin || redirectsLeft === 0) return refuseRedirect(response, target, answerPolicy);
  signal.throwIfAborted();
  return follow(connection, { path: `${target.pathname}${target.search}`, redirectsLeft: redirectsLeft - 1 });
}

function refuseRedirect(
  { status, statusText }: Received,
  { origin, pathname }: URL,
  policy: AnswerPolicy,
): ContentAnswer & { kind: 'refused' } {
  const message = policy.redact(`It redirects to ${origin}${pathname}, which is not followed.`);
  return { kind: 'refused', status, statusText, message, hadToken: policy.hasToken };
}

function findRedirectTarget(response: ResponseHead, from: URL): URL | null {
  const location = headerOf(response, 'location');
  const isRedirect = response.status >= 300 && response.status < 400;
  return isRedirect && location !== null && URL.canParse(location, from) ? new URL(location, from) : null;
}
