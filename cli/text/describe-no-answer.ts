// Describes why a host did not answer, and where to look. The texts never have an address.

import { errorMessage, systemErrorCode } from '../errors.ts';
import { printableText } from './printable-text.ts';

const TEXTS: readonly (readonly [code: RegExp, text: string])[] = [
  [/^ECONNREFUSED$/, 'nothing is listening there'],
  [/^(?:ENOTFOUND|EAI_AGAIN)$/, 'the host name is unknown'],
  [/^E(?:HOST|NET)UNREACH$/, 'the host is unreachable'],
  [/TIMEOUT|TIMEDOUT/, 'it took too long'],
  [/^(?:UND_ERR_SOCKET|ECONNRESET|EPIPE)$/, 'the connection was closed'],
  [/^(?:EPROTO|ERR_SSL_)/, 'it does not use TLS: write http:// instead of https://'],
  // Names of OpenSSL for errors of certificates (X509_V_ERR_…).
  [
    /CERT|SELF_SIGNED|LEAF_SIGNATURE|UNABLE_TO_GET_ISSUER/,
    'its certificate is not trusted; for your own authority, set NODE_EXTRA_CA_CERTS to its file',
  ],
];

/** `nothing is listening there (ECONNREFUSED)`; for an unknown code only the code, for an error without code its message. */
export function describeNoAnswer(cause: unknown): string {
  const code = systemErrorCode(cause);
  if (code === null) return printableText(errorMessage(cause), 80);
  const [, text] = TEXTS.find(([pattern]) => pattern.test(code)) ?? [];
  return text === undefined ? code : `${text} (${code})`;
}
