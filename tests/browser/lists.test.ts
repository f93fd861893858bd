// Lists, the blog's search and the clients' industries over the built sample, in a real browser.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { serveSite } from '../service/folder-host.ts';
import { json, type SiteServer, status } from '../service/site-server.ts';
import { openBrowser } from './chromium.ts';
import { loadSharedSample } from './shared-sample.ts';
import { visit, waitForRoute } from './visit.ts';

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

const open = (path: string, options = {}) => visit(browser, `${host.origin}${path}`, options);
interface ListFile {
  readonly data: readonly {
    readonly slug: string;
    readonly categories: readonly { readonly slug: string }[];
    readonly html: string;
  }[];
  readonly meta: { readonly total: number; readonly page: number; readonly last_page: number };
}
const listFile = (path: string): ListFile => JSON.parse(readFileSync(join(outDir, 'lists', path), 'utf8'));
const slugsIn = (file: ListFile) => file.data.map(({ slug }) => slug);
/** Slugs of the cards that show. */
const shown = (page: Page) =>
  page.$$eval('[data-list-cards] > li .card__link', (links) =>
    links
      .filter((link) => link.checkVisibility())
      .map((link) => (link as HTMLAnchorElement).pathname.split('/').at(-2)),
  );
const ready = (page: Page) => page.waitForSelector('[data-list-controls]:not([hidden])');
const more = (page: Page) => page.locator('[data-list-controls] button');

describe('the blog’s list', () => {
  it('adds the same cards as its further pages have', async () => {
    const { page } = await open('/blog/');
    await ready(page);
    const built = await page.evaluate(async () => {
      const html = await (await fetch('/blog/page/2/')).text();
      const list = new DOMParser().parseFromString(html, 'text/html');
      return Array.from(list.querySelectorAll('[data-list-cards] > li'), ({ innerHTML }) => innerHTML);
    });
    await more(page).click();
    await more(page).click();
    await expect.poll(async () => (await shown(page)).length).toBe(18);
    const made = await page.$$eval('[data-list-cards] > li', (items) =>
      items.slice(12).map(({ innerHTML }) => innerHTML),
    );
    // The first picture of a page is loaded at once.
    expect(made.slice(1)).toEqual(built.slice(1));
    expect(made.filter((card) => card.includes('<img')).length).toBeGreaterThan(0);
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

  it('shows all articles where the address has the category "all", or one that the blog does not have', async () => {
    const { page } = await open('/blog/');
    await ready(page);
    const all = await shown(page);
    expect(all).toHaveLength(6);
    for (const category of ['nothing-of-it', 'all']) {
      await page.goto(`${host.origin}/blog/?category=${category}`);
      await ready(page);
      expect(await shown(page)).toEqual(all);
      expect(await page.textContent('[data-list-categories] [aria-current]')).toBe('All');
    }
  });
});

describe('Back', () => {
  it('asks once for the cards of a category', async () => {
    const { page } = await open('/blog/');
    const categories = page.locator('[data-list-categories] a[href*="category="]');
    const asked: string[] = [];
    page.on('request', (request) => asked.push(new URL(request.url()).pathname));
    for (const place of [0, 1]) {
      await categories.nth(place).click();
      await expect
        .poll(() => page.locator('[data-list-categories] [aria-current]').getAttribute('href'))
        .toBe(await categories.nth(place).getAttribute('href'));
      await expect.poll(async () => (await shown(page)).length).toBeGreaterThan(0);
    }
    asked.length = 0;
    await page.goBack();
    await expect.poll(async () => (await shown(page)).length).toBeGreaterThan(0);
    await page.waitForTimeout(600);
    const files = asked.filter((path) => path.startsWith('/lists/'));
    expect(files).toEqual([...new Set(files)]);
  });
});

describe('the other lists', () => {
  it('keep the way back on a further page', async () => {
    const { page } = await open('/e-books/page/2/');
    await page.waitForSelector('[data-list-categories] a');
    await page.locator('[data-list-pager] a[rel=prev]').click();
    await expect.poll(() => new URL(page.url()).pathname).toBe('/e-books/');
    await expect.poll(() => page.locator('[data-list-pager]').isVisible()).toBe(false);
  });

  it('filter e-books by the category that their page marks, and have no other', async () => {
    const category = listFile('e-books/en/all/1.json').data.flatMap(({ categories }) => categories)[0]?.slug ?? '';
    const { page } = await open(`/e-books/?category=${category}`);
    await expect.poll(() => host.requested).toContain(`/lists/e-books/en/${category}/1.json`);
    const wanted = listFile(`e-books/en/${category}/1.json`).data.slice(0, 6);
    await expect.poll(() => shown(page)).toEqual(wanted.map(({ slug }) => slug));
    await expect.poll(() => page.getAttribute('[data-list-categories] [aria-current]', 'data-category')).toBe(category);
    await page.locator('[data-list-categories] a').first().click();
    await expect.poll(async () => (await shown(page)).length).toBe(6);
    await page.goto(`${host.origin}/webinars/?category=${category}`);
    await page.waitForLoadState('networkidle');
    expect(host.requested.filter((path) => path.startsWith('/lists/webinars/'))).toEqual([]);
  });

  it('append: recordings of webinars in steps of twelve, with start and length', async () => {
    const first = listFile('webinars/en/all/1.json');
    const change = (html: string) => html.replace('data-list-last-page="1"', 'data-list-last-page="2"');
    host.change = (path, answer) => (path === '/webinars/' ? { ...answer, body: change(String(answer.body)) } : answer);
    const html = (first.data[0]?.html ?? '').replace(/href="[^"]*"/, 'href="/webinars/late/"');
    const card = { ...first.data[0], slug: 'late', href: '/webinars/late/', html };
    host.answer('/lists/webinars/en/all/2.json', json({ data: [card], meta: { total: 7, page: 2, last_page: 2 } }));
    const { page } = await open('/webinars/');
    await ready(page);
    expect(await shown(page)).toEqual(slugsIn(first));
    await more(page).click();
    await expect.poll(() => shown(page)).toEqual([...slugsIn(first), 'late']);
    const text = await page.locator('[data-list-cards] > li:last-child').textContent();
    expect(text).toMatch(/\d+ minutes/);
    expect(text).toContain('UTC');
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
    // Browsers send a request again whose connection was just closed.
    const loads = () => host.requested.filter((path) => path === '/search/blog/en/data.json').length;
    await field(page).pressSequentially('crisi');
    await expect.poll(async () => (await hits(page)).length).toBeGreaterThan(0);
    const before = loads();
    await field(page).pressSequentially('s');
    await expect.poll(address).toBe('/blog/?utm_source=a&q=crisis');
    expect(await page.locator('search mark').first().textContent()).toMatch(/crisis/i);
    expect(await page.textContent('search [role=status]')).toMatch(/^\d+ articles? found$/);
    expect(loads()).toBe(before);
    expect(messages).toEqual([]);
  });

  it('shows the cards of what is found instead of the list, and both again as before without a query', async () => {
    const { page } = await open('/blog/');
    await ready(page);
    const list = page.locator('[data-list-cards], [data-list-categories], [data-list-controls]');
    const shown = () => list.evaluateAll((parts) => parts.filter((part) => part.checkVisibility()).length);
    const before = await shown();
    expect(before).toBeGreaterThan(1);
    await field(page).fill('crisis');
    await expect.poll(shown).toBe(0);
    const cards = page.locator('search .card');
    expect(await cards.count()).toBeGreaterThan(1);
    expect(await cards.locator('h3 a').count()).toBe(await cards.count());
    // Pictures load as soon as a visitor comes near them.
    for (const image of await cards.locator('img').all()) {
      await image.scrollIntoViewIfNeeded();
      await expect.poll(() => image.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBeGreaterThan(0);
    }
    await field(page).fill('');
    await expect.poll(shown).toBe(before);
  });

  it('suggests three categories where nothing is found, each of which finds articles, and whom to ask', async () => {
    const { page, address } = await open('/blog/');
    await field(page).fill('zzzzqqqq');
    const suggestions = page.locator('search button');
    await expect.poll(() => suggestions.count()).toBe(3);
    expect(await page.locator('search a').getAttribute('href')).toBe('/contacts/');
    const topic = (await suggestions.last().textContent()) ?? '';
    await suggestions.last().click();
    await expect.poll(async () => (await hits(page)).length).toBeGreaterThan(0);
    expect(await field(page).inputValue()).toBe(topic);
    expect(new URLSearchParams(address().split('?')[1]).get('q')).toBe(topic);
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
});
