import { setTimeout as sleep } from 'node:timers/promises';
import { brotliCompressSync, deflateSync, gzipSync, zstdCompressSync } from 'node:zlib';
import { afterEach, describe, expect, it } from 'vitest';
import { type ContentClient, createContentClient } from '../../../cli/content/client/content-client.ts';
import { networkFailure } from '../../../cli/content/client/request-failure.ts';
import { parseRetryAfter } from '../../../cli/content/intake/parse-answer.ts';
import type { ReportEvent } from '../../../cli/report/report-event.ts';
import { defineSite, type SiteConfig } from '../../../config/define-site.ts';
import { type ContentService, serviceWith, unusedPort } from '../../service/content-service.ts';

const LIST = '/api/collections/faq/entries?page=1';
const TOKEN = 'tok/en-0123456789';

const open: { stop(): Promise<void> }[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map((resource) => resource.stop()));
});

function policyWith(content: Partial<SiteConfig['content']>): SiteConfig['content'] {
  const site = defineSite({ brand: { name: 'Murmurlens', legalName: 'Murmurlens Analytics Ltd.' }, locales: ['en'] });
  return { ...site.content, retryBaseMs: 1, retryCapMs: 4, ...content };
}

async function startService(): Promise<ContentService> {
  const service = await serviceWith({ faq: { en: [{ slug: 'a', title: 'A' }] } });
  open.push(service);
  return service;
}

function clientFor(
  url: string,
  options: {
    token?: string | null;
    clientId?: string | null;
    policy?: Partial<SiteConfig['content']>;
    signal?: AbortSignal;
  } = {},
) {
  const events: ReportEvent[] = [];
  const { token = null, clientId = null, policy = {}, signal } = options;
  const client: ContentClient = createContentClient(
    { url, token, clientId, policy: policyWith(policy) },
    (event) => events.push(event),
    signal,
  );
  open.push({ stop: () => client.close() });
  const logs = (level: string) =>
    events.flatMap((event) => (event.kind === 'log' && event.level === level ? [event.text] : []));
  return { client, events, logs };
}

/** Everything that a person or a log could come to see of an error. */
function everythingOf(error: unknown): string {
  if (!(error instanceof Error)) return JSON.stringify(error);
  const own = Object.getOwnPropertyNames(error).map((name) => String(Reflect.get(error, name)));
  return [error.message, error.stack ?? '', ...own, error.cause === undefined ? '' : everythingOf(error.cause)].join(
    '\n',
  );
}

describe('createContentClient', () => {
  it('asks for JSON always, and sends client id and token only when they are set', async () => {
    const service = await startService();
    const bare = clientFor(service.url);
    const full = clientFor(service.url, { token: TOKEN, clientId: 'site-1' });
    expect(await bare.client.getJson(LIST)).toMatchObject({ kind: 'json', value: { meta: { total: 1 } } });
    await full.client.getJson(LIST);
    expect(service.requests[0]?.headers).toMatchObject({ accept: 'application/json' });
    expect(service.requests[0]?.headers).not.toHaveProperty('client-id');
    expect(service.requests[0]?.headers).not.toHaveProperty('authorization');
    expect(service.requests[1]?.headers).toMatchObject({
      accept: 'application/json',
      'client-id': 'site-1',
      authorization: `Bearer ${TOKEN}`,
    });
  });

  it('keeps the path prefix of the service', async () => {
    const service = await startService();
    await clientFor(`${service.url}/cms`).client.getJson(LIST);
    expect(service.requests[0]?.url).toBe(`/cms${LIST}`);
  });

  it('survives nine answers of 500 and says each with status, text and path', async () => {
    const service = await startService();
    service.override('faq', (_, count) =>
      count <= 9 ? { status: 500, statusText: 'Internal Server Error', body: { message: 'Server Error' } } : null,
    );
    const { client, logs } = clientFor(service.url);
    expect(await client.getJson(LIST)).toMatchObject({ kind: 'json' });
    expect(service.requests).toHaveLength(10);
    expect([...logs('warning'), ...logs('verbose')].filter((text) => text.includes(' failed. '))).toHaveLength(9);
    expect(logs('warning')).toHaveLength(1);
    expect(logs('warning')[0]).toMatch(
      /^GET \/api\/collections\/faq\/entries\?page=1 failed\. The content service answered 500 Internal Server Error\. Attempt 2 of 11 follows in \S+ s\.$/,
    );
  });

  it('gives up after ten retries', async () => {
    const service = await startService();
    service.override('faq', { status: 503, statusText: 'Service Unavailable' });
    const { client, logs } = clientFor(service.url);
    await expect(client.getJson(LIST)).rejects.toThrow('The content service answered 503 Service Unavailable.');
    expect(service.requests).toHaveLength(11);
    expect(logs('warning').at(-1)).toMatch(/ Giving up after 11 attempts in \S+ s\.$/);
  });

  it('waits no longer than its time for retries, whatever Retry-After says, and all requests share that time', async () => {
    const service = await startService();
    service.override('/api/', { status: 503, headers: { 'retry-after': '1' } });
    const { client, logs } = clientFor(service.url, {
      policy: { retryBaseMs: 10, retryCapMs: 200, connectTimeoutMs: 300, concurrency: 3 },
    });
    const startedAt = performance.now();
    await Promise.allSettled(Array.from({ length: 9 }, (_, page) => client.getJson(`/api/x?page=${page}`)));
    await expect(client.getJson(LIST)).rejects.toThrow('The content service answered 503');
    // Ten waits of one second each, for one request after the other, would be most of a minute.
    expect(performance.now() - startedAt).toBeLessThan(6000);
    expect(performance.now() - startedAt).toBeGreaterThan(1500);
    expect(logs('warning').join('\n')).not.toContain('It is not retried.');
  });

  it('outlasts a service that is down for a while, longer than an error that lasts', async () => {
    const service = await startService();
    const startedAt = performance.now();
    service.override('/api/', () => (performance.now() - startedAt < 600 ? { status: 503 } : null));
    const policy = { retryBaseMs: 20, retryCapMs: 200, lastingMs: 100, concurrency: 3 };
    const { client } = clientFor(service.url, { policy });
    const answers = await Promise.all([1, 2, 3, 4].map(() => client.getJson(LIST)));
    expect(answers.every(({ kind }) => kind === 'json')).toBe(true);
  });

  const wide = Buffer.from('\ufeff{"data":["ї"]}', 'utf16le');
  it.each([
    ['a byte order mark', 'application/json', Buffer.from('\ufeff{"data":["ї"]}')],
    ['spaces around it', 'application/json', Buffer.from('\n\u00a0\u200b{"data":["ї"]}\n\ufeff')],
    ['UTF-16', 'application/json', wide],
    ['UTF-16, big-endian', 'application/json', Buffer.from(wide).swap16()],
    ['the type of a page', 'text/html; charset=utf-8', Buffer.from(' {"data":["ї"]}')],
    ['the type of a text in UTF-16', 'text/plain', wide],
  ])('reads JSON with %s', async (_, type, body) => {
    const service = await startService();
    service.override('faq', { headers: { 'content-type': type }, body });
    expect(await clientFor(service.url).client.getJson(LIST)).toEqual({ kind: 'json', value: { data: ['ї'] } });
  });

  it.each([
    ['gzip', gzipSync],
    ['x-gzip', gzipSync],
    ['deflate', deflateSync],
    ['br', brotliCompressSync],
    ['zstd', zstdCompressSync],
    ['identity', (bytes: Buffer) => bytes],
    ['gzip, br', (bytes: Buffer) => brotliCompressSync(gzipSync(bytes))],
  ])('decodes %s, which it did not ask for', async (encoding, encode) => {
    const service = await startService();
    const headers = { 'content-type': 'application/json', 'content-encoding': encoding };
    service.override('page=1', { headers, body: encode(Buffer.from('{"data":["ї"]}')) });
    service.override('page=2', { headers, body: encode(Buffer.from(`{"data":"${'x'.repeat(100_000)}"}`)) });
    service.override('page=3', { status: 404, headers, body: encode(Buffer.from('{"message":"Not found."}')) });
    const { client } = clientFor(service.url, { policy: { maxBodyBytes: 50_000 } });
    expect(await client.getJson(LIST)).toEqual({ kind: 'json', value: { data: ['ї'] } });
    await expect(client.getJson('/api/x?page=2')).rejects.toThrow('longer than the limit of 50000 bytes');
    expect(await client.getJson('/api/x?page=3')).toMatchObject({ kind: 'refused', message: 'Not found.' });
  });

  it.each(['gzip', 'br', 'zstd'])('names an encoding that cannot be decoded: %s', async (encoding) => {
    const service = await startService();
    const headers = { 'content-type': 'application/json', 'content-encoding': encoding };
    service.override('faq', { headers, body: '{"data":[]}' });
    const { client } = clientFor(service.url, { policy: { retries: 1 } });
    await expect(client.getJson(LIST)).rejects.toThrow('cannot be decoded as its Content-Encoding says');
  });

  it('quotes what stands before the JSON, without markup, folders and secrets', async () => {
    const service = await startService();
    const notice = `<br />\n<b>Deprecated</b>:  Implicit conversion of ${TOKEN} in <b>/srv/cms/app/x.php</b> on line <b>12</b><br />\n`;
    service.override('faq', {
      headers: { 'content-type': 'application/json' },
      body: `${notice}{"data":[{"id":"1"}]}`,
    });
    const { client } = clientFor(service.url, { token: TOKEN, policy: { retries: 1 } });
    await expect(client.getJson(LIST)).rejects.toThrow(
      'The content service answered 200 with text before the JSON: "Deprecated : Implicit conversion of [token] in …/x.php on line 12".',
    );
  });

  it('quotes what stands after the JSON', async () => {
    const service = await startService();
    const body = `{"data":[{"id":"1"}]}\n<script>var bar = {"${TOKEN}": 1};</script><p>Slow query</p>`;
    service.override('faq', { headers: { 'content-type': 'application/json' }, body });
    const { client } = clientFor(service.url, { token: TOKEN, policy: { retries: 1 } });
    await expect(client.getJson(LIST)).rejects.toThrow(
      'The content service answered 200 with text after the JSON: "var bar = {"[token]": 1}; Slow query".',
    );
    service.override('faq', { headers: { 'content-type': 'application/json' }, body: '{"data":[]}\n<!-- Cached -->' });
    await expect(client.getJson(LIST)).rejects.toThrow('with text after the JSON: "<!-- Cached -->".');
  });

  it.each([400, 401, 403, 404, 422])('takes %i as an answer: logged, not repeated', async (status) => {
    const service = await startService();
    service.override('faq', { status, body: { message: 'Forbidden filter: foo' } });
    const { client, logs } = clientFor(service.url);
    expect(await client.getJson(LIST)).toMatchObject({ kind: 'refused', status, message: 'Forbidden filter: foo' });
    expect(service.requests).toHaveLength(1);
    // The problem of the read tells it.
    expect(logs('verbose').join('\n')).toContain(`GET ${LIST} was answered ${status} `);
    expect([...logs('info'), ...logs('warning')]).toEqual([]);
  });

  it.each([408, 425, 429, 500, 502, 503, 504])('repeats %i', async (status) => {
    const service = await startService();
    service.override('faq', (_, count) => (count === 1 ? { status } : null));
    expect(await clientFor(service.url).client.getJson(LIST)).toMatchObject({ kind: 'json' });
    expect(service.requests).toHaveLength(2);
  });

  it.each([
    [
      'HTML instead of JSON',
      { headers: { 'content-type': 'text/html; charset=utf-8' }, body: '<h1>Hello</h1>' },
      'The content service answered 200 with text/html; charset=utf-8 instead of JSON.',
    ],
    [
      'truncated JSON',
      { body: '{"data":[{"id":"1","title":"cut o' },
      'The content service answered 200 with JSON that is damaged or truncated.',
    ],
    ['an empty body', { body: '' }, 'The content service answered 200 with an empty body.'],
    ['a cut connection', { isCutOff: true }, 'No answer: the connection was closed ('],
    [
      'a body shorter than promised',
      { headers: { 'content-length': '500', connection: 'close' }, body: '{"data":' },
      '',
    ],
  ])('counts %s as a failure', async (_, answer, message) => {
    const service = await startService();
    service.override('faq', answer);
    const { client } = clientFor(service.url, { policy: { retries: 2 } });
    await expect(client.getJson(LIST)).rejects.toThrow(message);
    expect(service.requests).toHaveLength(3);
  });

  it('warns of cut connections once a round, and of the other requests in the verbose log', async () => {
    const service = await startService();
    service.override('faq', { isCutOff: true });
    const { client, logs } = clientFor(service.url, { policy: { retries: 2, concurrency: 5 } });
    const paths = [1, 2, 3, 4, 5].map((page) => `/api/collections/faq/entries?page=${page}`);
    await Promise.allSettled(paths.map((path) => client.getJson(path)));
    // Fifteen attempts fail. The system words a cut connection in two ways, and each is told once more.
    expect(logs('warning').length).toBeLessThanOrEqual(5);
    expect(logs('verbose').filter((text) => text.includes('was closed')).length).toBeGreaterThan(0);
  });

  it('waits as long as Retry-After says, and holds the other requests too', async () => {
    const service = await startService();
    service.override('page=1', (_, count) => (count === 1 ? { status: 429, headers: { 'retry-after': '1' } } : null));
    const { client, logs } = clientFor(service.url, { policy: { concurrency: 2 } });
    const first = client.getJson(LIST);
    // The client has read the refusal.
    await expect.poll(() => logs('warning')).toHaveLength(1);
    await Promise.all([first, client.getJson('/api/collections/faq/entries?page=2')]);
    const [refused, ...later] = service.requests;
    expect(later).toHaveLength(2);
    for (const request of later) expect(request.at - (refused?.at ?? 0)).toBeGreaterThanOrEqual(990);
  });

  it('times out on an answer that does not come and on a body that stops', async () => {
    const service = await startService();
    service.override('page=1', { delayMs: 600_000 });
    service.override('page=2', { body: '{"data":', isStalled: true });
    const unanswered = clientFor(service.url, { policy: { retries: 0, headersTimeoutMs: 100 } });
    await expect(unanswered.client.getJson(LIST)).rejects.toThrow('No answer within 0.1 s.');
    const stalled = clientFor(service.url, { policy: { retries: 0, bodyTimeoutMs: 200 } });
    await expect(stalled.client.getJson('/api/x?page=2')).rejects.toThrow('The answer paused for 0.2 s.');
  });

  it('ends an answer that drips for ever, and asks a service so slow three times at most', async () => {
    const service = await startService();
    service.override('page=1', { body: `{"data":"${'x'.repeat(10_000)}"}`, dripMs: 20 });
    const { client } = clientFor(service.url, { policy: { timeoutMs: 200, connectTimeoutMs: 300 } });
    await expect(client.getJson(LIST)).rejects.toThrow('The answer was not complete within 0.2 s.');
    expect(service.requests).toHaveLength(3);
  }, 20_000);

  it('refuses a body above the limit at once, naming the limit', async () => {
    const service = await startService();
    service.override('faq', { body: JSON.stringify({ data: 'x'.repeat(2000) }) });
    const { client } = clientFor(service.url, { policy: { maxBodyBytes: 1000 } });
    await expect(client.getJson(LIST)).rejects.toThrow(
      'The answer is longer than the limit of 1000 bytes (content.maxBodyBytes in site.config.ts).',
    );
    expect(service.requests).toHaveLength(1);
  });

  it('keeps answers apart that are read at once and one after the other, however long each is', async () => {
    const service = await startService();
    const bodyOf = (request: number) => ({ data: `${request} `.repeat([3, 900_000, 40, 2_500_000][request % 4] ?? 0) });
    const { client } = clientFor(service.url, { policy: { concurrency: 3, maxBodyBytes: 20_000_000 } });
    const ask = async (request: number) => {
      const path = `/api/collections/faq/entries?page=1&request=${request}`;
      service.override(`request=${request}`, { body: bodyOf(request) });
      const answer = await client.getJson(path);
      expect(answer).toEqual({ kind: 'json', value: bodyOf(request) });
    };
    await Promise.all(Array.from({ length: 8 }, (_, request) => ask(request)));
  });

  it('shares one wait among all requests while connections are refused, then fails later ones at once', async () => {
    const port = await unusedPort();
    const { client, logs } = clientFor(`http://127.0.0.1:${port}`, {
      policy: { retryBaseMs: 20, retryCapMs: 40, retries: 4 },
    });
    const results = await Promise.allSettled(
      Array.from({ length: 40 }, (_, page) => client.getJson(`/api/x?page=${page}`)),
    );
    expect(results.every(({ status }) => status === 'rejected')).toBe(true);
    const told = logs('warning').length;
    // One for each of five attempts; on a busy machine an attempt of the same round may come late.
    expect(told).toBeLessThan(10);
    expect(logs('warning')[0]).toContain(
      'The content service cannot be reached. No answer: nothing is listening there (ECONNREFUSED). Attempt 2 of 5 follows in ',
    );
    await expect(client.getJson(LIST)).rejects.toThrow('No answer: nothing is listening there (ECONNREFUSED).');
    // Another attempt would be told of.
    expect(logs('warning')).toHaveLength(told);
  });

  it('goes on when the service comes back during the shared wait', async () => {
    const port = await unusedPort();
    const policy = { retryBaseMs: 100, retryCapMs: 100, retries: 1000 };
    const { client, logs } = clientFor(`http://127.0.0.1:${port}`, { policy });
    const pending = Promise.all([1, 2, 3].map((page) => client.getJson(`/api/collections/faq/entries?page=${page}`)));
    await expect.poll(() => logs('warning').length).toBeGreaterThan(1);
    open.push(await serviceWith({}, {}, port));
    expect(await pending).toHaveLength(3);
  });

  it('asks twice for each read of a service that answers nothing but 500, once that has lasted', async () => {
    const service = await startService();
    service.override('/api/', { status: 500 });
    const { client } = clientFor(service.url, { policy: { retries: 4, concurrency: 1 } });
    await Promise.allSettled([1, 2, 3, 4].map((page) => client.getJson(`/api/x?page=${page}`)));
    expect(service.requests).toHaveLength(5 + 2 + 2 + 2);
  });

  it('does not give up on a service whose other answers come, however long one read fails', async () => {
    const service = await startService();
    service.override('broken', { status: 503 });
    const { client } = clientFor(service.url, {
      policy: { retries: 3, retryBaseMs: 40, retryCapMs: 40, concurrency: 2 },
    });
    const broken = client.getJson('/api/x?broken=1').catch((cause: unknown) => cause);
    for (let page = 0; page < 9; page += 1) {
      await client.getJson(`${LIST}&request=${page}`);
      await sleep(20);
    }
    expect(await broken).toMatchObject({ message: expect.stringContaining('503') });
    expect(await client.getJson(LIST)).toMatchObject({ kind: 'json' });
  });

  it.each([
    ['500', { status: 500 }, 'answered 500'],
    ['501', { status: 501 }, 'answered 501'],
    ['a page', { headers: { 'content-type': 'text/html' }, body: '<h1>Hello</h1>' }, 'instead of JSON'],
  ])('asks no longer where some reads are always answered with %s, and warns once', async (_, answer, message) => {
    const service = await startService();
    service.override('broken', answer);
    const policy = { retryBaseMs: 50, retryCapMs: 10_000, lastingMs: 400, concurrency: 4 };
    const { client, logs } = clientFor(service.url, { policy });
    const startedAt = performance.now();
    const results = await Promise.allSettled(
      Array.from({ length: 24 }, (_, page) => client.getJson(page % 3 === 0 ? LIST : `/api/x?broken=${page}`)),
    );
    expect(results.filter(({ status }) => status === 'rejected')).toHaveLength(16);
    // With ten retries it would be most of a minute.
    expect(performance.now() - startedAt).toBeLessThan(5000);
    expect(logs('warning').every((text) => text.includes(message))).toBe(true);
    expect(logs('warning').length).toBeLessThanOrEqual(2);
  });

  it('goes on when the same answer ends in time', async () => {
    const service = await startService();
    service.override('faq', (_, count) => (count <= 12 ? { status: 503 } : null));
    const policy = { retryBaseMs: 20, retryCapMs: 40, lastingMs: 5000, concurrency: 3 };
    const { client } = clientFor(service.url, { policy });
    const answers = await Promise.all([1, 2, 3, 4].map(() => client.getJson(LIST)));
    expect(answers.every(({ kind }) => kind === 'json')).toBe(true);
  });

  it('keeps to the requests of a minute', async () => {
    const service = await startService();
    const stop = new AbortController();
    const { client } = clientFor(service.url, { policy: { requestsPerMinute: 5 }, signal: stop.signal });
    const results = Promise.allSettled(Array.from({ length: 8 }, (_, page) => client.getJson(`/api/x?page=${page}`)));
    await expect.poll(() => service.requests.length).toBe(5);
    await new Promise((resolve) => setTimeout(resolve, 100));
    stop.abort(new Error('The test has seen enough.'));
    const states = (await results).map(({ status }) => status);
    expect(service.requests).toHaveLength(5);
    expect(states.filter((status) => status === 'rejected')).toHaveLength(3);
  });

  it('sends no more requests at once than its concurrency', async () => {
    const service = await startService();
    let running = 0;
    let most = 0;
    service.override('/api/', () => {
      running += 1;
      most = Math.max(most, running);
      // Long enough for the others to come, also where this process stands still now and then.
      setTimeout(() => (running -= 1), 300);
      return { delayMs: 300 };
    });
    const { client } = clientFor(service.url, { policy: { concurrency: 3 } });
    await Promise.all(Array.from({ length: 12 }, (_, page) => client.getJson(`/api/x?page=${page}`)));
    expect(most).toBe(3);
  });

  it('takes no error of this machine for one of the service', () => {
    const cause = Object.assign(new Error('connect EMFILE 127.0.0.1:80'), { code: 'EMFILE' });
    expect(() => networkFailure(cause, policyWith({}))).toThrow(cause);
  });

  it('never follows a redirect to another origin, and never sends the token there', async () => {
    const [service, stranger] = [await startService(), await startService()];
    service.override('faq', { status: 302, headers: { location: `${stranger.url}/api/steal` } });
    const { client } = clientFor(service.url, { token: TOKEN });
    expect(await client.getJson(LIST)).toMatchObject({
      kind: 'refused',
      status: 302,
      message: `It redirects to ${stranger.url}/api/steal, which is not followed.`,
    });
    expect(stranger.requests).toHaveLength(0);
  });

  it('follows a redirect within the service, but not for ever', async () => {
    const service = await startService();
    service.override('slashless', { status: 301, headers: { location: LIST } });
    service.override('circle', { status: 301, headers: { location: '/api/circle' } });
    const { client } = clientFor(service.url);
    expect(await client.getJson('/api/slashless')).toMatchObject({ kind: 'json' });
    expect(await client.getJson('/api/circle')).toMatchObject({ kind: 'refused', status: 301 });
    expect(service.requests).toHaveLength(6);
  });

  it('shows at most 200 characters of an error body, in the verbose log only and without control characters', async () => {
    const service = await startService();
    service.override('faq', { status: 500, body: `\u001b[31m${'Ї'.repeat(500)}` });
    const { client, events, logs } = clientFor(service.url, { policy: { retries: 0 } });
    await expect(client.getJson(LIST)).rejects.toThrow('500');
    const [excerpt = ''] = logs('verbose').map((text) => text.replace('The body of that answer begins: ', ''));
    expect(excerpt.length).toBeLessThanOrEqual(200);
    expect(excerpt).toContain('ЇЇЇ');
    expect(JSON.stringify(events)).not.toContain('\\u001b');
    expect(JSON.stringify(logs('warning'))).not.toContain('Ї');
  });

  it('never lets the token into a log, an error or a cause, even if the service echoes it', async () => {
    const service = await startService();
    const echo = `Invalid token ${TOKEN} or ${encodeURIComponent(TOKEN)} or ${TOKEN.replaceAll('/', '\\/')}`;
    service.override('page=1', { status: 500, statusText: `No ${TOKEN}`, body: echo });
    service.override('page=2', { status: 401, body: `{"message":"Invalid token ${TOKEN.replaceAll('/', '\\/')}"}` });
    service.override('page=3', { body: `{"data": "${TOKEN}" and so on` });
    service.override('page=4', { headers: { 'content-type': `text/${TOKEN}` }, body: echo });
    service.override('page=5', { status: 302, headers: { location: `http://127.0.0.1:1/${TOKEN}` } });
    const { client, events } = clientFor(service.url, { token: TOKEN, policy: { retries: 1 } });
    const results = await Promise.allSettled([1, 2, 3, 4, 5].map((page) => client.getJson(`/api/x?page=${page}`)));
    const seen = results
      .map((result) => (result.status === 'rejected' ? everythingOf(result.reason) : JSON.stringify(result.value)))
      .join('\n');
    expect(results.map(({ status }) => status)).toEqual(['rejected', 'fulfilled', 'rejected', 'rejected', 'fulfilled']);
    expect(seen + JSON.stringify(events)).not.toMatch(/tok.{1,6}en-0123456789/);
    expect(seen).toContain('[token]');
  });

  it('refuses a token that no header can carry, without quoting it', () => {
    const make = () => clientFor('http://127.0.0.1:1', { token: 'secret\nvalue' });
    expect(make).toThrow(
      'SITEGEN_CONTENT_TOKEN is empty or contains a character that is not allowed in an HTTP header, such as a line break. Correct it, or unset it.',
    );
  });

  it('refuses an address with a password, without quoting it', () => {
    expect(() => clientFor('http://user:secret@127.0.0.1:1')).toThrow(
      /^The address of the content service must be an absolute http or https URL without user name, password and query\. Set SITEGEN_CONTENT_URL to it, and put a token in SITEGEN_CONTENT_TOKEN\.$/,
    );
  });

  it('stops with the reason of the signal', async () => {
    const service = await startService();
    service.override('faq', { status: 500 });
    const stop = new AbortController();
    const { client } = clientFor(service.url, {
      policy: { retryBaseMs: 60_000, retryCapMs: 60_000 },
      signal: stop.signal,
    });
    const pending = client.getJson(LIST);
    setTimeout(() => stop.abort(new Error('Interrupted.')), 50);
    await expect(pending).rejects.toThrow('Interrupted.');
  });
});

describe('parseRetryAfter', () => {
  const now = Date.parse('2026-01-01T00:00:00Z');
  it.each([
    ['7', 7000],
    ['Thu, 01 Jan 2026 00:00:30 GMT', 30_000],
    ['Wed, 31 Dec 2025 00:00:00 GMT', 0],
    ['86400', 120_000],
    ['soon', 0],
    [null, 0],
  ])('reads %j as %i ms', (value, wait) => {
    expect(parseRetryAfter(value, now)).toBe(wait);
  });
});
