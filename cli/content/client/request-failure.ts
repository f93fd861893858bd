// Why one attempt of a content request failed, and the texts of it. Relied on afterwards: no text holds the token,
// and every text is a sentence.

import { errorMessage, systemErrorCode } from '../../errors.ts';
import { printableText } from '../../text/printable-text.ts';

// Nothing was said to the service: name, route, socket or TLS failed before a request could be sent.
const UNREACHABLE =
  /^(ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|EHOSTDOWN|ENETDOWN|UND_ERR_CONNECT_TIMEOUT|EPROTO|ERR_TLS_.*|ERR_SSL_.*|.*CERT.*)$/;

/** An attempt that failed. The message is a sentence without path and secrets. */
export class RequestFailure extends Error {
  override readonly name = 'RequestFailure';
  /** What the service asked to wait, in milliseconds. */
  readonly retryAfterMs: number;
  /** The service could not even be connected to. */
  readonly isUnreachable: boolean;
  /** No repetition will help. */
  readonly isFinal: boolean;
  /** Status of the answer, and the message in its body; null where there was none. */
  readonly status: number | null;
  readonly said: string | null;

  constructor(
    message: string,
    facts: {
      retryAfterMs?: number;
      isUnreachable?: boolean;
      isFinal?: boolean;
      status?: number;
      said?: string | null;
    } = {},
    options?: ErrorOptions,
  ) {
    super(message, options);
    this.retryAfterMs = facts.retryAfterMs ?? 0;
    this.isUnreachable = facts.isUnreachable ?? false;
    this.isFinal = facts.isFinal ?? false;
    this.status = facts.status ?? null;
    this.said = facts.said ?? null;
  }
}

/** Time-outs of a request, in milliseconds. */
export interface RequestTimeouts {
  readonly connectTimeoutMs: number;
  readonly headersTimeoutMs: number;
  readonly bodyTimeoutMs: number;
}

/** A network error as a failure, its reason in words. A failure stays what it is. */
export function networkFailure(cause: unknown, timeouts: RequestTimeouts): RequestFailure {
  if (cause instanceof RequestFailure) return cause;
  const code = systemErrorCode(cause);
  const isUnreachable = code !== null && UNREACHABLE.test(code);
  return new RequestFailure(describeNetworkError(code, cause, timeouts), { isUnreachable }, { cause });
}

function describeNetworkError(code: string | null, cause: unknown, timeouts: RequestTimeouts): string {
  switch (code) {
    case 'ECONNREFUSED':
      return 'The connection was refused (ECONNREFUSED).';
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return `The host name could not be resolved (${code}).`;
    case 'ECONNRESET':
    case 'UND_ERR_SOCKET':
      return `The connection was cut off (${code}).`;
    case 'UND_ERR_CONNECT_TIMEOUT':
      return `There was no connection within ${seconds(timeouts.connectTimeoutMs)}.`;
    case 'UND_ERR_HEADERS_TIMEOUT':
      return `There was no answer within ${seconds(timeouts.headersTimeoutMs)}.`;
    case 'UND_ERR_BODY_TIMEOUT':
      return `The answer stopped for ${seconds(timeouts.bodyTimeoutMs)}.`;
    default:
      return `The connection failed: ${printableText(errorMessage(cause))}${code === null ? '' : ` (${code})`}.`;
  }
}

/** Milliseconds as people read them: '0.5 s', '10 s'. */
export function seconds(milliseconds: number): string {
  return `${Number((milliseconds / 1000).toPrecision(2))} s`;
}
