// A server on loopback that shows a built site as a host does. A test may have single paths answered otherwise, and sees
// what was asked for.

import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Headers by name. */
export type Headers = Readonly<Record<string, string>>;

/** What a host answers. */
export interface HostAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Buffer | string;
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
  /** Answers a decoded path, or every path that a pattern matches, until the next reset. The last one given wins. */
  readonly answer: (path: string | RegExp, answer: Answer) => void;
  /** Forgets what was asked for and the answers of the test. */
  readonly reset: () => void;
  readonly close: () => Promise<void>;
}

/** Starts a server on a port that the system chooses. */
export async function startServer(host: Host): Promise<SiteServer> {
  const requested: string[] = [];
  const answers: { readonly path: string | RegExp; readonly answer: Answer }[] = [];
  const server = createServer(async (request, response) => {
    const { pathname, search } = new URL(request.url ?? '/', 'http://localhost');
    const path = decodeURIComponent(pathname);
    requested.push(path);
    const body = await readBody(request);
    const own = answers.findLast((each) => (typeof each.path === 'string' ? each.path === path : each.path.test(path)));
    if (own !== undefined) return own.answer(request, response, body);
    const answer = host(pathname, search);
    response.writeHead(answer.status, answer.headers).end(answer.body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  // A server that listens on TCP has an address of this type.
  const { port } = server.address() as AddressInfo;
  return {
    origin: `http://127.0.0.1:${port}`,
    requested,
    answer: (path, answer) => void answers.push({ path, answer }),
    reset: () => {
      requested.length = 0;
      answers.length = 0;
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  return Buffer.concat(chunks).toString('utf8');
}
