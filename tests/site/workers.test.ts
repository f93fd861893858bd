// Which thread renders a page changes no byte: a site large enough for several batches a thread, built with one, two and
// three of them. In process, from one snapshot of a real content service.

import { mkdtempSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildSite } from '../../cli/pipeline/build-site.ts';
import { takeSnapshot } from '../content/stored-versions.ts';
import { IS_LONG, sampleOf } from '../long-run.ts';
import { siteOptions } from '../makers.ts';
import { memoryFolder } from '../memory-folder.ts';
import { serviceWith } from '../service/content-service.ts';
import { lendBundles, readTree } from './run-sitegen.ts';
import { article, entry } from './small-content.ts';

const ARTICLES = 300;
const site = siteOptions({ locales: ['en', 'ua'] });
const service = { url: 'http://127.0.0.1', isSample: false, token: null };
let folder = '';
let snapshotFile = '';

beforeAll(async () => {
  folder = mkdtempSync(join(memoryFolder(), 'sitegen-workers-'));
  const articles = Array.from({ length: ARTICLES }, (_, index) =>
    article(`article-${index}`, {
      date: new Date(Date.UTC(2026, 0, 1, index)).toISOString(),
      category: [{ id: `category::${index % 5}`, slug: `topic-${index % 5}`, title: `Topic ${index % 5}` }],
      content: `<p>Body ${index}. <a href="/blog/article-${(index + 1) % ARTICLES}">next</a></p>`,
    }),
  );
  const pages = [entry('main'), entry('blog'), entry('about')];
  const content = await serviceWith({
    pages: { en: pages, ua: pages },
    blog_articles: { en: articles, ua: articles.slice(0, 20) },
  });
  snapshotFile = join(folder, 'snapshot.sqlite');
  const source = { ...service, url: content.url };
  await takeSnapshot(site, { service: source, clock: '2026-06-01T00:00:00Z', file: snapshotFile });
  await content.stop();
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Builds from nothing; only the bundled code is shared. */
async function build(workers: number | null) {
  const own = join(folder, `with-${workers}`);
  lendBundles(join(own, 'cache'));
  const { sizes, problems } = await buildSite(site, {
    service,
    sampleAssetsDir: resolve('content/sample/assets'),
    locales: 'all',
    outDir: join(own, 'out'),
    cacheDir: join(own, 'cache'),
    snapshotFile,
    clock: null,
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
  return { sizes, problems, out: readTree(join(own, 'out')) };
}

describe('buildSite with workers', () => {
  it('leaves the same bytes whatever their number', async () => {
    const alone = await build(1);
    expect(alone.sizes.pages).toBeGreaterThan(ARTICLES);
    for (const workers of sampleOf([2, 3])) expect(await build(workers)).toEqual(alone);
    // One renders, another one stages.
    if (IS_LONG) expect(await build(null)).toEqual(alone);
  });
});
