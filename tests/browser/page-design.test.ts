// Every page kind in a real browser: it fits the smallest phone, loads without a word on the console, holds still, and
// axe finds nothing in it. By default every third kind in one of its locales, in turn, and half of these for axe in one of the views, as the
// seed chooses: TEST_SEED repeats a run. In a long run every page in both views.

import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { IS_LONG } from '../long-run.ts';
import { serveSite } from '../service/folder-host.ts';
import type { SiteServer } from '../service/site-server.ts';
import { type BuiltSample, loadBuiltSample, prefixOf, SAMPLE_LOCALES } from '../site/built-sample.ts';
import { openBrowser } from './chromium.ts';
import { loadPageKinds, oneOfEachKind } from './page-kinds.ts';
import { type PageVisit, VIEWS, visitPages } from './page-tour.ts';

const SEED = Number(process.env.TEST_SEED ?? Date.now() % 1_000_000);
const TOUR_TIMEOUT_MS = 30 * 60_000;

let sample: BuiltSample;
let server: SiteServer;
let browser: Browser;
let visits: readonly PageVisit[];

beforeAll(async () => {
  sample = await loadBuiltSample();
  server = await serveSite(sample.site.outDir, undefined, { isCompressed: true });
  browser = await openBrowser();
  const kinds = loadPageKinds(join(sample.site.outDir, '../.sitegen/routes.json'));
  const visited = IS_LONG ? sample.routes : oneOfEachKind(kinds).filter((_, place) => place % 3 === SEED % 3);
  const viewsOf = (place: number) => VIEWS.filter((_, view) => IS_LONG || view === (place + SEED) % (2 * VIEWS.length));
  const paths = visited.map(({ path }) => path);
  visits = await visitPages(browser, server.origin, paths, viewsOf);
}, TOUR_TIMEOUT_MS);

afterAll(async () => {
  await browser?.close();
  await server?.close();
});

/** What is the matter, by path; pages without a finding are left out. */
function findingsOf<Finding>(find: (visit: PageVisit) => readonly Finding[]): Readonly<Record<string, unknown>> {
  return Object.fromEntries(
    visits.flatMap((visit) => (find(visit).length === 0 ? [] : [[visit.path, find(visit)] as const])),
  );
}

describe('the kinds of pages', () => {
  it('are visited, in every locale', () => {
    expect(visits.length).toBeGreaterThan(15);
    const prefixes = new Set(visits.map(({ path }) => /^\/(es|pt|ua|kz)\//.exec(path)?.[1] ?? 'en'));
    expect([...prefixes].sort()).toEqual([...SAMPLE_LOCALES].sort());
  });

  it('fits a screen of 320 px', () => {
    expect(findingsOf(({ overflow }) => (overflow > 0 ? [overflow] : []))).toEqual({});
  });

  it('loads without a console message or a failed request', () => {
    expect(findingsOf(({ messages, failedRequests }) => [...messages, ...failedRequests])).toEqual({});
  });

  it('has one h1', () => {
    expect(findingsOf(({ headings }) => (headings === 1 ? [] : [headings]))).toEqual({});
  });

  // What web.dev/cls calls good. A headline that breaks elsewhere in the fallback font moves the page by up to 0.08 when
  // the font comes after the first paint, which only a slow machine sees.
  it('shifts by less than 0.1', () => {
    expect(findingsOf(({ shift }) => (shift < 0.1 ? [] : [shift]))).toEqual({});
  });

  it(`has no violation of WCAG 2.2 AA, light on a phone or dark on a laptop (seed ${SEED})`, () => {
    expect(findingsOf(({ violations }) => violations)).toEqual({});
  });
});

describe('the header', () => {
  const tabs: Page[] = [];
  beforeAll(async () => {
    const context = await browser.newContext({ javaScriptEnabled: false });
    for (const locale of SAMPLE_LOCALES) {
      const tab = await context.newPage();
      await tab.goto(`${server.origin}${prefixOf(locale)}/`);
      tabs.push(tab);
    }
    return () => context.close();
  });

  const boxesAt = async (width: number) => {
    const seen: unknown[] = [];
    for (const tab of tabs) {
      await tab.setViewportSize({ width, height: 900 });
      const bar = await tab.locator('header.header').boundingBox();
      const inside = await tab.locator('.header__bar > *:visible').all();
      const edges = await Promise.all(inside.map(async (part) => await part.boundingBox()));
      seen.push({
        height: bar?.height,
        hasMenu: await tab.locator('.header__wide').isVisible(),
        hasDrawer: await tab.locator('.header__narrow').isVisible(),
        fits: edges.every((box) => box !== null && box.x >= 0 && box.x + box.width <= width),
      });
    }
    return seen;
  };

  it.each([
    [599, 68, false],
    [600, 74, false],
    [1199, 74, false],
    [1200, 90, true],
    [1440, 90, true],
  ])('at %i px is %i px high in every locale, and fits', async (width, height, isWide) => {
    const seen = await boxesAt(width);
    expect(seen).toEqual(SAMPLE_LOCALES.map(() => ({ height, hasMenu: isWide, hasDrawer: !isWide, fits: true })));
  });
});
