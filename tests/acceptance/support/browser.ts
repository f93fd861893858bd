// Visitors: pages of one Chromium a test file, each in a browser context of its own, with all that their console says.

import { setTimeout } from 'node:timers/promises';
import type { Browser, BrowserContextOptions, Locator, Page, Request } from 'playwright-core';
import { afterAll, beforeAll, onTestFinished } from 'vitest';
import { openBrowser } from '../../browser/chromium.ts';

/** Longest wait of a test for something of a page. */
const PATIENCE_MS = 20_000;

/** A visitor's page. */
interface Visitor {
  readonly page: Page;
  /** Console lines and uncaught errors since the page was opened. */
  readonly messages: string[];
  /** Path, query and fragment of the address. */
  readonly address: () => string;
}

interface VisitOptions extends BrowserContextOptions {
  /** Done to the page before it is opened. */
  readonly prepare?: (page: Page) => Promise<unknown>;
}

/** Opens an address in a context of its own, which is closed when the test ends. Nothing moves, unless a test wants it. */
export type Visit = (url: string, options?: VisitOptions) => Promise<Visitor>;

/** A browser for the tests of a file, called at the top of it. */
export function startBrowser(): Visit {
  let browser: Browser | undefined;
  beforeAll(async () => {
    browser = await openBrowser();
  });
  afterAll(() => browser?.close());
  return async (url, { prepare, ...options } = {}) => {
    if (browser === undefined) throw new Error('The browser has not been started.');
    const context = await browser.newContext({
      viewport: { width: 1440, height: 900 },
      reducedMotion: 'reduce',
      ...options,
    });
    onTestFinished(() => context.close());
    context.setDefaultTimeout(PATIENCE_MS);
    const page = await context.newPage();
    const messages: string[] = [];
    page.on('console', (message) => messages.push(message.text()));
    page.on('pageerror', (error) => messages.push(String(error)));
    await prepare?.(page);
    await page.goto(url, { waitUntil: 'load' });
    return { page, messages, address: () => page.url().slice(new URL(page.url()).origin.length) };
  };
}

const pendingByPage = new WeakMap<Page, Set<Request>>();

/** Gives a page a clock that a test moves on: {@link passUntil}. For `prepare`. */
export async function stopClock(page: Page): Promise<void> {
  const pending = new Set<Request>();
  pendingByPage.set(page, pending);
  page.on('request', (request) => pending.add(request));
  page.on('requestfinished', (request) => pending.delete(request));
  page.on('requestfailed', (request) => pending.delete(request));
  await page.clock.install();
}

/** The network takes real time: the page's clock waits for it, but not for an answer that a test holds back. */
async function settleRequests(page: Page): Promise<void> {
  for (let tries = 0; tries < 20 && (pendingByPage.get(page)?.size ?? 0) > 0; tries += 1) await setTimeout(10);
}

/**
 * Lets time pass in a page with a clock of its own until something shows. Returns how much, in milliseconds, to the next step.
 * @throws Error after 30 seconds of it.
 */
export async function passUntil(page: Page, wanted: Locator, step = 50): Promise<number> {
  for (let passed = 0; passed <= 30_000; passed += step) {
    await settleRequests(page);
    if (await wanted.isVisible()) return passed;
    await page.clock.runFor(step);
  }
  throw new Error(`${wanted} never showed.`);
}

/** Waits until the page of a route shows. */
export async function arriveAt(page: Page, route: string): Promise<void> {
  await page.locator(`body[data-route="${route}"]`).waitFor({ state: 'attached' });
}

/** Clicks a link that a test adds to the page, where no menu need have it. */
export async function followLink(page: Page, href: string): Promise<void> {
  await page.evaluate((target) => {
    const link = document.createElement('a');
    link.href = target;
    document.querySelector('main')?.append(link);
    link.click();
  }, href);
}
