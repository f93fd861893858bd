// What holds of every build, whatever the content: the same content makes the same bytes on any machine, a locale filter
// changes none of them, and a dry run publishes nothing. With TEST_LONG=1 each difference between machines is tried
// alone, too.

import { mkdirSync, readdirSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { loadManifest } from '../../cli/publish/manifest.ts';
import { loadSharedSample } from '../browser/shared-sample.ts';
import { IS_LONG } from '../long-run.ts';
import { serviceWith } from '../service/content-service.ts';
import { findBrokenPages, readBuiltSite } from './built-site.ts';
import { makeFolder, readTree, runSitegen } from './run-sitegen.ts';
import { CLOCK as MOMENT } from './sample-clock.ts';
import { article, smallContent } from './small-content.ts';

const CLOCK = ['--clock', MOMENT];
const ORIGIN = 'https://www.example.com';

type Tree = ReturnType<typeof readTree>;

let sampleFolder = '';
let sampleOut: Tree = {};

beforeAll(async () => {
  const outDir = await loadSharedSample();
  sampleFolder = dirname(outDir);
  sampleOut = readTree(outDir);
  expect(Object.keys(sampleOut).length).toBeGreaterThan(100);
});

/** Builds the sample and returns what its out folder holds. */
async function buildSample(
  cwd: string,
  args: readonly string[] = [],
  environment: Record<string, string> = {},
): Promise<Tree> {
  const run = await runSitegen(['build', '--sample', ...CLOCK, ...args], { cwd, environment });
  if (run.code !== 0) throw new Error(run.stderr);
  return readTree(join(cwd, 'out'));
}

/** The part of a tree whose paths fit. */
const part = (tree: Tree, fits: (path: string) => boolean): Tree =>
  Object.fromEntries(Object.entries(tree).filter(([path]) => fits(path)));
/** State files that another build of the same content writes with the same bytes: all but the report and its times. */
const stateOf = (folder: string) =>
  part(readTree(join(folder, '.sitegen')), (path) => /^(manifest|routes|redirects)\.json$|^hosts\//.test(path));

describe('two builds of the same content', () => {
  it.runIf(IS_LONG)('are the same bytes when it comes over HTTP twice', async () => {
    const folder = makeFolder();
    expect(await buildSample(folder)).toEqual(sampleOut);
    expect(stateOf(folder)).toEqual(stateOf(sampleFolder));
    expect(Object.keys(stateOf(folder)).length).toBeGreaterThan(5);
  });

  const ukrainian = { LANG: 'uk_UA.UTF-8', LC_ALL: 'uk_UA.UTF-8', LANGUAGE: 'uk' };
  const tomorrow = { TZ: 'Pacific/Kiritimati' };
  const otherFolder = 'the site/Сайт № 1';
  const machines: readonly [name: string, environment: Record<string, string>, cwd: string][] = [
    ['a machine where it is tomorrow, that speaks Ukrainian', { ...tomorrow, ...ukrainian }, otherFolder],
  ];
  const longMachines: typeof machines = [
    ['this machine', {}, ''],
    ['a machine in Almaty', { TZ: 'Asia/Almaty' }, ''],
    ['a machine on Kiritimati, where it is tomorrow', tomorrow, ''],
    ['a machine that speaks Ukrainian', ukrainian, ''],
    ['a folder with spaces and another alphabet', {}, otherFolder],
  ];
  it.each(IS_LONG ? [...machines, ...longMachines] : machines)(
    'are the same bytes from one snapshot on %s',
    async (_, environment, cwd) => {
      const snapshot = join(makeFolder(), 'content.sqlite');
      expect(await runSitegen(['snapshot', snapshot, '--sample', ...CLOCK], { cwd: makeFolder() })).toMatchObject({
        code: 0,
      });
      const folder = join(makeFolder(), cwd);
      mkdirSync(folder, { recursive: true });
      expect(await buildSample(folder, ['--snapshot', snapshot], environment)).toEqual(sampleOut);
      expect(stateOf(folder)).toEqual(stateOf(sampleFolder));
    },
  );

  it.runIf(IS_LONG)('write nothing the second time', async () => {
    const folder = makeFolder(sampleFolder);
    const run = await runSitegen(['build', '--sample', ...CLOCK], { cwd: folder });
    expect(run.stdout).toContain(`0 files written, 0 deleted, ${Object.keys(sampleOut).length} unchanged`);
    expect(readTree(join(folder, 'out'))).toEqual(sampleOut);
  });

  it.runIf(IS_LONG).each(['deleted', 'emptied'])(
    'make the site twice where its folder was %s in between',
    async (how) => {
      const folder = makeFolder(sampleFolder);
      const out = join(folder, 'out');
      rmSync(out, { recursive: true });
      if (how === 'emptied') mkdirSync(out);
      expect(await buildSample(folder)).toEqual(sampleOut);
      expect(stateOf(folder)).toEqual(stateOf(sampleFolder));
    },
  );
});

describe('a build of one locale', () => {
  const isOfKz = (path: string) => /^(kz\/|search\/[^/]+\/kz\/|lists\/[^/]+\/kz\/|redirects\/kz\.json$)/.test(path);

  it.runIf(IS_LONG)(
    'writes into an empty folder what a whole build has of it, its assets and the shared files; one of all completes it',
    async () => {
      const folder = makeFolder();
      const tree = await buildSample(folder, ['--locale', 'kz']);
      const isAsset = (path: string) => path.startsWith('assets/');
      expect(Object.keys(part(tree, isOfKz)).length).toBeGreaterThan(20);
      const manifest = loadManifest(join(sampleFolder, '.sitegen/manifest.json'));
      const shared = (manifest?.files ?? []).filter((file) => file.kind === 'map' && file.locale === null);
      const isShared = (path: string) => shared.some((file) => file.path === path);
      expect(Object.keys(part(sampleOut, isShared))).toEqual(expect.arrayContaining(['robots.txt', 'sitemap.xml']));
      expect(part(tree, (path) => !isAsset(path))).toEqual(part(sampleOut, (path) => isOfKz(path) || isShared(path)));
      expect(part(tree, isAsset)).toEqual(part(sampleOut, (path) => isAsset(path) && path in tree));
      expect(findBrokenPages(readBuiltSite(join(folder, 'out')))).toEqual([]);
      expect(await buildSample(folder)).toEqual(sampleOut);
      expect(stateOf(folder)).toEqual(stateOf(sampleFolder));
    },
  );

  it.runIf(IS_LONG)('changes nothing over a finished whole build', async () => {
    const folder = makeFolder(sampleFolder);
    expect(await buildSample(folder, ['--locale', 'kz'])).toEqual(sampleOut);
    expect(stateOf(folder)).toEqual(stateOf(sampleFolder));
  });

  it('updates its own files alone when the content of all has changed', async () => {
    const service = await serviceWith(smallContent());
    const changed = await serviceWith(
      smallContent({
        blog_articles: { en: [article('new')], ua: [article('new')], kz: [article('article-0'), article('new')] },
      }),
    );
    onTestFinished(() => Promise.all([service.stop(), changed.stop()]).then(() => {}));
    const folder = makeFolder();
    const build = (url: string, ...args: string[]) =>
      runSitegen(['build', '--origin', ORIGIN, '--content-url', url, ...CLOCK, '--allow-shrink', ...args], {
        cwd: folder,
      });
    expect((await build(service.url)).code).toBe(0);
    const before = readTree(join(folder, 'out'));
    expect((await build(changed.url, '--locale', 'kz')).code).toBe(0);
    const after = readTree(join(folder, 'out'));
    expect(part(after, (path) => !isOfKz(path))).toEqual(part(before, (path) => !isOfKz(path)));
    expect(after['kz/blog/new/index.html']).toBeDefined();
    expect(after['kz/index.html']).not.toBe(before['kz/index.html']);
  });
});

describe('a dry run', () => {
  it('changes neither the site nor what describes it, and says what it would do', async () => {
    const content = smallContent({ blog_articles: { en: [article('one'), article('two')] } });
    const service = await serviceWith(content);
    onTestFinished(() => service.stop());
    const folder = makeFolder(sampleFolder);
    const published = () => ({
      ...part(readTree(folder), (path) => !path.startsWith('.sitegen/')),
      ...stateOf(folder),
    });
    const before = { ...published(), report: readTree(join(folder, '.sitegen'))['report.json'] };
    const args = ['build', '--origin', ORIGIN, '--content-url', service.url, '--allow-shrink', '-n'];
    const run = await runSitegen(args, { cwd: folder });
    expect(run.code, run.stderr).toBe(0);
    expect(run.stdout).toMatch(/Dry run in .*: [1-9]\d* files would be written, [1-9]\d* deleted/);
    expect({ ...published(), report: readTree(join(folder, '.sitegen'))['report.json'] }).toEqual(before);
  });

  it.runIf(IS_LONG)('leaves an empty folder without a site', async () => {
    const folder = makeFolder();
    expect(await buildSample(folder, ['--dry-run'])).toEqual({});
    expect(readdirSync(folder)).toEqual(['.sitegen']);
    expect(stateOf(folder)).toEqual({});
  });
});
