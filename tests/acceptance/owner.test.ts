// What the owner of a site and of the machine around it can rely on: a build replaces its own files and nobody else's.

import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmdirSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { IS_LONG, sampleOf } from '../long-run.ts';
import { startServer } from '../service/site-server.ts';
import { makeFolder, readTree, runSitegen } from '../site/run-sitegen.ts';
import { CLOCK } from '../site/sample-clock.ts';
import { startBrowser } from './support/browser.ts';
import { serveAs } from './support/host-file.ts';
import { copyProject } from './support/project-copy.ts';
import { type BuiltFolder, loadSample } from './support/sample.ts';

let sample: BuiltFolder;
beforeAll(async () => {
  sample = await loadSample();
});

/** A folder with the sample in out/, as the last build left it. */
const makeProject = () => makeFolder(sample.folder);

function build(folder: string, ...args: readonly string[]) {
  return runSitegen(['build', '--sample', '--clock', CLOCK, ...args], { cwd: folder });
}

/** Writes files as another program would. */
function fill(folder: string, files: Readonly<Record<string, string>>): void {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
}

/** A site by hand with the names that every site has. */
const OTHER_SITE = {
  'index.html': '<h1>The bakery</h1>',
  'about/index.html': '<h1>About the bakery</h1>',
  'robots.txt': 'User-agent: *\nDisallow: /orders/\n',
  'photos/bread.txt': 'a picture',
};

describe('A folder of somebody else', () => {
  it('is not touched by a build that is pointed at it', async () => {
    const folder = makeProject();
    const htdocs = join(folder, 'htdocs');
    fill(htdocs, OTHER_SITE);
    const before = readTree(folder);
    const run = await build(folder, '-o', 'htdocs');
    expect(run.code).toBe(2);
    expect(run.stderr).toContain('htdocs has files that sitegen did not write. Nothing was changed.');
    expect(run.stderr).toContain(
      'These files differ from those of the last build: about/index.html, index.html, robots.txt.',
    );
    expect(run.stderr).toContain('add --adopt');
    expect(readTree(folder)).toEqual(before);
  });

  it('is not touched where it was put in the place of the own site', async () => {
    const folder = makeProject();
    rmSync(join(folder, 'out'), { recursive: true });
    fill(join(folder, 'out'), OTHER_SITE);
    const before = readTree(join(folder, 'out'));
    for (const args of sampleOf([['--force'], []])) expect((await build(folder, ...args)).code).toBe(2);
    expect(readTree(join(folder, 'out'))).toEqual(before);
  });

  it('is taken over with --adopt: what is in the way is replaced, the rest stays, and no file is deleted', async () => {
    const folder = makeProject();
    const htdocs = join(folder, 'htdocs');
    fill(htdocs, { ...OTHER_SITE, 'orders/index.html': '<h1>Orders</h1>' });
    const run = await build(folder, '-o', 'htdocs', '--adopt', ...(IS_LONG ? [] : ['--locale', 'en']));
    expect({ code: run.code, stderr: run.code === 0 ? '' : run.stderr }).toEqual({ code: 0, stderr: '' });
    const { 'photos/bread.txt': photo, 'orders/index.html': orders, ...site } = readTree(htdocs);
    expect([photo, orders]).not.toContain(undefined);
    const whole = readTree(sample.outDir);
    expect(Object.keys(site).length).toBeGreaterThan(100);
    expect(site).toEqual(IS_LONG ? whole : Object.fromEntries(Object.keys(site).map((file) => [file, whole[file]])));
    // From now on the folder is ours, without the flag.
    if (IS_LONG) expect((await build(folder, '-o', 'htdocs')).code).toBe(0);
  });

  it.runIf(IS_LONG)('is our own again where out/ and .sitegen/ were restored from the cache of a CI', async () => {
    const folder = makeProject();
    rmSync(join(folder, '.out.sitegen'), { recursive: true });
    const run = await build(folder);
    expect(run.code).toBe(0);
    expect(run.stdout).toContain('0 files written, 0 deleted');
  });
});

describe('A cache folder inside the out folder', () => {
  it.each(sampleOf(['out/cache', '.', 'out']))(
    'is refused, since its snapshots would become public: %s',
    async (cacheDir) => {
      const folder = makeProject();
      const before = readTree(folder);
      const args = cacheDir === '.' ? ['-o', '.'] : ['--cache-dir', cacheDir];
      const run = await build(folder, ...args);
      expect(run.code).toBe(2);
      expect(run.stderr).toMatch(/^CACHE_IN_OUT {2}.* Nothing was changed\./m);
      expect(run.stderr).toContain('would become public');
      expect(readTree(folder)).toEqual(before);
    },
  );
});

describe('A folder of sources', () => {
  it.each(sampleOf(['content/sample', 'cli', '..']))('is no out folder, not even with --adopt: %s', async (outDir) => {
    const project = copyProject();
    onTestFinished(project.remove);
    const run = await project.run(['build', '--quiet', '--adopt', '-o', outDir, '--cache-dir', '../cache']);
    expect(run.code).toBe(2);
    expect(run.stderr).toMatch(/^(OUT_IN_SOURCES|CACHE_IN_OUT) {2}.* Nothing was changed\./m);
    expect(existsSync(join(project.folder, 'cli/main.ts'))).toBe(true);
  });
});

describe('A link in out/', () => {
  it.runIf(IS_LONG)('is refused, and what it leads to stays as it is', async () => {
    const folder = makeProject();
    const victim = join(folder, 'victim');
    fill(victim, { 'index.html': 'precious', 'letters/index.html': 'precious too' });
    renameSync(join(folder, 'out/about'), join(folder, 'about'));
    symlinkSync('../victim', join(folder, 'out/about'));
    for (const args of sampleOf([['--adopt'], [], ['--force', '--adopt']])) {
      const run = await build(folder, ...args);
      expect(run.code).toBe(2);
      expect(run.stderr).toContain('out/about');
      expect(run.stderr).toContain('It is a symbolic link. sitegen does not follow links in the out folder.');
    }
    expect(readFileSync(join(victim, 'index.html'), 'utf8')).toBe('precious');
    expect(readdirSync(victim)).toEqual(['index.html', 'letters']);
    expect(readlinkSync(join(folder, 'out/about'))).toBe('../victim');
    rmSync(join(folder, 'out/about'));
    expect((await build(folder)).code).toBe(0);
    expect(readTree(join(folder, 'out'))).toEqual(readTree(sample.outDir));
  });
});

describe('The headers of a host file', () => {
  const visit = startBrowser();

  it('are accepted by a browser without a word, and cut the site off from pages that open it', async () => {
    const host = await serveAs('netlify', sample);
    onTestFinished(() => host.close());
    const other = await startServer(() => ({
      status: 200,
      headers: { 'content-type': 'text/html' },
      body: `<a href="${host.origin}/about/" target="_blank" rel="opener">Open</a>`,
    }));
    onTestFinished(() => other.close());
    const { page, messages } = await visit(`${host.origin}/`);
    await page.waitForLoadState('networkidle');
    expect(messages).toEqual([]);
    await page.goto(other.origin);
    const [opened] = await Promise.all([page.waitForEvent('popup'), page.getByRole('link').click()]);
    await opened.waitForURL(`${host.origin}/about/`);
    expect(await opened.evaluate(() => window.opener)).toBeNull();
    const camera = await opened.evaluate(async () => (await navigator.permissions.query({ name: 'camera' })).state);
    expect(camera).toBe('denied');
  });
});

describe('What the system refuses', () => {
  it.runIf(IS_LONG)('is told with the file and what to do, and out/ stays as it is', async () => {
    const folder = makeProject();
    rmSync(join(folder, '.sitegen/site.sqlite'));
    mkdirSync(join(folder, '.sitegen/site.sqlite'));
    const run = await build(folder, '--force');
    expect(run.code).toBe(2);
    expect(run.stderr).toMatch(
      /^CACHE_UNWRITABLE {2}\S+\/\.sitegen\/site\.sqlite cannot be made or written: EISDIR.* Delete that folder/m,
    );
    expect(readTree(join(folder, 'out'))).toEqual(readTree(sample.outDir));
    rmdirSync(join(folder, '.sitegen/site.sqlite'));
    expect((await build(folder)).code).toBe(0);
  });

  // Each limit is reached at another place: by files, esbuild, requests, the process of images.
  it.runIf(IS_LONG).each([24, 28, 32, 36, 40])('is told how to allow more than %i open files', async (limit) => {
    const folder = makeProject();
    const wrapper = ['sh', '-c', `ulimit -n ${limit}; exec "$@"`, 'sh'];
    const args = ['build', '--sample', '--clock', CLOCK, '--force'];
    const run = await runSitegen(args, { cwd: folder, wrapper });
    // As many connections as are open at once need up to 40.
    if (limit > 32 && run.code === 0) return;
    expect(run.code, run.stderr).toBe(2);
    expect(run.stderr).toMatch(/^TOO_MANY_FILES {2}Too many open files \(EMFILE\)\./m);
    expect(run.stderr).toContain('Raise the limit with "ulimit -n 1024", then run the command again.');
    expect(readTree(join(folder, 'out'))).toEqual(readTree(sample.outDir));
  });
});
