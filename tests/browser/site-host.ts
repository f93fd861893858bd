// A built site on loopback as a host serves it: index files, slashes added, the 404 page of the locale, headers of the
// manifest. A test may answer single paths otherwise, and sees what was asked for.

import { existsSync, readFileSync, statSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { cacheControlOf, contentTypeOf } from '../../cli/publish/response-headers.ts';

/** What a test has answered instead of the file; `body` is what was posted. */
export type Answer = (request: IncomingMessage, response: ServerResponse, body: string) => void;

/** A site that is being served. */
export interface SiteHost {
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

/** Answers after a time as the host itself would. */
export const NEVER: Answer = () => {};
/** Cuts the connection. */
export const CUT: Answer = (request) => request.socket.destroy();
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

/** Serves an out folder on a port that the system chooses. `change` is done to the HTML of every page. */
export async function serveSite(outDir: string, change: (html: string) => string = (html) => html): Promise<SiteHost> {
  const requested: string[] = [];
  const answers: { readonly path: string | RegExp; readonly answer: Answer }[] = [];
  const server = createServer(async (request, response) => {
    const url = new URL(request.url ?? '/', 'http://localhost');
    const path = decodeURIComponent(url.pathname);
    requested.push(path);
    const body = await readBody(request);
    const own = answers.findLast((each) => (typeof each.path === 'string' ? each.path === path : each.path.test(path)));
    if (own !== undefined) return own.answer(request, response, body);
    send(response, outDir, { path, search: url.search, change });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
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

/** A file of the site as the host sends it, for an answer that changes or delays it. */
export function send(
  response: ServerResponse,
  outDir: string,
  {
    path,
    search = '',
    change = (html) => html,
  }: { readonly path: string; readonly search?: string; readonly change?: (html: string) => string },
): void {
  const wanted = path.endsWith('/') ? `${path.slice(1)}index.html` : path.slice(1);
  const isFile = (file: string) => existsSync(join(outDir, file)) && statSync(join(outDir, file)).isFile();
  if (!isFile(wanted) && isFile(`${wanted}/index.html`)) {
    response.writeHead(301, { location: `${encodeURI(path)}/${search}` }).end();
    return;
  }
  const [first = ''] = path.slice(1).split('/');
  const missing = isFile(`${first}/404.html`) ? `${first}/404.html` : '404.html';
  const file = isFile(wanted) ? wanted : missing;
  const content = readFileSync(join(outDir, file));
  response.writeHead(file === wanted ? 200 : 404, {
    'content-type': contentTypeOf(file),
    'cache-control': cacheControlOf(file, file.startsWith('assets/') ? 'asset' : 'page'),
  });
  response.end(file.endsWith('.html') ? change(content.toString('utf8')) : content);
}
