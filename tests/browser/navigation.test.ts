// In-page navigation over the built sample, in a real browser.

import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { LOADING_BAR_THROTTLE_MS } from '../../config/constants.ts';
import { serveSite } from '../service/folder-host.ts';
import { json, never, type SiteServer, status } from '../service/site-server.ts';
import { openBrowser } from './chromium.ts';
import { loadSharedSample } from './shared-sample.ts';
import { follow, isSameDocument, markDocument, scrollTo, visit, waitForRoute } from './visit.ts';

let browser: Browser;
let host: SiteServer;
let outDir: string;

beforeAll(async () => {
  outDir = await loadSharedSample();
  host = await serveSite(outDir);
  browser = await openBrowser();
});
afterAll(async () => {
  await browser?.close();
  await host?.close();
});
beforeEach(() => host.reset());

/** Changes the HTML of one page. */
function changePricing(change: (html: string) => string): void {
  host.change = (path, answer) => (path === '/pricing/' ? { ...answer, body: change(String(answer.body)) } : answer);
}

const open = (path: string, options = {}) => visit(browser, `${host.origin}${path}`, options);
const NO_MAP = json({ version: 1, prefixes: ['', '/es', '/pt', '/ua', '/kz'], rules: [], segments: [] });

describe('a navigation in the page', () => {
  it('shows the next page in the same document: head, language, body, title announced, focus on its main part', async () => {
    const { page, messages } = await open('/about/');
    await markDocument(page);
    await follow(page, '/es/product/');
    await waitForRoute(page, 'product___es');
    expect(await isSameDocument(page)).toBe(true);
    expect(page.url()).toBe(`${host.origin}/es/product/`);
    const seen = await page.evaluate(() => ({
      lang: document.documentElement.lang,
      canonical: document.querySelector('link[rel=canonical]')?.getAttribute('href'),
      canonicals: document.querySelectorAll('link[rel=canonical], title').length,
      graphs: document.querySelectorAll('script[type="application/ld+json"]').length,
      mains: document.querySelectorAll('main').length,
      announced: document.querySelector('body > [role=status].visually-hidden')?.textContent,
      title: document.title,
      focus: document.activeElement?.id,
      top: scrollY,
    }));
    expect(seen).toEqual({
      lang: 'es',
      canonical: 'https://www.example.com/es/product/',
      canonicals: 2,
      graphs: 1,
      mains: 1,
      announced: seen.title,
      title: expect.stringContaining('Murmurlens'),
      focus: 'main',
      top: 0,
    });
    expect(messages).toEqual([]);
  });

  it('swaps layouts with the chrome that belongs to them', async () => {
    const { page } = await open('/about/');
    const look = () =>
      page.evaluate(() => [
        document.body.dataset.layout,
        document.querySelectorAll('header').length > 0,
        document.querySelectorAll('body > footer').length,
      ]);
    await follow(page, '/success/');
    await waitForRoute(page, 'success___en');
    expect(await look()).toEqual(['header-only', true, 0]);
    await follow(page, '/about/');
    await waitForRoute(page, 'about___en');
    expect(await look()).toEqual(['default', true, 1]);
  });

  it('takes the query along, and lets what a link sets itself win', async () => {
    const { page, address } = await open('/about/?utm_source=a&ref=%20b&category=x&q=y');
    await follow(page, '/pricing/?ref=own');
    await waitForRoute(page, 'pricing___en');
    expect(address()).toBe('/pricing/?ref=own&utm_source=a');
  });

  it('finds a page whose slash is missing, and leaves what is no page to the browser', async () => {
    const { page, address } = await open('/about/?utm_source=a');
    await markDocument(page);
    await follow(page, '/pricing#faq');
    await waitForRoute(page, 'pricing___en');
    await expect.poll(address).toBe('/pricing/?utm_source=a#faq');
    await page.evaluate(() => void navigation.navigate('/es/pricing?x=1'));
    await waitForRoute(page, 'pricing___es');
    await expect.poll(address).toBe('/es/pricing/?x=1');
    expect(await isSameDocument(page)).toBe(true);
    host.answer('/app', (_request, response) => void response.end('another application'));
    host.answer('/app/', status(404));
    await follow(page, '/app');
    await page.waitForSelector('text=another application');
  });

  it('keeps the last pages, and fetches no page twice', async () => {
    const { page } = await open('/about/');
    await follow(page, '/pricing/');
    await waitForRoute(page, 'pricing___en');
    await follow(page, '/product/');
    await waitForRoute(page, 'product___en');
    const before = host.requested.filter((path) => path === '/pricing/').length;
    await page.goBack();
    await waitForRoute(page, 'pricing___en');
    expect(before).toBe(1);
    expect(host.requested.filter((path) => path === '/pricing/')).toHaveLength(1);
  });

  it('goes back to the place of a page at once, although links within a page scroll smoothly', async () => {
    const { page } = await open('/about/', { reducedMotion: 'no-preference' });
    await scrollTo(page, 900);
    await follow(page, '/pricing/');
    await waitForRoute(page, 'pricing___en');
    await scrollTo(page, 2500);
    await page.evaluate(() => {
      const tops = new Set<number>();
      Object.assign(window, { tops });
      const look = () => {
        if (document.body.dataset.route === 'about___en') tops.add(scrollY);
        requestAnimationFrame(look);
      };
      look();
    });
    await page.goBack();
    await waitForRoute(page, 'about___en');
    await expect.poll(() => page.evaluate(() => scrollY)).toBe(900);
    await expect.poll(() => page.evaluate(() => [...Reflect.get(window, 'tops')])).toEqual([900]);
  });

  it('loads the page of the address if it shows another one: Firefox can change the address without an event', async () => {
    const { page } = await open('/about/');
    await page.evaluate(() => history.replaceState(null, '', '/pricing/'));
    await waitForRoute(page, 'pricing___en');
  });

  it('shows what the address says where the browser goes back without an event, as WebKit 2.54 does', async () => {
    const { page, address } = await open('/about/');
    await page.addInitScript(() => {
      const isBack = (event: Event) => event.type !== 'navigate' || Reflect.get(event, 'navigationType') === 'traverse';
      for (const type of ['navigate', 'navigatesuccess'])
        navigation.addEventListener(type, (event) => isBack(event) && event.stopImmediatePropagation());
    });
    await page.reload();
    await follow(page, '/blog/');
    await waitForRoute(page, 'blog___en');
    await follow(page, '/blog/?category=crisis');
    const current = page.locator('[data-list-categories] [aria-current]');
    await expect.poll(() => current.getAttribute('href')).toBe('/blog/?category=crisis');
    await markDocument(page);
    await page.evaluate(() => history.back());
    await expect.poll(() => current.getAttribute('href')).toBe('/blog/');
    expect([address(), await isSameDocument(page)]).toEqual(['/blog/', true]);
    await page.evaluate(() => history.back());
    await waitForRoute(page, 'about___en');
    expect(address()).toBe('/about/');
  });

  it('keeps the place of each page when a visitor goes back before the next one shows', async () => {
    const { page } = await open('/about/');
    await follow(page, '/pricing/');
    await waitForRoute(page, 'pricing___en');
    await scrollTo(page, 700);
    await follow(page, '/product/');
    await waitForRoute(page, 'product___en');
    await scrollTo(page, 300);
    await page.evaluate(async () => {
      const back = navigation.back();
      back.finished?.catch(() => {});
      await back.committed;
      await navigation.forward().finished;
    });
    await page.goBack();
    await waitForRoute(page, 'pricing___en');
    await expect.poll(() => page.evaluate(() => scrollY)).toBe(700);
  });

  it('goes to the target of a fragment, on the page and on the next one', async () => {
    const { page, address } = await open('/about/');
    await follow(page, '/clients/#industry-retail');
    await waitForRoute(page, 'clients___en');
    const id = await page.evaluate(() => document.querySelector('main [id^=industry-]')?.id ?? '');
    await follow(page, `#${id}`);
    await expect.poll(address).toBe(`/clients/#${id}`);
    expect(
      await page.evaluate((target) => {
        const top = document.getElementById(target)?.getBoundingClientRect().top ?? -1;
        return top >= 0 && top < innerHeight;
      }, id),
    ).toBe(true);
  });

  it('keeps the target in place while what is above it grows, until the visitor scrolls', async () => {
    const { page } = await open('/about/', { reducedMotion: 'no-preference' });
    await follow(page, '/blog/a-week-with-a-new-logo/#rule');
    await waitForRoute(page, 'blog-slug___en');
    const edge = () => page.$eval('#part-rule', (target) => Math.round(target.getBoundingClientRect().top));
    // As an embed does that loads; without the browser's own anchoring, which not every browser has.
    const grow = (height: number) =>
      page.evaluate((size) => {
        document.documentElement.style.setProperty('overflow-anchor', 'none');
        const above = document.createElement('div');
        above.style.height = `${size}px`;
        document.querySelector('main')?.prepend(above);
      }, height);
    await grow(300);
    await expect.poll(edge).toBeLessThan(150);
    await page.waitForTimeout(700);
    await grow(200);
    await expect.poll(edge).toBeLessThan(150);
    expect(await edge()).toBeGreaterThan(0);
    await page.waitForTimeout(700);
    const before = await page.evaluate(() => scrollY);
    await scrollTo(page, before - 400);
    await grow(100);
    await page.waitForTimeout(300);
    expect(await page.evaluate(() => scrollY)).toBe(before - 400);
  });

  it('shows the top of a page where the fragment names nothing, or is not valid', async () => {
    const { page, messages } = await open('/about/');
    await follow(page, '/pricing/#100%');
    await waitForRoute(page, 'pricing___en');
    await follow(page, '/product/#nowhere');
    await waitForRoute(page, 'product___en');
    expect(await page.evaluate(() => [scrollY, document.activeElement?.id])).toEqual([0, 'main']);
    expect(messages).toEqual([]);
  });

  it('aborts the page that is on its way when another one is wanted', async () => {
    host.answer('/pricing/', never);
    const { page, messages } = await open('/about/');
    const aborted = page.waitForEvent('requestfailed', (request) => request.url().endsWith('/pricing/'));
    await follow(page, '/pricing/');
    await expect.poll(() => host.requested).toContain('/pricing/');
    await follow(page, '/product/');
    await waitForRoute(page, 'product___en');
    expect((await aborted).failure()?.errorText).toContain('ABORTED');
    expect(messages).toEqual([]);
  });

  it('survives ten links in 200 ms: the last one shows, and nothing is said', async () => {
    const { page, messages, address } = await open('/about/');
    await page.evaluate(async () => {
      const paths = ['/pricing/', '/product/', '/clients/', '/careers/', '/contacts/'];
      for (const path of [...paths, ...paths.slice(0, 4), '/mentions/']) {
        const link = document.createElement('a');
        link.href = path;
        document.querySelector('main')?.append(link);
        link.click();
        await new Promise((resolve) => setTimeout(resolve, 20));
      }
    });
    await waitForRoute(page, 'mentions___en');
    expect(address()).toBe('/mentions/');
    expect(messages).toEqual([]);
  });

  it('makes no transition for a visitor who asked for less motion', async () => {
    const { page } = await open('/about/');
    await page.evaluate(() => {
      document.startViewTransition = () => {
        throw new Error('A transition began.');
      };
    });
    await follow(page, '/pricing/');
    await waitForRoute(page, 'pricing___en');
  });

  it('fades the old page out before the new one comes in', async () => {
    const { page } = await open('/about/', { reducedMotion: 'no-preference' });
    await page.evaluate(() => {
      const start = document.startViewTransition.bind(document);
      document.startViewTransition = (change) => {
        const transition = start(change);
        const readTimes = () =>
          document.getAnimations().flatMap(({ effect }) => {
            if (!(effect instanceof KeyframeEffect) || effect.target !== document.documentElement) return [];
            const { delay, activeDuration } = effect.getComputedTiming();
            return [[effect.pseudoElement, { from: delay, to: Number(delay) + Number(activeDuration) }]];
          });
        void transition.ready.then(() => Object.assign(window, { times: Object.fromEntries(readTimes()) }));
        return transition;
      };
    });
    await follow(page, '/pricing/');
    await waitForRoute(page, 'pricing___en');
    await expect.poll(() => page.evaluate(() => 'times' in window)).toBe(true);
    expect(await page.evaluate(() => Reflect.get(window, 'times'))).toMatchObject({
      '::view-transition-old(root)': { from: 0, to: 80 },
      '::view-transition-new(root)': { from: 80 },
    });
  });

  it('leaves files, other origins and new tabs to the browser', async () => {
    const { page } = await open('/blog/');
    await page.evaluate(() => {
      const link = document.createElement('a');
      link.href = 'https://outside.example/';
      document.querySelector('main')?.append(link);
      link.addEventListener('click', (event) => event.preventDefault());
      link.id = 'outside';
      link.click();
    });
    expect(
      await page.evaluate(() =>
        [...document.querySelectorAll<HTMLAnchorElement>('#outside')].map((link) => [link.target, link.rel]),
      ),
    ).toEqual([['_blank', 'noreferrer noopener']]);
    await markDocument(page);
    await follow(page, '/sitemap.xml').catch(() => null);
    await page.waitForURL('**/sitemap.xml');
  });

  it('leaves a path that begins like a host to the browser, and asks no such host', async () => {
    const { page } = await open('/blog/');
    const asked: string[] = [];
    page.on('request', (request) => asked.push(new URL(request.url()).origin));
    page.on('console', (message) => asked.push(message.text()));
    await markDocument(page);
    await follow(page, `${host.origin}//other.invalid/page/`);
    await expect.poll(() => isSameDocument(page).catch(() => true)).toBe(false);
    expect(asked.filter((text) => text.includes('other.invalid') || text.includes('Content Security'))).toEqual([]);
  });

  it('navigates plainly where the browser has no Navigation API, and in a page without JavaScript', async () => {
    const context = await browser.newContext({ reducedMotion: 'reduce' });
    await context.addInitScript(() => Reflect.deleteProperty(window, 'navigation'));
    const page = await context.newPage();
    await page.goto(`${host.origin}/about/?utm_source=a`);
    await follow(page, '/pricing/');
    await page.waitForURL('**/pricing/?utm_source=a');
    await context.close();
    const plain = await open('/about/', { javaScriptEnabled: false });
    await plain.page.locator('footer a[href="/pricing/"]').first().click();
    await plain.page.waitForURL('**/pricing/');
  });
});

describe('the loading bar', () => {
  /** Writes down what the bar shows from now on, each with its moment: a test may look too late. */
  const watchBar = (page: Page) =>
    page.evaluate(() => {
      const seen: [state: string, at: number][] = [['start', performance.now()]];
      Object.assign(window, { seen });
      const bar = document.querySelector<HTMLElement>('.loading-bar');
      if (bar === null) throw new Error('There is no bar.');
      new MutationObserver(() => {
        const state = bar.hidden ? 'hidden' : (bar.dataset.state ?? '');
        if (state !== seen.at(-1)?.[0]) seen.push([state, performance.now()]);
      }).observe(bar, { attributes: true, attributeFilter: ['hidden', 'data-state'] });
    });
  const momentsOf = (page: Page) => page.evaluate(() => Reflect.get(window, 'seen') as [state: string, at: number][]);
  const statesOf = async (page: Page) => (await momentsOf(page)).map(([state]) => state);

  it('stays hidden for a page that comes at once', async () => {
    const { page } = await open('/about/');
    await watchBar(page);
    // Its delay never ends: on a busy machine the page may take longer.
    await page.evaluate((delay) => {
      const held = new Set<number>();
      Object.assign(window, { held, heldAtMost: 0 });
      const { setTimeout, clearTimeout } = window;
      const hold = () => {
        held.add(-1);
        Object.assign(window, { heldAtMost: 1 });
        return -1;
      };
      Object.assign(window, {
        setTimeout: (action: () => void, ms: number) => (ms === delay ? hold() : setTimeout(action, ms)),
        clearTimeout: (id: number) => (held.delete(id) ? undefined : clearTimeout(id)),
      });
    }, LOADING_BAR_THROTTLE_MS);
    await follow(page, '/pricing/');
    await waitForRoute(page, 'pricing___en');
    const waiting = () => page.evaluate(() => (Reflect.get(window, 'held') as Set<number>).size);
    // Taken back when the page has come.
    await expect.poll(waiting).toBe(0);
    expect(await page.evaluate(() => Reflect.get(window, 'heldAtMost'))).toBe(1);
    expect(await statesOf(page)).toEqual(['start']);
  });

  it('goes where a visitor stops the navigation', async () => {
    host.answer('/pricing/', never);
    const { page } = await open('/about/');
    await watchBar(page);
    await follow(page, '/pricing/');
    await expect.poll(() => statesOf(page)).toEqual(['start', 'loading']);
    await page.evaluate(() => window.stop());
    await expect.poll(() => statesOf(page)).toEqual(['start', 'loading', 'done', 'hidden']);
  });

  it('says that a page failed', async () => {
    let fail = () => {};
    host.answer('/pricing/', (request, response) => {
      fail = () => status(451)(request, response, '');
    });
    const { page } = await open('/about/');
    await watchBar(page);
    await follow(page, '/pricing/');
    await expect.poll(() => statesOf(page)).toEqual(['start', 'loading']);
    fail();
    await expect.poll(() => statesOf(page)).toContain('failed');
  });
});

describe('a page that cannot be had', () => {
  it('is the error page of its status in the default layout', async () => {
    const { page, address } = await open('/success/');
    await markDocument(page);
    for (const [code, heading] of [
      [404, 'Looks like you got lost'],
      // No status that is worth another attempt.
      [451, 'Something went wrong on our side'],
    ] as const) {
      host.answer('/pricing/', status(code));
      await follow(page, '/pricing/');
      await page.waitForSelector(`h1:text("${heading}")`);
      expect(await page.textContent('[data-error-status]')).toBe(String(code));
      expect(await page.getAttribute('body', 'data-layout')).toBe('default');
      expect(await isSameDocument(page)).toBe(true);
      expect(address()).toBe('/pricing/');
      // And the way out works.
      host.reset();
      await page.locator('main a[href="/"]').first().click();
      await waitForRoute(page, 'main___en');
    }
  });

  it('is 500 where it names a step that nobody knows', async () => {
    changePricing((html) => html.replace('"redirects","ambassadors"', '"sessions"'));
    const { page } = await open('/about/');
    await follow(page, '/pricing/');
    await page.waitForSelector('[data-error-message]:text("Unknown middleware")');
    expect(await page.textContent('[data-error-status]')).toBe('500');
  });

  it('is loaded plainly where it is no page of ours, or of another version of the scripts', async () => {
    changePricing((html) => html.replace(/\/assets\/main-/, '/assets/newer-main-'));
    const { page } = await open('/about/');
    await markDocument(page);
    await follow(page, '/pricing/');
    await waitForRoute(page, 'pricing___en');
    expect(await isSameDocument(page)).toBe(false);
  });
});

describe('redirects of the content', () => {
  const MAP = {
    version: 1,
    prefixes: ['', '/es', '/pt', '/ua', '/kz'],
    rules: [{ from: '/careers/', to: '/pricing/?plan=a#faq', status: 301 }],
    segments: [{ prefix: '', segment: 'ambassadors-program', to: '/ambassadors-program/', status: 301 }],
  };

  it('are followed in the page, with the query, at any depth', async () => {
    const { page, address } = await open('/about/?utm_source=a');
    await markDocument(page);
    await follow(page, '/a/b/c/d/e/ambassadors-program/join/');
    await waitForRoute(page, 'ambassadors-program___en');
    expect(address()).toBe('/ambassadors-program/?utm_source=a');
    expect(await isSameDocument(page)).toBe(true);
    await page.goBack();
    await waitForRoute(page, 'about___en');
  });

  it('are asked for once an hour and locale, on the first navigation and not before', async () => {
    host.answer('/redirects/en.json', json(MAP));
    const { page, address } = await open('/about/');
    expect(host.requested).not.toContain('/redirects/en.json');
    await follow(page, '/product/');
    await waitForRoute(page, 'product___en');
    await expect.poll(() => page.evaluate(() => Object.keys(localStorage))).toContain('sitegen:redirects:en');
    await follow(page, '/careers/');
    await waitForRoute(page, 'pricing___en');
    expect(address()).toBe('/pricing/?plan=a#faq');
    await page.reload();
    await follow(page, '/product/');
    await waitForRoute(page, 'product___en');
    expect(host.requested.filter((path) => path === '/redirects/en.json')).toHaveLength(1);
    await page.evaluate(() => {
      const stored = JSON.parse(localStorage.getItem('sitegen:redirects:en') ?? '{}');
      localStorage.setItem('sitegen:redirects:en', JSON.stringify({ ...stored, loadedAt: Date.now() - 3_600_001 }));
      localStorage.setItem('sitegen:redirects:es', JSON.stringify({ loadedAt: 1, map: {} }));
    });
    await page.reload();
    await follow(page, '/about/');
    await waitForRoute(page, 'about___en');
    await expect.poll(() => host.requested.filter((path) => path === '/redirects/en.json')).toHaveLength(2);
    expect(await page.evaluate(() => localStorage.getItem('sitegen:redirects:es'))).toBeNull();
  });

  it('are read from the page that object storage answers with, where no map says them', async () => {
    host.answer('/redirects/es.json', NO_MAP);
    const { page, address } = await open('/es/');
    await markDocument(page);
    await follow(page, '/es/campana-de-primavera/');
    await waitForRoute(page, 'lp-slug___es');
    expect(address()).toBe('/es/lp/crisis-guide/?utm_source=primavera&utm_medium=impreso#top');
    expect(await isSameDocument(page)).toBe(true);
  });
});
