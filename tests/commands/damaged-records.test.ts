// Builds, checks and questions over what a hand, a full disk or a copy that was cut short left of the records.

import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type FakeFields, type FakeService, serviceWith } from '../content/fake-service.ts';
import { makeFolder, readTree, runSitegen } from '../site/run-sitegen.ts';
import { article, smallContent } from '../site/small-content.ts';

const ORIGIN = 'https://www.murmurlens.example';
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
const filesOf = (folder: string, ending: RegExp): readonly string[] => {
  const dir = join(folder, '.sitegen/records/files');
  const names = readdirSync(dir).filter((name) => ending.test(name));
  return names.map((name) => join(dir, name));
};
/** The name of the English index. */
const indexIn = (dir: string) => readdirSync(join(dir, 'files')).find((name) => /-en\.index\.ndjson$/.test(name)) ?? '';
const segmentsOf = (folder: string) => filesOf(folder, /-(\d+|kept)\.ndjson$/);

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

describe('sitegen over damaged records', () => {
  it.each([
    ['gone', (file: string) => rmSync(file)],
    ['cut short', (file: string) => truncateSync(file, 2000)],
  ])('renders pages again whose records are %s, and says so', async (_, damage) => {
    titleArticles('Article 1');
    const folder = makeFolder(built);
    for (const file of segmentsOf(folder)) damage(file);
    const before = readTree(join(folder, 'out'));
    expect(await build(folder)).toMatchObject({ code: 0 });
    expect(readTree(join(folder, 'out'))).toEqual(before);
    expect(await reasonOf(PAGE, folder)).toBe(RECORD_LOST);
    // That build mended it.
    expect(await build(folder)).toMatchObject({ code: 0 });
    expect(await reasonOf(PAGE, folder)).toMatch(/^The last build reused it: /);
  });

  it('builds changed content over records that are gone', async () => {
    const folder = makeFolder(built);
    for (const file of segmentsOf(folder)) rmSync(file);
    titleArticles('Another title');
    expect(await build(folder)).toMatchObject({ code: 0 });
    expect(readFileSync(join(folder, 'out', PAGE, 'index.html'), 'utf8')).toContain('Another title');
  });

  it.each(['{"parts":', '5'])('says of a page whose record is %s that this is why it was rendered', async (left) => {
    const folder = makeFolder(built);
    for (const file of segmentsOf(folder)) {
      const lines = readFileSync(file, 'utf8').split('\n');
      const damaged = lines.map((line) =>
        line.startsWith('{"parts":') && line.includes('"title":"Article 1"')
          ? left.padEnd(Buffer.byteLength(line))
          : line,
      );
      writeFileSync(file, damaged.join('\n'));
    }
    expect(await reasonOf(PAGE, folder)).toBe(
      `WHY_NO_BUILD  The record of ${PAGE} in .sitegen is damaged. Run "sitegen build --force" to have every page rendered again.\n`,
    );
    titleArticles('Another title');
    expect(await build(folder)).toMatchObject({ code: 0 });
    expect(await reasonOf(PAGE, folder)).toBe(RECORD_LOST);
  });

  it.each([
    ['gone', (file: string) => rmSync(file)],
    ['cut in half', (file: string) => truncateSync(file, Math.floor(statSync(file).size / 2))],
  ])('mends an index that is %s by the next build', async (_, damage) => {
    titleArticles('Article 1');
    const folder = makeFolder(built);
    for (const file of filesOf(folder, /-en\.index\.ndjson$/)) damage(file);
    expect(await build(folder)).toMatchObject({ code: 0 });
    expect(await reasonOf(PAGE, folder)).toMatch(/^The last build rendered it: /);
  });

  it.each([
    [
      'its index is gone',
      'are missing, incomplete or of another version',
      (dir: string) => rmSync(join(dir, 'files', indexIn(dir))),
    ],
    [
      'its index is cut in half',
      'are missing, incomplete or of another version',
      (dir: string) => truncateSync(join(dir, 'files', indexIn(dir)), 3000),
    ],
    [
      'its index holds something else',
      'is damaged',
      (dir: string) => {
        const file = join(dir, 'files', indexIn(dir));
        writeFileSync(file, 'x'.repeat(statSync(file).size));
      },
    ],
    [
      'a header and footer are not known',
      'What the last build knew of header and footer of / is gone.',
      (dir: string) => {
        const header: object = JSON.parse(readFileSync(join(dir, 'en.json'), 'utf8'));
        writeFileSync(join(dir, 'en.json'), JSON.stringify({ ...header, fragments: {} }));
      },
    ],
  ])('says to whoever checks the build that %s', async (_, what, damage) => {
    const folder = makeFolder(built);
    damage(join(folder, '.sitegen/records'));
    const { code, stderr } = await runSitegen(['check'], { cwd: folder });
    expect(stderr).toMatch(
      /^CHECK_NO_BUILD {2}.*Run "sitegen build" first, or name its folders: FOLDER --cache-dir FOLDER\.\n$/,
    );
    expect(stderr).toContain(what);
    expect(code).toBe(2);
  });

  it('checks a page whose brief is JSON of something else by its HTML, and finds a folder in the place of another', async () => {
    const folder = makeFolder(built);
    const whole = await runSitegen(['check', '--format', 'json'], { cwd: folder });
    for (const file of segmentsOf(folder)) {
      const lines = readFileSync(file, 'utf8').split('\n');
      const damaged = lines.map((line, index) => (index % 2 === 1 ? '{}'.padEnd(Buffer.byteLength(line)) : line));
      writeFileSync(file, damaged.join('\n'));
    }
    expect(await runSitegen(['check', '--format', 'json'], { cwd: folder })).toEqual(whole);
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
