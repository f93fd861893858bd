// A build in which one locale changed takes over the pages of the others, as long as all that the last build left of them is there.

import { appendFileSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { BuildReport } from '../../cli/pipeline/build-report.ts';
import { IS_LONG } from '../long-run.ts';
import { type ContentService, serviceWith } from '../service/content-service.ts';
import type { Fields } from '../service/list-query.ts';
import { makeFolder, readTree, runSitegen } from './run-sitegen.ts';
import { article, smallContent } from './small-content.ts';

/** Only making its page tells what is wrong with it. */
const WITHOUT_BLOCK = article('article-0', { content: [{ type: 'shared', block: 'missing' }] });

let service: ContentService;
/** The folder of a first build. */
let firstBuild = '';
const english: Fields[] = [];
const ukrainian: Fields[] = [];

const replace = (list: Fields[], ...entries: readonly Fields[]) => list.splice(0, list.length, ...entries);

/** Gives the newest English article another title. */
const edit = (title: string) => replace(english, article('newest', { title }), article('older'));

const build = (cwd: string) =>
  runSitegen(['build', '--json', '--origin', 'https://www.example.com', '--content-url', service.url], { cwd });
const whyOf = async (path: string, cwd: string) => (await runSitegen(['why', path], { cwd })).stdout.split('\n')[1];

/** Builds over the first build, after an edit. Returns what the command prints. */
async function buildAgain(cwd: string) {
  edit('After');
  const { code, stdout } = await build(cwd);
  expect(code).toBe(0);
  return stdout;
}

beforeAll(async () => {
  service = await serviceWith(smallContent({ blog_articles: { en: english, ua: ukrainian, kz: [WITHOUT_BLOCK] } }));
  firstBuild = mkdtempSync(join(tmpdir(), 'sitegen-locale-'));
  edit('Before');
  replace(ukrainian, article('article-0'));
  expect(await build(firstBuild)).toMatchObject({ code: 0 });
});
afterAll(async () => {
  rmSync(firstBuild, { recursive: true, force: true });
  await service?.stop();
});
beforeEach(() => {
  replace(ukrainian, article('article-0'));
});

describe(`a build after an edit of one locale`, () => {
  it('reuses the pages of the others, and leaves the bytes and findings of a build of everything', async () => {
    const cwd = makeFolder(firstBuild);
    const stdout = await buildAgain(cwd);
    expect(await whyOf('/ua/blog/article-0/', cwd)).toMatch(
      /^The last build reused it, because .* rendered at .*: the page was new/,
    );
    const clean = makeFolder();
    const cleanBuild = await build(clean);
    expect(readTree(join(cwd, 'out'))).toEqual(readTree(join(clean, 'out')));
    const manifest = (folder: string) => readFileSync(join(folder, '.sitegen/manifest.json'), 'utf8');
    expect(manifest(cwd)).toBe(manifest(clean));

    const sizesOf = (text: string) => JSON.parse(text.trimEnd().split('\n').at(-1) ?? '').result.sizes;
    const [changed, whole] = [sizesOf(stdout), sizesOf(cleanBuild.stdout)];
    expect(changed).toMatchObject({ pages: whole.pages, pageBytes: whole.pageBytes });
    expect(changed.reused).toBeGreaterThan(whole.pages / 2);
    const problemsOf = (folder: string) => {
      const { problems }: Pick<BuildReport, 'problems'> = JSON.parse(
        readFileSync(join(folder, '.sitegen/report.json'), 'utf8'),
      );
      return problems.filter(({ code }) => code !== 'NO_BASELINE');
    };
    expect(problemsOf(cwd)).toEqual(problemsOf(clean));
    expect(problemsOf(cwd).filter(({ code }) => code === 'BLOCK_MISSING')).toHaveLength(1);
  });

  it.runIf(IS_LONG)('makes a page anew that is not in the out folder as it was left', async () => {
    const cwd = makeFolder(firstBuild);
    const file = join(cwd, 'out/ua/blog/article-0/index.html');
    appendFileSync(file, 'More.');
    await buildAgain(cwd);
    expect(readFileSync(file, 'utf8')).toMatch(/<\/html>\s*$/);
    expect(await whyOf('/ua/blog/article-0/', cwd)).toMatch(
      /^The last build rendered it: its output file was changed or deleted/,
    );
    expect(await whyOf('/ua/about/', cwd)).toMatch(/^The last build reused it, because /);
  });

  it.runIf(IS_LONG)('shows words of a text where nothing else changed', async () => {
    const cwd = makeFolder(firstBuild);
    for (const words of ['before', 'after']) {
      replace(english, article('newest', { content: `<p>Said ${words}.</p>` }));
      expect(await build(cwd)).toMatchObject({ code: 0 });
      expect(readFileSync(join(cwd, 'out/blog/newest/index.html'), 'utf8')).toContain(`Said ${words}.`);
    }
  });

  it('renders a page of a locale that was taken over when that one changes', async () => {
    const cwd = makeFolder(firstBuild);
    await buildAgain(cwd);
    replace(ukrainian, article('article-0', { title: 'Changed' }));
    expect(await build(cwd)).toMatchObject({ code: 0 });
    expect(readFileSync(join(cwd, 'out/ua/blog/article-0/index.html'), 'utf8')).toContain('Changed');
    expect(await whyOf('/ua/blog/article-0/', cwd)).toMatch(/^The last build rendered it: .*props\.title, head\.title/);
  });
});
