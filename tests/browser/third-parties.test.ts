// Services of others, from their rows of configuration to the browser: a site with all of them configured is built, and
// fake providers on loopback stand for them.

import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startSampleService } from '../../cli/content/sample-service.ts';
import { buildSite } from '../../cli/pipeline/build-site.ts';
import { defineSite } from '../../config/define-site.ts';
import { SOCIAL_EMBEDS, THIRD_PARTIES } from '../../config/third-parties.ts';
import { serveSite } from '../service/folder-host.ts';
import type { SiteServer } from '../service/site-server.ts';
import { CLOCK } from '../site/built-sample.ts';
import { lendBundles, TEST_ENVIRONMENT } from '../site/run-sitegen.ts';
import { openBrowser } from './chromium.ts';
import { follow, visit, waitForRoute } from './visit.ts';

/** An article with an embed of every provider. */
const ARTICLE = '/blog/a-week-with-a-new-logo/';
/** What the scripts of the providers do, as far as pages rely on it. */
const SCRIPTS: Readonly<Record<string, string>> = {
  'tag-manager': 'window.dataLayer.isRead = true;',
  chat: `document.body.insertAdjacentHTML('beforeend', '<div id="chat">' + window.intercomSettings.app_id + '</div>');`,
  forms: `window.hbspt = { forms: { create: (options) => {
    window.asked = options;
    document.querySelector(options.target).innerHTML = '<form id="provided"></form>';
  } } };`,
  instagram: `window.instgrm = { Embeds: { process: () => {
    for (const quote of document.querySelectorAll('.instagram-media')) quote.dataset.rendered = quote.dataset.instgrmPermalink;
  } } };`,
  reddit: `for (const quote of document.querySelectorAll('.reddit-embed-bq')) quote.dataset.rendered = quote.querySelector('a').href;`,
  twitter: `window.twttr = { widgets: { load: (element) => {
    const quote = element.querySelector('.twitter-tweet');
    quote.dataset.rendered = quote.querySelector('a').href;
  } } };`,
  'copyright-badge': `for (const link of document.querySelectorAll('a.dmca-badge')) link.dataset.rendered = link.href;`,
};

let browser: Browser;
let providers: Server;
let host: SiteServer;
let asking: SiteServer;
let folder: string;
/** `{provider} {path}` of every request to a provider. */
const asked: string[] = [];
/** Providers that fail, in this test. */
const broken = new Set<string>();

beforeAll(async () => {
  providers = createServer((request, response) => {
    const provider = request.headers.host?.split('.')[0] ?? '';
    asked.push(`${provider} ${request.url}`);
    if (broken.has(provider)) response.writeHead(503).end();
    else response.writeHead(200, { 'content-type': 'text/javascript' }).end(SCRIPTS[provider]);
  });
  await new Promise<void>((done) => providers.listen(0, '127.0.0.1', done));
  folder = mkdtempSync(join(tmpdir(), 'sitegen-parties-'));
  await buildWithParties((providers.address() as AddressInfo).port);
  // The same site, as it is where it does not ask.
  host = await serveSite(join(folder, 'out'), (html) => html.replace('"asksConsent":true', '"asksConsent":false'));
  asking = await serveSite(join(folder, 'out'));
  browser = await openBrowser();
});
afterAll(async () => {
  await browser?.close();
  await host?.close();
  await asking?.close();
  providers?.close();
  rmSync(folder, { recursive: true, force: true });
});
beforeEach(() => {
  host.reset();
  asked.length = 0;
  broken.clear();
});

/** Each provider's host is a name of loopback, as the rows of a site's own configuration say. */
async function buildWithParties(port: number): Promise<void> {
  const partyOf = (id: string, path: string) => ({
    script: `http://${id}.localhost:${port}${path}`,
    hosts: { 'script-src': [`http://${id}.localhost:${port}`], 'img-src': [`http://${id}.localhost:${port}`] },
  });
  const site = defineSite({
    brand: { name: 'Murmurlens', legalName: 'Murmurlens Analytics Ltd.' },
    locales: ['en', 'es'],
    build: { shareImages: 'one', imageCacheDir: TEST_ENVIRONMENT.SITEGEN_IMAGE_CACHE },
    integrations: {
      gtmId: 'GTM-1',
      chatAppId: 'chat-1',
      formsPortal: '123',
      copyrightBadgeId: 'badge-1',
      embeds: [...SOCIAL_EMBEDS],
      consent: 'ask',
    },
    thirdParties: {
      ...Object.fromEntries(Object.keys(THIRD_PARTIES).map((id) => [id, partyOf(id, '/embed.js')])),
      'tag-manager': partyOf('tag-manager', '/gtm.js?id={id}'),
      chat: partyOf('chat', '/widget/{id}'),
    },
  });
  lendBundles(join(folder, '.sitegen'));
  const service = await startSampleService({});
  await buildSite(site, {
    service: { url: service.url, isSample: true, token: null },
    sampleAssetsDir: resolve(import.meta.dirname, '../../content/sample/assets'),
    locales: 'all',
    outDir: join(folder, 'out'),
    cacheDir: join(folder, '.sitegen'),
    snapshotFile: null,
    clock: CLOCK,
    onFetchError: 'fail',
    allowShrink: false,
    baseline: null,
    isForced: false,
    workers: 0,
    isStrict: false,
    isDryRun: false,
    isSynced: false,
    report: () => {},
    signal: new AbortController().signal,
  });
  await service.stop();
}

const open = (path: string) => visit(browser, `${host.origin}${path}`);
const events = (page: Page): Promise<readonly Record<string, unknown>[]> =>
  page.evaluate(
    () =>
      (Reflect.get(window, 'dataLayer') as Record<string, unknown>[] | undefined)?.map((each) => ({ ...each })) ?? [],
  );
const wheel = async (page: Page) => {
  await page.mouse.move(400, 400);
  await page.mouse.wheel(0, 200);
};

describe('page views', () => {
  it('are sent even if an element of the page has the name of the global', async () => {
    const { page } = await visit(browser, 'about:blank');
    await page.addInitScript(() =>
      addEventListener('DOMContentLoaded', () =>
        document.body.insertAdjacentHTML('beforeend', '<i id="dataLayer"></i>'),
      ),
    );
    await page.goto(`${host.origin}/about/`);
    await expect.poll(() => events(page).then((sent) => sent.map(({ event }) => event))).toContain('page_view');
  });

  it('go to the tag manager 250 ms after each route change, the first page included', async () => {
    const { page, messages } = await open('/about/?utm_source=a');
    await expect.poll(async () => (await events(page)).length).toBe(2);
    const loading = await page.evaluate(() => performance.getEntriesByType('navigation')[0]?.toJSON().domInteractive);
    const loadedAt = await page.evaluate(
      () => performance.getEntriesByType('resource').find(({ name }) => name.includes('gtm.js'))?.startTime,
    );
    expect(Number(loadedAt) - Number(loading)).toBeGreaterThanOrEqual(240);
    expect((await events(page))[0]).toMatchObject({ event: 'gtm.js' });
    await follow(page, '/es/product/');
    await waitForRoute(page, 'product___es');
    await expect.poll(async () => (await events(page)).length).toBe(3);
    const views = (await events(page)).slice(1);
    expect(views.map(({ event, route, page_path }) => [event, route, page_path])).toEqual([
      ['page_view', 'about___en', '/about/'],
      ['page_view', 'product___es', '/es/product/'],
    ]);
    expect(views[1]).toMatchObject({
      page_location: `${host.origin}/es/product/?utm_source=a`,
      page_title: await page.title(),
    });
    expect(asked.filter((each) => each.startsWith('tag-manager'))).toEqual(['tag-manager /gtm.js?id=GTM-1']);
    expect(messages).toEqual([]);
  });

  it('count a missing page once, as that of its locale, on a host with one error page', async () => {
    const body = readFileSync(join(folder, 'out/404.html'));
    host.change = (path, answer) => (path === '/es/nada/' ? { ...answer, status: 200, body } : answer);
    const { page } = await open('/es/nada/');
    await expect.poll(async () => (await events(page)).length).toBe(2);
    await page.waitForTimeout(500);
    const views = (await events(page)).slice(1);
    expect(views).toMatchObject([{ event: 'page_view', route: '404___es', page_path: '/es/nada/' }]);
    expect(views[0]?.page_title).toBe('Página no encontrada | Murmurlens');
  });
});

describe('the chat', () => {
  it('comes with the first scroll, once, and stays while pages change', async () => {
    const { page } = await open('/about/');
    await page.waitForTimeout(300);
    expect(asked.filter((each) => each.startsWith('chat'))).toEqual([]);
    await wheel(page);
    await page.locator('#chat').waitFor({ state: 'attached' });
    expect(await page.textContent('#chat')).toBe('chat-1');
    await follow(page, '/product/');
    await waitForRoute(page, 'product___en');
    await wheel(page);
    expect(await page.locator('#chat').count()).toBe(1);
    expect(asked.filter((each) => each.startsWith('chat'))).toEqual(['chat /widget/chat-1']);
  });
});

describe('embeds', () => {
  const place = (page: Page, provider: string) => page.locator(`[data-embed="${provider}"]`).first();
  const PROVIDERS = ['instagram', 'reddit', 'twitter', 'forms', 'copyright-badge'];

  it('load nothing before they come near the window, then each the script of its provider, once', async () => {
    const { page, messages } = await open(ARTICLE);
    await page.waitForTimeout(300);
    expect(asked.filter((each) => !each.startsWith('tag-manager'))).toEqual([]);
    for (const provider of PROVIDERS) {
      await place(page, provider).scrollIntoViewIfNeeded();
      await page.locator(`[data-embed="${provider}"][data-embed-state=filled]`).first().waitFor();
      expect(asked.filter((each) => each === `${provider} /embed.js`)).toHaveLength(1);
    }
    for (const provider of ['instagram', 'reddit', 'twitter']) {
      const link = await place(page, provider).locator('a').first().getAttribute('href');
      expect(await place(page, provider).locator('[data-rendered]').getAttribute('data-rendered')).toBe(link);
    }
    expect(await place(page, 'copyright-badge').locator('[data-rendered]').getAttribute('href')).toContain(
      'ID=badge-1',
    );
    expect(await page.evaluate(() => Reflect.get(window, 'asked'))).toMatchObject({
      portalId: '123',
      formId: await place(page, 'forms').getAttribute('data-embed-form'),
      locale: 'en',
    });
    expect(await page.locator('#provided').count()).toBe(1);
    expect(messages).toEqual([]);
  });

  it('leave the page whole where their scripts fail', async () => {
    for (const provider of PROVIDERS) broken.add(provider);
    const { page } = await open(ARTICLE);
    for (const provider of PROVIDERS) {
      await place(page, provider).scrollIntoViewIfNeeded();
      await page.locator(`[data-embed="${provider}"][data-embed-state=failed]`).first().waitFor();
      expect(await place(page, provider).locator('.embed__content').count()).toBe(0);
      expect((await place(page, provider).textContent())?.trim()).not.toBe('');
    }
    await follow(page, '/about/');
    await waitForRoute(page, 'about___en');
  });

  it('leave the page whole where the policy or a blocker stops them', async () => {
    const context = await browser.newContext({ reducedMotion: 'reduce' });
    const page = await context.newPage();
    const errors: string[] = [];
    page.on('pageerror', (error) => errors.push(String(error)));
    await page.route(/localhost/, (route) => route.abort('blockedbyclient'));
    await page.goto(`${host.origin}${ARTICLE}`);
    await place(page, 'twitter').scrollIntoViewIfNeeded();
    await page.locator('[data-embed=twitter][data-embed-state=failed]').first().waitFor();
    await follow(page, '/about/');
    await waitForRoute(page, 'about___en');
    expect(errors).toEqual([]);
    await context.close();
  });
});

describe('a site that asks for consent', () => {
  const bar = (page: Page) => page.getByRole('region', { name: 'Your privacy' });
  const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
  const ask = (path = ARTICLE) => visit(browser, `${asking.origin}${path}`);
  /** Does what would load every service. */
  const provoke = async (page: Page) => {
    await wheel(page);
    for (const embed of await page.locator('[data-embed]').all()) await embed.scrollIntoViewIfNeeded();
    await page.waitForTimeout(400);
  };

  it('loads nothing of others before the answer, moves nothing, and sets no cookie', async () => {
    const { page, messages } = await ask();
    await bar(page).waitFor();
    await provoke(page);
    await follow(page, '/about/');
    await waitForRoute(page, 'about___en');
    await bar(page).waitFor();
    expect(asked).toEqual([]);
    expect(await events(page)).toEqual([]);
    expect(await page.context().cookies()).toEqual([]);
    const shift = await page.evaluate(
      () =>
        new Promise<number>((resolve) => {
          new PerformanceObserver((list) =>
            resolve(list.getEntries().reduce((sum, entry) => sum + Number(Reflect.get(entry, 'value')), 0)),
          ).observe({ type: 'layout-shift', buffered: true });
          setTimeout(() => resolve(0), 300);
        }),
    );
    expect(shift).toBeLessThan(0.01);
    expect(messages).toEqual([]);
  });

  it('shows the start of a webinar in the time of the visitor, which loads nothing of others', async () => {
    const { page } = await visit(browser, `${asking.origin}/webinars/alerts-that-stay-rare/`, {
      timezoneId: 'America/New_York',
    });
    await expect.poll(() => page.locator('[data-local-time]').textContent()).not.toBe('');
    expect(asked).toEqual([]);
  });

  it('loads them once they are accepted, and remembers that without a cookie', async () => {
    const { page } = await ask();
    await button(page, 'Accept').click();
    await expect.poll(() => asked).toContain('tag-manager /gtm.js?id=GTM-1');
    await provoke(page);
    await page.locator('#chat').waitFor({ state: 'attached' });
    await page.locator('[data-embed=reddit][data-embed-state=filled]').first().waitFor();
    await page.reload();
    await expect.poll(() => asked.filter((each) => each.startsWith('tag-manager')).length).toBe(2);
    expect(await bar(page).count()).toBe(0);
    expect(await page.context().cookies()).toEqual([]);
  });

  it('remembers a "no", which takes one press, and lets visitors change their mind in the footer', async () => {
    const { page } = await ask('/about/');
    await button(page, 'Reject').click();
    await page.reload();
    await provoke(page);
    expect(await bar(page).count()).toBe(0);
    expect(asked).toEqual([]);
    await button(page, 'Privacy choices').click();
    expect(await bar(page).evaluate((element) => element === document.activeElement)).toBe(true);
    await page.keyboard.press('Escape');
    expect(await button(page, 'Privacy choices').evaluate((element) => element === document.activeElement)).toBe(true);
    await page.keyboard.press('Enter');
    await button(page, 'Accept').click();
    await expect.poll(() => asked).toContain('tag-manager /gtm.js?id=GTM-1');
    await button(page, 'Privacy choices').click();
    await Promise.all([page.waitForEvent('load'), button(page, 'Reject').click()]);
    asked.length = 0;
    await provoke(page);
    expect(asked).toEqual([]);
  });

  it('is answered by keyboard, before the page itself', async () => {
    const { page } = await ask('/about/');
    await bar(page).waitFor();
    const reached: string[] = [];
    for (let presses = 0; presses < 4; presses += 1) {
      await page.keyboard.press('Tab');
      reached.push((await page.evaluate(() => document.activeElement?.textContent)) ?? '');
    }
    expect(reached).toEqual(['Skip to content', 'Cookie policy', 'Reject', 'Accept']);
    await page.keyboard.press('Shift+Tab');
    await page.keyboard.press('Enter');
    expect(await bar(page).count()).toBe(0);
    expect(await page.evaluate(() => localStorage.getItem('sitegen:consent'))).toBe('"rejected"');
  });

  it('takes Global Privacy Control as a "no" and does not ask', async () => {
    const context = await browser.newContext({ reducedMotion: 'reduce' });
    await context.addInitScript(() =>
      Object.defineProperty(navigator, 'globalPrivacyControl', { value: true, configurable: true }),
    );
    const page = await context.newPage();
    await page.addInitScript(() => localStorage.setItem('sitegen:consent', '"accepted"'));
    await page.goto(`${asking.origin}${ARTICLE}`);
    await provoke(page);
    expect(await bar(page).count()).toBe(0);
    expect(asked).toEqual([]);
    await button(page, 'Privacy choices').click();
    expect(await bar(page).textContent()).toContain('Global Privacy Control');
    expect(await button(page, 'Accept').count()).toBe(0);
    await button(page, 'Close').click();
    expect(await bar(page).count()).toBe(0);
    await context.close();
  });

  it('says in its policy what is true', async () => {
    const { page } = await ask('/cookie-policy/');
    const main = await page.locator('main').textContent();
    expect(main).toContain('Services by others load only after you accept');
    expect(await page.locator('main td').allInnerTexts()).toContain('With every page, after you accept');
    expect(main).toMatch(/tag-manager\.localhost:\d+/);
  });
});
