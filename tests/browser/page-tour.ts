// A walk through pages in one browser: each is loaded once at 320 px, then looked at as a phone in the light scheme and
// as a laptop in the dark one see it. Relied on afterwards: what every page did while it loaded, and what axe has against it.

import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Browser, BrowserContext, Page } from 'playwright-core';

/** What is the matter with one page; every list empty where nothing is. */
export interface PageVisit {
  readonly path: string;
  /** Pixels by which the page is wider than the 320 px of the smallest phone. */
  readonly overflow: number;
  /** Cumulative layout shift (web.dev/cls). */
  readonly shift: number;
  readonly messages: readonly string[];
  readonly failedRequests: readonly string[];
  readonly headings: number;
  /** Rule, view and element of every violation. */
  readonly violations: readonly string[];
}

interface AxeRun {
  readonly violations: readonly { readonly id: string; readonly nodes: readonly { readonly target: unknown[] }[] }[];
}
/** What axe-core and the shift counter leave in a page. */
interface TourWindow extends Window {
  shift?: number;
  axe?: { run: (options: object) => Promise<AxeRun> };
}

const AXE_SOURCE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
/** WCAG 2.2 AA, and what axe holds for good practice: landmarks, order of headings, one h1. */
const AXE_TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
export const VIEWS = [
  { name: '390 light', width: 390, colorScheme: 'light' },
  { name: '1440 dark', width: 1440, colorScheme: 'dark' },
] as const;
type View = (typeof VIEWS)[number];
const SMALLEST_WIDTH = 320;
const HEIGHT = 900;
/** Tabs that walk at the same time. */
const TABS = 2;

/** Visits every path of an origin, for axe in the views of its place. The order of the result is that of the paths. */
export async function visitPages(
  browser: Browser,
  origin: string,
  paths: readonly string[],
  viewsOf: (place: number) => readonly View[],
): Promise<readonly PageVisit[]> {
  const context = await browser.newContext({ reducedMotion: 'reduce' });
  await context.addInitScript(countShifts);
  const visits = new Map<string, PageVisit>();
  const waiting = [...paths.entries()];
  const walk = async () => {
    const tab = await openTab(context, origin);
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      const [place, path] = next;
      visits.set(path, { path, ...(await visitPage(tab, `${origin}${path}`, viewsOf(place))) });
    }
  };
  await Promise.all(Array.from({ length: TABS }, walk));
  await context.close();
  return paths.flatMap((path) => visits.get(path) ?? []);
}

/** A tab and what it has heard since its last visit began. */
interface Tab {
  readonly page: Page;
  readonly messages: string[];
  readonly failedRequests: string[];
}

/** What embeds load from others cannot be reached by tests, and is no fault of the page. */
async function openTab(context: BrowserContext, origin: string): Promise<Tab> {
  const tab: Tab = { page: await context.newPage(), messages: [], failedRequests: [] };
  tab.page.on('console', (message) => {
    const { url } = message.location();
    if (url === '' || url.startsWith(origin)) tab.messages.push(message.text());
  });
  tab.page.on('pageerror', (error) => tab.messages.push(String(error)));
  tab.page.on('requestfailed', (request) => {
    if (request.url().startsWith(origin)) tab.failedRequests.push(request.url());
  });
  tab.page.on('response', (response) => {
    if (response.status() >= 400) tab.failedRequests.push(`${response.status()} ${response.url()}`);
  });
  return tab;
}

async function visitPage(tab: Tab, url: string, views: readonly View[]): Promise<Omit<PageVisit, 'path'>> {
  const { page } = tab;
  // The last page must not answer to the new size: what it asks for then would be cut off.
  await page.goto('about:blank');
  await page.setViewportSize({ width: SMALLEST_WIDTH, height: HEIGHT });
  tab.messages.length = 0;
  tab.failedRequests.length = 0;
  await page.goto(url, { waitUntil: 'load' });
  const loaded = await page.evaluate(async () => {
    await document.fonts.ready;
    return {
      overflow: document.documentElement.scrollWidth - document.documentElement.clientWidth,
      headings: document.querySelectorAll('h1').length,
      shift: (window as TourWindow).shift ?? 0,
    };
  });
  if (views.length > 0) await page.evaluate(AXE_SOURCE);
  const violations: string[] = [];
  for (const view of views) violations.push(...(await findViolations(page, view)));
  return {
    ...loaded,
    messages: [...tab.messages],
    failedRequests: [...tab.failedRequests],
    violations,
  };
}

async function findViolations(tab: Page, { name, width, colorScheme }: View): Promise<string[]> {
  await tab.emulateMedia({ colorScheme });
  await tab.setViewportSize({ width, height: HEIGHT });
  const { violations } = await tab.evaluate(async (tags) => {
    const { axe } = window as TourWindow;
    if (axe === undefined) throw new Error('axe-core is not in the page.');
    // Colors of the other scheme arrive in a transition, which lasts a frame even with reduced motion.
    const transitions = document.getAnimations().filter((animation) => animation instanceof CSSTransition);
    await Promise.allSettled(transitions.map(({ finished }) => finished));
    return axe.run({ runOnly: { type: 'tag', values: tags }, resultTypes: ['violations'] });
  }, AXE_TAGS);
  return violations.flatMap(({ id, nodes }) => nodes.map(({ target }) => `${name} ${id}: ${target.join(' ')}`));
}

/** Runs in the page before anything else. */
function countShifts(): void {
  const view = window as TourWindow;
  view.shift = 0;
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      const { value, hadRecentInput } = entry as PerformanceEntry & { value: number; hadRecentInput: boolean };
      if (!hadRecentInput) view.shift = (view.shift ?? 0) + value;
    }
  }).observe({ type: 'layout-shift', buffered: true });
}
