// One request and its response. undici's own `request` makes a stream of each body, and loads two kinds of streams for it.

import type { Dispatcher } from 'undici';
import { RequestFailure, seconds } from './request-failure.ts';

/** Header names and values as received. */
type ResponseHeaders = Readonly<Record<string, string | string[] | undefined>>;

/** Status and headers of a response. */
export interface ResponseHead {
  readonly status: number;
  readonly statusText: string;
  readonly headers: ResponseHeaders;
}

/** A response with its body. */
export interface Received extends ResponseHead {
  readonly body: Buffer;
  /** Whether the body ended within its limit. A longer body is cut off. */
  readonly isWhole: boolean;
}

/** A request. */
export interface Sending {
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Most bytes of a body that are downloaded. */
  readonly limitOf: (head: ResponseHead) => number;
  /** Time limit of the whole response: a slow trickle of bytes never runs into undici's own time-outs. */
  readonly timeoutMs: number;
}

/** Sends a GET request and reads the response. @throws RequestFailure after the time limit, or undici's error of the connection. */
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
          // Late bytes of a request that ended.
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
