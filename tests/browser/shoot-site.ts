// `npm run shots`: every page kind of the built site in every locale, at every width, light and dark, as PNG, and one
// contact sheet a locale. `npm run shots -- --locale en --width 390 --scheme dark --page pricing` takes a part of them.

import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import type { Browser, Page } from 'playwright-core';
import { serveSite } from '../service/folder-host.ts';
import { launchBrowser } from './chromium.ts';
import { loadPageKinds, type PageKind } from './page-kinds.ts';

const PROJECT = resolve(import.meta.dirname, '../..');
const WIDTHS = [320, 390, 768, 1200, 1440];
const SCHEMES = ['light', 'dark'] as const;
/** A phone's and a laptop's screen, in pixels; the pictures show whole pages. */
const SCREEN_HEIGHT = 900;
/** Width of a picture in a contact sheet, in pixels; a page is cut at this many times its width. */
const THUMBNAIL_WIDTH = 120;
const THUMBNAIL_RATIO = 2.4;

/** How pages are looked at. */
interface View {
  readonly width: number;
  readonly scheme: (typeof SCHEMES)[number];
}

const { values } = parseArgs({
  options: {
    'out-dir': { type: 'string', default: 'out' },
    'cache-dir': { type: 'string', default: '.sitegen' },
    locale: { type: 'string', multiple: true },
    width: { type: 'string', multiple: true },
    scheme: { type: 'string', multiple: true },
    page: { type: 'string', multiple: true },
  },
});
const isWanted = (value: string | number, wanted: readonly string[] | undefined) =>
  wanted === undefined || wanted.includes(String(value));

await shootSite();

async function shootSite(): Promise<void> {
  const cacheDir = resolve(PROJECT, values['cache-dir']);
  const target = join(cacheDir, 'shots');
  const pages = loadPageKinds(join(cacheDir, 'routes.json')).filter(
    ({ name, locale }) => isWanted(name, values.page) && isWanted(locale, values.locale),
  );
  const views = WIDTHS.flatMap((width) => SCHEMES.map((scheme) => ({ width, scheme }))).filter(
    ({ width, scheme }) => isWanted(width, values.width) && isWanted(scheme, values.scheme),
  );
  rmSync(target, { recursive: true, force: true });
  const server = await serveSite(resolve(PROJECT, values['out-dir']));
  const browser = await launchBrowser();
  try {
    const halves = [0, 1].map((half) => views.filter((_, index) => index % 2 === half));
    await Promise.all(halves.map((half) => shootViews(browser, { origin: server.origin, target, pages, views: half })));
    for (const locale of new Set(pages.map((page) => page.locale)))
      await shootContactSheet(browser, { target, pages: pages.filter((page) => page.locale === locale), views });
  } finally {
    await browser.close();
    await server.close();
  }
  process.stdout.write(`${pages.length * views.length} pictures of ${pages.length} pages in ${target}\n`);
}

interface Shoot {
  readonly target: string;
  readonly pages: readonly PageKind[];
  readonly views: readonly View[];
}

/** `shots/{locale}/{width}-{scheme}/{name}.png` */
function fileOf(target: string, { locale, name }: PageKind, { width, scheme }: View): string {
  return join(target, locale, `${width}-${scheme}`, `${name}.png`);
}

async function shootViews(browser: Browser, shoot: Shoot & { readonly origin: string }): Promise<void> {
  for (const view of shoot.views) {
    const context = await browser.newContext({
      viewport: { width: view.width, height: SCREEN_HEIGHT },
      colorScheme: view.scheme,
      reducedMotion: 'reduce',
    });
    const tab = await context.newPage();
    for (const page of shoot.pages) {
      await tab.goto(`${shoot.origin}${page.path}`, { waitUntil: 'load' });
      await showEverything(tab);
      await tab.screenshot({ path: fileOf(shoot.target, page, view), fullPage: true });
    }
    await context.close();
  }
}

/** Fetches the pictures below the screen, and waits for them and for the font. */
async function showEverything(tab: Page): Promise<void> {
  await tab.evaluate(async () => {
    for (const image of document.images) image.loading = 'eager';
    await Promise.all([...document.images].map((image) => image.decode().catch(() => undefined)));
    await document.fonts.ready;
  });
}

/** A row a page kind, a column a view. */
async function shootContactSheet(browser: Browser, { target, pages, views }: Shoot): Promise<void> {
  const [first] = pages;
  if (first === undefined) return;
  const tab = await browser.newPage({
    viewport: { width: 180 + views.length * (THUMBNAIL_WIDTH + 8), height: 400 },
  });
  await tab.setContent(`<style>
    body { margin: 8px; font: 14px sans-serif; background: #bbb; }
    section { display: flex; gap: 8px; margin-bottom: 8px; align-items: start; }
    b { width: 150px; overflow-wrap: anywhere; }
    i { display: block; width: ${THUMBNAIL_WIDTH}px; max-height: ${THUMBNAIL_WIDTH * THUMBNAIL_RATIO}px; overflow: hidden; }
    img { display: block; width: 100%; }
  </style>`);
  for (const page of pages) {
    const pictures = views.map((view) => readFileSync(fileOf(target, page, view)).toString('base64'));
    await tab.evaluate(
      ({ name, sources }) => {
        const row = document.createElement('section');
        const label = document.createElement('b');
        label.textContent = name;
        row.append(label);
        for (const source of sources) {
          const frame = document.createElement('i');
          const image = document.createElement('img');
          image.src = source;
          frame.append(image);
          row.append(frame);
        }
        document.body.append(row);
      },
      { name: page.name, sources: pictures.map((data) => `data:image/png;base64,${data}`) },
    );
  }
  mkdirSync(target, { recursive: true });
  await tab.evaluate(() => Promise.all([...document.images].map((image) => image.decode().catch(() => undefined))));
  await tab.screenshot({ path: join(target, `contact-${first.locale}.png`), fullPage: true });
  await tab.close();
}
