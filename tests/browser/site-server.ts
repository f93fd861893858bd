// A built site over HTTP as a good host serves it: compressed, with the headers of the manifest, the root 404 page for
// what is not there.

import { existsSync, readFileSync, statSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { brotliCompressSync, constants } from 'node:zlib';
import { cacheControlOf, contentTypeOf } from '../../cli/publish/response-headers.ts';

/** A site that is being served on loopback. */
export interface SiteServer {
  /** `http://127.0.0.1:{port}` */
  readonly origin: string;
  readonly close: () => Promise<void>;
}

interface Answer {
  readonly status: 200 | 404;
  readonly body: Buffer;
  readonly headers: Readonly<Record<string, string>>;
}

const COMPRESSED = /^(text\/|image\/svg|application\/(json|xml|atom|manifest))/;

/** Serves the folder of a built site on a port that the system chooses. */
export async function serveSite(outDir: string): Promise<SiteServer> {
  const answers = new Map<string, Answer>();
  const server = createServer((request, response) => {
    const path = decodeURIComponent(new URL(request.url ?? '/', 'http://localhost').pathname);
    const answer = answers.get(path) ?? createAnswer(outDir, path);
    answers.set(path, answer);
    response.writeHead(answer.status, answer.headers).end(answer.body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function createAnswer(outDir: string, path: string): Answer {
  const wanted = path.endsWith('/') ? `${path.slice(1)}index.html` : path.slice(1);
  const isThere = existsSync(join(outDir, wanted)) && statSync(join(outDir, wanted)).isFile();
  const file = isThere ? wanted : '404.html';
  const content = readFileSync(join(outDir, file));
  const type = contentTypeOf(file);
  const isCompressed = COMPRESSED.test(type);
  return {
    status: isThere ? 200 : 404,
    body: isCompressed ? brotliCompressSync(content, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }) : content,
    headers: {
      'content-type': type,
      'cache-control': cacheControlOf(file, file.startsWith('assets/') ? 'asset' : 'page'),
      ...(isCompressed ? { 'content-encoding': 'br' } : {}),
    },
  };
}
