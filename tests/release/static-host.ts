// A host over HTTP that serves what a target holds, as a web server with a map of redirects or as a website endpoint of object storage
// does. A test changes single answers to what a broken host sends.

import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { onTestFinished } from 'vitest';
import { listFiles } from '../../cli/files/list-files.ts';
import { appendQuery, findRedirect } from '../../cli/plan/redirects/find-redirect.ts';
import type { RedirectRules } from '../../cli/plan/redirects/redirect-rules.ts';
import { cacheControlOf, contentTypeOf } from '../../cli/publish/response-headers.ts';
import type { S3Server } from './s3-server.ts';

/** An answer before it is sent. */
interface HostAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
  /** Send fewer bytes than announced. */
  readonly isCut?: boolean;
}

interface HeldFile {
  readonly body: Buffer;
  readonly headers: Readonly<Record<string, string>>;
}

/** What is served. */
export interface StaticHostOptions {
  /** Every file, read again for each request. */
  readonly files: () => ReadonlyMap<string, HeldFile>;
  /** Prefixes with a 404 page of their own. */
  readonly prefixes?: readonly string[];
  /** Answered with the query. */
  readonly rules?: RedirectRules;
  /** Of every answer. */
  readonly headers?: Readonly<Record<string, string>>;
  readonly isCompressed?: boolean;
}

/** A running host. */
export interface StaticHost {
  readonly url: string;
  /** `path?query` of each request. */
  readonly requests: string[];
  /** Changes an answer. `count` says how often the path was asked, from 1. */
  change: (path: string, answer: HostAnswer, count: number) => HostAnswer;
  readonly close: () => void;
}

/** Starts a host that ends with the test. */
export async function startStaticHost(options: StaticHostOptions): Promise<StaticHost> {
  const host = await openStaticHost(options);
  onTestFinished(host.close);
  return host;
}

/** Starts a host that its caller closes. */
export async function openStaticHost(options: StaticHostOptions): Promise<StaticHost> {
  const host: Omit<StaticHost, 'url' | 'close'> = { requests: [], change: (_, answer) => answer };
  const server = createServer((request, response) => {
    const asked = request.url ?? '/';
    host.requests.push(asked);
    const { pathname, search } = new URL(asked, 'http://localhost');
    const path = decodeURIComponent(pathname);
    const count = host.requests.filter((each) => each === asked).length;
    const { status, headers, body, isCut } = host.change(path, answer(options, path, search), count);
    const isCompressed = options.isCompressed === true && body.length > 0;
    const sent = isCompressed ? gzipSync(body) : body;
    response.writeHead(status, {
      ...options.headers,
      ...headers,
      ...(isCompressed ? { 'content-encoding': 'gzip' } : {}),
      'content-length': sent.length,
    });
    if (isCut !== true) response.end(sent);
    else response.write(sent.subarray(0, sent.length / 2), () => request.socket.destroy());
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const close = () => {
    server.closeAllConnections();
    server.close();
  };
  return Object.assign(host, { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, close });
}

function answer(options: StaticHostOptions, path: string, search: string): HostAnswer {
  const files = options.files();
  const rule = options.rules === undefined ? null : findRedirect(options.rules, path);
  if (rule?.status === 410) return { status: 410, headers: {}, body: Buffer.from('gone') };
  if (rule !== null) return leadTo(appendQuery(rule.to, search), rule.status);
  const key = `${path}${path.endsWith('/') ? 'index.html' : ''}`.slice(1);
  const found = files.get(key);
  if (found !== undefined) {
    const { 'x-amz-website-redirect-location': location = '', ...headers } = found.headers;
    return location === '' ? { status: 200, headers, body: found.body } : leadTo(location);
  }
  if (files.has(`${key}/index.html`)) return leadTo(`${path}/${search}`);
  const prefix = options.prefixes?.find((each) => path.startsWith(`${each}/`)) ?? '';
  const page = files.get(`${prefix}/404.html`.slice(1));
  return { status: 404, headers: page?.headers ?? {}, body: page?.body ?? Buffer.from('not found') };
}

function leadTo(location: string, status = 301): HostAnswer {
  return { status, headers: { location: encodeURI(decodeURI(location)) }, body: Buffer.alloc(0) };
}

/** The files of a folder, with the headers that a web server gives them. */
export function filesOfFolder(folder: string): ReadonlyMap<string, HeldFile> {
  return new Map(
    listFiles(folder).map((key) => {
      const cache = cacheControlOf(key, key.startsWith('assets/') ? 'asset' : 'page');
      return [
        key,
        {
          body: readFileSync(join(folder, key)),
          headers: { 'content-type': contentTypeOf(key), 'cache-control': cache },
        },
      ];
    }),
  );
}

/** What a bucket holds for visitors. */
export function filesOfBucket({ objects }: S3Server): ReadonlyMap<string, HeldFile> {
  return new Map([...objects].filter(([key]) => !key.startsWith('.sitegen/')));
}
