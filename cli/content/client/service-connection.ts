// A connection to the content service: address, credentials, and single attempts without retries.
// No error or log message contains a token.

import { type Dispatcher, Pool } from 'undici';
import type { SiteConfig } from '../../../config/define-site.ts';
import { SiteError } from '../../errors.ts';
import type { Report } from '../../report/report-event.ts';
import { type AnswerPolicy, type ContentAnswer, headerOf, limitOf, parseAnswer } from '../intake/parse-answer.ts';
import { type Received, type ResponseHead, receiveResponse } from './receive-response.ts';
import { networkFailure } from './request-failure.ts';

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

/** Everything that an attempt needs. */
export interface ServiceConnection {
  readonly pool: Dispatcher;
  readonly base: URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly policy: SiteConfig['content'];
  readonly answerPolicy: AnswerPolicy;
  /** Called with each response. */
  readonly onResponse: (head: ResponseHead) => void;
  readonly signal: AbortSignal;
}

/** Redirects within the service that are followed, such as one that adds a slash. */
const MAX_REDIRECTS = 3;

/**
 * Creates a connection. Sends nothing.
 * @throws SiteError CONTENT_URL_INVALID or CONTENT_TOKEN_INVALID (exit 2).
 */
export function createConnection(
  service: ContentService,
  report: Report,
  { signal, onResponse }: Pick<ServiceConnection, 'signal' | 'onResponse'>,
): ServiceConnection {
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
  return { pool, base, headers: requestHeaders(service), policy, answerPolicy, onResponse, signal };
}

/** The same connection, with the token of a live preview. */
export function withPreviewToken(connection: ServiceConnection, previewToken: string): ServiceConnection {
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
        'The address of the content service must be an absolute http or https URL without user name, password and query. Set SITEGEN_CONTENT_URL to it, and put a token in SITEGEN_CONTENT_TOKEN.',
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
      message: `${variable} is empty or contains a character that is not allowed in an HTTP header, such as a line break. Correct it, or unset it.`,
    });
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
 * Sends a GET request once. Follows redirects within the service.
 * @throws RequestFailure
 */
export async function sendOnce(connection: ServiceConnection, path: string): Promise<ContentAnswer> {
  const { base, policy, signal } = connection;
  try {
    const prefix = base.pathname.replace(/\/$/, '');
    return await follow(connection, { path: `${prefix}${path}`, redirectsLeft: MAX_REDIRECTS });
  } catch (cause) {
    signal.throwIfAborted();
    throw networkFailure(cause, policy);
  }
}

async function follow(
  connection: ServiceConnection,
  { path, redirectsLeft }: { readonly path: string; readonly redirectsLeft: number },
): Promise<ContentAnswer> {
  const { pool, base, headers, policy, answerPolicy, onResponse, signal } = connection;
  const response = await receiveResponse(pool, {
    path,
    headers,
    limitOf: (head) => limitOf(head, answerPolicy),
    timeoutMs: policy.timeoutMs,
  });
  onResponse(response);
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
