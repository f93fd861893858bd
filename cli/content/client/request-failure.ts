// Why one attempt of a content request failed. Guarantee: every message is a sentence without the token.

import { errorMessage, systemErrorCode } from '../../errors.ts';
import { printableText } from '../../text/printable-text.ts';

// DNS, route, socket or TLS failed before a request could be sent.
const UNREACHABLE =
  /^(ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|EHOSTDOWN|ENETDOWN|UND_ERR_CONNECT_TIMEOUT|EPROTO|ERR_TLS_.*|ERR_SSL_.*|.*CERT.*)$/;

/** An attempt that failed. The message is a sentence without path and secrets. */
export class RequestFailure extends Error {
  override readonly name = 'RequestFailure';
  /** How long the service asked to wait, in milliseconds. */
  readonly retryAfterMs: number;
  /** No connection to the service could be made. */
  readonly isUnreachable: boolean;
  /** A retry cannot help. */
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

/** Describes a network error as a failure. A failure is returned unchanged. */
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
    case 'ERR_SSL_WRONG_VERSION_NUMBER':
    case 'ERR_SSL_PACKET_LENGTH_TOO_LONG':
      return `The service does not speak TLS at that address (${code}). Does its address begin with http://?`;
    default:
      return `The connection failed: ${printableText(errorMessage(cause))}${code === null ? '' : ` (${code})`}.`;
  }
}

/** Formats milliseconds: '0.5 s', '10 s'. */
export function seconds(milliseconds: number): string {
  return `${Number((milliseconds / 1000).toPrecision(2))} s`;
}
