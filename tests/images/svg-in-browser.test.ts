// What the gate lets through, opened in Chromium by its own address, as a visitor or an attacker opens it: nothing runs,
// and nothing but the file itself is asked for. Files that the gate refuses show that the test would see it.

import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import fc from 'fast-check';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findSvgDanger } from '../../cli/images/find-svg-danger.ts';
import { openBrowser } from '../browser/chromium.ts';
import { IS_LONG } from '../long-run.ts';
import { type SiteServer, startServer } from '../service/site-server.ts';
import { DANGEROUS, EXPORTS, svg } from './svg-corpus.ts';

const SAMPLE = resolve(import.meta.dirname, '../../content/sample/assets');
/** Resolves two frames later: what a document loads by itself has been asked for. One that leads elsewhere has no frames left. */
const SHOWN = 'new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))';

let browser: Browser;
let server: SiteServer;
const files: (string | Uint8Array)[] = [];
beforeAll(async () => {
  browser = await openBrowser();
  server = await startServer((path) => {
    const file = files[Number(/^\/(\d+)\.svg$/.exec(path)?.[1] ?? -1)];
    if (file === undefined) return { status: 404, headers: {}, body: '' };
    return { status: 200, headers: { 'content-type': 'image/svg+xml' }, body: Buffer.from(file) };
  });
});
afterAll(async () => {
  await browser.close();
  await server.close();
});

/** What each file asked for, in four tabs at once. */
async function open(opened: readonly (string | Uint8Array)[]): Promise<readonly (readonly string[])[]> {
  files.splice(0, files.length, ...opened);
  const asked: string[][] = [];
  const waiting = opened.keys();
  const openNext = async () => {
    const page = await browser.newPage();
    const urls: string[] = [];
    page.on('request', (request) => urls.push(request.url().replace(server.origin, '')));
    for (const index of waiting) {
      const from = urls.length;
      await page.goto(`${server.origin}/${index}.svg`, { waitUntil: 'load' }).catch(ignoreInterruption);
      await page.evaluate(SHOWN).catch(() => undefined);
      asked[index] = urls.slice(from).filter((url) => !isOwn(url, index));
    }
    await page.close();
  };
  await Promise.all(Array.from({ length: 4 }, openNext));
  return asked;
}

/** A file that navigates interrupts its own loading; where it wanted to go is among the requests. */
function ignoreInterruption(cause: unknown): void {
  if (!/interrupted by another navigation/.test(String(cause))) throw cause;
}

function isOwn(url: string, index: number): boolean {
  return url === `/${index}.svg` || url === '/favicon.ico' || url.startsWith('data:');
}

const isAccepted = (file: string | Uint8Array) => findSvgDanger(Buffer.from(file)) === null;

describe('an SVG in the browser', () => {
  it('that is refused does run or load something, in many ways', async () => {
    const tried = DANGEROUS.filter((_, index) => IS_LONG || index % 3 === 0);
    const asked = await open(tried.map(([file]) => file));
    const active = tried.filter((_, index) => (asked[index] ?? []).length > 0);
    expect(active.length).toBeGreaterThan(IS_LONG ? 30 : 10);
  });

  it('that is accepted asks for nothing: some of the sample, and what editors export', async () => {
    const sample = readdirSync(SAMPLE, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.svg'));
    const some = sample.sort().filter((_, index) => index % 5 === 0);
    const accepted = [...Object.values(EXPORTS), ...some.map((file) => readFileSync(join(SAMPLE, file)))];
    expect((await open(accepted)).flat()).toEqual([]);
  });

  it('that is accepted asks for nothing, however its pieces are put together', async () => {
    const name = fc.constantFrom(
      'g',
      'image',
      'use',
      'a',
      'rect',
      'style',
      'feImage',
      'x:style',
      'x:image',
      'h:img',
      'script',
      'title',
      'metadata',
      'text',
      'set',
    );
    const attribute = fc.tuple(
      fc.constantFrom(
        'href',
        'l:href',
        'x:href',
        'src',
        'style',
        'fill',
        'filter',
        'mask',
        'class',
        'data-a',
        'onload',
        'attributeName',
        'to',
        'xml:base',
        'values',
        'cursor',
      ),
      fc.constantFrom(
        '/loaded',
        '#r',
        'url(/loaded#a)',
        'url(#r)',
        'u&#92;72l(/loaded)',
        'url( &#34;/loaded&#34; )',
        'fetch(&#34;/ran&#34;)',
        'href',
        'fill',
        'javascript:fetch(&#34;/ran&#34;)',
        'data:image/svg+xml,x',
        'background:image-set(&#34;/loaded&#34; 1x)',
      ),
    );
    const text = fc.constantFrom(
      '',
      '@import "/loaded";',
      'svg{background:url(/loaded)}',
      '@im<!---->port "/loaded";',
      'rect{fill:url(#r)}',
      'svg{background:u\\72l(/loaded)}',
      '<![CDATA[@import "/loaded";]]>',
      'new Image().src="/ran"',
    );
    const element = fc.record({
      name,
      attributes: fc.uniqueArray(attribute, { selector: ([key]) => key, maxLength: 3 }),
      text,
    });
    const drawing = fc
      .array(element, { minLength: 1, maxLength: 4 })
      .map((elements) =>
        svg(
          elements
            .map(
              (each) =>
                `<${each.name} ${each.attributes.map(([key, value]) => `${key}="${value}"`).join(' ')} width="9" height="9">${each.text}</${each.name}>`,
            )
            .join(''),
          'xmlns:x="http://www.w3.org/2000/svg" xmlns:l="http://www.w3.org/1999/xlink" xmlns:h="http://www.w3.org/1999/xhtml"',
        ),
      );
    const accepted = fc
      .sample(drawing, { seed: 7, numRuns: 1500 })
      .filter(isAccepted)
      .slice(0, IS_LONG ? 60 : 10);
    expect(accepted.length).toBeGreaterThan(IS_LONG ? 30 : 7);
    expect((await open(accepted)).flat()).toEqual([]);
  });
});
