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

/** Browsers reconnect after this time. */
const RETRY_MS = 500;
/** Some proxies close connections that are idle for longer. */
const HEARTBEAT_MS = 20_000;

/** The open streams. Each starts with the current state. */
export class EventStream {
  readonly #findState: () => ServerState;
  readonly #responses = new Set<ServerResponse>();
  readonly #heartbeat = setInterval(() => this.#write(': heartbeat\n\n'), HEARTBEAT_MS);

  constructor(findState: () => ServerState) {
    this.#findState = findState;
  }

  open(response: ServerResponse): void {
    response.writeHead(200, {
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
    });
    response.write(`retry: ${RETRY_MS}\n\n${formatEvent('state', this.#findState())}`);
    this.#responses.add(response);
    response.on('close', () => this.#responses.delete(response));
  }

  send(event: 'state' | 'requests', data: unknown): void {
    this.#write(formatEvent(event, data));
  }

  #write(text: string): void {
    for (const response of this.#responses) response.write(text);
  }

  close(): void {
    clearInterval(this.#heartbeat);
    for (const response of this.#responses) response.end();
    this.#responses.clear();
  }
}

function formatEvent(event: string, data: unknown): string {
  return `event: ${event}\ndata: ${JSON.stringify(data)}\n\n`;
}
