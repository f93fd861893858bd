// `sitegen why` as a user meets it, over builds of a small site.

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ContentService, serviceWith } from '../service/content-service.ts';
import type { Fields } from '../service/list-query.ts';
import { makeFolder, runSitegen } from '../site/run-sitegen.ts';
import { article, smallContent } from '../site/small-content.ts';

const ORIGIN = 'https://www.murmurlens.example';
let folder: string;
let service: ContentService;
/** The articles of the service, which answers with what stands here now. */
const articles: Fields[] = [];

/** Builds the small site with articles of these titles, each build over the one before. */
async function build(titleOf: (index: number) => string, more: Fields = {}): Promise<void> {
  const next = Array.from({ length: 6 }, (_, index) => article(`article-${index}`, { title: titleOf(index), ...more }));
  articles.splice(0, articles.length, ...next);
  const run = await runSitegen(['build', '--origin', ORIGIN, '--content-url', service.url], { cwd: folder });
  if (run.code !== 0) throw new Error(run.stderr);
}

const why = (args: readonly string[], cwd = folder) => runSitegen(['why', ...args], { cwd });
const linesOf = (text: string) => text.trimEnd().split('\n');

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'sitegen-why-'));
  service = await serviceWith(smallContent({ blog_articles: { en: articles } }));
  await build((index) => `Article ${index}`);
});

afterAll(async () => {
  await service?.stop();
  rmSync(folder, { recursive: true, force: true });
});

describe('sitegen why', () => {
  it('lists what a page shows, and that it was rendered because it was new', async () => {
    const run = await why(['/blog/article-1/']);
    expect(run).toMatchObject({ code: 0, stderr: '' });
    const lines = linesOf(run.stdout);
    expect(lines[0]).toMatch(/^\/blog\/article-1\/ {2}blog-slug___en, blog\/article-1\/index\.html, \d+ bytes$/);
    expect(lines[1]).toBe('The last build rendered it: the page was new.');
    expect(run.stdout).toMatch(/^ {2}page {8}blog_articles › "Article 1" \(en\) /m);
    expect(run.stdout).toMatch(
      /^ {2}neighbour {3}blog_articles › "Article 0" \(en\) .*\n {14}blog_articles › "Article 2" /m,
    );
    expect(run.stdout).toMatch(/^ {2}related {5}blog_articles › "Article /m);
    expect(run.stdout).toMatch(/^ {2}code {8}[0-9a-f]+$/m);
    expect(run.stdout).toMatch(/^ {2}assets {6}\/assets\//m);
  });

  it.each([
    'blog/article-1',
    `${ORIGIN}/blog/article-1/?utm_source=x#top`,
    'blog/article-1/index.html',
    'out/blog/article-1/index.html',
  ])('takes a path without slashes, a URL, and a file of the out folder: %s', async (target) => {
    const run = await why([target]);
    expect(run).toMatchObject({ code: 0, stderr: '' });
    expect(run.stdout).toContain('/blog/article-1/  blog-slug___en');
  });

  it('has no flags of a build', async () => {
    expect(await why(['/blog/article-1/', '--adopt'])).toMatchObject({
      code: 2,
      stderr: expect.stringContaining("unknown option '--adopt'"),
    });
  });

  it('is one result event with --json', async () => {
    const run = await why(['/blog/article-1/', '--json']);
    expect(linesOf(run.stdout).map((line) => JSON.parse(line))).toMatchObject([
      { kind: 'result', result: { route: { name: 'blog-slug___en' }, isReused: false, record: { reason: ['new'] } } },
    ]);
  });

  it('refuses a page that is not in the last build', async () => {
    expect(await why(['/nowhere/'])).toEqual({
      code: 1,
      stdout: '',
      stderr:
        'WHY_NO_PAGE  The last build has no page /nowhere/. See .sitegen/routes.json for all pages, and .sitegen/redirects.json for redirects.\n',
    });
  });

  it('suggests the page with the closest path', async () => {
    for (const target of [
      '/blog/artcle-1/',
      `${ORIGIN}/blog/artcle-1`,
      '/BLOG/ARTICLE-1/',
      '/blog/article-1/index.html',
    ])
      expect((await why([target])).stderr).toContain(`has no page ${target}. Did you mean /blog/article-1/? See `);
  });

  it('refuses a folder without a build', async () => {
    const empty = makeFolder();
    expect(await why(['/'], empty)).toEqual({
      code: 2,
      stdout: '',
      stderr: `WHY_NO_BUILD  There is no build in ${join(empty, '.sitegen')}. Run "sitegen build" first, or pass the cache folder of a build with --cache-dir.\n`,
    });
    expect((await why(['/', '--cache-dir', join(folder, '.sitegen')], empty)).code).toBe(0);
  });

  it('tells after another build which pages were reused and what changed of the others', async () => {
    await build((index) => (index === 1 ? 'Another title' : `Article ${index}`));
    const changed = await why(['/blog/article-1/']);
    expect(linesOf(changed.stdout)[1]).toMatch(
      /^The last build rendered it: parts of its input changed: .*props\.title.*head\.title.*\.$/,
    );
    expect(changed.stdout).toContain('blog_articles › "Another title" (en)');
    const untouched = await why(['/about/']);
    expect(linesOf(untouched.stdout)[1]).toMatch(
      /^The last build reused it, because its code and everything it shows are unchanged. It was rendered at .*: the page was new.$/,
    );
  });

  it('tells after a build of an unchanged site that every page was reused', async () => {
    await build((index) => (index === 1 ? 'Another title' : `Article ${index}`));
    const changedBefore = await why(['/blog/article-1/']);
    expect(linesOf(changedBefore.stdout)[1]).toMatch(/^The last build reused it, because .* It was rendered at /);
  });
});
