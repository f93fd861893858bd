// Why an attempt of a request failed.

import type { SiteConfig } from '../../../config/define-site.ts';
import { hasTooManyFiles, systemErrorCode } from '../../errors.ts';
import { describeNoAnswer } from '../../text/describe-no-answer.ts';

// The request was not sent: DNS, routing, socket or TLS failed.
const UNREACHABLE =
  /^(ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|EHOSTDOWN|ENETDOWN|UND_ERR_CONNECT_TIMEOUT|EPROTO|ERR_TLS_.*|ERR_SSL_.*|.*CERT.*)$/;

const UNDECODABLE = /^(Z_|ERR_BROTLI|ERR__ERROR|ERR_ZSTD|ZSTD_)/;

/** Time-out, too early, too many requests, and a service that restarts or is being updated. */
export const TEMPORARY_STATUSES: ReadonlySet<number> = new Set([408, 425, 429, 502, 503, 504]);

interface FailureFacts {
  /** How long the service asks to wait, in milliseconds. */
  readonly retryAfterMs: number;
  /** There was no connection to the service. */
  readonly isUnreachable: boolean;
  /** A retry would not help. */
  readonly isFinal: boolean;
  /** Status of the answer; null if there was none. */
  readonly status: number | null;
  /** The message in its body. */
  readonly said: string | null;
}

/** A failed attempt. The message is a sentence without path and secrets. */
export class RequestFailure extends Error {
  override readonly name = 'RequestFailure';
  readonly facts: FailureFacts;

  constructor(message: string, facts: Partial<FailureFacts> = {}, options?: ErrorOptions) {
    super(message, options);
    this.facts = { retryAfterMs: 0, isUnreachable: false, isFinal: false, status: null, said: null, ...facts };
  }

  /** It may pass by itself: there was no answer, or one that says so. */
  get isTemporary(): boolean {
    const { status } = this.facts;
    return status === null || TEMPORARY_STATUSES.has(status);
  }
}

/** In place of a request that failed. @throws any other error. */
export function asNothing(cause: unknown): null {
  if (cause instanceof RequestFailure) return null;
  throw cause;
}

type Timeouts = Pick<SiteConfig['content'], 'timeoutMs' | 'connectTimeoutMs' | 'headersTimeoutMs' | 'bodyTimeoutMs'>;

/** Describes a network error. Returns a RequestFailure unchanged. @throws `cause` if this machine may open no more connections. */
export function networkFailure(cause: unknown, timeouts: Timeouts): RequestFailure {
  if (cause instanceof RequestFailure) return cause;
  if (hasTooManyFiles(cause)) throw cause;
  const code = systemErrorCode(cause);
  if (code !== null && UNDECODABLE.test(code))
    return new RequestFailure(`The answer cannot be decoded as its Content-Encoding says (${code}).`, { status: 200 });
  const isUnreachable = code !== null && UNREACHABLE.test(code);
  return new RequestFailure(describeNetworkError(code, cause, timeouts), { isUnreachable }, { cause });
}

function describeNetworkError(code: string | null, cause: unknown, timeouts: Timeouts): string {
  // A slow trickle of bytes never reaches undici's own time-outs.
  if (cause instanceof DOMException && cause.name === 'TimeoutError')
    return `The answer was not complete within ${seconds(timeouts.timeoutMs)}.`;
  switch (code) {
    case 'UND_ERR_CONNECT_TIMEOUT':
      return `No connection within ${seconds(timeouts.connectTimeoutMs)}.`;
    case 'UND_ERR_HEADERS_TIMEOUT':
      return `No answer within ${seconds(timeouts.headersTimeoutMs)}.`;
    case 'UND_ERR_BODY_TIMEOUT':
      return `The answer paused for ${seconds(timeouts.bodyTimeoutMs)}.`;
    default:
      return `No answer: ${describeNoAnswer(cause)}.`;
  }
}

/** Formats milliseconds: '0.5 s', '10 s'. */
export function seconds(milliseconds: number): string {
  return `${Number((milliseconds / 1000).toPrecision(2))} s`;
}
