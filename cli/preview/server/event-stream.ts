// Sends the state to all open pages with server-sent events: when they connect and after every change.

import type { ServerResponse } from 'node:http';
import type { Problem } from '../../errors.ts';
import type { ShownProblem } from '../describe-failure.ts';

/** The state of the whole site. */
export interface ServerState {
  readonly version: number;
  /** Errors of sources. */
  readonly broken: readonly ShownProblem[];
  readonly outage: Problem | null;
}

/** The open streams. */
export interface EventStream {
  readonly open: (response: ServerResponse) => void;
  readonly send: (event: 'state' | 'requests', data: unknown) => void;
  readonly close: () => void;
}

/** Browsers reconnect after this time. */
const RETRY_MS = 500;
/** Some proxies close connections that are idle for longer. */
const HEARTBEAT_MS = 20_000;

/** Creates the stream. Each connection starts with the current state. */
export function createEventStream(findState: () => ServerState): EventStream {
  const responses = new Set<ServerResponse>();
  const write = (text: string) => {
    for (const response of responses) response.write(text);
  };
  const format = (event: string, data: unknown) => `event: ${event}\ndata: ${JSON.stringify(data)}\n\n`;
  const heartbeat = setInterval(() => write(': heartbeat\n\n'), HEARTBEAT_MS);
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
