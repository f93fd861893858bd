// Downloads files: streams them to disk, limits size and origin, and sends conditional requests for cached files. Only the origin of
// the content service gets the token.

import { createHash, randomUUID } from 'node:crypto';
import { createWriteStream, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Agent, type Dispatcher } from 'undici';
import type { SiteConfig } from '../../../config/define-site.ts';
import { createBufferCollector } from '../../engine.ts';
import { systemErrorCode } from '../../errors.ts';
import type { Report } from '../../report/report-event.ts';
import { createFileDecoder } from '../client/receive-response.ts';
import { networkFailure, RequestFailure, seconds } from '../client/request-failure.ts';
import { Retries } from '../client/send-with-retries.ts';
import { headerOf, parseRetryAfter } from '../intake/parse-answer.ts';
import type { ContentFile } from '../snapshot/content-snapshot.ts';
import type { FileRow } from './file-store.ts';

/** Why a file cannot be published, and what to do. */
export type FileFault = NonNullable<ContentFile['fault']>;

/** The final answer for a file. */
export type FileAnswer =
  | { readonly kind: 'downloaded'; readonly row: Omit<FileRow, 'listed' | 'checkedAt'> }
  | { readonly kind: 'unchanged' }
  | { readonly kind: 'refused'; readonly fault: FileFault };

export interface FileClientInput {
  /** Where complete files are stored, named by their SHA-256. */
  readonly dir: string;
  readonly serviceUrl: string;
  readonly token: string | null;
  readonly policy: SiteConfig['content'];
  readonly report: Report;
  readonly signal: AbortSignal;
}

/** Downloads files. */
export interface FileClient {
  /** @throws RequestFailure once the retries are used up. */
  readonly download: (url: string, cached: FileRow | null) => Promise<FileAnswer>;
  readonly close: () => Promise<void>;
}

const MAX_REDIRECTS = 3;
const MEGABYTE = 1024 * 1024;

/** Creates a client. Sends nothing before the first download. */
export function createFileClient(input: FileClientInput): FileClient {
  const { policy, report, signal } = input;
  const agent = new Agent({
    connections: policy.concurrency,
    connect: { timeout: policy.connectTimeoutMs },
    headersTimeout: policy.headersTimeoutMs,
    bodyTimeout: policy.bodyTimeoutMs,
  });
  const retriesByOrigin = new Map<string, Retries>();
  const retriesOf = (origin: string) => {
    const retries = retriesByOrigin.get(origin) ?? new Retries(policy, report, signal);
    retriesByOrigin.set(origin, retries);
    return retries;
  };
  return {
    download: (address, cached) => {
      const url = new URL(address);
      return downloadWithRetries({ ...input, agent }, retriesOf(url.origin), { url, cached });
    },
    close: () => agent.destroy(),
  };
}

interface Connection extends FileClientInput {
  readonly agent: Dispatcher;
}

interface Download {
  readonly url: URL;
  readonly cached: FileRow | null;
}

function downloadWithRetries(connection: Connection, retries: Retries, download: Download): Promise<FileAnswer> {
  // For all attempts, without the waits between them.
  let timeLeftMs = connection.policy.timeoutMs;
  const attempt = async () => {
    const startedAt = performance.now();
    try {
      return await downloadOnce(connection, { ...download, timeLeftMs });
    } finally {
      timeLeftMs -= performance.now() - startedAt;
    }
  };
  return retries.send({ name: nameOf(download.url), attempt });
}

/** One attempt. */
async function downloadOnce(
  connection: Connection,
  { url, cached, timeLeftMs }: Download & { readonly timeLeftMs: number },
): Promise<FileAnswer> {
  const { policy, signal } = connection;
  const text = `The file was not complete within ${seconds(policy.timeoutMs)} (content.timeoutMs).`;
  const late = new RequestFailure(text, { isFinal: true });
  const abort = new AbortController();
  const timer = setTimeout(() => abort.abort(late), Math.max(0, timeLeftMs));
  try {
    return await follow({ ...connection, signal: AbortSignal.any([signal, abort.signal]) }, url, {
      cached,
      redirectsLeft: MAX_REDIRECTS,
    });
  } catch (cause) {
    signal.throwIfAborted();
    // Disk errors are not failures of the service.
    if (DISK_ERROR.test(systemErrorCode(cause) ?? '')) throw cause;
    throw networkFailure(abort.signal.aborted ? late : cause, policy);
  } finally {
    clearTimeout(timer);
  }
}

const DISK_ERROR = /^(?:ENOSPC|EDQUOT|EACCES|EPERM|EROFS|ENOENT|ENOTDIR|EMFILE|EIO)$/;

/** Follows redirects within the allowed origins. */
async function follow(
  connection: Connection,
  url: URL,
  { cached, redirectsLeft }: { readonly cached: FileRow | null; readonly redirectsLeft: number },
): Promise<FileAnswer> {
  const { agent, signal } = connection;
  const { statusCode, headers, body } = await agent.request({
    origin: url.origin,
    path: `${url.pathname}${url.search}`,
    method: 'GET',
    headers: requestHeaders(connection, url, cached),
    signal,
  });
  const header = (name: string) => headerOf({ status: statusCode, statusText: '', headers }, name);
  // A login or error page: linked files are never HTML.
  const isPage = /^text\/html\b/i.test(header('content-type') ?? '');
  if (statusCode === 200 && !isPage) {
    const length = Number(header('content-length') ?? 0);
    if (length > connection.policy.maxFileBytes) {
      // Cheaper to close the connection than to read the rest.
      body.on('error', () => {}).destroy();
      return tooLarge(connection);
    }
    const received = await receive(connection, url, { body, encoding: header('content-encoding') });
    if (received === null) return tooLarge(connection);
    const about = { etag: header('etag'), lastModified: header('last-modified'), contentType: header('content-type') };
    return { kind: 'downloaded', row: { ...received, ...about } };
  }
  await body.dump();
  if (statusCode === 304 && cached !== null) return { kind: 'unchanged' };
  const location = header('location');
  const target = statusCode >= 300 && statusCode < 400 && location !== null ? URL.parse(location, url) : null;
  if (target !== null) {
    if (!isAllowedOrigin(target.origin, connection)) return refusedRedirect(target);
    if (redirectsLeft > 0) return follow(connection, target, { cached, redirectsLeft: redirectsLeft - 1 });
  }
  if (statusCode >= 500 || [408, 425, 429].includes(statusCode)) {
    const retryAfterMs = parseRetryAfter(header('retry-after'), Date.now());
    throw new RequestFailure(`The content service answered ${statusCode}.`, { retryAfterMs, status: statusCode });
  }
  return { kind: 'refused', fault: isPage && statusCode === 200 ? PAGE_FAULT : describeRefusal(statusCode) };
}

function requestHeaders({ serviceUrl, token, policy }: Connection, { origin }: URL, cached: FileRow | null) {
  const isService = origin === new URL(serviceUrl).origin;
  return {
    accept: 'image/*,*/*;q=0.8',
    'accept-encoding': 'identity',
    ...(isService && token !== null ? { authorization: `Bearer ${token}` } : {}),
    ...(isService && policy.clientId !== null ? { 'client-id': policy.clientId } : {}),
    ...(cached?.etag == null ? {} : { 'if-none-match': cached.etag }),
    ...(cached?.lastModified == null ? {} : { 'if-modified-since': cached.lastModified }),
  };
}

/** Without the query and user, which may be secret: a host may redirect to a signed address. */
const nameOf = ({ origin, pathname }: URL) => `${origin}${pathname}`;

const collectShortLived = createBufferCollector('minor', 4_000_000);
const collectAll = createBufferCollector('major', 32_000_000);

/** The least rate of a file, in bytes per second. */
const LEAST_RATE = 1024;
/** The rate is checked this often in the time limit of a file. */
const RATE_CHECKS = 8;

/**
 * Streams a body to disk. Null if it is too large.
 * @throws RequestFailure if the file comes too slowly.
 */
async function receive(
  { dir, policy, report }: Connection,
  url: URL,
  { body, encoding }: { readonly body: Readable; readonly encoding: string | null },
): Promise<Pick<FileRow, 'sha256' | 'bytes'> | null> {
  const part = join(dir, `${randomUUID()}.part`);
  const hash = createHash('sha256');
  let bytes = 0;
  const readWithin = async function* (chunks: AsyncIterable<Uint8Array>) {
    for await (const chunk of chunks) {
      bytes += chunk.length;
      if (bytes > policy.maxFileBytes) return;
      hash.update(chunk);
      collectShortLived(chunk.length);
      collectAll(chunk.length);
      yield chunk;
    }
  };
  const everyMs = policy.timeoutMs / RATE_CHECKS;
  let before = 0;
  const watch = setInterval(() => {
    const rate = ((bytes - before) * 1000) / everyMs;
    const text = `${bytes} bytes of the file came so far, less than ${LEAST_RATE} a second.`;
    if (rate < LEAST_RATE) body.destroy(new RequestFailure(text, { isFinal: true }));
    else report({ kind: 'log', level: 'info', text: `Still downloading ${nameOf(url)}: ${bytes} bytes so far.` });
    before = bytes;
  }, everyMs);
  try {
    await pipeline(body, createFileDecoder(encoding), readWithin, createWriteStream(part));
    if (bytes > policy.maxFileBytes) return null;
    const sha256 = hash.digest('hex');
    renameSync(part, join(dir, sha256));
    return { sha256, bytes };
  } finally {
    clearInterval(watch);
    rmSync(part, { force: true });
  }
}

/** Whether files may come from an origin. */
export function isAllowedOrigin(
  origin: string,
  { serviceUrl, policy }: Pick<FileClientInput, 'serviceUrl' | 'policy'>,
): boolean {
  return origin === new URL(serviceUrl).origin || policy.fileOrigins.includes(origin);
}

function tooLarge({ policy }: Connection): FileAnswer {
  const what = `The file is larger than ${Math.round((policy.maxFileBytes / MEGABYTE) * 10) / 10} MB.`;
  return {
    kind: 'refused',
    fault: { what, fix: 'Upload a smaller file, or raise content.maxFileBytes in site.config.ts.' },
  };
}

function refusedRedirect({ origin }: URL): FileAnswer {
  const what = `Its address redirects to ${origin}, which is not allowed.`;
  const fix = 'Use the final address, or add that origin to content.fileOrigins in site.config.ts.';
  return { kind: 'refused', fault: { what, fix } };
}

const PAGE_FAULT: FileFault = {
  what: 'The content service answered with a web page, perhaps a login, instead of the file.',
  fix: 'Make the file accessible to the build (a public container, or SITEGEN_CONTENT_TOKEN), or choose another file.',
};

function describeRefusal(status: number): FileFault {
  if (status === 404 || status === 410)
    return {
      what: `The file does not exist: the answer was ${status}.`,
      fix: 'Choose another file, or upload it again.',
    };
  return {
    what: `The file was refused: the answer was ${status}.`,
    fix: 'Make it accessible to the build (a public container, or SITEGEN_CONTENT_TOKEN), or choose another file.',
  };
}
