// The preview and a real content service: changes are seen, outages survived, drafts shown on demand, and an editor's
// unsaved values shown to whoever has the token, and to nobody else.

import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { GLOBAL_NAMES } from '../../content/handles.ts';
import { openBrowser } from '../browser/chromium.ts';
import { IS_LONG } from '../long-run.ts';
import { type ContentService, serviceWith } from '../service/content-service.ts';
import { type Fields, listBody } from '../service/list-query.ts';
import { article, entry, smallContent } from '../site/small-content.ts';
import { eventually, type RunningPreview, startPreview } from './running-preview.ts';

const BEARER = 'bearer-secret-123';
const TOKEN = 'live-token-456';
const environment = { SITEGEN_CONTENT_TOKEN: BEARER };

interface Warning {
  readonly where: Readonly<Record<string, string | undefined>>;
}

/** Articles that a test may change while they are served. */
type Articles = Record<string, Fields[]>;
const createArticles = (): Articles => ({
  en: [
    article('first', { title: 'The first article' }),
    article('second'),
    article('draft', { title: 'A draft', published: false, status: 'draft' }),
    article('tomorrow', {
      title: 'For tomorrow',
      date: '2099-01-01T00:00:00.000000Z',
      status: 'scheduled',
      private: true,
    }),
  ],
});

async function start(
  service: ContentService,
  args: readonly string[] = [],
): Promise<RunningPreview & { readonly cwd: string }> {
  const cwd = mkdtempSync(join(tmpdir(), 'sitegen-preview-'));
  const preview = await startPreview({ cwd, environment, args: ['--content-url', service.url, ...args] });
  onTestFinished(async () => {
    await preview.stop();
    rmSync(cwd, { recursive: true, force: true });
  });
  return { ...preview, cwd };
}

async function serve(articles: Articles, port = 0): Promise<ContentService> {
  // The very object, so that its articles may change while they are served.
  const service = await serviceWith({ ...smallContent(), blog_articles: articles }, {}, port);
  onTestFinished(() => service.stop());
  return service;
}

const pageData = async (preview: RunningPreview, path: string) =>
  JSON.parse((await preview.get(`/__sitegen/page?path=${path}`)).body);
const stateOf = async (preview: RunningPreview) => JSON.parse((await preview.get('/__sitegen/state')).body);

/** A preview that does not look for changes itself, for most tests; a start takes longer than what they do. */
let preview: RunningPreview;
let service: ContentService;
const articles = createArticles();
const cwd = mkdtempSync(join(tmpdir(), 'sitegen-preview-'));

beforeAll(async () => {
  service = await serviceWith({ ...smallContent(), blog_articles: articles }, {}, 0);
  // Pictures, too, need the token.
  service.override('/assets/', ({ headers }) =>
    headers.authorization === `Bearer ${BEARER}` ? null : { status: 401 },
  );
  const args = ['--content-url', service.url, '--poll', '0', '--verbose'];
  preview = await startPreview({ cwd, environment, args });
});

afterAll(async () => {
  await preview?.stop();
  await service?.stop();
  rmSync(cwd, { recursive: true, force: true });
});

describe('a preview with webhooks', () => {
  /** Replaces the first article. */
  const change = (fields: Fields) => {
    articles.en = [article('first', fields), ...(articles.en ?? []).slice(1)];
  };
  const call = (body?: string) =>
    preview.get('/__sitegen/refresh', { method: 'POST', ...(body === undefined ? {} : { body }) });

  it('hides what is not published', async () => {
    for (const path of ['/blog/draft/', '/blog/tomorrow/'])
      expect([path, (await preview.get(path)).status]).toEqual([path, 404]);
    expect((await preview.get('/blog/')).body).not.toMatch(/A draft|For tomorrow/);
  });

  it('shows nothing else before, and all of it after', async () => {
    await eventually(async () => (await call()).body === '{"isChanged":false}');
    // Pictures are downloaded in the meantime.
    const countAsked = () => service.requests.filter(({ path }) => path.startsWith('/api/')).length;
    const asked = countAsked();
    change({ title: 'Another title' });
    await sleep(300);
    expect(countAsked()).toBe(asked);
    expect((await preview.get('/blog/first/')).body).toContain('The first article');
    expect(JSON.parse((await call()).body)).toEqual({ isChanged: true });
    expect((await preview.get('/blog/first/')).body).toContain('Another title');
    expect(JSON.parse((await call()).body)).toEqual({ isChanged: false });
  });

  it('reads once for many webhooks at once', async () => {
    const countAsked = async (calls: readonly (string | undefined)[]) => {
      const before = service.requests.length;
      await Promise.all(calls.map(call));
      return service.requests.length - before;
    };
    const once = await countAsked([undefined]);
    // A busy machine may take longer than the time in which calls are joined.
    expect(await countAsked(Array.from({ length: 20 }, () => undefined))).toBeLessThanOrEqual(2 * once);
    const scope = JSON.stringify({ collection: 'blog_articles', site: 'en', id: 'first' });
    change({ title: 'A title of many' });
    expect((await Promise.all([call(scope), call(), call(scope)])).map(({ body }) => body)).toContain(
      '{"isChanged":true}',
    );
    expect((await preview.get('/blog/first/')).body).toContain('A title of many');
  });

  it('reads where the service says that there are changes', async () => {
    const tell = async (scope: unknown) => {
      const before = service.requests.length;
      const told = await call(typeof scope === 'string' ? scope : JSON.stringify(scope));
      const asked = service.requests
        .slice(before)
        .map(({ path, query }) => `${path} ${query['filter[site]'] ?? query.site}`);
      return { status: told.status, said: told.body, asked: new Set(asked) };
    };
    change({ title: 'A title of one list' });
    const list = '/api/collections/blog_articles/entries';
    for (const scope of [{ collection: 'blog_articles', site: 'ua', id: null }, { collection: 'unknown' }])
      expect((await tell(scope)).said).toBe('{"isChanged":false}');
    expect((await preview.get('/blog/first/')).body).not.toContain('A title of one list');
    const told = await tell({ collection: 'blog_articles', id: 'blog_articles-en-1' });
    expect([told.said, [...told.asked]]).toEqual(['{"isChanged":true}', [`${list} en`]]);
    expect((await preview.get('/blog/first/')).body).toContain('A title of one list');
    expect((await tell({ collection: 'globals', site: 'en' })).asked.size).toBe(GLOBAL_NAMES.length);
    for (const bad of ['{', '[]', '{"collection":1}']) expect((await tell(bad)).status).toBe(400);
  });

  it('has the warnings of every entry and global that a page shows, and where they are edited', async () => {
    change({ title: 'A title with a link', content: '<p><a href="javascript:alert(1)">there</a></p>' });
    await call();
    const warningsOf = async (path: string): Promise<readonly Warning[]> =>
      (await pageData(preview, path)).inspection.warnings;
    const isLink = ({ where: { entry: title } }: Warning) => title === 'A title with a link';
    expect((await warningsOf('/blog/')).find(isLink)?.where).toMatchObject({
      collection: 'blog_articles',
      editUrl: 'https://cms.example.com/edit/first',
    });
    expect((await warningsOf('/contacts/')).filter(isLink)).toEqual([]);
  });

  it('shows pictures as the build does', async () => {
    change({ image: { url: '/assets/photos/desk.svg', alt: 'A desk' } });
    await call();
    const sourceOf = async () => /src="([^"]*desk[^"]*)"/.exec((await preview.get('/blog/first/')).body)?.[1] ?? '';
    await eventually(async () => (await sourceOf()).startsWith('/assets/desk-'));
    expect((await preview.get(await sourceOf())).status).toBe(200);
    expect((await preview.get('/blog/first/')).body).not.toContain(new URL(service.url).host);
    const old = await sourceOf();
    const body = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><path d="M0 0h9v9z"/></svg>';
    service.override('/assets/photos/desk.svg', { body, headers: { 'content-type': 'image/svg+xml' } });
    expect((await call()).body).toBe('{"isChanged":false}');
    await eventually(async () => (await sourceOf()) !== old);
  });
});

describe('a preview that polls', () => {
  it('shows drafts and the future on demand, sees changes after the interval, mends what was not valid, and has redirects of a service that is gone', async () => {
    const articles = createArticles();
    const service = await serve(articles);
    const preview = await start(service, ['--poll', '0.2', '--drafts', '--future']);
    expect((await preview.get('/blog/first/')).body).toContain('The first article');
    for (const path of ['/blog/draft/', '/blog/tomorrow/'])
      expect([path, (await preview.get(path)).status]).toEqual([path, 200]);
    expect((await preview.get('/blog/')).body).toMatch(/For tomorrow[\s\S]*A draft/);
    expect((await pageData(preview, '/blog/draft/')).inspection.entry.status).toBe('draft');
    articles.en = [article('first', { title: 'Another title' }), ...(articles.en ?? []).slice(1)];
    await eventually(async () => (await preview.get('/blog/first/')).body.includes('Another title'));
    articles.en = [article('new-one', { title: 'A new one' }), ...articles.en.slice(1)];
    await eventually(async () => (await preview.get('/blog/')).body.includes('A new one'));
    expect((await preview.get('/blog/first/')).status).toBe(404);
    articles.en = [article('first', { title: '', seo_noindex: 'maybe' }), article('second')];
    const fieldsOf = async () => {
      const { reasons }: { reasons: readonly { problem: Warning }[] } = await pageData(preview, '/blog/first/');
      return reasons.map(({ problem }) => problem.where.field).join();
    };
    await eventually(async () => (await fieldsOf()) === 'title,seo_noindex');
    expect((await preview.get('/blog/')).body).toContain('Title of second');
    articles.en = [article('first', { title: 'Mended' }), article('second')];
    await eventually(async () => (await preview.get('/blog/first/')).status === 200);
    await service.stop();
    await eventually(async () => (await stateOf(preview)).outage !== null);
    const answer = await preview.get('/old?q=1');
    expect([answer.status, answer.headers.get('location')]).toEqual([301, '/blog/?q=1']);
  });

  it.runIf(IS_LONG)('keeps to the request budget', async () => {
    const service = await serve(createArticles());
    const begin = performance.now();
    await start(service, ['--poll', '0.001', '--content-rpm', '150']);
    // Asked again and again, until the budget of a minute is used up.
    await eventually(() => service.requests.length >= 150, 240_000);
    await sleep(500);
    const minutes = Math.ceil((performance.now() - begin) / 60_000);
    const asked = service.requests.filter(({ path }) => path.startsWith('/api/'));
    expect(asked.length).toBeLessThanOrEqual(150 * minutes);
  });
});

describe('Live Preview', () => {
  /** What the editor has typed and not saved. */
  let unsaved: Fields;

  beforeAll(() => {
    unsaved = article('draft', { id: 'draft-1', title: 'Not saved yet', published: false, status: 'draft' });
    service.override('/api/collections/blog_articles/entries', ({ headers, query }) => {
      if (headers['x-statamic-token'] !== TOKEN) return null;
      const all = [
        { ...unsaved, live_preview: true },
        article('first', { id: 'blog_articles-en-1', title: 'The first article' }),
      ].map((fields) => ({ locale: 'en', ...fields }));
      const wanted = all.filter(({ slug }: Fields) => (query['filter[slug]'] ?? slug) === slug);
      return { headers: { 'x-statamic-live-preview': '1' }, body: listBody(wanted, 1, 100) };
    });
    service.override('/api/collections/pages/entries', ({ headers, query }) => {
      if (headers['x-statamic-token'] !== TOKEN) return null;
      const slug = query['filter[slug]'] ?? 'blog';
      return {
        headers: { 'x-statamic-live-preview': '1' },
        body: listBody([{ ...entry(slug), id: `page-${slug}`, locale: 'en' }], 1, 100),
      };
    });
  });

  it('shows what is not saved, drafts and their lists included, to who has the token', async () => {
    const answer = await preview.get(`/blog/draft/?live-preview=x&token=${TOKEN}`);
    expect([
      answer.status,
      answer.body.includes('<h1>Not saved yet') || answer.body.includes('>Not saved yet<'),
    ]).toEqual([200, true]);
    expect((await preview.get(`/blog/?token=${TOKEN}`)).body).toContain('Not saved yet');
    expect((await preview.get('/blog/draft/')).status).toBe(404);
    expect((await preview.get('/blog/')).body).not.toContain('Not saved yet');
    expect((await preview.get(`/blog/draft/?token=${TOKEN}x`)).status).toBe(404);
  });

  it('sends the token as a header and never in an address', async () => {
    await preview.get(`/blog/draft/?token=${TOKEN}`);
    const sent = service.requests.filter(({ headers }) => headers['x-statamic-token'] === TOKEN);
    expect(sent.length).toBeGreaterThan(0);
    expect(sent.every(({ headers }) => headers.authorization === `Bearer ${BEARER}`)).toBe(true);
    expect(service.requests.filter(({ url }) => url.includes(TOKEN))).toEqual([]);
  });

  it('may be framed by the service alone, and only where the service knows the token', async () => {
    const policyOf = async (path: string) => (await preview.get(path)).headers.get('content-security-policy') ?? '';
    expect(await policyOf(`/blog/draft/?token=${TOKEN}`)).toMatch(new RegExp(`; frame-ancestors ${service.url}$`));
    expect(await policyOf('/blog/first/?token=unknown')).toMatch(/; frame-ancestors 'none'$/);
    expect(await policyOf('/blog/first/')).toMatch(/; frame-ancestors 'none'$/);
    expect((await preview.get(`/blog/draft/?token=${TOKEN}`)).headers.get('cache-control')).toBe('no-store');
    for (const token of ['a%0d%0ax-evil:1', 'a b', 'x'.repeat(500)])
      expect((await preview.get(`/blog/first/?token=${token}`)).status).toBe(200);
  });

  it('refreshes without loading again when the control panel says so, and obeys no other page', async () => {
    const browser = await openBrowser();
    const frame = (origin: string) =>
      `<!doctype html><iframe src="${origin}/blog/draft/?token=${TOKEN}" width="900" height="900"></iframe>`;
    // The control panel is on the service's origin; the other page is on another one.
    service.override('/cp/', { headers: { 'content-type': 'text/html' }, body: frame(preview.url) });
    const stranger = createServer((_, response) =>
      response.writeHead(200, { 'content-type': 'text/html' }).end(frame(preview.url)),
    );
    await new Promise<void>((resolve) => stranger.listen(0, '127.0.0.1', resolve));
    try {
      const page = await (await browser.newContext({ reducedMotion: 'reduce' })).newPage();
      await page.goto(`${service.url}/cp/`, { waitUntil: 'networkidle' });
      const inner = page.frameLocator('iframe');
      await inner.locator('h1', { hasText: 'Not saved yet' }).waitFor();
      await inner.locator('html').evaluate((element) => element.setAttribute('data-mark', 'here'));
      unsaved = { ...unsaved, title: 'Typed a moment ago' };
      const tell = (name: string) =>
        page.evaluate((said) => {
          const target = document.querySelector('iframe')?.contentWindow;
          target?.postMessage({ name: said, reference: 'entry::draft-1' }, '*');
        }, name);
      await tell('something.else');
      await sleep(300);
      expect(await inner.locator('h1').first().textContent()).toBe('Not saved yet');
      await tell('statamic.preview.updated');
      await inner.locator('h1', { hasText: 'Typed a moment ago' }).waitFor();
      expect(await inner.locator('html').getAttribute('data-mark')).toBe('here');
      const { port } = stranger.address() as AddressInfo;
      await page.goto(`http://127.0.0.1:${port}/`, { waitUntil: 'networkidle' });
      expect(await page.frameLocator('iframe').locator('h1', { hasText: 'Typed' }).count()).toBe(0);
    } finally {
      await browser.close();
      await new Promise((resolve) => stranger.close(resolve));
      unsaved = { ...unsaved, title: 'Not saved yet' };
    }
  });

  it('leaves no token in any line or file', async () => {
    await preview.get(`/blog/?token=${TOKEN}`);
    service.override('/api/collections/blog_articles/entries', ({ headers }) =>
      headers['x-statamic-token'] === undefined ? null : { status: 500, body: { message: `no ${TOKEN} ${BEARER}` } },
    );
    const failed = await preview.get(`/blog/draft/?token=${TOKEN}`);
    expect(failed.body).not.toContain(TOKEN);
    expect(preview.output()).toContain('answered 500');
    expect(preview.output()).not.toMatch(new RegExp(`${TOKEN}|${BEARER}`));
    const files = readdirSync(cwd, { recursive: true, encoding: 'utf8' }).map((name) => join(cwd, name));
    const contents = files.filter((file) => statSync(file).isFile()).map((file) => readFileSync(file, 'latin1'));
    expect(contents.length).toBeGreaterThan(3);
    expect(contents.filter((text) => text.includes(TOKEN) || text.includes(BEARER))).toEqual([]);
  });
});
