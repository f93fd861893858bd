// Server-sent events to every open page (HTML, section 9.2): the newest state on connecting, and after every change.

import type { IncomingMessage, ServerResponse } from 'node:http';

/** The open streams. */
export interface EventStream {
  readonly open: (request: IncomingMessage, response: ServerResponse) => void;
  readonly send: (event: string, data: unknown) => void;
  readonly count: () => number;
  readonly close: () => void;
}

/** Browsers come back after this time when the connection breaks. */
const RETRY_MS = 500;
/** Proxies close connections that are silent for longer. */
const HEARTBEAT_MS = 20_000;

/** Starts without streams. `current` is what a new one is told. */
export function createEventStream(current: () => { readonly event: string; readonly data: unknown }): EventStream {
  const responses = new Set<ServerResponse>();
  const write = (text: string) => {
    for (const response of responses) response.write(text);
  };
  const format = (event: string, data: unknown) => `event: ${event}\ndata: ${JSON.stringify(data)}\n\n`;
  const heartbeat = setInterval(() => write(': still here\n\n'), HEARTBEAT_MS);
  return {
    open: (_request, response) => {
      response.writeHead(200, {
        'content-type': 'text/event-stream; charset=utf-8',
        'cache-control': 'no-store',
        'x-content-type-options': 'nosniff',
      });
      const { event, data } = current();
      response.write(`retry: ${RETRY_MS}\n\n${format(event, data)}`);
      responses.add(response);
      response.on('close', () => responses.delete(response));
    },
    send: (event, data) => write(format(event, data)),
    count: () => responses.size,
    close: () => {
      clearInterval(heartbeat);
      for (const response of responses) response.end();
      responses.clear();
    },
  };
}
