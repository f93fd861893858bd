// The HTTP server of a preview. If the port is in use, it tries the next one.

import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { errorMessage, type SiteError, systemErrorCode, usageError } from '../../errors.ts';
import type { Report } from '../../report/report-event.ts';
import { printableText } from '../../text/printable-text.ts';
import { allowedHosts, bracketed, isAllowedHost, isCrossSite, networkHosts } from './guard-request.ts';
import { isReading, type RequestTarget, readTarget, sendText } from './send.ts';

export interface ServerPlace {
  readonly host: string;
  /** Host names of proxies, in lower case. */
  readonly allowedHosts: readonly string[];
  /** 0: the system chooses. */
  readonly port: number;
  /** Whether a port in use is an error. */
  readonly isPortStrict: boolean;
  readonly report: Report;
}

export interface PreviewServer {
  /** Without a trailing slash. */
  readonly url: string;
  /** Addresses for other machines; null if none can reach it. */
  readonly networkUrls: readonly string[] | null;
  readonly stop: () => Promise<void>;
}

/** Answers one request whose host, target and sender are allowed. */
export type Answer = (request: IncomingMessage, response: ServerResponse, target: RequestTarget) => Promise<void>;

/** Addresses of the preview itself, which pages of other sites may not even read. */
export const API = '/__sitegen/';

/** Starts the server. @throws SiteError PREVIEW_HOST if this machine does not have the address, PREVIEW_PORT (exit 2). */
export async function startServer(place: ServerPlace, answer: Answer): Promise<PreviewServer> {
  const { host, report } = place;
  const hosts = allowedHosts(host).union(new Set(place.allowedHosts));
  const server = createServer((request, response) => {
    if (!isAllowedHost(request, hosts)) return sendText(request, response, 403, HOST_REFUSED);
    const target = readTarget(request);
    if (target === null) return sendText(request, response, 400, 'The address is not valid.');
    if ((target.pathname.startsWith(API) || !isReading(request)) && isCrossSite(request))
      return sendText(request, response, 403, 'Only pages of this preview may request this.');
    answer(request, response, target).catch((cause: unknown) => {
      // Without the query, which may have a token.
      const text = `${request.method} ${printableText(target.pathname)} failed: ${errorMessage(cause)}`;
      report({ kind: 'log', level: 'warning', text });
      if (response.headersSent) response.destroy();
      else sendText(request, response, 500, 'The preview could not answer. See the terminal for the reason.');
    });
  });
  const bound = await listenSomewhere(server, place);
  const name = bracketed(host);
  return {
    url: `http://${name === '0.0.0.0' || name === '[::]' ? 'localhost' : name}:${bound}`,
    networkUrls: networkHosts(host)?.map((each) => `http://${each}:${bound}`) ?? null,
    stop: async () => {
      const closed = once(server, 'close');
      server.close().closeAllConnections();
      await closed;
    },
  };
}

const HOST_REFUSED =
  'This preview does not accept that host name. Open the address that it printed. If a proxy sends its own host name, start the preview with --allowed-hosts and that name.';

const LAST_PORT = 65_535;

async function listenSomewhere(server: Server, place: ServerPlace): Promise<number> {
  const { host, port, isPortStrict, report } = place;
  try {
    await once(server.listen(port, host), 'listening');
    const address = server.address();
    return typeof address === 'object' && address !== null ? address.port : port;
  } catch (cause) {
    const code = systemErrorCode(cause);
    if (code === 'EADDRINUSE' && !isPortStrict && port < LAST_PORT) {
      report({ kind: 'log', level: 'info', text: `Port ${port} is in use, trying ${port + 1}.` });
      return listenSomewhere(server, { ...place, port: port + 1 });
    }
    throw describeRefusal(place, cause);
  }
}

function describeRefusal({ host, port }: ServerPlace, cause: unknown): SiteError {
  const inUse = `Port ${port} is in use. Stop the program that uses it, or choose another port with --port.`;
  const forbidden = `This user may not open port ${port}. Choose a port above 1023 with --port.`;
  const unknown = `The preview cannot listen on ${JSON.stringify(host)}: ${errorMessage(cause)}. Use an address of this machine, or omit --host.`;
  const code = systemErrorCode(cause);
  if (code === 'EADDRINUSE' || code === 'EACCES')
    return usageError('PREVIEW_PORT', code === 'EACCES' ? forbidden : inUse, cause);
  return usageError('PREVIEW_HOST', unknown, cause);
}
