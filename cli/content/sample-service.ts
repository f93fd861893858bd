// Serves `content/sample/` over HTTP on loopback, with the answers of a Statamic.

import { createServer, type IncomingMessage, type Server } from 'node:http';
import { fileURLToPath } from 'node:url';
import { LRUCache } from 'lru-cache';
import { SiteError, systemErrorCode } from '../errors.ts';
import { answerRequest, type ServiceAnswer, type ServiceSetup } from './sample/answer-request.ts';
import { createLoadedFiles, forgetFiles, loadLibrary } from './sample/load-library.ts';

/** A running sample service. */
export interface SampleService {
  /** Origin, without trailing slash. */
  readonly url: string;
  /**
   * Reads files again: paths below the content folder, with '/'; null for all. Like a save in the control panel it clears the cache
   * of answers; a mere change on disk (`isSaved: false`) does not.
   * @throws SiteError SAMPLE_INVALID, and keeps serving the previous content.
   */
  reload(changed: ReadonlySet<string> | null, how?: { readonly isSaved: boolean }): void;
  stop(): Promise<void>;
}

const HOST = '127.0.0.1';
const CONTENT_DIR = fileURLToPath(new URL('../../content/sample/', import.meta.url));

/** Statamic's default of `statamic.api.cache.expiry`. */
const CACHE_MINUTES = 60;

/**
 * Loads and serves the sample content. Port 0 lets the system choose.
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
  /** How long answers of the API are cached; 0 turns the cache off. */
  readonly cacheMinutes?: number;
} & Partial<ServiceSetup> = {}): Promise<SampleService> {
  const loaded = createLoadedFiles();
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
 * Caches answers of the API as Statamic 4, 5 and 6 do (API/Middleware/Cache.php): statuses 200 and 404, by path and query, with the
 * date of the first answer. Requests with a token of Live Preview bypass the cache.
 */
function createAnswerCache(minutes: number) {
  const answers = new LRUCache<string, ServiceAnswer>({ max: MOST_ANSWERS, ttl: Math.max(1, minutes * 60_000) });
  return {
    clear: () => answers.clear(),
    answer({ url = '/', method = 'GET', headers }: IncomingMessage, create: () => ServiceAnswer): ServiceAnswer {
      const { pathname, searchParams } = new URL(url.replace(/^\/+/, '/'), `http://${HOST}`);
      const hasToken = headers['x-statamic-token'] !== undefined || searchParams.has('token');
      const isRead = method === 'GET' || method === 'HEAD';
      if (minutes === 0 || !isRead || hasToken || !pathname.startsWith('/api/')) return create();
      searchParams.sort();
      const key = `${headers.host} ${pathname}?${searchParams}`;
      const cached = answers.get(key);
      if (cached !== undefined) return cached;
      const answer = create();
      const dated = { ...answer, headers: { ...answer.headers, Date: new Date().toUTCString() } };
      if (answer.status === 200 || answer.status === 404) answers.set(key, dated);
      return dated;
    },
  };
}

/** The host of the request if valid: URLs in bodies use it. */
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
  const reason = code === 'EADDRINUSE' ? 'is already in use' : 'needs more privileges';
  const message = `Port ${port} on ${HOST} ${reason}; the sample service was not started. Choose another port with --port, or omit it to use any free one.`;
  return new SiteError({ code: 'SAMPLE_PORT', exitCode: 2, message }, { cause });
}
