// The Content-Security-Policy over the built sample: one page of every kind, its scripts awake, without a violation; and what
// scripts and styles weigh.

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { build } from 'esbuild';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { IS_LONG, sampleOf } from '../long-run.ts';
import { serveSite } from '../service/folder-host.ts';
import type { SiteServer } from '../service/site-server.ts';
import { openBrowser } from './chromium.ts';
import { loadSharedSample } from './shared-sample.ts';
import { follow, visit, waitForRoute } from './visit.ts';

const CORE_MAX_BYTES = 8000;
const STYLES_MAX_BYTES = 18_000;
const WITH_ISLANDS = [
  '/demo/',
  '/ua/lp/crisis-guide/',
  '/clients/',
  '/report/',
  '/kz/e-books/',
  '/es/blog/',
  '/ua/academy/',
];

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

interface RouteRow {
  readonly name: string;
  readonly path: string;
  readonly locale: string;
}
/** The first English route of every kind, and of the kinds that English has not. */
function listKinds(): readonly RouteRow[] {
  const { routes }: { routes: readonly RouteRow[] } = JSON.parse(
    readFileSync(join(outDir, '../.sitegen/routes.json'), 'utf8'),
  );
  const byKind = Map.groupBy(routes, ({ name }) => name.split('___')[0]);
  return [...byKind.values()].flatMap((rows) => rows.slice(0, 1));
}

describe('the policy', () => {
  it('holds on one page of every kind, with every script awake, and allows nothing inline', async () => {
    const { page, messages } = await visit(browser, `${host.origin}/`);
    await page.evaluate(() => {
      const violations: string[] = [];
      Object.assign(window, { violations });
      document.addEventListener('securitypolicyviolation', (event) =>
        violations.push(`${location.pathname} ${event.violatedDirective} ${event.blockedURI}`),
      );
    });
    const kinds = listKinds();
    expect(kinds.length).toBeGreaterThan(40);
    for (const { name, path } of IS_LONG ? kinds : kinds.filter((_, index) => index % 9 === 0)) {
      if (/^(404|500)___/.test(name)) continue;
      await follow(page, path);
      await waitForRoute(page, name);
      await page.evaluate(() => {
        for (const island of document.querySelectorAll('[data-island]'))
          island.dispatchEvent(new PointerEvent('pointerdown', { bubbles: true }));
      });
    }
    await page.waitForLoadState('networkidle');
    expect(await page.evaluate(() => Reflect.get(window, 'violations'))).toEqual([]);
    expect(messages).toEqual([]);
  });

  it('holds on pages that are opened plainly', async () => {
    for (const path of sampleOf(['/404.html', '/blog/', '/demo/', '/500.html', '/lp/crisis-guide/'], 3)) {
      const { page, messages } = await visit(browser, `${host.origin}${path}`);
      await page.waitForLoadState('networkidle');
      expect([path, messages.filter((text) => /policy|refused/i.test(text))]).toEqual([path, []]);
      const policy = await page.getAttribute('meta[http-equiv=Content-Security-Policy]', 'content');
      expect(policy).not.toContain('unsafe');
      expect(await page.locator('[style], script:not([src]):not([type*=json]), style').count()).toBe(0);
    }
  });
});

describe('the styles', () => {
  it('of every page are at most 18 kB, brotli', () => {
    const files = readdirSync(join(outDir, 'assets')).filter((name) => /^styles-.*\.css$/.test(name));
    const bytes = files.map((name) => brotliCompressSync(readFileSync(join(outDir, 'assets', name))).length);
    expect(Math.max(0, ...bytes)).toBeGreaterThan(1000);
    expect(Math.max(...bytes)).toBeLessThanOrEqual(STYLES_MAX_BYTES);
  });
});

describe('the scripts', () => {
  it('of every page are at most 8 kB together, brotli', () => {
    const scripts = new Map(
      readdirSync(join(outDir, 'assets'))
        .filter((name) => name.endsWith('.js'))
        .map((name) => [name, readFileSync(join(outDir, 'assets', name), 'utf8')]),
    );
    const core = new Set<string>();
    const add = (name: string) => {
      if (core.has(name)) return;
      core.add(name);
      for (const [, imported = ''] of (scripts.get(name) ?? '').matchAll(/(?:from|import)"\.\/([^"]+)"/g))
        add(imported);
    };
    add([...scripts.keys()].find((name) => name.startsWith('main-')) ?? '');
    const bytes = [...core].map((name) => brotliCompressSync(scripts.get(name) ?? '').length);
    // The entry, and what it shares with the parts.
    expect(core.size).toBe(2);
    expect(bytes.reduce((sum, each) => sum + each, 0)).toBeLessThanOrEqual(CORE_MAX_BYTES);
    expect([...core].map((name) => scripts.get(name)).join('')).not.toContain('hydrateRoot');
  });

  it('of an article that nobody types into are not React’s', async () => {
    const { page } = await visit(browser, `${host.origin}/blog/`);
    const href = await page.getAttribute('main .card__link', 'href');
    host.reset();
    const article = await visit(browser, `${host.origin}${href}`);
    await article.page.waitForLoadState('networkidle');
    await article.page.mouse.wheel(0, 3000);
    await article.page.waitForTimeout(300);
    const loaded = host.requested.filter((path) => path.endsWith('.js'));
    expect(loaded.length).toBeGreaterThan(0);
    expect(loaded.filter((path) => /hydrate-island|\.island-|phone-|search-articles/.test(path))).toEqual([]);
  });
});

describe('islands in React’s development build', () => {
  it('hydrate without a word: the HTML of the build is what they render', async () => {
    const bundle = await build({
      entryPoints: { main: 'client/main.ts' },
      bundle: true,
      splitting: true,
      format: 'esm',
      write: false,
      outdir: '/assets/development',
      jsx: 'automatic',
      define: { 'process.env.NODE_ENV': '"development"' },
      target: 'chrome120',
    });
    const files = new Map(bundle.outputFiles.map(({ path, text }) => [path, text]));
    const change = (html: string) =>
      html.replace(/<script type="module" src="[^"]+"/, '<script type="module" src="/assets/development/main.js"');
    const development = await serveSite(outDir, change);
    development.answer(/^\/assets\/development\//, (request, response) => {
      response.writeHead(200, { 'content-type': 'text/javascript' }).end(files.get(request.url ?? ''));
    });
    for (const path of sampleOf(WITH_ISLANDS, 4)) {
      const { page, messages } = await visit(browser, `${development.origin}${path}`);
      const islands = page.locator('[data-island]');
      const count = await islands.count();
      for (let place = 0; place < count; place += 1) await islands.nth(place).dispatchEvent('pointerdown');
      // React hangs its own data on what it has taken over.
      await page.waitForFunction(() =>
        [...document.querySelectorAll('[data-island]')].every((island) =>
          Object.keys(island.firstElementChild ?? {}).some((key) => key.startsWith('__reactFiber')),
        ),
      );
      expect([path, messages.filter((text) => !text.includes('React DevTools'))]).toEqual([path, []]);
    }
    await development.close();
  });

  it('say nothing where their page ends before they are hydrated', async () => {
    const module = readdirSync(join(outDir, 'assets')).find((name) => name.startsWith('hydrate-island-'));
    const { page, messages } = await visit(browser, `${host.origin}/demo/`);
    // As text: an import in a function of this file is not the browser's.
    const ended: readonly number[] = await page.evaluate(`(async () => {
      const { hydrateIsland } = await import('/assets/${module}');
      const islands = [...document.querySelectorAll('[data-island]')];
      for (const island of islands) {
        const life = new AbortController();
        await hydrateIsland(island, island.dataset.island, life.signal);
        life.abort();
      }
      // What is reported is told in a task of its own.
      await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
      return islands.map(({ childElementCount }) => childElementCount);
    })()`);
    expect(ended.length).toBeGreaterThan(0);
    expect(ended.every((children) => children === 0)).toBe(true);
    expect(messages).toEqual([]);
  });

  it('would be heard if their HTML were not that of the build', async () => {
    const broken = await serveSite(outDir, (html) => html.replace('>First Name</label>', '>Given name</label>'));
    const { page, messages } = await visit(browser, `${broken.origin}/demo/`);
    await page.focus('[name=first_name]');
    await page.locator('form[novalidate]').waitFor();
    await expect.poll(() => messages.join()).toContain('Minified React error #418');
    await broken.close();
  });
});
