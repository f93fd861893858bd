// Other sites with all kinds of faults, on loopback. Each is a server of its own, because limits apply to a whole host.

import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

type Answer = (request: IncomingMessage, response: ServerResponse) => void;

/** A running site. */
export interface FaultSite {
  readonly origin: string;
  /** Method and path of every request, in order. */
  readonly requests: readonly string[];
  readonly stop: () => Promise<void>;
}

const page = (title: string, words: string) => `<!doctype html><title>${title}</title><h1>${title}</h1><p>${words}</p>`;
const send =
  (status: number, headers: Record<string, string> = {}, body = ''): Answer =>
  (_, response) =>
    response.writeHead(status, headers).end(body);
const html = (body: string): Answer => send(200, { 'Content-Type': 'text/html' }, body);
const leadTo = (location: string, status = 301) => send(status, { Location: location });

/** Answers by path; `*` is every other path. */
export async function startSite(answers: Readonly<Record<string, Answer>>): Promise<FaultSite> {
  const requests: string[] = [];
  const server = createServer((request, response) => {
    requests.push(`${request.method} ${request.url}`);
    const answer = answers[request.url ?? '/'] ?? answers['*'] ?? send(404, {}, 'Not found');
    answer(request, response);
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo;
  return {
    origin: `http://127.0.0.1:${port}`,
    requests,
    stop: () =>
      new Promise((done) => {
        server.close(() => done());
        server.closeAllConnections();
      }),
  };
}

/** Answers 404 for unknown paths. */
export const ERROR_404: Readonly<Record<string, Answer>> = {
  '/ok': html(page('Ok', 'A page.')),
  '/no-head': (request, response) => response.writeHead(request.method === 'HEAD' ? 405 : 200).end('There.'),
  '/wrong-head': (request, response) => response.writeHead(request.method === 'HEAD' ? 404 : 200).end('There.'),
  '/gone': send(410),
  '/forbidden': send(403),
  '/reset': (request) => request.socket.resetAndDestroy(),
  '/slow': () => {},
  '/slow-body': (request, response) => {
    response.writeHead(request.method === 'HEAD' ? 405 : 200, { 'Content-Type': 'text/html' });
    if (request.method === 'HEAD') response.end();
    else response.write('<p>Begun, never ended');
  },
  '/error': send(500),
  '/moved': leadTo('/ok'),
  '/lent': leadTo('/ok', 302),
  '/chain': leadTo('/chain/2'),
  '/chain/2': leadTo('/chain/3', 308),
  '/chain/3': leadTo('/ok'),
  '/broken-chain': leadTo('/chain-end'),
  '/loop': leadTo('/loop/2'),
  '/loop/2': leadTo('/loop'),
  '/endless': leadTo('/endless?1'),
  '/to-mail': leadTo('mailto:a@example.com'),
};

/** Answers 200 for every path. */
export const ALWAYS_200: Readonly<Record<string, Answer>> = {
  '/real': html(page('A real page', 'It has words of its own, quite different ones, about parrots and pools.')),
  '*': (request, response) =>
    response
      .writeHead(200, { 'Content-Type': 'text/html' })
      .end(page('Sorry', `We could not find ${request.url}. Try our search, or begin at the main page of the shop.`)),
};

/** Redirects unknown paths to its home page. */
export const REDIRECTS_HOME: Readonly<Record<string, Answer>> = {
  '/': html(page('Home', 'Welcome.')),
  '/real': html(page('Another real page', 'Something else is told here at some length.')),
  '*': leadTo('/'),
};

/** An app in the browser: the same document for every path. */
export const SAME_DOCUMENT: Readonly<Record<string, Answer>> = {
  '*': html(
    '<title>App</title><div id="root"></div><noscript>This app needs JavaScript.</noscript><script src="/a.js"></script>',
  ),
};

/** Shows its pages to members only. */
export const MEMBERS_ONLY: Readonly<Record<string, Answer>> = {
  '/login': html(page('Sign in', 'Please sign in to the wiki with your name and your password.')),
  '*': leadTo('/login'),
};

/** Sets a cookie, and sends the visitor to the same address again. */
export const COOKIE_WALL: Readonly<Record<string, Answer>> = {
  '*': (request, response) => response.writeHead(302, { location: request.url, 'set-cookie': 'seen=1; Path=/' }).end(),
};

/** A busy site with a long or short Retry-After. */
export const busy = (retryAfter: string): Readonly<Record<string, Answer>> => {
  let isFirst = true;
  return {
    '/page': (_, response) => {
      const isLimited = isFirst || retryAfter !== '0';
      isFirst = false;
      if (isLimited) response.writeHead(429, { 'Retry-After': retryAfter }).end();
      else response.writeHead(200).end();
    },
    '/other': send(200),
  };
};
