// Builds, checks and questions over what a hand, a full disk or a copy that was cut short left of the cache.

import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type FakeFields, type FakeService, serviceWith } from '../content/fake-service.ts';
import { makeFolder, readTree, runSitegen } from '../site/run-sitegen.ts';
import { article, smallContent } from '../site/small-content.ts';

const ORIGIN = 'https://www.murmurlens.example';
/** Damaged caches that builds meet. */
const DAMAGES = process.env.SITEGEN_TEST_LONG === '1' ? 200 : 12;
const PAGE = '/blog/article-1/';
let built: string;
let service: FakeService;
/** The articles of the service, which answers with what stands here now. */
const articles: FakeFields[] = [];

function titleArticles(first: string): void {
  const titleOf = (index: number) => (index === 1 ? first : `Article ${index}`);
  const next = Array.from({ length: 3 }, (_, index) => article(`article-${index}`, { title: titleOf(index) }));
  const doubles = ['double-1', 'double-2'].map((slug) => article(slug, { title: 'Written twice' }));
  articles.splice(0, articles.length, ...next, ...doubles);
}

const build = (cwd: string) => runSitegen(['build', '--origin', ORIGIN, '--content-url', service.url], { cwd });
/** The second line of `sitegen why`: whether and why the page was rendered. */
async function reasonOf(path: string, cwd: string): Promise<string> {
  const { stdout, stderr } = await runSitegen(['why', path], { cwd });
  return stdout.split('\n')[1] ?? stderr;
}
const cacheOf = (folder: string) => join(folder, '.sitegen/cache.sqlite');
/** Changes the cache as nobody should. */
function changeCache(folder: string, statement: string): void {
  const cache = new DatabaseSync(cacheOf(folder));
  cache.exec(statement);
  cache.close();
}

beforeAll(async () => {
  titleArticles('Article 1');
  built = mkdtempSync(join(tmpdir(), 'sitegen-damaged-'));
  service = await serviceWith(smallContent({ blog_articles: { en: articles } }));
  const run = await build(built);
  if (run.code !== 0) throw new Error(run.stderr);
});

afterAll(async () => {
  await service?.stop();
  rmSync(built, { recursive: true, force: true });
});

const RECORD_LOST = 'The last build rendered it: the record of its last rendering was gone or damaged.';

describe('sitegen over a damaged cache', () => {
  it.each<[what: string, damage: (folder: string) => void, reason: RegExp, warning: string]>([
    ['is gone', (folder) => rmSync(cacheOf(folder)), /because the page was new|it: the page was new/, ''],
    ['is empty', (folder) => truncateSync(cacheOf(folder)), /it: the page was new/, ''],
    [
      'is cut short',
      (folder) => truncateSync(cacheOf(folder), 5000),
      /it: the page was new/,
      'was damaged and is deleted',
    ],
    [
      'is something else',
      (folder) => writeFileSync(cacheOf(folder), 'x'.repeat(9000)),
      /it: the page was new/,
      'was damaged and is deleted',
    ],
    ['is of another version', (folder) => changeCache(folder, 'PRAGMA user_version = 99'), /it: the page was new/, ''],
    [
      'lacks a table',
      (folder) => changeCache(folder, 'DROP TABLE chromes'),
      /it: the page was new/,
      'was damaged and is deleted',
    ],
    [
      'lacks all records',
      (folder) => changeCache(folder, 'DELETE FROM records'),
      /the record of its last rendering was gone/,
      '',
    ],
    [
      'lacks headers and footers',
      (folder) => changeCache(folder, 'DELETE FROM chromes'),
      /the record of its last rendering was gone/,
      '',
    ],
  ])('renders pages again where it %s, and mends it', async (_, damage, reason, warning) => {
    titleArticles('Article 1');
    const folder = makeFolder(built);
    damage(folder);
    const before = readTree(join(folder, 'out'));
    const run = await build(folder);
    expect(run).toMatchObject({ code: 0 });
    expect(`${run.stdout}${run.stderr}`).toContain(warning);
    expect(readTree(join(folder, 'out'))).toEqual(before);
    expect(await reasonOf(PAGE, folder)).toMatch(reason);
    expect(await build(folder)).toMatchObject({ code: 0 });
    expect(await reasonOf(PAGE, folder)).toMatch(/^The last build reused it: /);
  });

  it('builds changed content over records that are gone', async () => {
    const folder = makeFolder(built);
    changeCache(folder, 'DELETE FROM records');
    titleArticles('Another title');
    expect(await build(folder)).toMatchObject({ code: 0 });
    expect(readFileSync(join(folder, 'out', PAGE, 'index.html'), 'utf8')).toContain('Another title');
  });

  it.each(['{"parts":', '5'])('says of a page whose record is %s that this is why it was rendered', async (left) => {
    const folder = makeFolder(built);
    changeCache(folder, `UPDATE records SET record = '${left}' WHERE record LIKE '%"title":"Article 1"%'`);
    expect(await reasonOf(PAGE, folder)).toBe(
      `WHY_NO_BUILD  The record of ${PAGE} in .sitegen is damaged. Run "sitegen build --force" to have every page rendered again.\n`,
    );
    titleArticles('Another title');
    expect(await build(folder)).toMatchObject({ code: 0 });
    expect(await reasonOf(PAGE, folder)).toBe(RECORD_LOST);
  });

  it.each<[what: string, damage: (folder: string) => void]>([
    ['is gone', (folder) => rmSync(cacheOf(folder))],
    ['is cut in half', (folder) => truncateSync(cacheOf(folder), Math.floor(statSync(cacheOf(folder)).size / 2))],
    ['is something else', (folder) => writeFileSync(cacheOf(folder), 'x'.repeat(9000))],
    ['lacks headers and footers', (folder) => changeCache(folder, 'DELETE FROM chromes')],
    ['lacks a page', (folder) => changeCache(folder, `DELETE FROM pages WHERE path = '${PAGE}'`)],
  ])('says to whoever checks the build that it %s', async (_, damage) => {
    const folder = makeFolder(built);
    damage(folder);
    const { code, stderr } = await runSitegen(['check'], { cwd: folder });
    expect(stderr).toMatch(
      /^CHECK_NO_BUILD {2}.*Run "sitegen build" first, or name its folders: FOLDER --cache-dir FOLDER\.\n$/,
    );
    expect(stderr).toContain('are missing, incomplete, damaged or of another version');
    expect(code).toBe(2);
  });

  it('checks pages whose briefs are JSON of something else, or whose records are of other bytes, by their HTML', async () => {
    const folder = makeFolder(built);
    const whole = await runSitegen(['check', '--format', 'json'], { cwd: folder });
    changeCache(folder, "UPDATE records SET brief = '{}' WHERE id % 2 = 1");
    expect(await runSitegen(['check', '--format', 'json'], { cwd: folder })).toEqual(whole);
    changeCache(folder, `UPDATE pages SET sha256 = '${'0'.repeat(64)}' WHERE path = '${PAGE}'`);
    const { stdout } = await runSitegen(['check', '--format', 'json'], { cwd: folder });
    expect(JSON.parse(stdout).findings).toEqual(JSON.parse(whole.stdout).findings);
  });

  it('leaves the bytes of a build from nothing whatever bytes of the cache were changed', async () => {
    titleArticles('Article 1');
    const before = readTree(join(built, 'out'));
    const size = statSync(cacheOf(built)).size;
    for (let damage = 0; damage < DAMAGES; damage += 1) {
      const folder = makeFolder(built);
      const bytes = readFileSync(cacheOf(folder));
      const place = Math.floor(((damage + 0.5) * size) / DAMAGES);
      bytes.fill(damage % 256, place, place + 1 + (damage % 40));
      writeFileSync(cacheOf(folder), bytes);
      titleArticles(`Title ${damage}`);
      expect([place, (await build(folder)).code]).toEqual([place, 0]);
      titleArticles('Article 1');
      expect([place, (await build(folder)).code]).toEqual([place, 0]);
      expect([place, readTree(join(folder, 'out'))]).toEqual([place, before]);
    }
  });

  it('finds a folder in the place of a page', async () => {
    const folder = makeFolder(built);
    rmSync(join(folder, 'out/demo/index.html'));
    mkdirSync(join(folder, 'out/demo/index.html'));
    const { code, stdout } = await runSitegen(['check'], { cwd: folder });
    expect(stdout).toContain('The file demo/index.html of the page is not in the folder.');
    expect(code).toBe(1);
  });

  it('tells of a title that two pages share though no file is left to read it from', async () => {
    const folder = makeFolder(built);
    for (const slug of ['double-1', 'double-2']) rmSync(join(folder, `out/blog/${slug}/index.html`));
    const { stdout } = await runSitegen(['check'], { cwd: folder });
    expect(stdout).toContain('2 pages have the same title.');
    expect(stdout).not.toContain('""');
  });
});
