// A build in which one locale changed takes over the pages of the others, as long as all that the last build left of them is there.

import { appendFileSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import type { BuildReport } from '../../cli/pipeline/build-report.ts';
import { type FakeFields, type FakeService, serviceWith } from '../content/fake-service.ts';
import { makeFolder, readTree, runSitegen } from './run-sitegen.ts';
import { article, smallContent } from './small-content.ts';

/** Only making its page tells what is wrong with it. */
const WITHOUT_BLOCK = article('article-0', { content: [{ type: 'shared', block: 'missing' }] });

let service: FakeService;
const articles: FakeFields[] = [];

/** Gives the newest English article another title. */
function edit(title: string): void {
  articles.splice(0, articles.length, article('newest', { title }), article('older'));
}

const build = (cwd: string) =>
  runSitegen(['build', '--json', '--origin', 'https://www.example.com', '--content-url', service.url], { cwd });
const whyOf = async (path: string, cwd: string) => (await runSitegen(['why', path], { cwd })).stdout.split('\n')[1];

/** The pages of a first build, and after an edit. */
async function buildTwice(cwd: string, meanwhile: () => void = () => {}) {
  edit('Before');
  expect(await build(cwd)).toMatchObject({ code: 0 });
  meanwhile();
  edit('After');
  const { code, stdout } = await build(cwd);
  expect(code).toBe(0);
  return stdout;
}

beforeEach(async () => {
  service = await serviceWith(smallContent({ blog_articles: { en: articles, kz: [WITHOUT_BLOCK] } }));
  onTestFinished(() => service.stop());
});

describe(`a build after an edit of one locale`, () => {
  it('reuses the pages of the others, and leaves the bytes of a build of everything', async () => {
    const cwd = makeFolder();
    await buildTwice(cwd);
    expect(await whyOf('/ua/blog/article-0/', cwd)).toMatch(
      /^The last build reused it, because .* rendered because the page was new/,
    );
    const clean = makeFolder();
    expect(await build(clean)).toMatchObject({ code: 0 });
    expect(readTree(join(cwd, 'out'))).toEqual(readTree(join(clean, 'out')));
    const manifest = (folder: string) => readFileSync(join(folder, '.sitegen/manifest.json'), 'utf8');
    expect(manifest(cwd)).toBe(manifest(clean));
  });

  it('counts the pages of all of them, and finds the same about them', async () => {
    const cwd = makeFolder();
    const stdout = await buildTwice(cwd);
    const clean = makeFolder();
    const sizesOf = (text: string) => JSON.parse(text.trimEnd().split('\n').at(-1) ?? '').result;
    const [changed, whole] = [sizesOf(stdout), sizesOf((await build(clean)).stdout)];
    expect(changed.sizes.pages).toBe(whole.sizes.pages);
    expect(changed.sizes.pageBytes).toBe(whole.sizes.pageBytes);
    expect(changed.sizes.reused).toBeGreaterThan(whole.sizes.pages / 2);
    const problemsOf = (folder: string) => {
      const { problems }: Pick<BuildReport, 'problems'> = JSON.parse(
        readFileSync(join(folder, '.sitegen/report.json'), 'utf8'),
      );
      return problems.filter(({ code }) => code !== 'NO_BASELINE');
    };
    expect(problemsOf(cwd)).toEqual(problemsOf(clean));
    expect(problemsOf(cwd).filter(({ code }) => code === 'BLOCK_MISSING')).toHaveLength(1);
  });

  it('makes a page anew that is not in the out folder as it was left', async () => {
    const cwd = makeFolder();
    const file = join(cwd, 'out/ua/blog/article-0/index.html');
    await buildTwice(cwd, () => appendFileSync(file, 'More.'));
    expect(readFileSync(file, 'utf8')).toMatch(/<\/html>\s*$/);
    expect(await whyOf('/ua/blog/article-0/', cwd)).toMatch(
      /^The last build rendered it: its output file was changed or deleted/,
    );
    expect(await whyOf('/ua/about/', cwd)).toMatch(/^The last build reused it, because /);
  });

  it('renders pages anew whose records are gone', async () => {
    const cwd = makeFolder();
    await buildTwice(cwd, () => {
      const cache = new DatabaseSync(join(cwd, '.sitegen/cache.sqlite'));
      cache.exec('DELETE FROM records');
      cache.close();
    });
    expect(await whyOf('/ua/blog/article-0/', cwd)).toMatch(/^The last build rendered it: its record/);
  });

  it('shows words of a text where nothing else changed', async () => {
    const cwd = makeFolder();
    for (const words of ['before', 'after']) {
      articles.splice(0, articles.length, article('newest', { content: `<p>Said ${words}.</p>` }));
      expect(await build(cwd)).toMatchObject({ code: 0 });
      expect(readFileSync(join(cwd, 'out/blog/newest/index.html'), 'utf8')).toContain(`Said ${words}.`);
    }
  });

  it('renders a page of a locale that was taken over when that one changes', async () => {
    const cwd = makeFolder();
    await buildTwice(cwd);
    const ua = [article('article-0', { title: 'Changed' })];
    await service.stop();
    service = await serviceWith(smallContent({ blog_articles: { en: articles, ua } }));
    expect(await build(cwd)).toMatchObject({ code: 0 });
    expect(readFileSync(join(cwd, 'out/ua/blog/article-0/index.html'), 'utf8')).toContain('Changed');
    expect(await whyOf('/ua/blog/article-0/', cwd)).toMatch(
      /^The last build rendered it: .*entry changed: blog_articles › "Changed" /,
    );
  });
});
