// `npm run bench bytes`: the bytes that a browser loads for each kind of page of the sample before any interaction, by type, compared
// with the targets. Texts are compressed with brotli.

import { readFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { launchBrowser } from '../../tests/browser/chromium.ts';
import { loadSharedSample } from '../../tests/browser/shared-sample.ts';
import { serveSite } from '../../tests/service/folder-host.ts';
import type { SuiteResult } from '../suite.ts';

/** Types of files by extension; all others are images. */
const TYPES = { parts: ['.js'], style: ['.css'], font: ['.woff2'], data: ['.json', '.xml'] } as const;
/** Scripts of every page: the entry point and shared code. */
const CORE = /\/(main|chunk)-[^/]*\.js$/;
/** Maximum kilobytes of a type on a page; images have none. */
const TARGETS_KB: Readonly<Record<string, number>> = { core: 8, style: 16 };
const COLUMNS = ['document', 'core', 'parts', 'style', 'font', 'image', 'data'] as const;
const MOBILE = { width: 390, height: 844 };

type Column = (typeof COLUMNS)[number];

/** A kind of page and its loaded bytes. */
interface Row {
  readonly name: string;
  readonly bytes: Readonly<Record<Column, number>>;
}

/** Measures the first page of each kind. */
export async function run(): Promise<SuiteResult> {
  const outDir = await loadSharedSample();
  const host = await serveSite(outDir);
  const browser = await launchBrowser();
  try {
    const rows: Row[] = [];
    for (const { name, path } of listKinds(outDir))
      rows.push({ name, bytes: await measurePage(path, { outDir, host, browser }) });
    process.stdout.write(`${describe(rows)}\n`);
    return {
      figures: [],
      hasFailed: rows.some(({ bytes }) => COLUMNS.some((column) => isOver(column, bytes[column]))),
    };
  } finally {
    await browser.close();
    await host.close();
  }
}

/** The first route of each kind. */
function listKinds(outDir: string): readonly { readonly name: string; readonly path: string }[] {
  // Written by the build.
  const { routes } = JSON.parse(readFileSync(join(outDir, '../.sitegen/routes.json'), 'utf8')) as {
    readonly routes: readonly { readonly name: string; readonly path: string }[];
  };
  const kinds = Map.groupBy(routes, ({ name }) => name.split('___')[0] ?? name);
  return [...kinds].flatMap(([name, [first]]) => (first === undefined ? [] : [{ name, path: first.path }]));
}

/** The site, its host and the browser. */
interface Visit {
  readonly outDir: string;
  readonly host: Awaited<ReturnType<typeof serveSite>>;
  readonly browser: Awaited<ReturnType<typeof launchBrowser>>;
}

async function measurePage(path: string, { outDir, host, browser }: Visit): Promise<Row['bytes']> {
  host.reset();
  const context = await browser.newContext({ viewport: MOBILE });
  // Disables prefetching of other pages.
  await context.addInitScript(() => Object.defineProperty(navigator, 'connection', { value: { saveData: true } }));
  const page = await context.newPage();
  await page.goto(`${host.origin}${path}`, { waitUntil: 'networkidle' });
  await context.close();
  const bytes = { document: 0, core: 0, parts: 0, style: 0, font: 0, image: 0, data: 0 };
  for (const requested of new Set(host.requested)) {
    const file = requested.endsWith('/') ? `${requested}index.html` : requested;
    bytes[typeOf(file)] += sizeOf(join(outDir, file));
  }
  return bytes;
}

function typeOf(file: string): Column {
  if (CORE.test(file)) return 'core';
  const end = extname(file);
  if (end === '.html') return 'document';
  const type = Object.entries(TYPES).find(([, ends]) => ends.some((each) => each === end))?.[0];
  return COLUMNS.find((column) => column === type) ?? 'image';
}

function sizeOf(file: string): number {
  const content = readFileSync(file);
  return /\.(html|js|css|json|xml|svg)$/.test(file) ? brotliCompressSync(content).length : content.length;
}

function isOver(column: string, bytes: number): boolean {
  const target = TARGETS_KB[column];
  return target !== undefined && bytes > target * 1000;
}

function describe(rows: readonly Row[]): string {
  const cells = (name: string, texts: readonly string[]) =>
    `${name.padEnd(36)}${texts.map((text) => text.padStart(11)).join('')}`;
  const kilobytes = (column: Column, bytes: number) =>
    `${(bytes / 1000).toFixed(1)}${isOver(column, bytes) ? '!' : ' '}`;
  return [
    cells('kB at 390 px, brotli', COLUMNS),
    cells(
      'target',
      COLUMNS.map((column) => (TARGETS_KB[column] === undefined ? '– ' : `${TARGETS_KB[column]} `)),
    ),
    ...rows.map(({ name, bytes }) =>
      cells(
        name,
        COLUMNS.map((column) => kilobytes(column, bytes[column])),
      ),
    ),
  ].join('\n');
}
