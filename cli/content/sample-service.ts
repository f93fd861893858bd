// The content service over `content/sample/`: an HTTP server on loopback that answers like the services that the site is built
// from. It listens when the promise resolves; `stop` frees port and connections.

import { createServer, type IncomingMessage, type Server } from 'node:http';
import { fileURLToPath } from 'node:url';
import { LRUCache } from 'lru-cache';
import { SiteError, systemErrorCode } from '../errors.ts';
import { answerRequest, type ServiceAnswer, type ServiceSetup } from './sample/answer-request.ts';
import { forgetFiles, loadLibrary, openLoadedFiles } from './sample/load-library.ts';

/** A running sample service. */
export interface SampleService {
  /** Origin, without a trailing slash. */
  readonly url: string;
  /**
   * Reads files again, by their paths below the content folder with '/' between parts; null reads all. Like a save in the control
   * panel it empties the cache of answers, which a change on the disk alone (`isSaved: false`) does not.
   * @throws SiteError SAMPLE_INVALID, and serves the previous content.
   */
  reload(changed: ReadonlySet<string> | null, how?: { readonly isSaved: boolean }): void;
  stop(): Promise<void>;
}

const HOST = '127.0.0.1';
const CONTENT_DIR = fileURLToPath(new URL('../../content/sample/', import.meta.url));

/** `statamic.api.cache.expiry`, as Statamic sets it. */
const CACHE_MINUTES = 60;

/**
 * Loads the sample content and serves it, as Statamic 5 does unless another version is named. Port 0 lets the system choose.
 * @throws SiteError SAMPLE_INVALID (exit 1) for bad files, SAMPLE_PORT (exit 2) for a port that cannot be opened.
 */
export async function startSampleService({
  port = 0,
  contentDir = CONTENT_DIR,
  version = 5,
  hasGlobals = true,
  cacheMinutes = CACHE_MINUTES,
}: {
  readonly port?: number;
  readonly contentDir?: string;
  /** How long answers of the API are kept; 0 keeps none. */
  readonly cacheMinutes?: number;
} & Partial<ServiceSetup> = {}): Promise<SampleService> {
  const loaded = openLoadedFiles();
  let library = loadLibrary(contentDir, loaded);
  const cache = createAnswerCache(cacheMinutes);
  const server = createServer((incoming, response) => {
    const { method = 'GET', url: target = '/' } = incoming;
    const { status, headers, body } = cache.answer(incoming, () => {
      const context = { library, version, hasGlobals, origin: `http://${hostOf(incoming)}`, now: new Date() };
      return answerRequest({ method, target }, context);
    });
    response.writeHead(status, { ...headers, 'Content-Length': Buffer.byteLength(body) }).end(body);
  });
  const boundPort = await listen(server, port);
  return {
    url: `http://${HOST}:${boundPort}`,
    reload: (changed, { isSaved } = { isSaved: true }) => {
      forgetFiles(loaded, changed);
      library = loadLibrary(contentDir, loaded);
      if (isSaved) cache.clear();
    },
    stop: () => close(server),
  };
}

const MOST_ANSWERS = 2000;

/**
 * Answers of the API as Statamic 4, 5 and 6 keep them (API/Middleware/Cache.php): found and not found, by path and query, each
 * with the date of its making. A request with a token of Live Preview goes past them.
 */
function createAnswerCache(minutes: number) {
  const kept = new LRUCache<string, ServiceAnswer>({ max: MOST_ANSWERS, ttl: Math.max(1, minutes * 60_000) });
  return {
    clear: () => kept.clear(),
    answer({ url = '/', method = 'GET', headers }: IncomingMessage, make: () => ServiceAnswer): ServiceAnswer {
      const { pathname, searchParams } = new URL(url.replace(/^\/+/, '/'), `http://${HOST}`);
      const hasToken = headers['x-statamic-token'] !== undefined || searchParams.has('token');
      const isRead = method === 'GET' || method === 'HEAD';
      if (minutes === 0 || !isRead || hasToken || !pathname.startsWith('/api/')) return make();
      searchParams.sort();
      const key = `${headers.host} ${pathname}?${searchParams}`;
      const known = kept.get(key);
      if (known !== undefined) return known;
      const answer = make();
      const dated = { ...answer, headers: { ...answer.headers, Date: new Date().toUTCString() } };
      if (answer.status === 200 || answer.status === 404) kept.set(key, dated);
      return dated;
    },
  };
}

/** Bodies have the host of the request, if it is a valid one. */
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
