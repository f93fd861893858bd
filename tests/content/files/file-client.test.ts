// What a service may answer for a file, over real HTTP.

import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { createServer, type IncomingHttpHeaders, type RequestListener, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { expect, it, onTestFinished } from 'vitest';
import { FileClient } from '../../../cli/content/files/file-client.ts';
import type { ReportEvent } from '../../../cli/report/report-event.ts';
import { siteOptions } from '../../makers.ts';

/** Starts a server that ends with the test. Returns its origin. */
async function startServer(answer: RequestListener): Promise<string> {
  const server = createServer(answer);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** A client with an empty folder; both end with the test. */
function openClient(
  serviceUrl: string,
  {
    token = null as string | null,
    fileOrigins = [] as string[],
    timeoutMs = 120_000,
    report = (_: ReportEvent) => {},
  } = {},
) {
  const dir = mkdtempSync(join(tmpdir(), 'sitegen-files-'));
  const policy = { ...siteOptions().content, fileOrigins, timeoutMs, retryBaseMs: 1 };
  const signal = new AbortController().signal;
  const client = new FileClient({ dir, serviceUrl, token, policy, report, signal });
  onTestFinished(async () => {
    await client.close();
    rmSync(dir, { recursive: true });
  });
  return { client, dir };
}

it('takes no web page for a file, such as the login that its address redirects to', async () => {
  const serviceUrl = await startServer(({ url }, response) => {
    if (url === '/assets/guide.pdf') response.writeHead(302, { location: '/login' }).end();
    else response.writeHead(200, { 'content-type': 'text/html; charset=UTF-8' }).end('<h1>Log in</h1>');
  });
  const { client, dir } = openClient(serviceUrl);
  expect(await client.download(`${serviceUrl}/assets/guide.pdf`, null)).toMatchObject({
    kind: 'refused',
    fault: { what: expect.stringContaining('web page') },
  });
  expect(readdirSync(dir)).toEqual([]);
});

it('takes a picture that is called a web page for the picture that it is', async () => {
  const png = Buffer.from('\x89PNG\r\n\x1a\n\0\0\0', 'latin1');
  const serviceUrl = await startServer((_, response) => {
    response.writeHead(200, { 'content-type': 'text/html; charset=UTF-8' }).end(png);
  });
  const { client, dir } = openClient(serviceUrl);
  const answer = await client.download(`${serviceUrl}/a.png`, null);
  expect(answer.kind === 'downloaded' && readFileSync(join(dir, answer.row.sha256))).toEqual(png);
});

it('sends the token to the content service alone, also where a file redirects to an allowed origin', async () => {
  const seen: IncomingHttpHeaders[] = [];
  const storage = await startServer(({ headers }, response) => {
    seen.push(headers);
    response.writeHead(200, { 'content-type': 'application/pdf' }).end('%PDF');
  });
  const serviceUrl = await startServer(({ headers }, response) => {
    seen.push(headers);
    response.writeHead(302, { location: `${storage}/guide.pdf` }).end();
  });
  const { client } = openClient(serviceUrl, { token: 'secret', fileOrigins: [storage] });
  expect(await client.download(`${serviceUrl}/guide.pdf`, null)).toMatchObject({ kind: 'downloaded' });
  expect(await client.download(`${storage}/guide.pdf`, null)).toMatchObject({ kind: 'downloaded' });
  expect(seen.map(({ authorization }) => authorization)).toEqual(['Bearer secret', undefined, undefined]);
});

it('does not follow a redirect to an origin that is not allowed', async () => {
  let asked = 0;
  const foreign = await startServer((_, response) => {
    asked += 1;
    response.end('bytes');
  });
  const serviceUrl = await startServer((_, response) => {
    response.writeHead(302, { location: `${foreign}/inside` }).end();
  });
  const { client } = openClient(serviceUrl);
  expect(await client.download(`${serviceUrl}/guide.pdf`, null)).toMatchObject({
    kind: 'refused',
    fault: { what: expect.stringContaining(foreign) },
  });
  expect(asked).toBe(0);
});

it('says of a redirect to itself that it is a circle', async () => {
  const serviceUrl = await startServer(({ url }, response) => {
    response.writeHead(302, { location: url }).end();
  });
  const { client } = openClient(serviceUrl);
  expect(await client.download(`${serviceUrl}/guide.pdf`, null)).toMatchObject({
    kind: 'refused',
    fault: { what: 'Its address redirects too often, perhaps in a circle.' },
  });
});

/** Sends a chunk of this size again and again. */
async function drip(response: ServerResponse, bytes: number, everyMs: number): Promise<void> {
  response.writeHead(200, { 'content-type': 'image/png' });
  while (!response.destroyed) {
    response.write(Buffer.alloc(bytes, 1));
    await sleep(everyMs);
  }
}

it('gives a file a time limit, and says that it is still coming', async () => {
  let asked = 0;
  const serviceUrl = await startServer((_, response) => {
    asked += 1;
    if (asked === 1) response.writeHead(503).end();
    else void drip(response, 10_000, 20);
  });
  const texts: string[] = [];
  const report = (event: ReportEvent) => {
    if (event.kind === 'log' && event.level === 'info') texts.push(event.text);
  };
  const { client } = openClient(serviceUrl, { timeoutMs: 1500, report });
  await expect(client.download(`${serviceUrl}/endless.png?signature=secret`, null)).rejects.toThrow(
    'The file was not complete within 1.5 s (content.timeoutMs).',
  );
  expect(asked).toBe(2);
  expect(texts[0]).toMatch(/^Still downloading http:.*\/endless\.png: \d+ bytes so far\.$/);
});

it('stores what a host compressed unasked as the file that it is', async () => {
  const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="2" height="1"/>';
  const serviceUrl = await startServer(({ url }, response) => {
    const encoding = url === '/a.svg' ? 'gzip' : 'br';
    response.writeHead(200, { 'content-type': 'image/svg+xml', 'content-encoding': encoding });
    response.end(encoding === 'gzip' ? gzipSync(svg) : brotliCompressSync(svg));
  });
  const { client, dir } = openClient(serviceUrl);
  for (const path of ['/a.svg', '/b.svg']) {
    const answer = await client.download(`${serviceUrl}${path}`, null);
    expect(answer.kind === 'downloaded' && readFileSync(join(dir, answer.row.sha256), 'utf8')).toBe(svg);
  }
});

it('retries while the service is being updated, and asks twice for other files where one always fails', async () => {
  const asked = new Map<string, number>();
  const serviceUrl = await startServer(({ url = '' }, response) => {
    const count = (asked.get(url) ?? 0) + 1;
    asked.set(url, count);
    if (url === '/updated.png' && count > 7) response.end('image');
    else response.writeHead(url === '/updated.png' ? 503 : 500).end();
  });
  const { client } = openClient(serviceUrl);
  expect(await client.download(`${serviceUrl}/updated.png`, null)).toMatchObject({ kind: 'downloaded' });
  for (const name of ['a', 'b'])
    await expect(client.download(`${serviceUrl}/${name}.png`, null)).rejects.toThrow('500');
  expect(Object.fromEntries(asked)).toEqual({ '/updated.png': 8, '/a.png': 11, '/b.png': 2 });
});
