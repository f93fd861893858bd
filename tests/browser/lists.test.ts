// Lists, the blog's search and the clients' industries over the built sample, in a real browser.

import { readFileSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { launchBrowser } from './chromium.ts';
import { loadSharedSample } from './shared-sample.ts';
import { CUT, json, type SiteHost, send, serveSite, status } from './site-host.ts';
import { follow, isSameDocument, markDocument, scrollTo, visit, waitForRoute } from './visit.ts';

let browser: Browser;
let host: SiteHost;
let outDir: string;

beforeAll(async () => {
  outDir = await loadSharedSample();
  host = await serveSite(outDir);
  browser = await launchBrowser();
});
afterAll(async () => {
  await browser?.close();
  await host?.close();
});
beforeEach(() => host.reset());

const open = (path: string, options = {}) => visit(browser, `${host.origin}${path}`, options);
interface ListFile {
  readonly data: readonly {
    readonly slug: string;
    readonly title: string;
    readonly date: string | null;
    readonly categories: readonly { readonly slug: string }[];
  }[];
  readonly meta: { readonly total: number; readonly page: number; readonly last_page: number };
}
const listFile = (path: string): ListFile => JSON.parse(readFileSync(join(outDir, 'lists', path), 'utf8'));
const slugsIn = (file: ListFile) => file.data.map(({ slug }) => slug);
/** Slugs of the cards that show. */
const shown = (page: Page) =>
  page.$$eval('[data-list-cards] > li [data-card=link]', (links) =>
    links
      .filter((link) => link.checkVisibility())
      .map((link) => (link as HTMLAnchorElement).pathname.split('/').at(-2)),
  );
const ready = (page: Page) => page.waitForSelector('[data-list-controls]:not([hidden])');
const more = (page: Page) => page.locator('[data-list-controls] button');

describe('the blog’s list', () => {
  it('shows six, then six more, then those of the next file, newest first and each once', async () => {
    const { page, messages } = await open('/blog/');
    await ready(page);
    const all = [...slugsIn(listFile('blog/en/all/1.json')), ...slugsIn(listFile('blog/en/all/2.json'))];
    expect(await shown(page)).toEqual(all.slice(0, 6));
    await more(page).click();
    expect(await shown(page)).toEqual(all.slice(0, 12));
    expect(host.requested.filter((path) => path.startsWith('/lists/'))).toEqual([]);
    await more(page).click();
    await expect.poll(() => shown(page)).toEqual(all.slice(0, 18));
    expect(host.requested.filter((path) => path.startsWith('/lists/'))).toEqual(['/lists/blog/en/all/2.json']);
    const focused = await page.evaluate(() => (document.activeElement as HTMLAnchorElement).pathname.split('/').at(-2));
    expect(focused).toBe(all[12]);
    expect(messages).toEqual([]);
  });

  it('goes on to its end, where the button goes', async () => {
    const { page } = await open('/blog/');
    await ready(page);
    const { total } = listFile('blog/en/all/1.json').meta;
    for (let count = 6; count < total; count += 6) {
      await more(page).click();
      await expect.poll(async () => (await shown(page)).length).toBe(Math.min(total, count + 6));
    }
    expect(await more(page).isHidden()).toBe(true);
  });

  it('makes cards that look like those of the build', async () => {
    const { page } = await open('/blog/');
    await ready(page);
    const built = await page.evaluate(async () => {
      const html = await (await fetch('/blog/page/2/')).text();
      const list = new DOMParser().parseFromString(html, 'text/html');
      return [...list.querySelectorAll('[data-list-cards] > li')].map((item) => {
        for (const mark of item.querySelectorAll('img'))
          for (const name of ['loading', 'decoding', 'fetchpriority', 'sizes']) mark.removeAttribute(name);
        for (const source of item.querySelectorAll('source')) source.removeAttribute('sizes');
        return item.textContent;
      });
    });
    await more(page).click();
    await more(page).click();
    await expect.poll(async () => (await shown(page)).length).toBe(18);
    const made = await page.$$eval('[data-list-cards] > li', (items) =>
      items.slice(12).map((item) => item.textContent),
    );
    expect(made).toEqual(built);
    const images = await page.$$eval('[data-list-cards] > li', (items) =>
      items.slice(12).map((item) => item.querySelector('img')?.getAttribute('src') ?? null),
    );
    expect(images.filter((source) => source !== null).length).toBeGreaterThan(0);
  });

  it('never shows the article that leads the blog, and fills the place that it leaves', async () => {
    const { page } = await open('/blog/');
    await ready(page);
    const hero = await page.getAttribute('[data-list]', 'data-list-excluded');
    const second = listFile('blog/en/all/2.json');
    const first = listFile('blog/en/all/1.json').data[0];
    host.answer(
      '/lists/blog/en/all/2.json',
      json({ ...second, data: [{ ...first, slug: 'hero', href: hero }, first, ...second.data.slice(0, 3)] }),
    );
    await more(page).click();
    await more(page).click();
    await expect.poll(async () => (await shown(page)).length).toBe(18);
    const slugs = await shown(page);
    expect(slugs).not.toContain('hero');
    expect(new Set(slugs).size).toBe(18);
    expect(host.requested).toContain('/lists/blog/en/all/3.json');
  });

  it('is busy for at least 200 ms while it loads', async () => {
    const { page } = await open('/blog/');
    await ready(page);
    await more(page).click();
    // Written down in the page: a test may look too late.
    await page.evaluate(() => {
      const seen: unknown[] = [];
      Object.assign(window, { seen, start: performance.now() });
      const list = document.querySelector<HTMLElement>('[data-list]');
      if (list === null) throw new Error('There is no list.');
      const look = () => {
        seen.push([list.ariaBusy, list.querySelector('[data-list-controls] button')?.textContent]);
        Object.assign(window, { time: performance.now() - Reflect.get(window, 'start') });
      };
      new MutationObserver(look).observe(list, { attributes: true, attributeFilter: ['aria-busy'] });
    });
    await more(page).click();
    await expect
      .poll(() => page.evaluate(() => Reflect.get(window, 'seen')))
      .toEqual([
        ['true', 'Loading…'],
        ['false', 'Show more'],
      ]);
    expect(await page.evaluate(() => Reflect.get(window, 'time'))).toBeGreaterThanOrEqual(195);
  });

  it.each([
    ['fails', status(500)],
    ['is cut off', CUT],
    ['is no JSON', (_request: unknown, response: ServerResponse) => void response.end('<html>')],
  ])('is emptied and logged where a file %s; Try again brings the first page back', async (_name, answer) => {
    host.answer('/lists/blog/en/all/2.json', answer);
    const { page, messages } = await open('/blog/');
    await ready(page);
    const before = await shown(page);
    await more(page).click();
    await more(page).click();
    await page.waitForSelector('[data-list-controls] button:text("Try again")');
    expect(await shown(page)).toEqual([]);
    expect(await page.getAttribute('[data-list]', 'aria-busy')).toBe('false');
    expect(await page.textContent('[data-list-controls] [role=status]')).toBe('The list could not be loaded.');
    expect(messages.join()).toContain('The list "blog" could not be loaded.');
    await more(page).click();
    expect(await shown(page)).toEqual(before);
    expect(await more(page).textContent()).toBe('Show more');
  });

  it('filters by a category that stands in the address, back and forth, in the same document', async () => {
    const { page, address } = await open('/blog/?utm_source=a');
    await ready(page);
    await markDocument(page);
    const all = await shown(page);
    const category = (await page.getAttribute('[data-list-categories] a[data-category]', 'data-category')) ?? '';
    await page.click(`[data-list-categories] a[data-category="${category}"]`);
    const wanted = slugsIn(listFile(`blog/en/${category}/1.json`));
    await expect.poll(() => shown(page)).toEqual(wanted.slice(0, 6));
    expect(address()).toBe(`/blog/?category=${category}&utm_source=a`);
    expect(await page.getAttribute('[data-list-categories] [aria-current]', 'data-category')).toBe(category);
    await page.goBack();
    await expect.poll(() => shown(page)).toEqual(all);
    await page.goForward();
    await expect.poll(() => shown(page)).toEqual(wanted.slice(0, 6));
    await page.click('[data-list-categories] a:not([data-category])');
    await expect.poll(() => shown(page)).toEqual(all);
    expect(address()).toBe('/blog/?utm_source=a');
    expect(await isSameDocument(page)).toBe(true);
  });

  it('opens with the category of its address, and filters all where the category has no file', async () => {
    const category = listFile('blog/en/all/1.json').data.flatMap(({ categories }) => categories)[0]?.slug ?? '';
    host.answer(`/lists/blog/en/${category}/1.json`, status(404));
    const { page } = await open(`/blog/?category=${category}`);
    await expect.poll(async () => (await shown(page)).length).toBeGreaterThan(0);
    const wanted = [1, 2, 3]
      .flatMap((n) => listFile(`blog/en/all/${n}.json`).data)
      .filter(({ categories }) => categories.some(({ slug }) => slug === category));
    await expect.poll(() => shown(page)).toEqual(wanted.slice(0, 6).map(({ slug }) => slug));
  });

  it('says where a category has nothing', async () => {
    const { page } = await open('/blog/?category=nothing-of-it');
    await page.waitForSelector('[data-list-controls] [role=status]:text("There is nothing here yet.")');
    expect(await more(page).isHidden()).toBe(true);
  });

  it('is as it was for a visitor who comes back', async () => {
    const { page } = await open('/blog/');
    await ready(page);
    await more(page).click();
    await more(page).click();
    await expect.poll(async () => (await shown(page)).length).toBe(18);
    const before = await shown(page);
    await scrollTo(page, 2500);
    const top = await page.evaluate(() => Math.round(scrollY));
    await follow(page, '/about/');
    await waitForRoute(page, 'about___en');
    await page.goBack();
    await waitForRoute(page, 'blog___en');
    expect(await shown(page)).toEqual(before);
    await expect.poll(() => page.evaluate(() => Math.round(scrollY))).toBe(top);
  });

  it('has links to its pages and no button without JavaScript', async () => {
    const { page } = await open('/blog/', { javaScriptEnabled: false });
    expect((await shown(page)).length).toBe(12);
    expect(await more(page).isHidden()).toBe(true);
    expect(await page.locator('.needs-script').isHidden()).toBe(true);
    await page.locator('[data-list-pager] a[rel=next]').click();
    await page.waitForURL('**/blog/page/2/');
  });
});

describe('the other lists', () => {
  it('append: e-books in steps of six', async () => {
    const { page } = await open('/e-books/');
    await ready(page);
    const all = [...slugsIn(listFile('e-books/en/all/1.json')), ...slugsIn(listFile('e-books/en/all/2.json'))];
    expect(await shown(page)).toEqual(all.slice(0, 6));
    await more(page).click();
    await more(page).click();
    await expect.poll(() => shown(page)).toEqual(all.slice(0, 18));
  });

  it('append: recordings of webinars in steps of twelve, with start and length', async () => {
    const first = listFile('webinars/en/all/1.json');
    const change = (html: string) => html.replace('data-list-last-page="1"', 'data-list-last-page="2"');
    host.answer('/webinars/', (_request, response) => send(response, outDir, { path: '/webinars/', change }));
    const card = { ...first.data[0], slug: 'late', href: '/webinars/late/', title: 'Late', duration: '45 minutes' };
    host.answer('/lists/webinars/en/all/2.json', json({ data: [card], meta: { total: 7, page: 2, last_page: 2 } }));
    const { page } = await open('/webinars/');
    await ready(page);
    expect(await shown(page)).toEqual(slugsIn(first));
    await more(page).click();
    await expect.poll(() => shown(page)).toEqual([...slugsIn(first), 'late']);
    const text = await page.locator('[data-list-cards] > li:last-child').textContent();
    expect(text).toContain('45 minutes');
    expect(text).toContain('UTC');
    expect(text).not.toContain('1970');
  });
});

describe('the blog’s search', () => {
  const field = (page: Page) => page.locator('search input');
  const hits = (page: Page) => page.$$eval('search li a', (links) => links.map((link) => link.textContent));

  it('loads nothing before its first use, then finds while somebody types, with matches marked', async () => {
    const { page, messages, address } = await open('/blog/?utm_source=a');
    expect(host.requested.filter((path) => path.startsWith('/search/') || path.includes('search-articles'))).toEqual(
      [],
    );
    await field(page).pressSequentially('crisis');
    await expect.poll(async () => (await hits(page)).length).toBeGreaterThan(0);
    expect(await page.locator('search mark').first().textContent()).toMatch(/crisis/i);
    expect(await page.textContent('search [role=status]')).toMatch(/^\d+ articles? found$/);
    expect(address()).toBe('/blog/?utm_source=a&q=crisis');
    expect(host.requested.filter((path) => path === '/search/blog/en/data.json')).toHaveLength(1);
    expect(messages).toEqual([]);
  });

  it('is used by keyboard: down to the articles, up, Escape, Enter', async () => {
    const { page } = await open('/blog/');
    // At once: hits of a part of it would go away under the keys.
    await field(page).fill('crisis');
    await expect.poll(async () => (await hits(page)).length).toBeGreaterThan(1);
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe((await hits(page))[1]);
    await page.keyboard.press('Escape');
    expect(await page.evaluate(() => document.activeElement?.tagName)).toBe('INPUT');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await waitForRoute(page, 'blog-slug___en');
    expect(page.url()).not.toContain('q=');
  });

  it('opens with the query of its address, in Cyrillic too', async () => {
    const rows: readonly { title: string }[] = JSON.parse(
      readFileSync(join(outDir, 'search/blog/ua/data.json'), 'utf8'),
    );
    const word = rows[0]?.title.match(/\p{L}{5,}/u)?.[0] ?? '';
    const { page } = await open(`/ua/blog/?q=${encodeURIComponent(word.toUpperCase())}`);
    await expect.poll(() => hits(page)).toContain(rows[0]?.title);
  });

  it('says when nothing is found, and when it failed, in the words of the specification', async () => {
    const { page } = await open('/blog/');
    await field(page).fill('zzzzqqqq');
    await page.waitForSelector('search [role=status]:text("No article found. Try other words.")');
    host.answer('/search/blog/en/data.json', status(500));
    const broken = await open('/blog/');
    await field(broken.page).fill('crisis');
    await broken.page.waitForSelector(
      'search [role=status]:text("An error has occured, please try again with different query")',
    );
    host.reset();
    await field(broken.page).fill('crisi');
    await expect.poll(async () => (await hits(broken.page)).length).toBeGreaterThan(0);
  });
});

describe('clients by industry', () => {
  it('shows one industry or all; without JavaScript the links lead to the sections', async () => {
    const { page, messages } = await open('/clients/');
    const sections = () => page.$$eval('main section:has([id^=industry-]):not([hidden])', (list) => list.length);
    const count = await sections();
    expect(count).toBeGreaterThan(1);
    const links = page.locator('main nav a[href^="#industry-"]');
    await links.nth(1).click();
    await expect.poll(sections).toBe(1);
    expect(await links.nth(1).getAttribute('aria-current')).toBe('true');
    await page.locator('main nav a[href="#main"]').click();
    await expect.poll(sections).toBe(count);
    expect(messages).toEqual([]);
  });
});
