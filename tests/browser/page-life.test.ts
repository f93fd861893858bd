// What runs beside the pages, over the built sample in a real browser: header, links, prefetch, reload guard, connectivity,
// storage, islands, memory, and the policy.

import type { Browser, CDPSession, Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { IS_LONG, sampleOf } from '../long-run.ts';
import { serveSite } from '../service/folder-host.ts';
import { cut, never, type SiteServer, status } from '../service/site-server.ts';
import { openBrowser } from './chromium.ts';
import { loadSharedSample } from './shared-sample.ts';
import { follow, isSameDocument, markDocument, scrollTo, visit, waitForRoute } from './visit.ts';

let browser: Browser;
let host: SiteServer;

beforeAll(async () => {
  host = await serveSite(await loadSharedSample());
  browser = await openBrowser();
});
afterAll(async () => {
  await browser?.close();
  await host?.close();
});
beforeEach(() => host.reset());

const open = (path: string, options = {}) => visit(browser, `${host.origin}${path}`, options);

describe('the start of a webinar', () => {
  it.each(
    sampleOf([
      ['America/New_York', 'Thursday, April 15'],
      ['UTC', ''],
    ]),
  )('for a visitor in %s says also %j', async (timezoneId, day) => {
    const { page } = await open('/webinars/alerts-that-stay-rare/', { timezoneId });
    await page.waitForLoadState('networkidle');
    const text = await page.textContent('[data-local-time]');
    expect(text?.slice(0, day.length)).toBe(day);
    expect(text === '').toBe(day === '');
  });

  it.each(
    sampleOf([
      ['2027-04-15T18:00:00+03:00', 'America/Sao_Paulo', 'Thursday, April 15 at 12:00'],
      ['2027-04-15T18:00:00+03:00', 'Europe/Kyiv', ''],
      ['2027-04-15T08:00:00-07:00', 'America/Los_Angeles', ''],
    ]),
  )('that is written as %s says to a visitor in %s also %j', async (written, timezoneId, expected) => {
    const { page } = await visit(browser, 'about:blank', { timezoneId });
    await page.route('**/webinars/alerts-that-stay-rare/', async (route) => {
      const answer = await route.fetch();
      const html = (await answer.text()).replace(/data-local-time="[^"]*"/, `data-local-time="${written}"`);
      await route.fulfill({ response: answer, body: html });
    });
    await page.goto(`${host.origin}/webinars/alerts-that-stay-rare/`);
    await page.waitForLoadState('networkidle');
    expect(await page.textContent('[data-local-time]')).toContain(expected);
    expect((await page.textContent('[data-local-time]')) === '').toBe(expected === '');
  });
});

describe('a heading', () => {
  it('is found by an address without the prefix of its id, as links from elsewhere have it', async () => {
    const article = '/blog/your-first-week/';
    const { page } = await open(article);
    const id = (await page.locator('h2[id^=part-]').nth(1).getAttribute('id')) ?? '';
    const found = await open(`${article}#${encodeURIComponent(id.replace('part-', ''))}`);
    await expect.poll(() => found.page.evaluate(() => scrollY)).toBeGreaterThan(200);
    const top = await found.page.locator(`[id="${id}"]`).evaluate((heading) => heading.getBoundingClientRect().top);
    expect(Math.abs(top)).toBeLessThan(400);
  });
});

describe('an article on a phone', () => {
  it('begins on the first screen, before its picture, with its contents closed', async () => {
    const { page } = await open('/blog/forty-two-kilometres-of-logos/', { viewport: { width: 390, height: 844 } });
    const placeOf = (selector: string) =>
      page
        .locator(selector)
        .first()
        .evaluate((element) => {
          const { top, bottom } = element.getBoundingClientRect();
          return { top, bottom };
        });
    const text = await placeOf('.rich-text > p:first-child');
    expect(text.bottom).toBeLessThan(844);
    expect((await placeOf('.article__image')).top).toBeGreaterThan(text.bottom);
    const [first] = await page.locator('.contents a').all();
    expect(await first?.isVisible()).toBe(false);
    await page.locator('.contents summary').click();
    expect(await first?.isVisible()).toBe(true);
  });

  it('shows how much is read, but not to a visitor who asked for less motion', async () => {
    const { page } = await open('/blog/the-pool-nobody-reported/');
    for (const [reducedMotion, count] of [
      ['no-preference', 1],
      ['reduce', 0],
    ] as const) {
      await page.emulateMedia({ reducedMotion });
      const running = () =>
        document.getAnimations().filter(({ timeline }) => timeline !== null && timeline !== document.timeline).length;
      expect(await page.evaluate(running)).toBe(count);
    }
  });
});

describe('the prices on paper', () => {
  it('are those of both periods, without the switch', async () => {
    const { page } = await open('/pricing/');
    const prices = () => page.locator('.plans__item').first().locator('.plans__price:visible').count();
    expect(await prices()).toBe(1);
    await page.emulateMedia({ media: 'print' });
    expect(await prices()).toBe(2);
    expect(await page.locator('.billing').isVisible()).toBe(false);
  });
});

describe('the hours of an office', () => {
  it('say whether it is open there now', async () => {
    const { page } = await open('/contacts/');
    for (const [now, dublin, saoPaulo, day] of [
      ['2026-11-24T10:00:00Z', 'Open now, 10:00 there', '07:00 there', /^Open now: Almaty, .*Dublin/],
      [
        '2026-11-24T16:30:00Z',
        'Open now, 16:30 there',
        'Open now, 13:30 there',
        /^Open now: Madrid, Dublin, .*Mexico City$/,
      ],
      [
        '2026-11-28T10:00:00Z',
        '10:00 there',
        '07:00 there',
        /^(?:Saturday|Sunday)\. All closed\. Almaty opens on Monday at 09:00$/,
      ],
    ] as const) {
      await page.clock.setFixedTime(now);
      await page.reload();
      const said = (zone: string) => page.locator(`.offices [data-office-zone="${zone}"]`).first().textContent();
      await expect.poll(() => said('Europe/Dublin')).toBe(dublin);
      expect(await said('America/Sao_Paulo')).toBe(saoPaulo);
      expect(await page.locator('.day [data-nobody]').textContent()).toMatch(day);
    }
  });
});

describe('the header', () => {
  const marks = (page: Page) =>
    page.evaluate(() =>
      ['data-scrolled', 'data-banner-hidden'].map((name) => document.documentElement.hasAttribute(name)),
    );

  it('changes past 20 px in the default layout, and past 100 px in the other ones, also after a navigation', async () => {
    const { page } = await open('/about/');
    await scrollTo(page, 20);
    expect(await marks(page)).toEqual([false, false]);
    await scrollTo(page, 21);
    expect(await marks(page)).toEqual([true, true]);
    await scrollTo(page, 0);
    expect(await marks(page)).toEqual([false, false]);
    await follow(page, '/privacy-policy/');
    await waitForRoute(page, 'privacy-policy___en');
    await scrollTo(page, 100);
    expect((await marks(page))[0]).toBe(false);
    await scrollTo(page, 101);
    expect((await marks(page))[0]).toBe(true);
  });

  it.each(sampleOf(['/privacy-policy/', '/demo/', '/success/']))(
    'on %s begins at the edge, and moves beyond it past 100 px',
    async (path) => {
      const { page } = await open(path);
      for (const width of [390, 768, 1440]) {
        await page.setViewportSize({ width, height: 400 });
        await page.evaluate(() => document.querySelector('main')?.style.setProperty('min-height', '3000px'));
        const edge = () => page.$eval('header', (header) => header.getBoundingClientRect().top);
        const edges: number[] = [];
        for (const top of [0, 100, 101, 0]) {
          await scrollTo(page, top);
          edges.push(await edge());
        }
        expect(edges).toEqual([0, 0, -6, 0]);
      }
    },
  );
});

describe('prefetching', () => {
  const asks = (path: string) => host.requested.filter((each) => each === path).length;

  it('fetches what a visitor points at, focuses, and has in the window; the click then needs no fetch', async () => {
    const { page } = await open('/about/');
    await page.waitForLoadState('networkidle');
    await page.locator('footer a[href="/careers/"]').first().hover();
    await expect.poll(() => asks('/careers/')).toBe(1);
    await page.locator('footer a[href="/contacts/"]').first().focus();
    await expect.poll(() => asks('/contacts/')).toBe(1);
    await page.locator('footer a[href="/careers/"]').first().click();
    await waitForRoute(page, 'careers___en');
    expect(asks('/careers/')).toBe(1);
    await follow(page, '/blog/');
    await waitForRoute(page, 'blog___en');
    const first = await page.getAttribute('main .card__link', 'href');
    await expect.poll(() => asks(first ?? '')).toBe(1);
  });

  it.each(
    sampleOf([
      ['a data saver', { saveData: true, effectiveType: '4g' }],
      ['2g', { saveData: false, effectiveType: '2g' }],
      ['slow 2g', { saveData: false, effectiveType: 'slow-2g' }],
    ]),
  )('never happens on %s', async (_name, connection) => {
    const context = await browser.newContext({ reducedMotion: 'reduce' });
    await context.addInitScript((value) => Object.defineProperty(navigator, 'connection', { value }), connection);
    const page = await context.newPage();
    await page.goto(`${host.origin}/about/`, { waitUntil: 'networkidle' });
    await page.locator('footer a[href="/careers/"]').first().hover();
    await page.locator('footer a[href="/contacts/"]').first().focus();
    await page.waitForTimeout(200);
    expect(host.requested.filter((path) => path.endsWith('/'))).toEqual(['/about/']);
    await context.close();
  });
});

describe('a script that does not load', () => {
  const FORM_SCRIPT = /\/assets\/RequestForm\.island-/;

  it('does not keep a visitor who leaves: Firefox ends the requests of a page before it has the next one', async () => {
    host.answer(FORM_SCRIPT, status(404));
    const { page } = await open('/demo/');
    await markDocument(page);
    await page.evaluate(() => void dispatchEvent(new Event('beforeunload')));
    await page.focus('[name=first_name]');
    await page.waitForTimeout(1000);
    expect(await isSameDocument(page)).toBe(true);
  });

  it('reloads its page once, and not again within a minute; the plain form stays', async () => {
    host.answer(FORM_SCRIPT, status(404));
    const { page } = await open('/demo/');
    await markDocument(page);
    const reloaded = page.waitForEvent('load');
    await page.focus('[name=first_name]');
    await reloaded;
    expect(await isSameDocument(page)).toBe(false);
    await markDocument(page);
    await page.focus('[name=first_name]');
    await page.waitForTimeout(300);
    expect(await isSameDocument(page)).toBe(true);
    expect(await page.evaluate(() => Object.keys(sessionStorage))).toEqual(['sitegen:reloaded-at']);
    await page.evaluate(() => sessionStorage.setItem('sitegen:reloaded-at', String(Date.now() - 50_000)));
    await page.reload();
    await markDocument(page);
    await page.focus('[name=first_name]');
    await page.waitForTimeout(300);
    expect(await isSameDocument(page)).toBe(true);
    await page.evaluate(() => sessionStorage.setItem('sitegen:reloaded-at', String(Date.now() - 60_001)));
    await page.reload();
    const again = page.waitForEvent('load');
    await page.focus('[name=first_name]');
    await again;
  });

  it('reloads its page once too where the browser refuses to store', async () => {
    host.answer(FORM_SCRIPT, status(404));
    const context = await browser.newContext({ reducedMotion: 'reduce' });
    await context.addInitScript(() => {
      for (const name of ['localStorage', 'sessionStorage'])
        Object.defineProperty(window, name, {
          get: () => {
            throw new DOMException('Refused.', 'SecurityError');
          },
        });
    });
    const page = await context.newPage();
    await page.goto(`${host.origin}/demo/`);
    const reloaded = page.waitForEvent('load');
    await page.focus('[name=first_name]');
    await reloaded;
    await markDocument(page);
    await page.focus('[name=first_name]');
    await page.waitForTimeout(300);
    expect(await isSameDocument(page)).toBe(true);
    // And nothing else changed.
    await follow(page, '/about/');
    await waitForRoute(page, 'about___en');
    expect(await isSameDocument(page)).toBe(true);
    await context.close();
  });
});

describe('a network that goes', () => {
  it.runIf(IS_LONG)('is told by a notice that goes with it, on every page; kept pages can still be read', async () => {
    const { page } = await open('/about/');
    await follow(page, '/pricing/');
    await waitForRoute(page, 'pricing___en');
    await page.waitForLoadState('networkidle');
    const notice = page.locator('[data-offline-notice]');
    expect(await notice.isHidden()).toBe(true);
    await page.context().setOffline(true);
    await notice.waitFor();
    expect(await notice.textContent()).toBe('You’re offline. You can still read the pages you’ve opened.');
    await page.context().setOffline(false);
    await notice.waitFor({ state: 'hidden' });
  });

  it('leaves pages whole where none of the scripts’ parts comes', async () => {
    host.answer(/\/assets\/(?!main-|chunk-).*\.js$/, cut);
    const { page } = await open('/blog/');
    await page.waitForTimeout(300);
    expect(await page.locator('[data-list-cards] .card__link').count()).toBe(12);
    expect(await page.locator('[data-list-pager] a[rel=next]').isVisible()).toBe(true);
  });
});

describe('what a page keeps', () => {
  it('is no cookie, and in storage only what the site names', async () => {
    const { page } = await open('/about/');
    await follow(page, '/pricing/');
    await waitForRoute(page, 'pricing___en');
    await expect.poll(() => page.evaluate(() => Object.keys(localStorage))).toEqual(['sitegen:redirects:en']);
    expect(await page.evaluate(() => [document.cookie, Object.keys(sessionStorage)])).toEqual(['', []]);
    expect(await page.context().cookies()).toEqual([]);
  });

  it('does not keep it out of the back/forward cache: no unload listener, no no-store', async () => {
    const context = await browser.newContext({ reducedMotion: 'reduce' });
    await context.addInitScript(() => {
      const names: string[] = [];
      Object.assign(window, { listened: names });
      const original = EventTarget.prototype.addEventListener;
      EventTarget.prototype.addEventListener = function add(
        this: EventTarget,
        ...parameters: Parameters<typeof original>
      ) {
        names.push(parameters[0]);
        return original.apply(this, parameters);
      };
    });
    const page = await context.newPage();
    const response = await page.goto(`${host.origin}/demo/`);
    expect(response?.headers()['cache-control']).not.toContain('no-store');
    await page.focus('[name=first_name]');
    await page.waitForSelector('form[novalidate]');
    await follow(page, '/blog/');
    await waitForRoute(page, 'blog___en');
    const listened: string[] = await page.evaluate(() => Reflect.get(window, 'listened'));
    expect(listened).toContain('scroll');
    // Browsers keep pages that listen to `beforeunload`.
    expect(listened).not.toContain('unload');
    await context.close();
  });

  it.runIf(IS_LONG)('does not grow in fifty navigations: memory, nodes, listeners', async () => {
    const { page } = await open('/demo/');
    const session = await page.context().newCDPSession(page);
    await session.send('Performance.enable');
    const round = async (times: number) => {
      for (let time = 0; time < times; time += 1) {
        for (const [path, route] of [
          ['/demo/', 'demo'],
          ['/blog/', 'blog'],
          ['/clients/', 'clients'],
          ['/success/', 'success'],
          ['/e-books/', 'e-books'],
        ] as const) {
          await follow(page, path);
          await waitForRoute(page, `${route}___en`);
          if (route !== 'demo') continue;
          await page.focus('[name=first_name]');
          // A handle would keep the page that it is of.
          await page.locator('form[novalidate]').waitFor();
        }
      }
      return measure(session);
    };
    const before = await round(3);
    await round(10);
    // What is still on its way is let go of when it has come.
    const findGrowth = async () => {
      const after = await measure(session);
      return [
        after.listeners > before.listeners + 10 ? `${after.listeners} listeners` : '',
        after.nodes > before.nodes * 1.2 ? `${after.nodes} nodes` : '',
        after.heap > before.heap + 2_000_000 ? `${after.heap} bytes` : '',
      ].join('');
    };
    await expect.poll(findGrowth).toBe('');
  });
});

async function measure(session: CDPSession): Promise<{ listeners: number; nodes: number; heap: number }> {
  await session.send('HeapProfiler.collectGarbage');
  await session.send('HeapProfiler.collectGarbage');
  const { metrics } = await session.send('Performance.getMetrics');
  const read = (wanted: string) => metrics.find(({ name }) => name === wanted)?.value ?? 0;
  return { listeners: read('JSEventListeners'), nodes: read('Nodes'), heap: read('JSHeapUsedSize') };
}

describe('islands', () => {
  it('end with their page: nothing of React stays in the document', async () => {
    const { page } = await open('/demo/');
    await page.focus('[name=first_name]');
    await page.waitForSelector('form[novalidate]');
    await page.evaluate(() => Object.assign(window, { island: document.querySelector('[data-island]') }));
    await follow(page, '/about/');
    await waitForRoute(page, 'about___en');
    await expect.poll(() => page.evaluate(() => (Reflect.get(window, 'island') as Element).childElementCount)).toBe(0);
  });
});

describe('a slow network', () => {
  it('shows a page as it is while scripts are still on their way', async () => {
    host.answer(/\/assets\/.*\.js$/, never);
    const context = await browser.newContext({ reducedMotion: 'reduce' });
    const page = await context.newPage();
    await page.goto(`${host.origin}/blog/`, { waitUntil: 'commit' });
    await page.waitForSelector('main h1');
    expect(await page.locator('[data-list-cards] .card__link').count()).toBe(12);
    await context.close();
  });
});
