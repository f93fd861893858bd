// Serves `content/sample/` over HTTP on loopback, with the answers of a Statamic.

import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import { systemErrorCode, usageError } from '../errors.ts';
import { answerRequest } from './sample/answer-request.ts';
import { type LoadedFiles, loadLibrary } from './sample/sample-library.ts';

export interface SampleService {
  /** Origin, without trailing slash. */
  readonly url: string;
  /**
   * Reads files again: paths below the content folder, with '/'; null for all.
   * @throws SiteError SAMPLE_INVALID, and keeps serving the previous content.
   */
  reload(changed: ReadonlySet<string> | null): void;
  stop(): Promise<void>;
}

const HOST = '127.0.0.1';
const CONTENT_DIR = fileURLToPath(new URL('../../content/sample/', import.meta.url));

/**
 * Loads and serves the sample content. Port 0 lets the system choose.
 * @throws SiteError SAMPLE_INVALID (exit 1) for bad files, SAMPLE_PORT (exit 2) for a port that cannot be opened.
 */
export async function startSampleService({
  port = 0,
  contentDir = CONTENT_DIR,
}: {
  readonly port?: number;
  readonly contentDir?: string;
} = {}): Promise<SampleService> {
  const loaded: LoadedFiles = new Map();
  let library = loadLibrary(contentDir, loaded);
  const server = createServer((incoming, response) => {
    const { method = 'GET', url = '/' } = incoming;
    const context = { library, origin: `http://${hostOf(incoming)}`, now: new Date() };
    const { status, headers, body } = answerRequest(method, url, context);
    response.writeHead(status, { ...headers, 'Content-Length': Buffer.byteLength(body) }).end(body);
  });
  server.listen(port, HOST);
  await once(server, 'listening').catch((cause: Error) => Promise.reject(portProblem(port, cause)));
  return {
    url: `http://${HOST}:${(server.address() as AddressInfo).port}`,
    reload: (changed) => {
      if (changed === null) loaded.clear();
      else for (const path of changed) loaded.delete(path);
      library = loadLibrary(contentDir, loaded);
    },
    stop: async () => {
      const closed = once(server, 'close');
      server.close().closeAllConnections();
      await closed;
    },
  };
}

/** The host of the request if valid: URLs in bodies use it. */
function hostOf({ headers, socket }: IncomingMessage): string {
  const host = headers.host ?? '';
  return /^[a-z0-9.:[\]-]+$/i.test(host) ? host : `${HOST}:${socket.localPort}`;
}

function portProblem(port: number, cause: Error): Error {
  const code = systemErrorCode(cause);
  if (code !== 'EADDRINUSE' && code !== 'EACCES') return cause;
  const reason = code === 'EADDRINUSE' ? 'is already in use' : 'needs more privileges';
  const message = `Port ${port} on ${HOST} ${reason}; the sample service was not started. Choose another port with --port, or omit it to use any free one.`;
  return usageError('SAMPLE_PORT', message, cause);
}
