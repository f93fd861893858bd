// What pages do without JavaScript: the switch of prices, the sources of figures, and product screens that hold still.

import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { serveSite } from '../service/folder-host.ts';
import type { SiteServer } from '../service/site-server.ts';
import { openBrowser } from './chromium.ts';
import { loadSharedSample } from './shared-sample.ts';

let browser: Browser;
let server: SiteServer;

beforeAll(async () => {
  server = await serveSite(await loadSharedSample());
  browser = await openBrowser();
});
afterAll(async () => {
  await browser?.close();
  await server?.close();
});

describe('figures', () => {
  it('have a number that opens their source, which is also listed at the end', async () => {
    const tab = await browser.newPage({ javaScriptEnabled: false });
    await tab.goto(`${server.origin}/`);
    const line = tab.locator('.sources li').first();
    const isOpen = () => line.evaluate((element) => element.matches(':popover-open'));
    const text = await line.textContent();
    expect(text).not.toBe('');
    expect(await isOpen()).toBe(false);
    await tab.getByRole('button', { name: 'Source 1', exact: true }).first().focus();
    await tab.keyboard.press('Enter');
    expect(await isOpen()).toBe(true);
    expect(await line.isVisible()).toBe(true);
    await tab.keyboard.press('Escape');
    expect(await isOpen()).toBe(false);
    await tab.close();
  });
});

describe('prices', () => {
  it('switch between two periods without JavaScript, by pointer and by keyboard', async () => {
    const tab = await browser.newPage({ javaScriptEnabled: false });
    await tab.goto(`${server.origin}/pricing/`);
    const seen = async () => ({
      // Without the numbers of their sources.
      prices: await tab
        .locator('.plans__price:visible')
        .evaluateAll((prices) =>
          prices.map((price) => (price.querySelector('.sourced') ?? price).firstChild?.textContent),
        ),
      periods: new Set(await tab.locator('.plans__period:visible').allTextContents()),
    });
    const yearly = await seen();
    await tab.getByText('Billed monthly', { exact: true }).click({ force: true });
    const monthly = await seen();
    expect(yearly).toEqual({ prices: ['€490', '€1,290', 'On request'], periods: new Set(['a month, billed yearly']) });
    expect(monthly).toEqual({
      prices: ['€539', '€1,419', 'On request'],
      periods: new Set(['a month, billed monthly']),
    });
    await tab.keyboard.press('ArrowLeft');
    expect(await seen()).toEqual(yearly);
    await tab.close();
  });
});

describe('the slider of prices', () => {
  it('says plan and price for each volume, follows the arrow keys and the period, and needs no JavaScript', async () => {
    const tab = await browser.newPage({ javaScriptEnabled: false });
    await tab.goto(`${server.origin}/pricing/`);
    const answer = tab.locator('.volume__plan:visible');
    const seen = async () => (await answer.locator('> :visible').allTextContents()).join(' ');
    // The plan with the badge stands out until a visitor chooses.
    expect(await seen()).toBe('Newsroom €1,290 a month, billed yearly');
    await tab.getByRole('radio', { name: '20,000', exact: true }).check({ force: true });
    expect(await seen()).toBe('Desk €490 a month, billed yearly');
    await tab.keyboard.press('ArrowRight');
    const stop = tab.getByRole('radio', { name: '50,000', exact: true });
    expect(await stop.isChecked()).toBe(true);
    expect(await stop.getAttribute('aria-describedby')).toBe(await answer.getAttribute('id'));
    expect(await seen()).toBe('Newsroom €1,290 a month, billed yearly');
    await tab.getByText('Billed monthly', { exact: true }).click({ force: true });
    expect(await seen()).toBe('Newsroom €1,419 a month, billed monthly');
    await tab.close();
  });
});

describe('a product screen', () => {
  it('holds still where less motion is wanted, holds nothing to focus, and says what it shows', async () => {
    const tab = await browser.newPage({ reducedMotion: 'reduce' });
    await tab.goto(`${server.origin}/visual-insights/`);
    const screen = tab.locator('figure.screen').first();
    expect(await screen.evaluate((figure) => figure.getAnimations({ subtree: true }).length)).toBe(0);
    expect(await screen.locator('a, button, input, [tabindex], [role]').count()).toBe(0);
    expect(await screen.locator('figcaption').textContent()).toContain('Example with invented data.');
    await tab.close();
  });
});

describe('the game on the home page', () => {
  it('starts with a button, follows the arrow keys, and says what was found', async () => {
    const tab = await browser.newPage();
    const scripts: string[] = [];
    tab.on('request', (request) => scripts.push(request.url()));
    await tab.goto(`${server.origin}/`);
    const photo = tab.locator('[data-find]');
    await tab.getByRole('button', { name: 'Find it yourself' }).focus();
    const before = scripts.filter((url) => url.includes('find-logo')).length;
    await tab.keyboard.press('Enter');
    await expect.poll(() => photo.getAttribute('data-state')).toBe('searching');
    expect(await photo.getByRole('status').textContent()).toContain('Find the logo');
    // What WebKit sends when the page scrolls below a mouse at rest.
    await photo.evaluate((element: HTMLElement) => {
      const [x = 0, y = 0] = (element.dataset.find ?? '').split(' ').map(Number);
      const { left, top, width, height } = element.getBoundingClientRect();
      const place = { clientX: left + x * width, clientY: top + y * height };
      element.dispatchEvent(new PointerEvent('pointermove', { ...place, pointerType: 'mouse' }));
    });
    expect(await photo.getAttribute('data-state')).toBe('searching');
    for (let step = 0; step < 12; step += 1) await tab.keyboard.press('ArrowDown');
    await expect.poll(() => photo.getAttribute('data-state')).toBe('found');
    expect(await photo.getByRole('status').textContent()).toBe('97%. No text search would have found it.');
    expect([before, scripts.filter((url) => url.includes('find-logo')).length]).toEqual([0, 1]);
    await tab.close();
  });

  it('is not offered where less motion is wanted', async () => {
    const tab = await browser.newPage({ reducedMotion: 'reduce' });
    await tab.goto(`${server.origin}/`);
    expect(await tab.locator('.find__start').isVisible()).toBe(false);
    await tab.close();
  });
});
