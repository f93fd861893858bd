// The preview answers as a host of the built site does: the same bytes, statuses, redirects, types and 404 pages.

import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { contentTypeOf } from '../../cli/publish/response-headers.ts';
import { IS_LONG } from '../long-run.ts';
import { type BuiltSample, CLOCK, loadBuiltSample } from '../site/built-sample.ts';
import { eventually, type RunningPreview, startPreview, withoutEdits, withoutScript } from './running-preview.ts';

let sample: BuiltSample;
let preview: RunningPreview;
let folder: RunningPreview;
/** The secret of the preview's webhooks. */
const TOKEN = 'Qz-secret-7';
const cwd = mkdtempSync(join(tmpdir(), 'sitegen-preview-'));

beforeAll(async () => {
  [sample, preview] = await Promise.all([
    loadBuiltSample(),
    startPreview({
      cwd,
      args: ['--sample', '--clock', CLOCK, '--allowed-hosts', 'Preview.example.com'],
      environment: { SITEGEN_PREVIEW_TOKEN: TOKEN },
    }),
  ]);
  const { outDir } = sample.site;
  folder = await startPreview({ cwd, args: ['--dir', outDir, '--cache-dir', join(outDir, '../.sitegen')] });
});

afterAll(async () => {
  await Promise.all([preview?.stop(), folder?.stop()]);
  rmSync(cwd, { recursive: true, force: true });
});

/** Both kinds of preview: what is written, and what was built. */
const kinds = [
  ['the preview', () => preview],
  ['--dir', () => folder],
] as const;

/** Pages of the sample: all in a long run, else each eighth. */
const listLookedAt = () =>
  sample.site.pages.filter(({ isRedirect }) => !isRedirect).filter((_, index) => IS_LONG || index % 8 === 0);

describe('a previewed site', () => {
  it('has every page of the build, byte for byte, but for the preview’s script before </body>', async () => {
    const pages = listLookedAt();
    expect(pages.length).toBeGreaterThan(IS_LONG ? 200 : 25);
    for (const { path, html } of pages) {
      const answer = await preview.get(encodeURI(path));
      expect([path, answer.status]).toEqual([path, 200]);
      // A whole page in a message helps nobody.
      expect([path, withoutScript(answer.body) === html]).toEqual([path, true]);
      expect(answer.body).toMatch(/<script src="\/__sitegen\/preview\.js" data-version="\d+"><\/script><\/body>/);
      expect([path, (await folder.get(encodeURI(path))).body === html]).toEqual([path, true]);
    }
  });

  it('has the same pages with Click to edit, but for its attributes', async () => {
    const pages = sample.site.pages.filter(({ isRedirect }, index) => !isRedirect && index % (IS_LONG ? 6 : 18) === 0);
    for (const { path, html } of pages) {
      const { status, body } = await preview.get(encodeURI(path), { headers: { 'x-sitegen-edit': '1' } });
      expect([path, status, withoutEdits(withoutScript(body)) === html]).toEqual([path, 200, true]);
    }
    expect(preview.output()).not.toContain('Click to edit is not possible');
  });

  it('has every other file of the build, byte for byte, under its content type', async () => {
    const redirects = new Set(sample.site.pages.flatMap(({ isRedirect, file }) => (isRedirect ? [file] : [])));
    // A preview has the pictures of the pages that it has shown.
    const shown = listLookedAt().map(({ html }) => html);
    const isThere = (file: string) =>
      !/\.(?:svg|png|jpg|webp|avif)$/.test(file) || shown.some((html) => html.includes(file));
    const files = [...sample.site.files]
      .filter((file) => !file.endsWith('.html') && !redirects.has(file))
      .filter((file) => IS_LONG || isThere(file));
    expect(files.length).toBeGreaterThan(50);
    for (const file of files) {
      const answer = await fetch(`${preview.url}/${encodeURI(file)}`);
      expect([file, answer.status, answer.headers.get('content-type')]).toEqual([file, 200, contentTypeOf(file)]);
      expect(Buffer.from(await answer.arrayBuffer()).equals(readFileSync(join(sample.site.outDir, file)))).toBe(true);
    }
  });

  it.each(kinds)('leads to the trailing slash with 301 and the query (%s)', async (_, get) => {
    const answer = await get().get('/es/blog?utm_source=x&q=%20');
    expect([answer.status, answer.headers.get('location')]).toEqual([301, '/es/blog/?utm_source=x&q=%20']);
  });

  it.each(kinds)('follows content redirects with the query after the target’s own (%s)', async (_, get) => {
    const answer = await get().get('/es/campana-de-primavera?q=1');
    expect([answer.status, answer.headers.get('location')]).toEqual([
      302,
      '/es/lp/crisis-guide/?utm_source=primavera&utm_medium=impreso&q=1#top',
    ]);
  });

  it.each(kinds)('follows the ambassadors rule at any depth, in each locale (%s)', async (_, get) => {
    const english = await get().get('/a/b/c/d/e/ambassadors-program/join/?a=1');
    expect([english.status, english.headers.get('location')]).toEqual([301, '/ambassadors-program/?a=1']);
    const spanish = await get().get('/es/a/ambassadors-program/');
    expect([spanish.status, spanish.headers.get('location')]).toEqual([301, '/es/ambassadors-program/']);
    expect((await get().get('/es/ambassadors-program/')).status).toBe(200);
  });

  it.each(kinds)(
    'shows the 404 page of the path’s locale with status 404, and 410 for what is gone (%s)',
    async (_, get) => {
      const spanish = await get().get('/es/nada/');
      expect(spanish.status).toBe(404);
      expect(withoutScript(spanish.body)).toBe(sample.pageAt('/es/404.html').html);
      const english = await get().get('/%zz/');
      expect([english.status, withoutScript(english.body)]).toEqual([404, sample.pageAt('/404.html').html]);
      const gone = await get().get('/es/concurso-2019/');
      expect([gone.status, withoutScript(gone.body)]).toEqual([410, sample.pageAt('/es/404.html').html]);
    },
  );

  it.each(kinds)('answers HEAD without a body, and 304 where the browser has the page (%s)', async (_, get) => {
    const first = await get().get('/blog/');
    const etag = first.headers.get('etag') ?? '';
    expect(etag).toMatch(/^"[0-9a-f]{32}"$/);
    const head = await get().get('/blog/', { method: 'HEAD' });
    expect([head.status, head.body, head.headers.get('etag')]).toEqual([200, '', etag]);
    expect(head.headers.get('content-length')).toBe(String(Buffer.byteLength(first.body)));
    const again = await get().get('/blog/', { headers: { 'if-none-match': `W/"x", ${etag}` } });
    expect([again.status, again.body]).toEqual([304, '']);
    const put = await get().get('/blog/', { method: 'PUT' });
    expect([put.status, put.headers.get('allow')]).toEqual([405, 'GET, HEAD']);
  });
});

/** A request with a path and headers that no browser and no `fetch` would send. */
function ask(url: string, path: string, headers: Readonly<Record<string, string>> = {}, method = 'GET') {
  const { hostname, port } = new URL(url);
  return new Promise<{ status: number; body: string; location: string | undefined }>((resolve, reject) => {
    const sent = request({ hostname, port, path, method, headers }, (response) => {
      let body = '';
      response.setEncoding('utf8').on('data', (text: string) => {
        body += text;
      });
      response.on('end', () =>
        resolve({ status: response.statusCode ?? 0, body, location: response.headers.location }),
      );
    });
    sent.on('error', reject).end();
  });
}

describe('a preview that others reach for', () => {
  it.each(kinds)('answers to no foreign host name (%s)', async (_, get) => {
    const { port } = new URL(get().url);
    for (const host of [
      'evil.example',
      `evil.example:${port}`,
      '127.0.0.1.evil.example',
      `localhost@evil.example:${port}`,
    ]) {
      const { status, body } = await ask(get().url, '/', { host });
      expect([host, status === 403 || status === 400]).toEqual([host, true]);
      expect(body).not.toContain('<html');
    }
    for (const host of [`localhost:${port}`, `127.0.0.1:${port}`, `[::1]:${port}`])
      expect([host, (await ask(get().url, '/', { host })).status]).toEqual([host, 200]);
  });

  it('answers to the names of a proxy before it, and to its pages', async () => {
    const host = 'preview.example.com';
    const own = { host, origin: `https://${host}` };
    for (const written of [host, host.toUpperCase()])
      expect((await ask(preview.url, '/', { host: written })).status).toBe(200);
    expect((await ask(preview.url, '/__sitegen/state', own)).status).toBe(200);
    expect((await ask(preview.url, '/', { host: `other.${host}` })).status).toBe(403);
    const { status, body } = await ask(folder.url, '/', { host });
    expect([status, body]).toEqual([403, expect.stringContaining('--allowed-hosts')]);
  });

  it.each(kinds)('reads nothing outside the site (%s)', async (_, get) => {
    const paths = [
      '/../package.json',
      '/%2e%2e/package.json',
      '/..%2fpackage.json',
      '/assets/../../package.json',
      '/assets/..%5c..%5cpackage.json',
      '/etc/passwd%00.html',
      '/.sitegen/manifest.json',
      '/../.sitegen/manifest.json',
    ];
    for (const path of paths) {
      const { status, body } = await ask(get().url, path);
      expect([path, status]).toEqual([path, 404]);
      expect(body).not.toMatch(/"private": true|root:|sha256/);
    }
    expect((await ask(get().url, 'http://127.0.0.1/blog/')).status).not.toBe(200);
  });

  it.each(kinds)('refuses addresses that browsers read as other hosts (%s)', async (_, get) => {
    const paths = [
      '//evil.com/x?token=abc',
      '///evil.com',
      '//user@evil.com/',
      '//evil.com:1',
      '/\\evil.com/',
      '//etc/passwd',
    ];
    for (const path of paths)
      for (const method of ['GET', 'POST'])
        expect([path, method, await ask(get().url, path, {}, method)]).toMatchObject([
          path,
          method,
          { status: 400, location: undefined },
        ]);
    // Percent-encoded, they are paths.
    for (const path of ['/%5Cevil.com/x', '/%09/evil.com/x', '/.//evil.com/x'])
      expect(new URL((await ask(get().url, path)).location ?? '/', get().url).origin).toBe(get().url);
  });

  it('confines pages by the build’s policy, and lets nobody frame them', async () => {
    const { headers } = await preview.get('/');
    const policy = headers.get('content-security-policy') ?? '';
    expect(policy).toMatch(/^default-src 'none'; script-src 'self'[^;]*; style-src 'self';/);
    expect(policy).toMatch(/; frame-ancestors 'none'$/);
    expect(policy).not.toContain('unsafe');
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('referrer-policy')).toBe('same-origin');
  });

  it.each([
    ['in Sec-Fetch-Site', () => ['cross-site', 'same-site'].map((site) => ({ 'sec-fetch-site': site }))],
    [
      'in Origin alone, as over plain HTTP beyond loopback',
      () =>
        ['https://evil.example', 'null', `http://127.0.0.1:${Number(new URL(preview.url).port) + 1}`, 'x'].map(
          (origin) => ({ origin }),
        ),
    ],
  ])('keeps its own addresses and the forms from pages of other sites, which browsers tell %s', async (_, list) => {
    const before = (await preview.get('/__sitegen/requests')).body;
    for (const headers of list()) {
      expect((await ask(preview.url, '/__sitegen/state', headers)).status).toBe(403);
      expect((await ask(preview.url, '/__sitegen/refresh', headers, 'POST')).status).toBe(403);
      expect((await ask(preview.url, '/api/demo-request', headers, 'POST')).status).toBe(403);
      // Links of other sites lead here.
      expect((await ask(preview.url, '/', headers)).status).toBe(200);
    }
    expect((await preview.get('/__sitegen/requests')).body).toBe(before);
    for (const headers of list())
      expect((await ask(folder.url, '/api/demo-request', headers, 'POST')).status).toBe(403);
    expect(folder.output()).not.toContain('A form was sent');
  });

  it('takes webhooks with its secret alone, which it never prints', async () => {
    const call = (headers: Readonly<Record<string, string>>) =>
      ask(preview.url, '/__sitegen/refresh', { host: 'preview.example.com', ...headers }, 'POST');
    expect(await call({})).toMatchObject({ status: 403, body: expect.stringContaining('X-Sitegen-Token') });
    for (const wrong of ['', 'Qz-secret-8', `${TOKEN}x`, TOKEN.toLowerCase()])
      expect((await call({ 'x-sitegen-token': wrong })).status).toBe(403);
    expect((await call({ 'x-sitegen-token': TOKEN })).status).toBe(200);
    expect(preview.output()).not.toContain(TOKEN);
  });

  it('answers its own pages and programs', async () => {
    const { origin } = new URL(preview.url);
    for (const headers of [{}, { origin }, { 'sec-fetch-site': 'same-origin', origin }, { 'sec-fetch-site': 'none' }])
      expect((await ask(preview.url, '/__sitegen/state', headers)).status).toBe(200);
    expect((await ask(preview.url, '/api/demo-request', { origin }, 'POST')).status).toBe(200);
    expect((await preview.get('/__sitegen/nothing')).status).toBe(404);
  });
});

describe('the form endpoint of a preview', () => {
  const form = { first_name: 'Ada', email: 'ada@example.com', success: '/success/' };
  const sendForm = (fields: Readonly<Record<string, string>>) =>
    preview.get('/api/demo-request', { method: 'POST', body: new URLSearchParams(fields) });
  const sendJson = (fields: object) =>
    preview.get('/api/demo-request', {
      method: 'POST',
      body: JSON.stringify(fields),
      headers: { 'content-type': 'application/json' },
    });

  it('takes plain forms to their success page, and nowhere else', async () => {
    const answer = await sendForm(form);
    expect([answer.status, answer.headers.get('location')]).toEqual([303, '/success/']);
    const foreign = [
      'https://evil.example/',
      '//evil.example/',
      '/\\evil.example/',
      '/\t/evil.example',
      '/\n/x',
      '/.//x',
      '',
    ];
    for (const success of foreign) {
      const { status, headers } = await sendForm({ ...form, success });
      expect([success, status, headers.get('location')]).toEqual([success, 200, null]);
    }
  });

  it('keeps terminals from what visitors typed', async () => {
    const body = new URLSearchParams({ ...form, first_name: 'A\u009B31m\u202EB\nC' });
    await folder.get('/api/demo-request', { method: 'POST', body });
    const printed = () => folder.events.findLast((event) => event.text?.startsWith('A form was sent'))?.text ?? '';
    // The line is printed after the answer was sent.
    await expect.poll(printed).toContain('A 31m B');
    const text = printed();
    expect(['\u009B', '\u202E', '\n'].filter((each) => text.includes(each))).toEqual([]);
  });

  it('answers 409, 422 and 500 when the address of the e-mail asks for it', async () => {
    expect((await sendJson(form)).status).toBe(200);
    expect((await sendJson({ ...form, email: '409@example.com' })).status).toBe(409);
    const invalid = await sendJson({ ...form, email: '422@example.com' });
    expect([invalid.status, Object.keys(JSON.parse(invalid.body).errors)]).toEqual([422, ['email']]);
    expect((await sendJson({ ...form, email: '500@example.com' })).status).toBe(500);
    expect((await sendJson([])).status).toBe(400);
    expect((await sendForm({ ...form, note: 'x'.repeat(70_000) })).status).toBe(413);
  });

  it('lists and prints what was sent, the newest first', async () => {
    await sendJson({ ...form, first_name: 'Grace' });
    const [newest] = JSON.parse((await preview.get('/__sitegen/requests')).body);
    expect(newest).toMatchObject({ status: 200, fields: { ...form, first_name: 'Grace' } });
    expect(preview.output()).toContain('A form was sent and answered 200');
  });
});

describe('sitegen preview', () => {
  it('opens a browser, takes no webhook from behind a proxy without a secret, and leaves nothing behind at Ctrl-C', async () => {
    const own = mkdtempSync(join(tmpdir(), 'sitegen-preview-'));
    const opened = join(own, 'opened.txt');
    for (const name of ['xdg-open', 'open'])
      writeFileSync(join(own, name), `#!/bin/sh\nprintf %s "$1" > '${opened}'\n`, { mode: 0o755 });
    const short = await startPreview({
      cwd: own,
      args: ['--sample', '--open', '--allowed-hosts', 'preview.example.com'],
      environment: { PATH: own },
    });
    await eventually(() => readFileSync(opened, 'utf8') === `${short.url}/`);
    const { status, body } = await ask(short.url, '/__sitegen/refresh', {}, 'POST');
    expect([status, body]).toEqual([403, expect.stringContaining('SITEGEN_PREVIEW_TOKEN')]);
    expect(short.output()).toContain('Webhooks are refused, because SITEGEN_PREVIEW_TOKEN is not set.');
    // A page that listens must not hold it.
    const stream = await fetch(`${short.url}/__sitegen/events`);
    expect(await short.stop()).toBe(0);
    await stream.body?.cancel().catch(() => undefined);
    // It leaves only the content to the next one.
    expect(readdirSync(join(own, '.sitegen'))).toEqual(['site.sqlite']);
    rmSync(own, { recursive: true, force: true });
  });
});
