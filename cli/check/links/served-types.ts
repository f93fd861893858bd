// Whether a live site serves its files with types that browsers accept: a page of another type is shown as source, and a
// style or script of another type is ignored (`X-Content-Type-Options: nosniff`).

import pLimit from 'p-limit';
import { createSender, type Sender } from '../external/send-request.ts';

/** How the files are asked for. */
export interface TypeRequests {
  readonly concurrency: number;
  readonly timeoutMs: number;
  readonly userAgent: string;
  readonly signal: AbortSignal;
}

const EXPECTED: readonly { readonly path: RegExp; readonly type: RegExp; readonly name: string }[] = [
  { path: /(?:\/|\.html?)$/i, type: /^(?:text\/html|application\/xhtml\+xml)\b/i, name: 'text/html' },
  { path: /\.css$/i, type: /^text\/css\b/i, name: 'text/css' },
  { path: /\.m?js$/i, type: /^(?:text|application)\/(?:javascript|ecmascript)\b/i, name: 'text/javascript' },
];

/** A file and the type that it should have. */
export interface WrongType {
  readonly url: string;
  /** '' where the host sends none. */
  readonly type: string;
  readonly expected: string;
}

/** Asks for the type of each address and returns those that are wrong. An address that does not answer has none. */
export async function findWrongTypes(
  urls: readonly string[],
  { concurrency, ...requests }: TypeRequests,
): Promise<readonly WrongType[]> {
  const limit = pLimit(concurrency);
  const sender = createSender({ ...requests, mayAskPrivate: true });
  try {
    const found = await Promise.all(
      urls.map((url) => {
        const row = EXPECTED.find(({ path }) => path.test(new URL(url).pathname));
        return row === undefined ? null : limit(() => compareType(url, row, sender));
      }),
    );
    return found.filter((wrong) => wrong !== null);
  } finally {
    await sender.close();
  }
}

async function compareType(
  url: string,
  { type: expected, name }: (typeof EXPECTED)[number],
  sender: Sender,
): Promise<WrongType | null> {
  const answer = await sender.send(new URL(url), 'HEAD', false);
  if ('outcome' in answer || answer.status !== 200 || expected.test(answer.contentType)) return null;
  return { url, type: answer.contentType, expected: name };
}
