// The server of all tests that show a built site: on loopback, as the host that it is given answers. A test may have single paths
// answered otherwise, changes what the host says, and sees what was asked for.

import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { brotliCompressSync, constants } from 'node:zlib';

/** Headers by name. */
export type Headers = Readonly<Record<string, string>>;

/** What a host answers. */
export interface HostAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Buffer | string;
  /** Send fewer bytes than announced. */
  readonly isCut?: boolean;
}

/** How a host answers a path, percent-encoded as it was asked for. `search` is '' or begins with '?'. */
export type Host = (path: string, search: string) => HostAnswer;

/** Answers instead of the host; `body` is what was posted. */
export type Answer = (request: IncomingMessage, response: ServerResponse, body: string) => void;

/** A running server. */
export interface SiteServer {
  /** `http://127.0.0.1:{port}` */
  readonly origin: string;
  /** Decoded paths asked for since the last reset, in order. */
  readonly requested: string[];
  /** Path and query of each request as it came in. */
  readonly requests: string[];
  /** Changes what the host answers. `count` says how often this address was asked for, from 1. */
  change: (path: string, answer: HostAnswer, count: number) => HostAnswer;
  /** Answers a decoded path, or every path that a pattern matches, until the next reset. The last one given wins. */
  readonly answer: (path: string | RegExp, answer: Answer) => void;
  /** Forgets what was asked for and the answers of the test. */
  readonly reset: () => void;
  readonly close: () => Promise<void>;
}

const COMPRESSED = /^(text\/|image\/svg|application\/(json|xml|atom|manifest))/;
const QUALITY = { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } };

/** Starts a server on a port that the system chooses. `headers` are those of every answer of the host. */
export async function startServer(
  host: Host,
  { isCompressed = false, headers = {} }: { readonly isCompressed?: boolean; readonly headers?: Headers } = {},
): Promise<SiteServer> {
  const answers: { readonly path: string | RegExp; readonly answer: Answer }[] = [];
  const server = createServer(async (request, response) => {
    const asked = request.url ?? '/';
    const { pathname, search } = new URL(asked, 'http://localhost');
    const path = decodeURIComponent(pathname);
    site.requested.push(path);
    site.requests.push(asked);
    const body = await readBody(request);
    const own = answers.findLast((each) => (typeof each.path === 'string' ? each.path === path : each.path.test(path)));
    if (own !== undefined) return own.answer(request, response, body);
    const count = site.requests.filter((each) => each === asked).length;
    const answer = site.change(path, host(pathname, search), count);
    const isEncoded = isCompressed && request.headers['accept-encoding'] !== undefined;
    send(response, { ...answer, headers: { ...headers, ...answer.headers } }, isEncoded);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  // A server that listens on TCP has an address of this type.
  const { port } = server.address() as AddressInfo;
  const site: SiteServer = {
    origin: `http://127.0.0.1:${port}`,
    requested: [],
    requests: [],
    change: (_, answer) => answer,
    answer: (path, answer) => void answers.push({ path, answer }),
    reset: () => {
      site.requested.length = 0;
      site.requests.length = 0;
      answers.length = 0;
      site.change = (_, answer) => answer;
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  return site;
}

function send(response: ServerResponse, { status, headers, body, isCut }: HostAnswer, isCompressed: boolean): void {
  const isSmall = isCompressed && body.length > 0 && COMPRESSED.test(headers['content-type'] ?? '');
  const sent = isSmall ? brotliCompressSync(body, QUALITY) : Buffer.from(body);
  const more = isSmall ? { 'content-encoding': 'br' } : {};
  response.writeHead(status, { ...headers, ...more, 'content-length': sent.length });
  if (isCut !== true) response.end(sent);
  else response.write(sent.subarray(0, sent.length / 2), () => response.socket?.destroy());
}

async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  return Buffer.concat(chunks).toString('utf8');
}

/** Never answers. */
export const never: Answer = () => {};
/** Cuts the connection. */
export const cut: Answer = (request) => request.socket.destroy();
/** Answers with a status and no more. */
export const status =
  (code: number): Answer =>
  (_request, response) =>
    response.writeHead(code, { 'content-type': 'text/plain' }).end(String(code));
/** Answers JSON. */
export const json =
  (value: unknown, code = 200): Answer =>
  (_request, response) =>
    response.writeHead(code, { 'content-type': 'application/json' }).end(JSON.stringify(value));
/** Answers the first requests one after the other as they are listed, all later ones as the last of them. */
export function inTurn(...turns: readonly Answer[]): Answer {
  let turn = 0;
  return (request, response, body) => {
    const answer = turns[Math.min(turn, turns.length - 1)];
    turn += 1;
    answer?.(request, response, body);
  };
}
