// The HTTP server of a preview: loopback unless asked otherwise, another port where the wanted one is taken, a clean end.

import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { isIP } from 'node:net';
import process from 'node:process';
import { errorMessage, SiteError, systemErrorCode } from '../../errors.ts';
import type { Report } from '../../report-event.ts';
import { allowedHosts, isAllowedHost } from './guard-request.ts';
import { sendText } from './send.ts';

/** Where to listen. */
export interface ServerPlace {
  readonly host: string;
  readonly port: number;
  readonly report: Report;
}

/** A running server. */
export interface PreviewServer {
  /** Without a trailing slash. */
  readonly url: string;
  readonly stop: () => Promise<void>;
}

/** Answers one request whose host is allowed. */
export type Answer = (request: IncomingMessage, response: ServerResponse) => Promise<void>;

/** An import would evaluate every name of the module, and with `WebSocket` a whole HTTP client that nobody here needs. */
const { createServer } = process.getBuiltinModule('node:http');

/** Listens. @throws SiteError PREVIEW_HOST (exit 2) where the address is none of this machine's. */
export async function startServer({ host, port, report }: ServerPlace, answer: Answer): Promise<PreviewServer> {
  const hosts = allowedHosts(host);
  const server = createServer((request, response) => {
    if (!isAllowedHost(request, hosts)) return refuseHost(request, response);
    answer(request, response).catch((cause: unknown) => {
      // The query is left out: it may hold a token.
      const path = (request.url ?? '').replace(/\?.*$/s, '');
      report({ kind: 'log', level: 'warning', text: `${request.method} ${path} failed: ${errorMessage(cause)}` });
      if (response.headersSent) response.destroy();
      else sendText(request, response, 500, 'The preview could not answer; its console says why.');
    });
  });
  const bound = await listenSomewhere(server, { host, port, report });
  const name = isIP(host) === 6 ? `[${host}]` : host;
  return {
    url: `http://${name === '0.0.0.0' || name === '[::]' ? 'localhost' : name}:${bound}`,
    stop: () => stop(server),
  };
}

function refuseHost(request: IncomingMessage, response: ServerResponse): void {
  sendText(
    request,
    response,
    403,
    'This preview does not answer to that host name. Open it by the address that it printed, or start it with --host and the name.',
  );
}

async function listenSomewhere(server: Server, { host, port, report }: ServerPlace): Promise<number> {
  try {
    return await listen(server, host, port);
  } catch (cause) {
    const code = systemErrorCode(cause);
    if (code === 'EADDRINUSE' || code === 'EACCES') {
      const why = code === 'EADDRINUSE' ? 'is taken' : 'may not be opened by this user';
      report({ kind: 'log', level: 'warning', text: `Port ${port} ${why}; the system chooses another.` });
      return listen(server, host, 0);
    }
    throw new SiteError(
      {
        code: 'PREVIEW_HOST',
        exitCode: 2,
        message: `The preview cannot listen on ${JSON.stringify(host)}: ${errorMessage(cause)}. Leave --host out for this machine alone, or name an address of it.`,
      },
      { cause },
    );
  }
}

function listen(server: Server, host: string, port: number): Promise<number> {
  const { promise, resolve, reject } = Promise.withResolvers<number>();
  server.once('error', reject);
  server.listen(port, host, () => {
    server.off('error', reject);
    const address = server.address();
    resolve(typeof address === 'object' && address !== null ? address.port : port);
  });
  return promise;
}

function stop(server: Server): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  server.close(() => resolve());
  server.closeAllConnections();
  return promise;
}
