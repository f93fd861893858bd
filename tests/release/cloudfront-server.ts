// The part of CloudFront's API that a purge asks, over HTTP: CreateInvalidation and GetInvalidation (API version 2020-05-31).

import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';

/** A running API with one distribution. */
export interface CloudfrontServer {
  readonly url: string;
  /** What was purged, in order. */
  readonly purges: { readonly reference: string; readonly paths: readonly string[] }[];
  /** `POST` and `GET` of the API. */
  readonly requests: string[];
  /** Questions after which purges are done. */
  questions: number;
  /** Refuses a request; null lets it through. */
  refusal: (number: number) => { readonly status: number; readonly code: string } | null;
}

export const DISTRIBUTION = 'E2QWRUHAPOMQZL';

/** Starts an API that ends with the test. */
export async function startCloudfrontServer(): Promise<CloudfrontServer> {
  const state: Omit<CloudfrontServer, 'url'> = { purges: [], requests: [], questions: 2, refusal: () => null };
  const server = createServer((request, response) => void handle(state, request, response));
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return Object.assign(state, { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` });
}

async function handle(
  state: Omit<CloudfrontServer, 'url'>,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const body = Buffer.concat(await request.toArray()).toString();
  state.requests.push(String(request.method));
  const refusal = state.refusal(state.requests.length);
  const [, distribution, id] =
    /^\/2020-05-31\/distribution\/(\w+)\/invalidation(?:\/(\w+))?$/.exec(request.url ?? '') ?? [];
  const isSigned = /^AWS4-HMAC-SHA256 /.test(request.headers.authorization ?? '');
  if (refusal !== null) refuse(response, refusal);
  else if (!isSigned) refuse(response, { status: 403, code: 'AccessDenied' });
  else if (distribution !== DISTRIBUTION) refuse(response, { status: 404, code: 'NoSuchDistribution' });
  else if (request.method === 'POST') create(state, body, response);
  else answer(response, 200, id ?? '', state.requests.filter((method) => method === 'GET').length >= state.questions);
}

function create(state: Omit<CloudfrontServer, 'url'>, body: string, response: ServerResponse): void {
  const paths = [...body.matchAll(/<Path>([^<]*)<\/Path>/g)].map(([, path = '']) => path);
  const [, quantity] = /<Quantity>(\d+)<\/Quantity>/.exec(body) ?? [];
  const [, reference = ''] = /<CallerReference>([^<]*)</.exec(body) ?? [];
  if (Number(quantity) !== paths.length || paths.length > 3000) {
    refuse(response, { status: 400, code: 'InconsistentQuantities' });
    return;
  }
  if (!state.purges.some((purge) => purge.reference === reference)) state.purges.push({ reference, paths });
  answer(response, 201, `I${state.purges.length}`, false);
}

function answer(response: ServerResponse, status: number, id: string, isDone: boolean): void {
  response.writeHead(status, { 'content-type': 'text/xml' });
  response.end(
    `<?xml version="1.0"?><Invalidation xmlns="http://cloudfront.amazonaws.com/doc/2020-05-31/"><Id>${id}</Id><Status>${isDone ? 'Completed' : 'InProgress'}</Status><CreateTime>2026-11-23T00:00:00Z</CreateTime></Invalidation>`,
  );
}

function refuse(response: ServerResponse, { status, code }: { status: number; code: string }): void {
  response.writeHead(status, { 'content-type': 'text/xml' });
  response.end(
    `<?xml version="1.0"?><ErrorResponse xmlns="http://cloudfront.amazonaws.com/doc/2020-05-31/"><Error><Type>Sender</Type><Code>${code}</Code><Message>${code}</Message></Error><RequestId>r</RequestId></ErrorResponse>`,
  );
}
