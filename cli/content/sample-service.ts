// The content service over `content/sample/`: a real HTTP server on loopback that answers like the services that the
// site is built from. Relied on afterwards: it listens when the promise resolves, and `stop` frees port and connections.

import type { IncomingMessage, Server } from 'node:http';
import { join } from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { SiteError, systemErrorCode } from '../errors.ts';
import { answerRequest } from './sample/answer-request.ts';
import { loadLibrary } from './sample/load-library.ts';
import { openYamlMemory } from './sample/yaml-memory.ts';

/** A running sample service. */
export interface SampleService {
  /** Origin, without a trailing slash. */
  readonly url: string;
  /** Reads the files again; what they hold wins from then on. @throws SiteError SAMPLE_INVALID, and serves what it served. */
  reload(): Promise<void>;
  stop(): Promise<void>;
}

/** An import would evaluate every name of the module, and with `WebSocket` a whole HTTP client that nobody here needs. */
const { createServer } = process.getBuiltinModule('node:http');
const HOST = '127.0.0.1';
const MEMORY_FILE = 'sample.v8';
const CONTENT_DIR = fileURLToPath(new URL('../../content/sample/', import.meta.url));

/**
 * Loads the sample content and serves it. Port 0 lets the system choose.
 * @throws SiteError SAMPLE_INVALID (exit 1) for bad files, SAMPLE_PORT (exit 2) for a port that cannot be had.
 */
export async function startSampleService({
  port = 0,
  contentDir = CONTENT_DIR,
  cacheDir = null,
}: {
  readonly port?: number;
  readonly contentDir?: string;
  /** Keeps what files were parsed into for the next start; null keeps nothing. */
  readonly cacheDir?: string | null;
} = {}): Promise<SampleService> {
  const memory = openYamlMemory(cacheDir === null ? null : join(cacheDir, MEMORY_FILE));
  let library = await loadLibrary(contentDir, memory);
  memory.store();
  const server = createServer((request, response) => {
    const { method = 'GET', url: target = '/' } = request;
    const context = { library, origin: `http://${hostOf(request)}`, now: new Date() };
    const { status, headers, body } = answerRequest({ method, target }, context);
    response.writeHead(status, { ...headers, 'Content-Length': Buffer.byteLength(body) }).end(body);
  });
  const boundPort = await listen(server, port);
  return {
    url: `http://${HOST}:${boundPort}`,
    reload: async () => {
      library = await loadLibrary(contentDir, memory);
    },
    stop: () => close(server),
  };
}

/** Bodies name the host that the request named, as long as it is one. */
function hostOf({ headers, socket }: IncomingMessage): string {
  const host = headers.host ?? '';
  return /^[a-z0-9.:[\]-]+$/i.test(host) ? host : `${HOST}:${socket.localPort}`;
}

function listen(server: Server, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', (cause) => reject(portProblem(port, cause)));
    server.listen(port, HOST, () => {
      const address = server.address();
      resolve(typeof address === 'object' && address !== null ? address.port : port);
    });
  });
}

function close(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
}

function portProblem(port: number, cause: Error): Error {
  const code = systemErrorCode(cause);
  if (code !== 'EADDRINUSE' && code !== 'EACCES') return cause;
  const reason = code === 'EADDRINUSE' ? 'is taken by another program' : 'may not be opened by this user';
  const message = `Port ${port} on ${HOST} ${reason}; the sample service was not started. Name another port with --port, or leave it out to have one chosen.`;
  return new SiteError({ code: 'SAMPLE_PORT', exitCode: 2, message }, { cause });
}
