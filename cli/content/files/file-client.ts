// Downloads files: streams them to disk, limits size and origin, and sends conditional requests for cached files. Only the origin of
// the content service gets the token.

import { createHash, randomUUID } from 'node:crypto';
import { createWriteStream, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Dispatcher } from 'undici';
import type { SiteConfig } from '../../../config/define-site.ts';
import { createBufferCollector } from '../../engine.ts';
import { systemErrorCode } from '../../errors.ts';
import { toDigest } from '../../files/brands.ts';
import type { Report } from '../../report/report-event.ts';
import { networkFailure, RequestFailure, seconds, TEMPORARY_STATUSES } from '../client/request-failure.ts';
import { createAgent, decodeBody, headerOf, sendRequest } from '../client/send-request.ts';
import { Retries } from '../client/send-with-retries.ts';
import { parseRetryAfter } from '../intake/parse-answer.ts';
import type { ContentFile } from '../snapshot/content-snapshot.ts';
import type { FileRow } from './file-store.ts';

export type FileFault = NonNullable<ContentFile['fault']>;

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

const MEGABYTE = 1024 * 1024;

/** Downloads files. Sends nothing before the first download. */
export class FileClient {
  readonly #connection: Connection;
  readonly #retriesByOrigin = new Map<string, Retries>();

  constructor(input: FileClientInput) {
    this.#connection = { ...input, agent: createAgent(input.policy) };
  }

  /** @throws RequestFailure once the retries are used up. */
  download(address: string, cached: FileRow | null): Promise<FileAnswer> {
    const { policy, report, signal } = this.#connection;
    const url = new URL(address);
    const retries = this.#retriesByOrigin.getOrInsertComputed(url.origin, () => new Retries(policy, report, signal));
    return retries.send({ name: nameOf(url), attempt: () => downloadOnce(this.#connection, { url, cached }) });
  }

  close(): Promise<void> {
    return this.#connection.agent.destroy();
  }
}

interface Connection extends FileClientInput {
  readonly agent: Dispatcher;
}

interface Download {
  readonly url: URL;
  readonly cached: FileRow | null;
}

async function downloadOnce(connection: Connection, file: Download): Promise<FileAnswer> {
  const { policy, signal } = connection;
  const late = AbortSignal.timeout(policy.timeoutMs);
  try {
    return await request({ ...connection, signal: AbortSignal.any([signal, late]) }, file);
  } catch (cause) {
    signal.throwIfAborted();
    // Disk errors are not failures of the service.
    if (DISK_ERROR.test(systemErrorCode(cause) ?? '')) throw cause;
    if (!late.aborted) throw networkFailure(cause, policy);
    const text = `The file was not complete within ${seconds(policy.timeoutMs)} (content.timeoutMs).`;
    throw new RequestFailure(text, { isFinal: true });
  }
}

const DISK_ERROR = /^(?:ENOSPC|EDQUOT|EACCES|EPERM|EROFS|ENOENT|ENOTDIR|EIO)$/;

async function request(connection: Connection, { url, cached }: Download): Promise<FileAnswer> {
  const { agent, signal, policy } = connection;
  const response = await sendRequest(agent, url, {
    headersOf: (target) => requestHeaders(connection, target, cached),
    isAllowed: (origin) => isAllowedOrigin(origin, connection),
    signal,
  });
  const { status, body, redirect } = response;
  const header = (name: string) => headerOf(response, name);
  if (status === 200) {
    if (Number(header('content-length') ?? 0) > policy.maxFileBytes) {
      // Cheaper to close the connection than to read the rest.
      body.on('error', () => {}).destroy();
      return { kind: 'refused', fault: tooLarge(policy) };
    }
    const isCalledPage = /^text\/html\b/i.test(header('content-type') ?? '');
    const received = await receive(connection, { url, isCalledPage }, decodeBody(response));
    if ('fix' in received) return { kind: 'refused', fault: received };
    const about = { etag: header('etag'), lastModified: header('last-modified'), contentType: header('content-type') };
    return { kind: 'downloaded', row: { ...received, ...about } };
  }
  await body.dump();
  if (status === 304 && cached !== null) return { kind: 'unchanged' };
  if (redirect !== null) return refusedRedirect(redirect, connection);
  if (status >= 500 || TEMPORARY_STATUSES.has(status)) {
    const retryAfterMs = parseRetryAfter(header('retry-after'), Date.now());
    throw new RequestFailure(`The content service answered ${status}.`, { retryAfterMs, status });
  }
  return { kind: 'refused', fault: describeRefusal(status) };
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

/** A file that is still coming is named this often in its time limit. */
const TELLS = 8;

/** Streams a body to disk. Returns what is wrong with it if it is too large, or a login or error page. */
async function receive(
  { dir, policy, report }: Connection,
  { url, isCalledPage }: { readonly url: URL; readonly isCalledPage: boolean },
  body: Readable,
): Promise<Pick<FileRow, 'sha256' | 'bytes'> | FileFault> {
  const part = join(dir, `${randomUUID()}.part`);
  const hash = createHash('sha256');
  let bytes = 0;
  let fault = isCalledPage ? PAGE_FAULT : null;
  const readWithin = async function* (chunks: AsyncIterable<Uint8Array>) {
    for await (const chunk of chunks) {
      // PHP calls everything HTML unless it is told the type. Text has no zero bytes.
      if (bytes === 0 && chunk.includes(0)) fault = null;
      bytes += chunk.length;
      if (bytes > policy.maxFileBytes) fault = tooLarge(policy);
      if (fault !== null) return;
      hash.update(chunk);
      collectShortLived(chunk.length);
      collectAll(chunk.length);
      yield chunk;
    }
  };
  const tell = setInterval(() => {
    report({ kind: 'log', level: 'info', text: `Still downloading ${nameOf(url)}: ${bytes} bytes so far.` });
  }, policy.timeoutMs / TELLS);
  try {
    await pipeline(body, readWithin, createWriteStream(part));
    if (fault !== null) return fault;
    const sha256 = toDigest(hash.digest('hex'));
    renameSync(part, join(dir, sha256));
    return { sha256, bytes };
  } finally {
    clearInterval(tell);
    rmSync(part, { force: true });
  }
}

export function isAllowedOrigin(
  origin: string,
  { serviceUrl, policy }: Pick<FileClientInput, 'serviceUrl' | 'policy'>,
): boolean {
  return origin === new URL(serviceUrl).origin || policy.fileOrigins.includes(origin);
}

function tooLarge({ maxFileBytes }: Connection['policy']): FileFault {
  const what = `The file is larger than ${Math.round((maxFileBytes / MEGABYTE) * 10) / 10} MB.`;
  return { what, fix: 'Upload a smaller file, or raise content.maxFileBytes in site.config.ts.' };
}

function refusedRedirect({ origin }: URL, connection: Connection): FileAnswer {
  const circle = { what: 'Its address redirects too often, perhaps in a circle.', fix: PAGE_FAULT.fix };
  const what = `Its address redirects to ${origin}, which is not allowed.`;
  const fix = 'Use the final address, or add that origin to content.fileOrigins in site.config.ts.';
  return { kind: 'refused', fault: isAllowedOrigin(origin, connection) ? circle : { what, fix } };
}

const PAGE_FAULT: FileFault = {
  what: 'The content service answered with a web page, perhaps a login, instead of the file.',
  fix: 'Make the file accessible to the build (a public container, or SITEGEN_CONTENT_TOKEN), or choose another file.',
};

function describeRefusal(status: number): FileFault {
  return status === 404 || status === 410
    ? { what: `The file does not exist: the answer was ${status}.`, fix: 'Choose another file, or upload it again.' }
    : { what: `The file was refused: the answer was ${status}.`, fix: PAGE_FAULT.fix };
}
