// One request and its response. undici's own request would make a stream of each body, and load two kinds of streams for it.

import type { Dispatcher } from 'undici';
import { RequestFailure, seconds } from './request-failure.ts';

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
  readonly body: Buffer;
  /** Whether the body ended within its limit; of a longer one are there the first bytes past it. */
  readonly isWhole: boolean;
}

/** What is sent. */
export interface Sending {
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Bytes of a body: what is longer is not downloaded. */
  readonly limitOf: (head: ResponseHead) => number;
  /** Time for all of it: a service that drips never stops for as long as undici waits. */
  readonly timeoutMs: number;
}

/** Sends a GET request and reads the response. @throws RequestFailure when the time is over, else what undici says of the connection. */
export function receiveResponse(pool: Dispatcher, { path, headers, limitOf, timeoutMs }: Sending): Promise<Received> {
  return new Promise((resolve, reject) => {
    let head: ResponseHead | null = null;
    let limit = 0;
    const chunks: Uint8Array[] = [];
    let length = 0;
    let request: Dispatcher.DispatchController | null = null;
    let isLate = false;
    const timer = setTimeout(() => {
      isLate = true;
      const failure = new RequestFailure(`The answer was not whole within ${seconds(timeoutMs)}.`);
      reject(failure);
      request?.abort(failure);
    }, timeoutMs);
    const finish = (isWhole: boolean) => {
      clearTimeout(timer);
      if (head !== null) resolve({ ...head, body: Buffer.concat(chunks), isWhole });
    };
    pool.dispatch(
      { path, method: 'GET', headers: { ...headers } },
      {
        onRequestStart(controller) {
          request = controller;
          if (isLate) controller.abort(new Error('The time is over.'));
        },
        onResponseStart(_controller, status, received, statusText = '') {
          if (status < 200) return;
          head = { status, statusText, headers: received };
          limit = limitOf(head);
        },
        onResponseData(controller, chunk) {
          // What was on its way when the request ended.
          if (isLate || length > limit) return;
          chunks.push(chunk);
          length += chunk.length;
          if (length <= limit) return;
          finish(false);
          controller.abort(new Error('The body is longer than its limit.'));
        },
        onResponseEnd: () => finish(true),
        onResponseError(_controller, error) {
          clearTimeout(timer);
          reject(error);
        },
      },
    );
  });
}
