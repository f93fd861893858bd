// Builds that end before their time: killed, interrupted, locked out, or without room on the disk. Whatever the moment,
// the out folder is a whole site, and the next build ends in the bytes of a clean one.

import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate as immediate, setTimeout as wait } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { toOutPath } from '../../cli/files/brands.ts';
import type { OutputManifest } from '../../cli/publish/manifest.ts';
import { IS_LONG, sampleOf } from '../long-run.ts';
import { createRandom } from '../random-numbers.ts';
import { type ContentService, serviceWith } from '../service/content-service.ts';
import type { Fields } from '../service/list-query.ts';
import { findBrokenPages, readBuiltSite } from './built-site.ts';
import { type CommandRun, makeFolder, messageOf, type RunOptions, readTree, runSitegen } from './run-sitegen.ts';
import { article, smallContent } from './small-content.ts';

const ROUNDS = 60;
const isRoot = process.getuid?.() === 0;
/** Enough for a change of the out folder to be met. */
const ARTICLES = IS_LONG ? 150 : 60;

type Tree = ReturnType<typeof readTree>;

/** One version of the content: all pages, the banner's stylesheet, and a fifth of the addresses differ. */
function siteOfVersion(version: number): Promise<ContentService> {
  const articles = Array.from({ length: ARTICLES }, (_, index) =>
    article(index % 5 === 0 ? `of-${version}-${index}` : `article-${index}`, { content: `<p>Version ${version}.</p>` }),
  );
  const image = { url: 'https://images.example.org/wide.png', width: 1920, height: 60 };
  const banner: Fields = { enabled: true, alt: `Offer ${version}`, height: 60 + version, desktop_image: image };
  return serviceWith(
    smallContent({ blog_articles: { en: articles, ua: articles.slice(0, 20), kz: [article('article-0')] } }),
    {
      top_banner: { en: banner, ua: banner, kz: banner },
    },
  );
}

let first: ContentService;
let second: ContentService;
/** The site of the first version, and what its out folder and a clean one of the second hold. */
let goodFolder = '';
let firstOut: Tree = {};
let secondOut: Tree = {};
let buildMs = 0;

function build(service: ContentService, cwd: string, more: Partial<RunOptions> & { args?: readonly string[] } = {}) {
  const { args = [], ...options } = more;
  const settings = ['--origin', 'https://www.example.com', '--content-url', service.url];
  return runSitegen(['build', ...settings, '--clock', '2026-11-20T12:00:00Z', '--allow-shrink', ...args], {
    cwd,
    ...options,
  });
}

const outOf = (folder: string) => readTree(join(folder, 'out'));
/** The files of the current site: without assets that are kept for visitors with an older page. */
function currentOutOf(folder: string): Tree {
  const { files }: OutputManifest = JSON.parse(readFileSync(join(folder, '.out.sitegen/manifest.json'), 'utf8'));
  const outdated = new Set(files.filter((row) => row.outdatedBy !== undefined).map((row) => row.path));
  return Object.fromEntries(Object.entries(outOf(folder)).filter(([path]) => !outdated.has(toOutPath(path))));
}
const sideOf = (folder: string) => Object.keys(readTree(join(folder, '.out.sitegen')));

beforeAll(async () => {
  [first, second] = await Promise.all([siteOfVersion(1), siteOfVersion(2)]);
  goodFolder = mkdtempSync(join(tmpdir(), 'sitegen-interrupted-'));
  const clean = mkdtempSync(join(tmpdir(), 'sitegen-clean-'));
  expect(await build(first, goodFolder)).toMatchObject({ code: 0 });
  const start = performance.now();
  expect(await build(second, clean)).toMatchObject({ code: 0 });
  buildMs = performance.now() - start;
  firstOut = outOf(goodFolder);
  secondOut = outOf(clean);
  rmSync(clean, { recursive: true, force: true });
});
afterAll(async () => {
  await Promise.all([first.stop(), second.stop()]);
  rmSync(goodFolder, { recursive: true, force: true });
});

type Child = Parameters<NonNullable<RunOptions['onStart']>>[0];

/** Environment of a command that interrupts itself when it says the text. */
const interruptedAt = (text: string, signal: NodeJS.Signals = 'SIGINT') => ({
  NODE_OPTIONS: `--import=${pathToFileURL(join(import.meta.dirname, 'interrupt-child.ts'))}`,
  INTERRUPT_AT: text,
  INTERRUPT_BY: signal,
});

/** Resolves once the build moves its files in, or has ended. */
async function changeOf(child: Child, folder: string): Promise<void> {
  while (child.exitCode === null && !existsSync(join(folder, '.out.sitegen/wanted.json'))) await immediate();
}

// In the gate, tests of publishing kill a smaller build, where this is about its files.
describe.runIf(IS_LONG)('a build that is killed', () => {
  it('leaves a whole site, and the next build is a clean one', async () => {
    const seed = Number(process.env.TEST_SEED ?? Date.now() % 1_000_000);
    const random = createRandom(seed);
    const ends = { killed: 0, changed: 0, done: 0 };
    // Builds may take longer or shorter from one moment to the next on a busy machine: until enough were killed.
    for (let round = 0; round < ROUNDS || (ends.killed <= ROUNDS / 4 && round < ROUNDS * 20); round += 1) {
      const where = `seed ${seed}, round ${round}`;
      const folder = makeFolder(goodFolder);
      // Half of the moments are anywhere, half while the new site moves in, which takes milliseconds.
      const isEarly = random() < 0.5;
      const delay = random() * (isEarly ? buildMs : 10);
      const onStart = (child: Child) =>
        void (isEarly ? Promise.resolve() : changeOf(child, folder))
          .then(() => wait(delay))
          .then(() => child.kill('SIGKILL'));
      const run = await build(second, folder, { onStart });
      const tree = outOf(folder);
      ends[run.code === 0 ? 'done' : 'killed'] += 1;
      if (run.code === 0 && isEarly) buildMs /= 2;
      if (run.code !== 0 && JSON.stringify(tree) !== JSON.stringify(firstOut)) ends.changed += 1;
      expect(tree['index.html'], where).toBeDefined();
      expect(findBrokenPages(readBuiltSite(join(folder, 'out'))), where).toEqual([]);
      // No file is half written: each is of one version or of the other.
      const torn = Object.entries(tree).filter(([path, hash]) => firstOut[path] !== hash && secondOut[path] !== hash);
      expect(torn, where).toEqual([]);
      const next = await build(second, folder);
      expect(next.code, `${where}: ${next.stderr}`).toBe(0);
      expect(currentOutOf(folder), where).toEqual(secondOut);
      rmSync(folder, { recursive: true, force: true });
    }
    process.stdout.write(`kills: seed ${seed}, ${JSON.stringify(ends)}\n`);
    expect(ends.killed, `seed ${seed}: ${JSON.stringify(ends)}`).toBeGreaterThan(ROUNDS / 4);
  }, 1_800_000);
});

describe('a build that is interrupted', () => {
  /** Interrupts a build of the second version over the first one, and sees what it left. */
  async function interruptIn(
    folder: string,
    service: ContentService,
    options: Partial<RunOptions>,
  ): Promise<CommandRun> {
    const run = await build(service, folder, options);
    if (run.code === 130) {
      expect(messageOf(run)).toBe('INTERRUPTED  Interrupted. Nothing was written; out/ is unchanged.');
      expect(outOf(folder)).toEqual(firstOut);
    } else {
      expect(run.code, run.stderr).toBe(0);
      expect(currentOutOf(folder)).toEqual(secondOut);
    }
    expect(sideOf(folder)).toEqual(['manifest.json', 'real-site.txt']);
    return run;
  }

  async function expectCleanBuild(folder: string): Promise<void> {
    const next = await build(second, folder);
    expect(next.code, next.stderr).toBe(0);
    expect(next.stderr).not.toContain('interrupted');
    expect(currentOutOf(folder)).toEqual(secondOut);
  }

  async function interrupt(service: ContentService, options: Partial<RunOptions>): Promise<CommandRun> {
    const folder = makeFolder(goodFolder);
    const run = await interruptIn(folder, service, options);
    await expectCleanBuild(folder);
    return run;
  }

  it.each(IS_LONG ? (['SIGINT', 'SIGTERM'] as const) : (['SIGTERM'] as const))(
    'says that nothing was written when %s comes while content is read',
    async (signal) => {
      const slow = await siteOfVersion(2);
      onTestFinished(() => slow.stop());
      // It waits for no answer: there is none.
      slow.override('blog_articles', (_, count) => (count > 1 ? { delayMs: 3_600_000 } : null));
      const isReading = async () => {
        while (slow.requests.length < 3) await wait(5);
      };
      const run = await interrupt(slow, { onStart: (child) => void isReading().then(() => child.kill(signal)) });
      expect(run.code).toBe(130);
    },
  );

  it('has published all or nothing at any other moment, also over what interrupted ones left', async () => {
    let folder = makeFolder(goodFolder);
    const stages = [
      'Routes and redirects',
      'Links, alternates',
      'Content fetched',
      'Templates',
      'Pages rendered',
      'Sitemap',
    ];
    for (const stage of sampleOf(stages)) {
      const run = await interruptIn(folder, second, { environment: interruptedAt(stage) });
      if (stage.startsWith('Routes')) expect(run.code).toBe(130);
      if (run.code === 0) folder = makeFolder(goodFolder);
    }
    await expectCleanBuild(folder);
  });
});

/** Room for the new site beside the last one: far less than it needs. */
const OUT_SPARE_KB = 300;
const DISK_PAGE_KB = 4;

/** Kilobytes of the files of a site, each rounded up to a page of the disk. */
function diskKilobytes(folder: string): number {
  const kilobytes = [...readBuiltSite(folder).files].map((file) => statSync(join(folder, file)).size / 1024);
  return kilobytes.reduce((sum, size) => sum + Math.ceil(size / DISK_PAGE_KB) * DISK_PAGE_KB, 0);
}

describe.runIf(process.platform === 'linux')('a build on a full disk', () => {
  /** Builds the second version over a copy of the first one on a small disk, and returns what is on it afterwards. */
  async function buildOnDisk(options: { kilobytes: number; args: readonly string[]; copied: readonly string[] }) {
    const { kilobytes, args, copied } = options;
    const folder = makeFolder(goodFolder);
    mkdirSync(join(folder, 'disk'));
    // The mount is seen by this process and its children alone, and ends with them.
    const script = [
      `mount -t tmpfs -o size=${kilobytes}k tmpfs disk`,
      ...copied.map((name) => `cp -a ${name} disk/`),
      '"$@"',
      'code=$?',
      'cp -a disk after',
      'exit $code',
    ];
    const wrapper = ['unshare', isRoot ? '-m' : '-rm', 'sh', '-c', script.join('\n'), 'sh'];
    const run = await build(second, folder, { wrapper, args });
    return { run, folder };
  }

  it('of the site keeps the last good site', async () => {
    const sizeKb = await diskKilobytes(join(goodFolder, 'out'));
    const args = ['-o', 'disk/out'];
    const { run, folder } = await buildOnDisk({
      kilobytes: sizeKb + OUT_SPARE_KB,
      args,
      copied: ['out', '.out.sitegen'],
    });
    expect(run.stderr).toContain('OUT_DISK_FULL  The disk is full. Nothing was written;');
    expect(run.code).toBe(2);
    expect(outOf(join(folder, 'after'))).toEqual(firstOut);
    expect(sideOf(join(folder, 'after'))).toEqual(['manifest.json', 'real-site.txt']);
  });

  it('of a snapshot says so', async () => {
    const folder = makeFolder();
    mkdirSync(join(folder, 'disk'));
    const script = 'mount -t tmpfs -o size=16k tmpfs disk && exec "$@"';
    const wrapper = ['unshare', isRoot ? '-m' : '-rm', 'sh', '-c', script, 'sh'];
    const settings = ['--origin', 'https://www.example.com', '--content-url', second.url, '--cache-dir', 'disk/cache'];
    const run = await runSitegen(['snapshot', ...settings], { cwd: folder, wrapper });
    expect(run.stderr).toContain('CACHE_DISK_FULL  The disk of the cache folder is full');
    expect(run.code).toBe(2);
  });

  it.each(IS_LONG ? [16, 1200] : [])('of the caches, with %i kB, keeps the last good site', async (kilobytes) => {
    const { run, folder } = await buildOnDisk({ kilobytes, args: ['--cache-dir', 'disk/cache'], copied: [] });
    expect(run.stderr).toContain('CACHE_DISK_FULL  The disk of the cache folder is full. Nothing was written.');
    expect(run.code).toBe(2);
    expect(outOf(folder)).toEqual(firstOut);
    expect(sideOf(folder)).toEqual(['manifest.json', 'real-site.txt']);
    const next = await build(second, folder);
    expect(next.code, next.stderr).toBe(0);
    expect(currentOutOf(folder)).toEqual(secondOut);
  });
});
