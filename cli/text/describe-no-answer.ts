// Why a host did not answer, in words that say where to look. No address is in them.

import { errorMessage, systemErrorCode } from '../errors.ts';
import { printableText } from './printable-text.ts';

const WORDS: readonly (readonly [code: RegExp, words: string])[] = [
  [/^ECONNREFUSED$/, 'nothing listens there'],
  [/^(?:ENOTFOUND|EAI_AGAIN)$/, 'the name of the host is not known'],
  [/^E(?:HOST|NET)UNREACH$/, 'there is no way to the host'],
  [/TIMEOUT|TIMEDOUT/, 'it took too long'],
  [/^(?:UND_ERR_SOCKET|ECONNRESET|EPIPE)$/, 'the connection was closed'],
  [/^(?:EPROTO|ERR_SSL_)/, 'it speaks no TLS, so the address begins with http://'],
  // Names that OpenSSL gives to what is wrong with a certificate (X509_V_ERR_…).
  [
    /CERT|SELF_SIGNED|LEAF_SIGNATURE|UNABLE_TO_GET_ISSUER/,
    'its certificate is not trusted; NODE_EXTRA_CA_CERTS names the file of an authority of your own',
  ],
];

/** `nothing listens there (ECONNREFUSED)`; the error's own text where it has no code that is known. */
export function describeNoAnswer(cause: unknown): string {
  const code = systemErrorCode(cause);
  if (code === null) return printableText(errorMessage(cause), 80);
  const [, words] = WORDS.find(([pattern]) => pattern.test(code)) ?? [];
  return words === undefined ? code : `${words} (${code})`;
}
