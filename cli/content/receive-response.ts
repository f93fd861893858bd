// One request and its response, whose bytes go from the socket into their buffer: undici's own request makes a stream of each
// body, and code of two kinds of streams is loaded and run for it.

import type { Dispatcher } from 'undici';
import type { BodyBuffer } from './body-buffers.ts';

/** Names and values as they came. */
type ResponseHeaders = Readonly<Record<string, string | string[] | undefined>>;

/** A response before its body. */
export interface ResponseHead {
  readonly status: number;
  readonly statusText: string;
  readonly headers: ResponseHeaders;
}

/** A response whose body was read. */
export interface Received extends ResponseHead {
  /** Others' when whoever lent it is done. */
  readonly body: BodyBuffer;
  /** Whether the body ended within its limit; of a longer one are there the first bytes past it. */
  readonly isWhole: boolean;
}

/** What is sent, and where the body goes. */
export interface Sending {
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: BodyBuffer;
  /** Bytes of a body: what is longer is not downloaded. */
  readonly limitOf: (head: ResponseHead) => number;
}

/** Sends a GET request and reads the response. @throws what undici says of the connection. */
export function receiveResponse(pool: Dispatcher, { path, headers, body, limitOf }: Sending): Promise<Received> {
  return new Promise((resolve, reject) => {
    let head: ResponseHead | null = null;
    let limit = 0;
    const finish = (isWhole: boolean) => {
      if (head !== null) resolve({ ...head, body, isWhole });
    };
    pool.dispatch(
      { path, method: 'GET', headers: { ...headers } },
      {
        onRequestStart() {},
        onResponseStart(_controller, status, received, statusText = '') {
          if (status < 200) return;
          head = { status, statusText, headers: received };
          limit = limitOf(head);
        },
        onResponseData(controller, chunk) {
          // What was on its way when the request ended.
          if (body.length() > limit) return;
          body.append(chunk);
          if (body.length() <= limit) return;
          finish(false);
          controller.abort(new Error('The body is longer than its limit.'));
        },
        onResponseEnd: () => finish(true),
        onResponseError: (_controller, error) => reject(error),
      },
    );
  });
}
