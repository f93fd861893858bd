// Who reads a text changes no byte: a site of so many articles that their texts are printed while they come in, where a second
// core puts pages together, and the same site made by one thread, which reads each text when it makes its page.

import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildSite } from '../../cli/build/build-site.ts';
import { openPreviousRecords } from '../../cli/build/page-records.ts';
import { type FakeService, serviceWith } from '../content/fake-service.ts';
import { siteOptions } from '../makers.ts';
import { memoryFolder } from '../memory-folder.ts';
import { richText } from '../templates/random-rich-text.ts';
import { readTree } from './run-sitegen.ts';
import { article, entry } from './small-content.ts';

/** Of each of two sites: enough that answers are cut by a thread of their own. */
const ARTICLES = 2600;
/** Long enough to be read by itself. */
const LONG = '<h2>Огляд</h2><p>Ґанок &amp; їжак <a href="https://other.example.org/a/">é</a>\n</p>'.repeat(8);
const LOCALES = ['en', 'ua'] as const;
const site = siteOptions({ locales: [...LOCALES] });
let folder = '';
let content: FakeService | null = null;

beforeAll(async () => {
  folder = mkdtempSync(join(memoryFolder(), 'sitegen-printed-'));
  const texts = fc.sample(richText, { numRuns: 300, seed: 7 });
  const articles = Array.from({ length: ARTICLES }, (_, index) =>
    article(`article-${index}`, {
      date: new Date(Date.UTC(2026, 0, 1, 0, index)).toISOString(),
      content: [
        LONG,
        `${LONG}<p><a href="/blog/article-${index + 1}/">next</a></p>`,
        `${LONG}<p><a href="/old/">moved</a></p>`,
        LONG + texts[index % texts.length],
      ][index % 4],
    }),
  );
  const pages = [entry('main'), entry('blog'), entry('about')];
  content = await serviceWith({
    pages: { en: pages, ua: pages },
    blog_articles: { en: articles, ua: articles.slice(0, 120) },
    redirects: { en: [{ slug: null, title: null, from: '/old/', to: '/blog/', type: { key: 301 } }] },
  });
});
afterAll(async () => {
  await content?.stop();
  rmSync(folder, { recursive: true, force: true });
});

/** Builds from nothing. Returns what was published, and the hash of the input of each page. */
async function build(workers: number | null) {
  const cacheDir = join(folder, `with-${workers}`, 'cache');
  const outDir = join(folder, `with-${workers}`, 'out');
  const { sizes, problems } = await buildSite(site, {
    service: { url: content?.url ?? '', isSample: false, token: null },
    sampleAssetsDir: resolve('content/sample/assets'),
    locales: 'all',
    outDir,
    cacheDir,
    snapshotFile: null,
    clock: '2026-06-01T00:00:00Z',
    onFetchError: 'fail',
    allowShrink: false,
    baseline: null,
    isForced: false,
    workers,
    isStrict: false,
    isDryRun: false,
    isSynced: false,
    report: () => {},
    signal: new AbortController().signal,
  });
  const records = openPreviousRecords(cacheDir, LOCALES);
  const inputs = Array.from({ length: ARTICLES }, (_, index) => records.find(`/blog/article-${index}/`)?.input);
  records.close();
  const left = readdirSync(cacheDir).filter((name) => name.endsWith('.tmp'));
  return { sizes, problems, inputs, left, out: readTree(outDir) };
}

describe('buildSite of printed texts', () => {
  it('leaves the same bytes, and hashes by which a later build knows its pages', async () => {
    const alone = await build(1);
    expect(alone.sizes.pages).toBeGreaterThan(ARTICLES);
    expect(alone.inputs.every((hash) => hash !== undefined)).toBe(true);
    expect(alone.left).toEqual([]);
    expect(await build(null)).toEqual(alone);
  });
});
