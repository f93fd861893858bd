// What a visitor sees at an address that no file has, on a host with one error document: the built sample, served as files,
// the root 404 page for everything else, and no redirect pages.

import { existsSync, readFileSync, statSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { contentTypeOf } from '../../cli/publish/response-headers.ts';
import { openBrowser } from './chromium.ts';
import { loadSharedSample } from './shared-sample.ts';

let outDir: string;
let browser: Browser;
let server: Server;
let origin: string;
/** Paths asked for since the last test began. */
const requested: string[] = [];
/** Paths that the server does not have, in this test. */
const withheld = new Set<string>();

beforeAll(async () => {
  outDir = await loadSharedSample();
  server = createServer((request, response) => {
    const path = decodeURIComponent(new URL(request.url ?? '/', 'http://localhost').pathname);
    requested.push(path);
    const { file, status } = findFile(path);
    response.writeHead(status, { 'content-type': contentTypeOf(file) }).end(readFileSync(file));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  browser = await openBrowser();
});

afterAll(async () => {
  await browser?.close();
  await new Promise((resolve) => server?.close(resolve));
});

beforeEach(() => {
  requested.length = 0;
  withheld.clear();
});

function findFile(path: string): { readonly file: string; readonly status: 200 | 404 } {
  const file = join(outDir, path.endsWith('/') ? `${path}index.html` : path);
  const isServed =
    !withheld.has(path) &&
    existsSync(file) &&
    statSync(file).isFile() &&
    !(file.endsWith('.html') && readFileSync(file, 'utf8').includes('http-equiv="refresh"'));
  return isServed ? { file, status: 200 } : { file: join(outDir, '404.html'), status: 404 };
}

/** Opens an address and waits until the page is as it is wanted; gives what its console said. */
async function open(
  path: string,
  wanted: Partial<Seen>,
  { javaScriptEnabled = true } = {},
): Promise<readonly string[]> {
  const context = await browser.newContext({ javaScriptEnabled, reducedMotion: 'reduce' });
  const page = await context.newPage();
  const messages: string[] = [];
  page.on('console', (message) => messages.push(message.text()));
  page.on('pageerror', (error) => messages.push(String(error)));
  await page.goto(`${origin}${path}`);
  // It may be leaving just then.
  const look = () => page.evaluate(lookAround).catch(() => null);
  await expect.poll(look, { message: path }).toMatchObject(wanted);
  // What it still asks for changes nothing.
  await page.waitForLoadState('networkidle');
  expect(await page.evaluate(lookAround), path).toMatchObject(wanted);
  await context.close();
  return messages.filter((text) => !/the server responded with a status of 404/.test(text));
}

type Seen = ReturnType<typeof lookAround>;

/** What the page is, told in the page. */
function lookAround() {
  return {
    address: location.href.slice(location.origin.length),
    title: document.title,
    language: document.documentElement.lang,
    heading: document.querySelector('main h1')?.textContent,
    home: document.querySelector('main a.button')?.getAttribute('href'),
    route: document.body.dataset.route,
    menu: document.querySelector('header')?.lang,
    footer: document.querySelector('footer')?.lang,
    settings: JSON.parse(document.querySelector('[data-client-config]')?.textContent ?? '{}').locale,
  };
}

describe('the 404 page', () => {
  it('asks no other host at an address that begins like one', async () => {
    const messages = await open('//other.invalid/page', { address: '//other.invalid/page', language: 'en' });
    expect(messages).toEqual([]);
  });

  it('follows the ambassadors rule at a depth that no host’s map can say, with the query', async () => {
    await open('/a/b/c/d/e/f/ambassadors-program/join/?utm_source=x&q=%20', {
      address: '/ambassadors-program/?utm_source=x&q=%20',
    });
    const messages = await open('/es/a/b/c/d/e/f/ambassadors-program/', {
      address: '/es/ambassadors-program/',
      language: 'es',
    });
    expect(messages).toEqual([]);
  });

  it('follows an exact rule, with or without its slash, with the query after the target’s own', async () => {
    const target = '/es/lp/crisis-guide/?utm_source=primavera&utm_medium=impreso';
    await open('/es/campana-de-primavera/?q=1', { address: `${target}&q=1#top` });
    await open(encodeURI('/es/año-nuevo'), { address: '/es/blog/dos-hemisferios/' });
  });

  it('adds the slash that object storage does not add, with query and fragment', async () => {
    await open('/pricing?x=1#faq', { address: '/pricing/?x=1#faq', heading: 'Two clear prices, one on request' });
    await open('/es', { address: '/es/', language: 'es' });
    await open('/nowhere', { address: '/nowhere', heading: 'Looks like you got lost' });
  });

  it('is a page of the path’s locale, with its texts, header, footer and name, and leaves the address as it was asked for', async () => {
    await open('/kz/нет/', { route: '404___kz', menu: 'ru-KZ', footer: 'ru-KZ', settings: 'kz' });
    const messages = await open('/es/nada/?q=1', {
      route: '404___es',
      menu: 'es',
      footer: 'es',
      settings: 'es',
      address: '/es/nada/?q=1',
      title: 'Página no encontrada | Murmurlens',
      language: 'es',
      heading: 'Parece que te has perdido',
      home: '/es/',
    });
    expect(messages).toEqual([]);
  });

  it('stays as it is for an English path, and for one that is gone; it alone loads the code for that', async () => {
    await open('/about/', {});
    expect(requested.filter((path) => path.startsWith('/redirects/') || path.includes('answer-missing'))).toEqual([]);
    await open('/nowhere/', {
      address: '/nowhere/',
      route: '404___en',
      language: 'en',
      menu: 'en',
      settings: 'en',
      heading: 'Looks like you got lost',
    });
    await expect.poll(() => requested).toContain('/redirects/en.json');
    expect(requested.filter((path) => path.includes('answer-missing'))).toHaveLength(1);
    await open('/es/concurso-2019/', { address: '/es/concurso-2019/', heading: 'Parece que te has perdido' });
  });

  it('says on the console that a map could not be had, and shows the locale’s texts', async () => {
    withheld.add('/redirects/es.json');
    const messages = await open('/es/a/ambassadors-program/', { heading: 'Parece que te has perdido' });
    expect(messages).toEqual([expect.stringContaining('Error in redirects middleware')]);
  });

  it('offers the homes of all locales without JavaScript', async () => {
    await open('/es/nada/', { heading: 'Looks like you got lost' }, { javaScriptEnabled: false });
  });
});
