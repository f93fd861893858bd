// `npm run shots:docs`: takes the pictures of README.md and docs/ again, at double resolution: pages of the sample, the preview's toolbar,
// and the page of translations.

import { spawn, spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import sharp from 'sharp';
import { serveSite } from '../service/folder-host.ts';
import { launchBrowser, loadBrowser } from './chromium.ts';

const PROJECT = resolve(import.meta.dirname, '../..');
const TARGET = join(PROJECT, 'docs/pictures');
const LAPTOP = { width: 1280, height: 800 };
const PHONE = { width: 390, height: 780 };

interface Shot {
  readonly name: string;
  readonly address: string;
  readonly scheme?: 'light' | 'dark';
  readonly size?: typeof LAPTOP;
  /** Before the picture is taken. */
  readonly act?: (page: Page) => Promise<unknown>;
}

const COPIED = [
  'cli',
  'client',
  'config',
  'content',
  'locales',
  'templates',
  'site.config.ts',
  'package.json',
  'package-lock.json',
  'translations.yaml',
];

const folder = mkdtempSync(join(tmpdir(), 'sitegen-docs-'));
for (const name of COPIED) cpSync(join(PROJECT, name), join(folder, name), { recursive: true });
symlinkSync(join(PROJECT, 'node_modules'), join(folder, 'node_modules'));
const { executablePath, env } = await loadBrowser();
const sitegen = (...args: readonly string[]) =>
  spawnSync(process.execPath, ['cli/sitegen.js', ...args], {
    cwd: folder,
    env: { ...process.env, ...env, CHROMIUM_PATH: executablePath },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
const browser = await launchBrowser();
try {
  await shootSite(browser);
  await shootTranslations(browser);
  await shootPreview(browser);
} finally {
  await browser.close();
  rmSync(folder, { recursive: true, force: true });
}

async function shootSite(on: Browser): Promise<void> {
  sitegen('build', '--sample');
  const server = await serveSite(join(folder, 'out'));
  const menu = (page: Page) => page.locator('.header nav details > summary').first().click();
  const shots: readonly Shot[] = [
    { name: 'home-light', address: '/' },
    { name: 'home-dark', address: '/', scheme: 'dark' },
    { name: 'menu', address: '/', act: menu },
    { name: 'article', address: '/blog/forty-two-kilometres-of-logos/' },
    { name: 'pricing', address: '/pricing/' },
    { name: 'phone', address: '/kz/', size: PHONE },
  ];
  for (const shot of shots) await shoot(on, { ...shot, address: `${server.origin}${shot.address}` });
  await server.close();
}

/** A changed source, an entry that is gone, a text in another language, and another figure. */
async function shootTranslations(on: Browser): Promise<void> {
  const edit = (file: string, from: RegExp, to: string) => {
    const path = join(folder, 'content/sample', file);
    writeFileSync(path, readFileSync(path, 'utf8').replace(from, to));
  };
  edit('pages/en/pricing.md', /^updated_at: .*$/m, 'updated_at: 2026-11-24T09:00:00Z');
  edit(
    'pages/en/pricing.md',
    /^subtitle: .*$/m,
    'subtitle: Three plans, billed yearly or monthly. Everybody in your team is included.',
  );
  edit('team/es.yaml', /Va por 212/, 'Va por 340');
  edit(
    'faq/ua.yaml',
    /Ні\. Лише місце, де знайдено логотип, і посилання/,
    'Нет. Только ссылка и место, где найден логотип: ссылка',
  );
  edit('globals/price_page_banner/pt.yaml', /^link: .*$/m, 'link: /demo/');
  sitegen('translations', '--fresh', '--sample', '--format', 'html', '-o', 'translations.html');
  const open = async (page: Page) => {
    await page.locator('select[name=collection]').selectOption('pages');
    await page.locator('details.thing:visible summary').first().click();
  };
  await shoot(on, { name: 'translations-report', address: `file://${join(folder, 'translations.html')}`, act: open });
}

async function shootPreview(on: Browser): Promise<void> {
  const preview = spawn(process.execPath, ['cli/sitegen.js', 'preview', '--sample', '--port', '0'], { cwd: folder });
  try {
    const address = await new Promise<string>((done) => {
      let said = '';
      for (const stream of [preview.stdout, preview.stderr])
        stream.setEncoding('utf8').on('data', (text: string) => {
          said += text;
          const found = /http:\/\/127\.0\.0\.1:\d+(?=\/)/.exec(said);
          if (found !== null) done(found[0]);
        });
    });
    await shoot(on, { name: 'preview', address: `${address}/blog/the-pool-nobody-reported/` });
  } finally {
    preview.kill('SIGINT');
  }
}

/** Writes `docs/pictures/{name}.webp`. */
async function shoot(on: Browser, { name, address, scheme = 'light', size = LAPTOP, act }: Shot): Promise<void> {
  const options: BrowserContextOptions = {
    viewport: size,
    deviceScaleFactor: 2,
    colorScheme: scheme,
    reducedMotion: 'reduce',
  };
  const context = await on.newContext(options);
  const page = await context.newPage();
  await page.goto(address, { waitUntil: 'load' });
  await page.evaluate(() => document.fonts.ready);
  await act?.(page);
  mkdirSync(TARGET, { recursive: true });
  writeFileSync(
    join(TARGET, `${name}.webp`),
    await sharp(await page.screenshot())
      .webp({ quality: 85 })
      .toBuffer(),
  );
  await context.close();
}
