// Builds, checks and questions over what a hand, a full disk or a copy that was cut short left of the cache.

import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { IS_LONG, sampleOf } from '../long-run.ts';
import { type ContentService, serviceWith } from '../service/content-service.ts';
import type { Fields } from '../service/list-query.ts';
import { makeFolder, type RunOptions, readTree, runSitegen } from '../site/run-sitegen.ts';
import { article, smallContent } from '../site/small-content.ts';

const ORIGIN = 'https://www.murmurlens.example';
/** Caches of which some bytes were changed. */
const DAMAGES = 200;
const PAGE = '/blog/article-1/';
let built: string;
let service: ContentService;
/** The articles of the service, which answers with what stands here now. */
const articles: Fields[] = [];

function titleArticles(first: string): void {
  const titleOf = (index: number) => (index === 1 ? first : `Article ${index}`);
  const next = Array.from({ length: 3 }, (_, index) => article(`article-${index}`, { title: titleOf(index) }));
  articles.splice(0, articles.length, ...next, article('long', { content: `<p>${'Text. '.repeat(300)}</p>` }));
}

const build = (cwd: string, args: readonly string[] = [], more: Partial<RunOptions> = {}) =>
  runSitegen(['build', '--origin', ORIGIN, '--content-url', service.url, ...args], { cwd, ...more });
/** The second line of `sitegen why`: whether and why the page was rendered. */
async function reasonOf(path: string, cwd: string): Promise<string> {
  const { stdout, stderr } = await runSitegen(['why', path], { cwd });
  return stdout.split('\n')[1] ?? stderr;
}
const cacheOf = (folder: string) => join(folder, '.sitegen/site.sqlite');
/** Environment of a build in which cache-write-child.ts acts at a statement. */
const actingAt = (statement: string) => ({
  NODE_OPTIONS: `--import=${pathToFileURL(join(import.meta.dirname, 'cache-write-child.ts'))}`,
  ACT_AT: statement,
});
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

const NEW = 'The last build rendered it: the page was new.';
const DAMAGED = 'was damaged and was moved to site.sqlite.damaged: everything is read and rendered again.';
const OLDER = 'is from an older sitegen: everything is read and rendered again.';

/** Builds a folder of the small site. Returns how many pages it took over, and what it warned of. */
async function buildPages(cwd: string, args: readonly string[] = [], more: Partial<RunOptions> = {}) {
  const { code, stdout, stderr } = await build(cwd, ['--json', ...args], more);
  const events = stdout.split('\n').flatMap((line) => (line === '' ? [] : [JSON.parse(line)]));
  const warnings = events.flatMap(({ level, text }) => (level === 'warning' ? [String(text)] : []));
  const sizes = events.find(({ result }) => result !== undefined)?.result.sizes;
  return { code, stderr, warnings, rendered: sizes?.pages - sizes?.reused, reused: sizes?.reused };
}

describe('sitegen over a damaged cache', () => {
  it.each(
    sampleOf<[what: string, damage: (folder: string) => void, warning: string | null]>([
      ['is cut short', (folder) => truncateSync(cacheOf(folder), 5000), DAMAGED],
      ['is empty', (folder) => truncateSync(cacheOf(folder)), null],
      ['lacks a table', (folder) => changeCache(folder, 'DROP TABLE chrome'), DAMAGED],
      ['is gone', (folder) => rmSync(cacheOf(folder)), null],
      ['is of another version', (folder) => changeCache(folder, 'PRAGMA user_version = 0'), OLDER],
      ['is something else', (folder) => writeFileSync(cacheOf(folder), 'x'.repeat(9000)), DAMAGED],
      ['lacks headers and footers', (folder) => changeCache(folder, 'DELETE FROM chrome'), null],
    ]),
  )('renders pages again where it %s, and mends it', async (_, damage, warning) => {
    titleArticles('Article 1');
    const folder = makeFolder(built);
    const before = readTree(join(folder, 'out'));
    damage(folder);
    const run = await buildPages(folder);
    expect(run).toMatchObject({ code: 0, reused: 0 });
    expect(run.warnings.filter((text) => text.includes('site.sqlite'))).toEqual(
      warning === null ? [] : [`${cacheOf(folder)} ${warning}`],
    );
    expect(readTree(join(folder, 'out'))).toEqual(before);
    expect(await buildPages(folder)).toMatchObject({ code: 0, rendered: 0 });
  });

  it.each([
    ['text', `json = replace(json, 'Text.', 'Test.')`],
    ['parsed entry', `parsed_json = replace(parsed_json, 'Title of long', 'Title of lung')`],
  ])('reads everything again where the %s of a page is damaged that is rendered', async (_, damage) => {
    titleArticles('Article 1');
    const before = readTree(join(built, 'out'));
    const folder = makeFolder(built);
    changeCache(folder, `UPDATE record SET ${damage}`);
    changeCache(folder, `DELETE FROM page WHERE path = '/blog/long/'`);
    titleArticles('Another title');
    expect(await build(folder)).toMatchObject({ code: 0, stderr: expect.stringContaining(DAMAGED) });
    titleArticles('Article 1');
    expect(await build(folder)).toMatchObject({ code: 0 });
    expect(readTree(join(folder, 'out'))).toEqual(before);
  });

  // The gate tests only a damaged record of a page.
  it.runIf(IS_LONG).each([
    ['DELETE FROM chrome', NEW],
    ['PRAGMA user_version = 0', NEW],
  ])('says why it rendered a page again after %s', async (statement, reason) => {
    titleArticles('Article 1');
    const folder = makeFolder(built);
    changeCache(folder, statement);
    expect(await build(folder)).toMatchObject({ code: 0 });
    expect(await reasonOf(PAGE, folder)).toBe(reason);
  });

  it.each(sampleOf(['DELETE FROM page', 'INSERT OR REPLACE INTO page']))(
    'ends in the site of a build from nothing after one that was killed at %s, its site published',
    async (moment) => {
      titleArticles('Article 1');
      const before = readTree(join(built, 'out'));
      const folder = makeFolder(built);
      titleArticles('Another title');
      const killed = await build(folder, [], { environment: actingAt(moment) });
      expect(killed.code).toBe(null);
      expect(readFileSync(join(folder, 'out', PAGE, 'index.html'), 'utf8')).toContain('Another title');
      titleArticles('Article 1');
      expect(await build(folder)).toMatchObject({ code: 0 });
      expect(readTree(join(folder, 'out'))).toEqual(before);
      expect(await buildPages(folder)).toMatchObject({ code: 0, rendered: 0 });
    },
  );

  it.runIf(IS_LONG && process.platform === 'linux')(
    'warns where the disk is full once the site is published',
    async () => {
      const folder = makeFolder(built);
      mkdirSync(join(folder, 'disk'));
      const script = `
      mount -t tmpfs -o size=40m tmpfs disk && cp -a .sitegen/. disk && "$@"; code=$?
      rm disk/filler-*; rm -r .sitegen; cp -a disk .sitegen; exit $code`;
      const isRoot = process.getuid?.() === 0;
      titleArticles('Another title');
      const run = await buildPages(folder, ['--cache-dir', 'disk'], {
        wrapper: ['unshare', isRoot ? '-m' : '-rm', 'sh', '-c', script, 'sh'],
        environment: { ...actingAt('INSERT OR REPLACE INTO page'), FILL_DISK: 'disk' },
      });
      expect(run).toMatchObject({
        code: 0,
        warnings: [
          'The site was written, but its pages were not stored: The disk is full. The next build renders more pages.',
        ],
      });
      expect(readFileSync(join(folder, 'out', PAGE, 'index.html'), 'utf8')).toContain('Another title');
      titleArticles('Article 1');
      expect(await build(folder)).toMatchObject({ code: 0 });
      expect(readTree(join(folder, 'out'))).toEqual(readTree(join(built, 'out')));
    },
  );

  it('renders pages whose header and footer have damaged facts', async () => {
    titleArticles('Article 1');
    const folder = makeFolder(built);
    changeCache(folder, `UPDATE chrome SET facts_json = replace(facts_json, '"assets"', '"as??ts"')`);
    titleArticles('Another title');
    expect(await buildPages(folder)).toMatchObject({ code: 0, reused: 0 });
  });

  it('does not take changed facts of a page for those of its template', async () => {
    titleArticles('Article 1');
    const folder = makeFolder(built);
    changeCache(folder, `UPDATE page SET facts_json = replace(facts_json, '${ORIGIN}/license/', '${ORIGIN}/licence/')`);
    titleArticles('Another title');
    expect(await build(folder)).toMatchObject({ code: 0 });
  });

  it.runIf(IS_LONG)('builds changed content over records that are gone', async () => {
    const folder = makeFolder(built);
    changeCache(folder, 'DELETE FROM page');
    titleArticles('Another title');
    expect(await build(folder)).toMatchObject({ code: 0 });
    expect(readFileSync(join(folder, 'out', PAGE, 'index.html'), 'utf8')).toContain('Another title');
  });

  it.each(sampleOf(['{"parts":', '5']))(
    'says of a page whose record is %s that this is why it was rendered',
    async (left) => {
      const folder = makeFolder(built);
      changeCache(folder, `UPDATE page SET parts_json = '${left}' WHERE path = '${PAGE}'`);
      expect(await reasonOf(PAGE, folder)).toBe(
        `WHY_NO_BUILD  The record of ${PAGE} in .sitegen is damaged. Run "sitegen build --force" to render all pages again.\n`,
      );
      titleArticles('Another title');
      expect(await build(folder)).toMatchObject({ code: 0 });
      expect(await reasonOf(PAGE, folder)).toBe(NEW);
    },
  );

  it.each(
    sampleOf<[what: string, damage: (folder: string) => void]>([
      ['is gone', (folder) => rmSync(cacheOf(folder))],
      ['is cut in half', (folder) => truncateSync(cacheOf(folder), Math.floor(statSync(cacheOf(folder)).size / 2))],
      ['lacks a page', (folder) => changeCache(folder, `DELETE FROM page WHERE path = '${PAGE}'`)],
      ['is something else', (folder) => writeFileSync(cacheOf(folder), 'x'.repeat(9000))],
      ['lacks headers and footers', (folder) => changeCache(folder, 'DELETE FROM chrome')],
    ]),
  )('a check reports that it %s', async (_, damage) => {
    const folder = makeFolder(built);
    damage(folder);
    const { code, stderr } = await runSitegen(['check'], { cwd: folder });
    expect(stderr).toMatch(
      /^CHECK_NO_BUILD {2}.*Run "sitegen build" first, or name its folders: FOLDER --cache-dir FOLDER\.\n$/,
    );
    expect(stderr).toContain('are missing, incomplete, damaged or from another version');
    expect(code).toBe(2);
  });

  it('checks pages whose facts are JSON of something else, or whose records are of other bytes, by their HTML', async () => {
    const folder = makeFolder(built);
    const check = async () => JSON.parse((await runSitegen(['check', '--format', 'json'], { cwd: folder })).stdout);
    const { findings } = await check();
    changeCache(folder, "UPDATE page SET facts_json = '{}' WHERE rowid % 2 = 1");
    expect((await check()).findings).toEqual(findings);
    changeCache(folder, `UPDATE page SET sha256 = '${'0'.repeat(64)}' WHERE path = '${PAGE}'`);
    expect((await check()).findings).toEqual(findings);
  });

  it.runIf(IS_LONG)(
    'leaves the bytes of a build from nothing whatever bytes of the cache were changed',
    {
      timeout: 3_600_000,
    },
    async () => {
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
    },
  );

  it('finds a folder in the place of a page', async () => {
    const folder = makeFolder(built);
    rmSync(join(folder, 'out/demo/index.html'));
    mkdirSync(join(folder, 'out/demo/index.html'));
    const { code, stdout } = await runSitegen(['check'], { cwd: folder });
    expect(stdout).toContain('The file demo/index.html is missing from the folder.');
    expect(code).toBe(1);
  });
});
