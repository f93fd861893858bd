// What a visitor sees at an address that no file has, on a host with one error document: the built sample, served as files,
// the root 404 page for everything else, and no redirect pages.

import { existsSync, readFileSync, statSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { contentTypeOf } from '../../cli/output/output-manifest.ts';
import { type BuiltSample, buildSample } from '../site/built-sample.ts';
import { launchBrowser } from './chromium.ts';

let sample: BuiltSample;
let browser: Browser;
let server: Server;
let origin: string;
/** Paths asked for since the last test began. */
const requested: string[] = [];
/** Paths that the server does not have, in this test. */
const withheld = new Set<string>();

beforeAll(async () => {
  sample = await buildSample();
  server = createServer((request, response) => {
    const path = decodeURIComponent(new URL(request.url ?? '/', 'http://localhost').pathname);
    requested.push(path);
    const { file, status } = findFile(path);
    response.writeHead(status, { 'content-type': contentTypeOf(file) }).end(readFileSync(file));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  browser = await launchBrowser();
});

afterAll(async () => {
  await browser?.close();
  await new Promise((resolve) => server?.close(resolve));
  sample?.remove();
});

beforeEach(() => {
  requested.length = 0;
  withheld.clear();
});

function findFile(path: string): { readonly file: string; readonly status: 200 | 404 } {
  const file = join(sample.site.outDir, path.endsWith('/') ? `${path}index.html` : path);
  const isServed =
    !withheld.has(path) &&
    existsSync(file) &&
    statSync(file).isFile() &&
    !(file.endsWith('.html') && readFileSync(file, 'utf8').includes('http-equiv="refresh"'));
  return isServed ? { file, status: 200 } : { file: join(sample.site.outDir, '404.html'), status: 404 };
}

/** Opens an address, lets it settle, and gives what the page is then and what its console said. */
async function open(path: string, { javaScriptEnabled = true } = {}) {
  const context = await browser.newContext({ javaScriptEnabled });
  const page = await context.newPage();
  const messages: string[] = [];
  page.on('console', (message) => messages.push(message.text()));
  page.on('pageerror', (error) => messages.push(String(error)));
  await page.goto(`${origin}${path}`, { waitUntil: 'networkidle' });
  const seen = await look(page);
  await context.close();
  return { ...seen, messages: messages.filter((text) => !/the server responded with a status of 404/.test(text)) };
}

async function look(page: Page) {
  await page.waitForLoadState('networkidle');
  const { href } = new URL(page.url());
  return {
    address: href.slice(origin.length),
    title: await page.title(),
    language: await page.getAttribute('html', 'lang'),
    heading: await page.locator('main h1').textContent(),
    home: await page
      .locator('main a.button')
      .first()
      .getAttribute('href', { timeout: 1000 })
      .catch(() => null),
  };
}

describe('the 404 page', () => {
  it('follows the ambassadors rule at a depth that no host’s map can say, with the query', async () => {
    const english = await open('/a/b/c/d/e/f/ambassadors-program/join/?utm_source=x&q=%20');
    expect(english.address).toBe('/ambassadors-program/?utm_source=x&q=%20');
    const spanish = await open('/es/a/b/c/d/e/f/ambassadors-program/');
    expect(spanish.address).toBe('/es/ambassadors-program/');
    expect(spanish.language).toBe('es');
    expect(spanish.messages).toEqual([]);
  });

  it('follows an exact rule, with or without its slash, with the query after the target’s own', async () => {
    const target = '/es/lp/crisis-guide/?utm_source=primavera&utm_medium=impreso';
    expect((await open('/es/campana-de-primavera/?q=1')).address).toBe(`${target}&q=1#top`);
    expect((await open(`${encodeURI('/es/año-nuevo')}`)).address).toBe('/es/blog/dos-hemisferios/');
  });

  it('shows the texts of the path’s locale, and leaves the address as it was asked for', async () => {
    const { address, title, language, heading, home, messages } = await open('/es/nada/?q=1');
    expect({ address, title, language, heading, home }).toEqual({
      address: '/es/nada/?q=1',
      title: 'Página no encontrada | Murmurlens',
      language: 'es',
      heading: 'Parece que te has perdido',
      home: '/es/',
    });
    expect(messages).toEqual([]);
  });

  it('stays as it is for an English path, and for one that is gone', async () => {
    const english = await open('/nowhere/');
    expect(english).toMatchObject({ address: '/nowhere/', language: 'en', heading: 'Looks like you got lost' });
    expect(requested).toContain('/redirects/en.json');
    const gone = await open('/es/concurso-2019/');
    expect(gone).toMatchObject({ address: '/es/concurso-2019/', heading: 'Parece que te has perdido' });
  });

  it('says on the console that a map could not be had, and shows the locale’s texts', async () => {
    withheld.add('/redirects/es.json');
    const { heading, messages } = await open('/es/a/ambassadors-program/');
    expect(heading).toBe('Parece que te has perdido');
    expect(messages).toEqual([expect.stringContaining('Error in redirects middleware')]);
  });

  it('offers the homes of all locales without JavaScript', async () => {
    const { heading } = await open('/es/nada/', { javaScriptEnabled: false });
    expect(heading).toBe('Looks like you got lost');
  });

  it('alone loads the code for it', async () => {
    await open('/about/');
    expect(requested.filter((path) => path.startsWith('/redirects/') || path.includes('answer-missing'))).toEqual([]);
    await open('/nowhere/');
    expect(requested.filter((path) => path.includes('answer-missing'))).toHaveLength(1);
  });
});
