// Every kind of site that `sitegen diff` compares: folders, builds with their content, snapshots, releases and live sites. Real
// builds of a small site, a real target and HTTP.

import { cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { compareSites } from '../../cli/diff/compare-sites.ts';
import type { DiffReport } from '../../cli/diff/diff-report.ts';
import { openSides } from '../../cli/diff/open-sides.ts';
import type { BuildOptions } from '../../cli/pipeline/build-options.ts';
import { buildSite } from '../../cli/pipeline/build-site.ts';
import { loadBuiltSite } from '../../cli/release/built-site.ts';
import { openTarget } from '../../cli/release/open-target.ts';
import { publishSite } from '../../cli/release/publish-site.ts';
import type { SiteConfig } from '../../config/define-site.ts';
import { takeSnapshot } from '../content/stored-versions.ts';
import { siteOptions } from '../makers.ts';
import { memoryFolder } from '../memory-folder.ts';
import { serviceWith } from '../service/content-service.ts';
import type { SiteContent } from '../service/stored-content.ts';
import { lendBundles, makeFolder, runSitegen } from '../site/run-sitegen.ts';
import { article, entry } from '../site/small-content.ts';

const FIRST = article('first', {
  id: 'first',
  title: 'A first article',
  content: '<p>Twelve sellers, one tablecloth.</p>',
});
const SECOND = article('second', {
  id: 'second',
  title: 'A second article',
  content: '<p>Nothing changes in here.</p>',
});
const PAGES = {
  en: [entry('main'), entry('blog'), entry('about')],
  ua: [entry('main'), entry('blog'), entry('about')],
};
const contentOf = (articles: readonly (typeof FIRST)[]): SiteContent => ({
  pages: PAGES,
  blog_articles: { en: articles, ua: [] },
});
const EDITED = contentOf([{ ...FIRST, content: '<p>Eleven sellers, one tablecloth.</p>' }, SECOND]);

const GLOBALS = { price_page_banner: { en: { enabled: false } } };
const site = siteOptions({ locales: ['en', 'ua'] });
let folder = '';
/** Snapshot of the first build. */
let snapshot = '';

async function build(dir: string, more: Partial<BuildOptions>, config: SiteConfig = site) {
  lendBundles(join(dir, '.sitegen'));
  return buildSite(config, {
    service: { url: '', isSample: false, token: null },
    sampleAssetsDir: resolve('content/sample/assets'),
    locales: 'all',
    outDir: join(dir, 'out'),
    cacheDir: join(dir, '.sitegen'),
    snapshotFile: null,
    clock: '2026-11-20T12:00:00.000Z',
    onFetchError: 'fail',
    allowShrink: true,
    baseline: null,
    isForced: false,
    workers: null,
    isStrict: false,
    isDryRun: false,
    isSynced: false,
    report: () => {},
    signal: new AbortController().signal,
    ...more,
  });
}

beforeAll(async () => {
  folder = mkdtempSync(join(memoryFolder(), 'sitegen-diff-'));
  const first = await serviceWith(contentOf([FIRST, SECOND]), GLOBALS);
  const service = { url: first.url, isSample: false, token: null };
  await build(folder, { service });
  snapshot = join(folder, 'snapshot.sqlite');
  await takeSnapshot(site, { service, clock: null, file: snapshot });
  await first.stop();
  for (const name of ['out', '.sitegen']) cpSync(join(folder, name), join(folder, 'base', name), { recursive: true });
  const second = await serviceWith(EDITED, GLOBALS, first.port);
  await build(folder, { service: { url: second.url, isSample: false, token: null } });
  await second.stop();
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function diff(base: string, head = 'build', target?: string): Promise<DiffReport> {
  const signal = new AbortController().signal;
  await using opened = new AsyncDisposableStack();
  const sides = await openSides(base, head, {
    site,
    outDir: join(folder, 'out'),
    cacheDir: join(folder, '.sitegen'),
    target,
    environment: {},
    buildSnapshot: async (snapshotFile, dir) => {
      cpSync(join(folder, '.sitegen/bundles'), join(dir, '.sitegen/bundles'), { recursive: true });
      await build(dir, { snapshotFile });
    },
    opened,
    report: () => {},
    signal,
  });
  return await compareSites({ ...sides, settings: site.diff, report: () => {}, signal });
}

/** What every way to the first build must show. */
const CHANGE = {
  counts: { changed: 1, added: 0, removed: 0, moved: 0 },
  isPassed: true,
  pages: [{ path: '/blog/first/', status: 'changed' }],
  groups: [{ kind: 'text', runs: [{ mark: '-', text: 'Twelve' }, { mark: '+', text: 'Eleven' }, { mark: ' ' }] }],
  redirects: [],
};
/** Where the content of both is known, also this. */
const OWNED = {
  ...CHANGE,
  pages: [
    {
      path: '/blog/first/',
      causes: [
        {
          kind: 'content',
          where: { collection: 'blog_articles', entry: 'A first article', site: 'en', field: 'content' },
        },
      ],
    },
  ],
};

/** Serves a folder as object storage does, or answers everything with another status or redirect. */
async function serve(
  dir: string,
  {
    status = 200,
    robots,
    location,
  }: { readonly status?: number; readonly robots?: string; readonly location?: string } = {},
): Promise<string> {
  const server = createServer((request, response) => {
    if (robots !== undefined) response.setHeader('x-robots-tag', robots);
    if (location !== undefined) return response.writeHead(301, { location: `${location}${request.url}` }).end();
    const path = decodeURIComponent(new URL(request.url ?? '/', 'http://a').pathname);
    const file = join(dir, path.endsWith('/') ? `${path}index.html` : path);
    try {
      const body = readFileSync(file);
      response.writeHead(status, { 'content-type': file.endsWith('.html') ? 'text/html' : 'text/plain' }).end(body);
    } catch {
      response.writeHead(404).end();
    }
  });
  await new Promise<void>((done) => {
    server.listen(0, '127.0.0.1', done);
  });
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
}

describe('sitegen diff', () => {
  it('compares builds in folders, and names entry and field', async () => {
    expect(await diff(join(folder, 'base/out'))).toMatchObject(OWNED);
    expect(await diff('build')).toMatchObject({ counts: { changed: 0, added: 0, removed: 0 }, files: [] });
  });

  it('compares a snapshot', async () => {
    expect(await diff(snapshot)).toMatchObject(OWNED);
  });

  it('compares a release, from the bytes that its target keeps', async () => {
    const www = join(makeFolder(), 'www');
    const target = await openTarget(www, site, {});
    const folders = { outDir: join(folder, 'base/out'), cacheDir: join(folder, 'base/.sitegen') };
    const built = loadBuiltSite({ ...folders, site, hasRedirects: false, allowShrink: true });
    const signal = new AbortController().signal;
    const options = { releasesKept: 3, maxDeletes: null, isDryRun: false, isAdopted: false, isAudited: false };
    await publishSite(target, built, { ...options, report: () => {}, signal, environment: {} });
    expect(await diff('release', 'build', www)).toMatchObject({
      ...OWNED,
      base: { name: `release 000001 of ${www}` },
      notes: [],
    });
    expect(await diff('release:1', 'build', www)).toMatchObject(OWNED);
    await expect(diff('release:7', 'build', www)).rejects.toMatchObject({ code: 'RELEASE_UNKNOWN' });
    await expect(diff('release', 'build', join(www, 'nothing'))).rejects.toMatchObject({ code: 'RELEASE_UNKNOWN' });
  });

  it('compares a live site, and refuses one without pages', async () => {
    const live = await serve(join(folder, 'base/out'));
    const report = await diff(live);
    expect(report).toMatchObject(CHANGE);
    expect(report.files).toEqual([]);
    await expect(diff(await serve(makeFolder()))).rejects.toMatchObject({ code: 'DIFF_NO_SITE', exitCode: 2 });
  });

  it.each([
    [{ status: 500 }, 'DIFF_UNREACHABLE', 'it answered 500'],
    [{ status: 401 }, 'DIFF_UNREACHABLE', 'it answers 401 to everything'],
    [{ location: 'https://www.site.test' }, 'DIFF_NO_SITE', 'it redirects to https://www.site.test/'],
  ])('says why a live site cannot be compared: %o', async (answer, code, why) => {
    const live = await serve(join(folder, 'base/out'), answer);
    await expect(diff(live)).rejects.toMatchObject({ code, message: expect.stringContaining(why) });
  });

  it('sees the header by which a live site hides its pages', async () => {
    const hidden = await diff('build', await serve(join(folder, 'out'), { robots: 'noindex, nofollow' }));
    expect(hidden).toMatchObject({
      isPassed: false,
      gates: [{ code: 'DIFF_NOINDEX_ADDED' }],
      groups: [{ kind: 'robots', runs: [{ mark: '+', text: 'X-Robots-Tag: noindex, nofollow' }] }],
    });
    expect(hidden.pages.map(({ path }) => path)).toContain('/blog/first/');
    for (const robots of ['max-image-preview:large', 'otherbot: noindex'])
      expect(await diff('build', await serve(join(folder, 'out'), { robots }))).toMatchObject({
        counts: { changed: 0 },
      });
  });

  it('writes its report as a command', async () => {
    const file = join(folder, 'report.md');
    const args = [
      'diff',
      'base/out',
      'build',
      '--format',
      'markdown',
      '-o',
      file,
      '--allow',
      'DIFF_PAGE_GONE:/a/=Agreed',
    ];
    const { code, stdout } = await runSitegen(args, { cwd: folder });
    expect({ code, stdout }).toMatchObject({ code: 0, stdout: expect.stringContaining('1 page changed') });
    expect(readFileSync(file, 'utf8')).toContain('<del>Twelve</del>');
  });

  it('refuses names that mean no site', async () => {
    await expect(diff('nowhere')).rejects.toMatchObject({ code: 'DIFF_UNKNOWN_SITE', exitCode: 2 });
    await expect(diff(makeFolder())).rejects.toMatchObject({ code: 'DIFF_NO_SITE', exitCode: 2 });
  });
});
