// One request and its response, whose bytes go from the socket into their buffer. Over Node's own HTTP: undici takes ten times
// as long to load, for an HTTP/2, a parser and streams that no request needs.

import type { ClientRequest, IncomingHttpHeaders, IncomingMessage, RequestOptions } from 'node:http';
import { urlToHttpOptions } from 'node:url';
import type { BodyBuffer } from './body-buffers.ts';
import { RequestFailure, type RequestTimeouts, seconds } from './request-failure.ts';

/** A response before its body. */
export interface ResponseHead {
  readonly status: number;
  readonly statusText: string;
  readonly headers: IncomingHttpHeaders;
}

/** A response whose body was read. */
export interface Received extends ResponseHead {
  /** Others' when whoever lent it is done. */
  readonly body: BodyBuffer;
  /** Whether the body ended within its limit; of a longer one are there the first bytes past it. */
  readonly isWhole: boolean;
}

/** What is sent, and where the body goes. */
interface Sending {
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: BodyBuffer;
  /** Bytes of a body: what is longer is not downloaded. */
  readonly limitOf: (head: ResponseHead) => number;
}

/** Connections with one origin, used again and again. */
export interface Connections {
  /** Sends a GET request and reads the response. @throws RequestFailure of a time-out, Error of the system. */
  readonly receive: (sending: Sending) => Promise<Received>;
  /** Ends all of them, and the requests that use them. */
  readonly close: () => void;
}

/** A connection that nobody uses for so long is closed, before the service does that in the middle of a request. */
const AGENT = { keepAlive: true, timeout: 4000 };

/** Connects when the first request is sent. A time-out of 0 waits for ever. */
export function openConnections(origin: URL, timeouts: RequestTimeouts): Connections {
  const { request, agent } = origin.protocol === 'https:' ? loadHttps() : loadHttp();
  const target = urlToHttpOptions(origin);
  const receive = ({ path, headers, body, limitOf }: Sending) =>
    new Promise<Received>((resolve, reject) => {
      const sent = request({ ...target, path, headers, agent });
      const stopClock = startClock(sent, timeouts);
      sent.on('error', reject);
      sent.on('close', stopClock);
      sent.on('response', (response) => {
        stopClock();
        const head = headOf(response);
        const place = { body, limit: limitOf(head), timeoutMs: timeouts.bodyTimeoutMs };
        readBody(response, place).then((isWhole) => resolve({ ...head, body, isWhole }), reject);
      });
      sent.end();
    });
  return { receive, close: () => agent.destroy() };
}

/** An import would evaluate every name of the module, and with `WebSocket` a whole HTTP client that nobody here needs. */
function loadHttp() {
  const { request, Agent } = process.getBuiltinModule('node:http');
  return { request: (options: RequestOptions) => request(options), agent: new Agent(AGENT) };
}

function loadHttps() {
  const { request, Agent } = process.getBuiltinModule('node:https');
  return { request: (options: RequestOptions) => request(options), agent: new Agent(AGENT) };
}

/** Ends a request that is not connected, or not answered, in time. Returns what stops the clock. */
function startClock(sent: ClientRequest, { connectTimeoutMs, headersTimeoutMs }: RequestTimeouts): () => void {
  let timer: NodeJS.Timeout | undefined;
  const awaitAnswer = () => {
    clearTimeout(timer);
    timer = endAfter(
      headersTimeoutMs,
      sent,
      () => new RequestFailure(`There was no answer within ${seconds(headersTimeoutMs)}.`),
    );
  };
  sent.on('socket', (socket) => {
    if (!socket.connecting) return awaitAnswer();
    timer = endAfter(connectTimeoutMs, sent, () => {
      const message = `There was no connection within ${seconds(connectTimeoutMs)}.`;
      return new RequestFailure(message, { isUnreachable: true });
    });
    socket.once('encrypted' in socket ? 'secureConnect' : 'connect', awaitAnswer);
  });
  return () => clearTimeout(timer);
}

function headOf({ statusCode = 0, statusMessage = '', headers }: IncomingMessage): ResponseHead {
  return { status: statusCode, statusText: statusMessage, headers };
}

/** Reads the body up to the first bytes past the limit. Returns whether it is whole. */
function readBody(
  response: IncomingMessage,
  { body, limit, timeoutMs }: { readonly body: BodyBuffer; readonly limit: number; readonly timeoutMs: number },
): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const describe = () => new RequestFailure(`The answer stopped for ${seconds(timeoutMs)}.`);
    const silence = endAfter(timeoutMs, response, describe);
    response.on('data', (chunk: Buffer) => {
      silence?.refresh();
      body.append(chunk);
      if (body.length() <= limit) return;
      resolve(false);
      response.destroy();
    });
    response.on('end', () => resolve(true));
    response.on('error', reject);
    response.on('close', () => {
      clearTimeout(silence);
      reject(new Error('The answer ended early.'));
    });
  });
}

function endAfter(
  milliseconds: number,
  stream: ClientRequest | IncomingMessage,
  createFailure: () => RequestFailure,
): NodeJS.Timeout | undefined {
  return milliseconds === 0 ? undefined : setTimeout(() => stream.destroy(createFailure()), milliseconds);
}
