// Server-sent events to every open page: the newest state on connecting, and after every change.

import type { ServerResponse } from 'node:http';
import type { Problem } from '../../errors.ts';
import type { ShownProblem } from '../describe-failure.ts';

/** What open pages know of the whole site. */
export interface ServerState {
  readonly version: number;
  /** Sources that cannot be used. */
  readonly broken: readonly ShownProblem[];
  readonly outage: Problem | null;
}

/** The open streams. */
export interface EventStream {
  readonly open: (response: ServerResponse) => void;
  readonly send: (event: 'state' | 'requests', data: unknown) => void;
  readonly close: () => void;
}

/** Browsers come back after this time when the connection breaks. */
const RETRY_MS = 500;
/** Proxies close connections that are silent for longer. */
const HEARTBEAT_MS = 20_000;

/** Starts without streams. A new one begins with the state of the moment. */
export function createEventStream(findState: () => ServerState): EventStream {
  const responses = new Set<ServerResponse>();
  const write = (text: string) => {
    for (const response of responses) response.write(text);
  };
  const format = (event: string, data: unknown) => `event: ${event}\ndata: ${JSON.stringify(data)}\n\n`;
  const heartbeat = setInterval(() => write(': still here\n\n'), HEARTBEAT_MS);
  return {
    open: (response) => {
      response.writeHead(200, {
        'content-type': 'text/event-stream; charset=utf-8',
        'cache-control': 'no-store',
        'x-content-type-options': 'nosniff',
      });
      response.write(`retry: ${RETRY_MS}\n\n${format('state', findState())}`);
      responses.add(response);
      response.on('close', () => responses.delete(response));
    },
    send: (event, data) => write(format(event, data)),
    close: () => {
      clearInterval(heartbeat);
      for (const response of responses) response.end();
      responses.clear();
    },
  };
}
