import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { bundleCode } from '../../cli/build/bundle-code.ts';
import { loadTemplates } from '../../cli/build/load-templates.ts';
import { contentTypeOf } from '../../cli/output/output-manifest.ts';
import { chromeWith, headWith, PROPS, pageWith, wordsOf } from '../templates/page-makers.ts';
import { launchBrowser } from './chromium.ts';

const POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; font-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'";
const ANSWER_DELAY_MS = 300;

let dir: string;
let browser: Browser;
let server: Server;
let origin: string;
let html: string;
const assetByPath = new Map<string, string | Uint8Array>();
/** Paths asked for and bodies posted since the last test began. */
const requested: string[] = [];
const posted: URLSearchParams[] = [];

beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'island-test-'));
  html = await renderLanding();
  server = createServer((request, response) => void answer(request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The server has no port.');
  origin = `http://127.0.0.1:${address.port}`;
  browser = await launchBrowser();
});

afterAll(async () => {
  await browser?.close();
  await new Promise((resolve) => server?.close(resolve));
  await rm(dir, { recursive: true, force: true });
});

beforeEach(() => {
  requested.length = 0;
  posted.length = 0;
});

/** The landing page with its subscription form, through the same bundles as a build. */
async function renderLanding(): Promise<string> {
  const bundles = await bundleCode(dir);
  for (const { path, content } of bundles.assets) assetByPath.set(`/${path}`, content);
  const templates = await loadTemplates(bundles.templatesFile);
  const words = wordsOf('landing');
  const { stylesheet, script, icon, fontByScript } = bundles;
  const head = headWith({ stylesheets: [stylesheet], font: fontByScript.Latn, script, icon, feed: null });
  const props = { ...PROPS.landing, image: null, content: [] };
  const input = pageWith({ template: 'landing', props }, { layout: 'minimalistic', head });
  return templates.renderPage(input, { words, chrome: templates.renderChrome(chromeWith(), words, 'c-') });
}

async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const path = request.url ?? '/';
  requested.push(path);
  if (request.method === 'POST') return receive(request, response);
  const document = documentOf(path);
  if (document !== undefined) return send(response, 'text/html; charset=utf-8', document);
  const asset = assetByPath.get(path);
  if (asset === undefined) return void response.writeHead(204).end();
  send(response, contentTypeOf(path), asset);
}

function documentOf(path: string): string | undefined {
  if (path === '/') return html;
  if (path === '/other-markup/') return html.replace('>Company</label>', '>Firm</label>');
  return path === '/success/' ? '<!doctype html><title>Thank you</title>' : undefined;
}

function send(response: ServerResponse, contentType: string, body: string | Uint8Array): void {
  response.writeHead(200, { 'content-type': contentType, 'content-security-policy': POLICY }).end(body);
}

/** Keeps what a form posted and leads to the success page, slowly enough for a second click. */
async function receive(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  posted.push(new URLSearchParams(Buffer.concat(chunks).toString('utf8')));
  setTimeout(() => response.writeHead(303, { location: '/success/' }).end(), ANSWER_DELAY_MS);
}

/** Opens the page; whatever the console or an uncaught error says is gathered. */
async function openPage(
  path = '/',
  javaScriptEnabled = true,
): Promise<{ readonly page: Page; readonly messages: string[] }> {
  const context = await browser.newContext({ javaScriptEnabled });
  const page = await context.newPage();
  const messages: string[] = [];
  page.on('console', (message) => messages.push(message.text()));
  page.on('pageerror', (error) => messages.push(String(error)));
  await page.goto(`${origin}${path}`, { waitUntil: 'networkidle' });
  return { page, messages };
}

const scripts = () => requested.filter((path) => path.endsWith('.js'));
const waitUntilAwake = (page: Page) => page.waitForSelector('form[novalidate]', { timeout: 10_000 });

async function fillIn(page: Page): Promise<void> {
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Olena Marchuk');
  await page.getByRole('textbox', { name: 'Company' }).fill('Northwind');
  await page.getByRole('textbox', { name: 'Work e-mail' }).fill('olena@example.com');
}

describe('the subscription form island', () => {
  it('loads neither React nor itself before somebody uses it', async () => {
    const { page, messages } = await openPage();
    expect(scripts().filter((path) => !/^\/assets\/(main|chunk)-/.test(path))).toEqual([]);
    const bytes = scripts().map((path) => assetByPath.get(path)?.length ?? 0);
    expect(bytes.length).toBeGreaterThan(0);
    expect(bytes.reduce((sum, size) => sum + size, 0)).toBeLessThan(5000);
    expect(messages).toEqual([]);
    await page.context().close();
  });

  it('hydrates on first focus without a word on the console, and keeps the focus and what was typed', async () => {
    const { page, messages } = await openPage();
    await page.evaluate(() => document.querySelector('input[name=name]')?.setAttribute('data-before', 'yes'));
    await page.focus('input[name=name]');
    await page.keyboard.type('Olena');
    await waitUntilAwake(page);
    expect(scripts().some((path) => path.includes('hydrate-island'))).toBe(true);
    expect(await page.evaluate(() => document.activeElement?.getAttribute('data-before'))).toBe('yes');
    expect(await page.inputValue('input[name=name]')).toBe('Olena');
    expect(messages).toEqual([]);
    await page.context().close();
  });

  it('would be heard if its markup were not that of the build', async () => {
    const { page, messages } = await openPage('/other-markup/');
    await page.focus('input[name=name]');
    await waitUntilAwake(page);
    expect(messages.join()).toContain('Minified React error #418');
    await page.context().close();
  });

  it('shows the error of each bad field, tied to it, and posts nothing', async () => {
    const { page, messages } = await openPage();
    await page.focus('input[name=name]');
    await waitUntilAwake(page);
    await page.fill('input[name=name]', 'Olena');
    await page.fill('input[name=email]', 'no address');
    await page.click('button[type=submit]');
    const errors = await page.$$eval('input[aria-invalid=true]', (inputs) =>
      inputs.map((input) => [
        input.getAttribute('name'),
        document.getElementById(input.getAttribute('aria-describedby') ?? '')?.textContent,
      ]),
    );
    expect(errors).toEqual([
      ['company', 'Input company name.'],
      ['email', 'Input correct e-mail.'],
    ]);
    expect(await page.evaluate(() => document.activeElement?.getAttribute('name'))).toBe('company');
    expect(posted).toEqual([]);
    expect(messages).toEqual([]);
    await page.context().close();
  });

  it('posts once, however often the button is pressed, and says that it is busy', async () => {
    const { page, messages } = await openPage();
    await page.focus('input[name=name]');
    await waitUntilAwake(page);
    await fillIn(page);
    const texts = await page.$eval('button[type=submit]', async (button) => {
      if (!(button instanceof HTMLButtonElement)) throw new Error('No button.');
      button.click();
      button.click();
      await new Promise((resolve) => setTimeout(resolve, 50));
      return [button.textContent, button.getAttribute('aria-disabled')];
    });
    expect(texts).toEqual(['Sending…', 'true']);
    await page.waitForURL(`${origin}/success/`, { timeout: 10_000 });
    expect(posted).toHaveLength(1);
    expect(messages).toEqual([]);
    await page.context().close();
  });

  it('is a plain form without JavaScript', async () => {
    const { page } = await openPage('/', false);
    await fillIn(page);
    await page.click('button[type=submit]');
    await page.waitForURL(`${origin}/success/`, { timeout: 10_000 });
    expect(posted.map((fields) => Object.fromEntries(fields))).toEqual([
      {
        name: 'Olena Marchuk',
        company: 'Northwind',
        email: 'olena@example.com',
        website: '',
        form: 'subscription',
        success: '/success/',
      },
    ]);
    await page.context().close();
  });
});
