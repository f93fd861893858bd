// Screenshots of changed pages in both sites. Playwright is a development dependency; without it or a browser, the report has no
// screenshots.

import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Browser, Page } from 'playwright-core';
import { basePathOf } from '../../config/site-address.ts';
import { errorMessage } from '../errors.ts';
import { outFileOf, pathOfHref } from '../paths/site-path.ts';
import { contentTypeOf } from '../publish/response-headers.ts';
import type { DiffReport, PageDiff } from './diff-report.ts';
import type { SiteSide } from './site-side.ts';

export interface Screenshot {
  readonly path: string;
  /** `data:` URLs. */
  readonly before: string;
  readonly after: string;
  readonly width: number;
  readonly height: number;
}

interface ScreenshotOptions {
  readonly base: SiteSide;
  readonly head: SiteSide;
  readonly report: DiffReport;
  readonly most: number;
  /** Path of the browser; null for the one that Playwright installed, or the system's Chrome. */
  readonly chromium: string | null;
  readonly warn: (text: string) => void;
}

const WIDTH = 1280;
/** The report shows them at half width. */
const SCALE = 0.75;
const MAX_HEIGHT = 2400;
const TIMEOUT_MS = 20_000;
/** Changes of other kinds are not visible. */
const VISIBLE = new Set(['text', 'order', 'links', 'pictures', 'h1', 'assets', 'markup']);

/** Warns and returns none if there is no browser. */
export async function takeScreenshots(options: ScreenshotOptions): Promise<readonly Screenshot[]> {
  const { base, head, report, warn } = options;
  const pages = choosePages(options);
  if (pages.length === 0) return [];
  const browser = await launch(options);
  if (browser === null) return [];
  const servers = [await serve(base, report.base.origin), await serve(head, report.head.origin)] as const;
  try {
    const shots: Screenshot[] = [];
    for (const page of pages) {
      const shot = await shootPage(browser, page, servers).catch((cause: unknown) => {
        warn(`There is no screenshot of ${page.path}: ${errorMessage(cause).split('\n')[0]}`);
        return null;
      });
      if (shot !== null) shots.push(shot);
    }
    return shots;
  } finally {
    await browser.close();
    for (const { server } of servers) server.close();
  }
}

/** Pages whose changes are not shared with other pages come first. */
function choosePages({ report, most }: ScreenshotOptions): readonly PageDiff[] {
  const shared = new Set(report.groups.filter(({ pages }) => pages > 1).map(({ id }) => id));
  const visible = new Set(report.groups.filter(({ kind }) => VISIBLE.has(kind)).map(({ id }) => id));
  const ownOf = ({ changes }: PageDiff) => changes.filter((id) => visible.has(id) && !shared.has(id)).length;
  return report.pages
    .filter(
      ({ status, changes }) => (status === 'changed' || status === 'moved') && changes.some((id) => visible.has(id)),
    )
    .sort((a, b) => ownOf(b) - ownOf(a))
    .slice(0, most);
}

async function launch({ chromium: path, warn }: ScreenshotOptions): Promise<Browser | null> {
  try {
    const { chromium } = await import('playwright-core');
    if (path !== null) return await chromium.launch({ executablePath: path });
    return await chromium.launch().catch(() => chromium.launch({ channel: 'chrome' }));
  } catch (cause) {
    const isMissing = cause instanceof Error && 'code' in cause && cause.code === 'ERR_MODULE_NOT_FOUND';
    warn(
      isMissing
        ? 'The report has no screenshots: the package playwright-core is not installed.'
        : `The report has no screenshots: ${path === null ? 'no Chromium is installed' : `${path} could not be started`}. Set CHROMIUM_PATH to a Chromium.`,
    );
    return null;
  }
}

interface Served {
  readonly server: Server;
  /** '/site', or ''. */
  readonly folder: string;
}

/** Serves a site on loopback, in its folder, as object storage does. */
async function serve(side: SiteSide, address: string | null): Promise<Served> {
  const folder = basePathOf(address ?? '');
  const server = createServer((request, response) => {
    const url = request.url ?? '/';
    const path = url.startsWith(`${folder}/`) ? url.slice(folder.length) : url;
    respond(side, path, response).catch(() => response.destroy());
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  return { server, folder };
}

async function respond(side: SiteSide, url: string, response: ServerResponse): Promise<void> {
  const path = pathOfHref(new URL(url, 'http://127.0.0.1').pathname);
  const file = path === null ? null : outFileOf(path);
  const bytes = file === null ? null : await side.read(file);
  response.writeHead(bytes === null ? 404 : 200, { 'content-type': contentTypeOf(file ?? '') }).end(bytes ?? '');
}

async function shootPage(
  browser: Browser,
  { path, from }: PageDiff,
  [before, after]: readonly [Served, Served],
): Promise<Screenshot> {
  const page = await browser.newPage({
    viewport: { width: WIDTH, height: 900 },
    reducedMotion: 'reduce',
    deviceScaleFactor: SCALE,
  });
  page.setDefaultTimeout(TIMEOUT_MS);
  try {
    const pictures = [await shoot(page, before, from ?? path), await shoot(page, after, path)] as const;
    const [first, second] = pictures.map(({ bytes }) => `data:image/jpeg;base64,${bytes.toString('base64')}`);
    const height = Math.max(...pictures.map((picture) => picture.height));
    return { path, before: first ?? '', after: second ?? '', width: WIDTH, height };
  } finally {
    await page.close();
  }
}

async function shoot(
  page: Page,
  { server, folder }: Served,
  path: string,
): Promise<{ readonly bytes: Buffer; readonly height: number }> {
  const { port } = server.address() as AddressInfo;
  const origin = `http://127.0.0.1:${port}`;
  // Third-party services are not part of the comparison.
  await page.unrouteAll();
  await page.route('**/*', (route) => (route.request().url().startsWith(origin) ? route.continue() : route.abort()));
  await page.goto(`${origin}${folder}${encodeURI(path)}`, { waitUntil: 'load' });
  const full = await page.evaluate(() => document.documentElement.scrollHeight);
  const height = Math.min(full, MAX_HEIGHT);
  const bytes = await page.screenshot({
    type: 'jpeg',
    quality: 60,
    fullPage: true,
    clip: { x: 0, y: 0, width: WIDTH, height },
    animations: 'disabled',
  });
  return { bytes, height };
}
