// A visitor: a page of its own browser context, with everything that its console and its errors say.

import { setTimeout as sleep } from 'node:timers/promises';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { onTestFinished } from 'vitest';

/** A visitor's page. */
export interface Visit {
  readonly page: Page;
  /** Console lines and uncaught errors since the page was opened. */
  readonly messages: string[];
  /** Path, query and fragment of the address. */
  readonly address: () => string;
}

/** A busy machine is slow, not wrong. */
const PATIENCE_MS = 25_000;
const LEFT_AFTER_MS = 20_000;

/** Opens an address; the context is closed when the test ends. Nothing moves, unless a test wants it: frames take time. */
export async function visit(browser: Browser, url: string, options: BrowserContextOptions = {}): Promise<Visit> {
  const context = await browser.newContext({
    viewport: { width: 1280, height: 800 },
    reducedMotion: 'reduce',
    ...options,
  });
  onTestFinished(() => closeOrLeave(context));
  context.setDefaultTimeout(PATIENCE_MS);
  const page = await context.newPage();
  const messages: string[] = [];
  page.on('console', (message) => messages.push(message.text()));
  page.on('pageerror', (error) => messages.push(String(error)));
  await page.goto(url, { waitUntil: 'load' });
  return { page, messages, address: () => page.url().slice(new URL(page.url()).origin.length) };
}

/**
 * Closes a context. A tab that is just loading itself again may never say that it is closed; it is left behind
 * then, and ends with its browser.
 */
async function closeOrLeave(owner: { readonly close: () => Promise<void> }): Promise<void> {
  await Promise.race([owner.close(), sleep(LEFT_AFTER_MS, undefined, { ref: false })]);
}

/** Marks the document, so that a test can tell whether it is still the same one. */
export function markDocument(page: Page): Promise<void> {
  return page.evaluate(() => void Object.assign(window, { isMarked: true }));
}

/** Whether the marked document is still there: nothing was loaded anew. */
export function isSameDocument(page: Page): Promise<boolean> {
  return page.evaluate(() => 'isMarked' in window);
}

/** Clicks a link that a test adds to the page: tests depend on no menu's look. */
export async function follow(page: Page, href: string): Promise<void> {
  await page.evaluate((target) => {
    const link = document.createElement('a');
    link.href = target;
    document.querySelector('main')?.append(link);
    link.click();
  }, href);
}

/** Scrolls, and waits until the page has seen it. */
export async function scrollTo(page: Page, top: number): Promise<void> {
  await page.evaluate((to) => window.scrollTo({ top: to, behavior: 'instant' }), top);
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
}

/** Waits until the page of a heading shows. */
export async function waitForRoute(page: Page, route: string): Promise<void> {
  await page.locator(`body[data-route="${route}"]`).waitFor({ state: 'attached' });
}
