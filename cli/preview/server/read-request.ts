// Reads the target and the body of a request.

import type { IncomingMessage } from 'node:http';

const MAX_BODY_BYTES = 65_536;

/** Path and query of a request. */
export interface RequestTarget {
  /** As sent, percent-encoded. */
  readonly pathname: string;
  /** '' or '?…'. */
  readonly search: string;
}

/** Splits the target of a request; null if it is not a path. Browsers read `//host` and `/\\host` as other hosts. */
export function readTarget({ url = '/' }: IncomingMessage): RequestTarget | null {
  if (!/^\/(?![/\\])/.test(url)) return null;
  const start = url.indexOf('?');
  const [pathname, query] = start === -1 ? [url, ''] : [url.slice(0, start), url.slice(start + 1)];
  return { pathname, search: query === '' ? '' : `?${query}` };
}

/** The body as text; null if it is too large. */
export async function readBody(request: IncomingMessage): Promise<string | null> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of request) {
    const bytes = Buffer.from(chunk);
    length += bytes.length;
    if (length > MAX_BODY_BYTES) return null;
    chunks.push(bytes);
  }
  return Buffer.concat(chunks).toString('utf8');
}
