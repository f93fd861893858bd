// A CI engineer runs the README's commands in a checkout: what is built, what is refused, exit codes, and what CI shows.

import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { killAtEnd } from '../child-processes.ts';
import { IS_LONG, sampleOf } from '../long-run.ts';
import { makeFolder, readTree, runSitegen, TEST_ENVIRONMENT } from '../site/run-sitegen.ts';
import { startContentService } from './support/edited-content.ts';
import { copyProject } from './support/project-copy.ts';
import { loadSample } from './support/sample.ts';

const PROJECT = resolve(import.meta.dirname, '../..');
const ORIGIN = 'https://www.real.example';
/** The sample where nothing names a content service. */
const SAMPLE = ['build', '--quiet'];

const service = startContentService();
/** A site that was built from the content service. Tests copy it before they change it. */
let realFolder = '';

beforeAll(async () => {
  realFolder = mkdtempSync(join(tmpdir(), 'sitegen-ci-'));
  const built = await runSitegen(['build', '--quiet'], { cwd: realFolder, environment: realSettings() });
  expect(built.code, built.stderr).toBe(0);
});

afterAll(() => rmSync(realFolder, { recursive: true, force: true }));

const realSettings = () => ({ SITEGEN_ORIGIN: ORIGIN, SITEGEN_CONTENT_URL: service.url() });
/** A copy of the built real site. */
const makeRealSite = () => makeFolder(realFolder);

describe('The sample never replaces a real site', () => {
  it('when both variables got lost: exit 2, the missing variable is named, out/ is as it was', async () => {
    const folder = makeRealSite();
    const before = readTree(folder);
    const run = await runSitegen(SAMPLE, { cwd: folder });
    expect(run.code).toBe(2);
    expect(run.stderr).toContain('SITEGEN_CONTENT_URL is not set');
    expect(run.stderr).toContain(ORIGIN);
    expect(readTree(folder)).toEqual(before);
  });

  const WAYS: readonly (readonly [string, readonly string[]])[] = [
    ['where only out/ is kept between runs', ['--cache-dir', 'fresh-cache']],
    ['where only the cache is kept between runs', ['--out-dir', 'fresh-out']],
    ['with --sample', ['--sample']],
    ['with --force', ['--force']],
    ['as a dry run', ['--dry-run']],
    ['of one locale', ['--locale', 'en']],
  ];
  it.each(sampleOf(WAYS))('%s', async (_, args) => {
    const folder = makeRealSite();
    const before = readTree(folder);
    expect(await runSitegen([...SAMPLE, ...args], { cwd: folder })).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('never replaces a real site'),
    });
    expect(readTree(folder)).toEqual(before);
  });

  it.runIf(IS_LONG)('by way of a snapshot, a shard or a merge', async () => {
    const sample = makeFolder();
    const folder = makeRealSite();
    const locale = ['--locale', 'kz'];
    for (const [command, args] of [
      ['snapshot', ['snap.sqlite']],
      ['build', [...locale, '--snapshot', 'snap.sqlite', '--shard', '1/1', '--part-dir', 'part']],
    ] as const)
      expect(await runSitegen([command, ...args, '--quiet'], { cwd: sample })).toMatchObject({ code: 0 });
    for (const name of ['snap.sqlite', 'part']) cpSync(join(sample, name), join(folder, name), { recursive: true });
    const before = readTree(folder);
    const content = ['--snapshot', 'snap.sqlite', '--quiet'];
    for (const args of [
      ['snapshot', '--quiet'],
      ['build', ...content],
      ['build', ...locale, ...content, '--shard', '1/1', '--part-dir', 'part-again'],
      ['merge', 'part', ...locale, ...content],
    ]) {
      const run = await runSitegen(args, { cwd: folder });
      expect([args, run.code, run.stderr]).toEqual([args, 2, expect.stringContaining('never replaces a real site')]);
    }
    const after = Object.entries(readTree(folder)).filter(([path]) => /^(out|\.sitegen\/[^/]+\.json)/.test(path));
    expect(after).toEqual(Object.entries(before).filter(([path]) => /^(out|\.sitegen\/[^/]+\.json)/.test(path)));
  });

  it.runIf(IS_LONG)('in a snapshot that holds real content', async () => {
    const folder = makeFolder();
    const real = await runSitegen(['snapshot', 'snap.sqlite', '--quiet'], {
      cwd: folder,
      environment: realSettings(),
    });
    expect(real).toMatchObject({ code: 0 });
    const before = readFileSync(join(folder, 'snap.sqlite'));
    const run = await runSitegen(['snapshot', 'snap.sqlite', '--quiet'], { cwd: folder });
    expect([run.code, run.stderr]).toEqual([2, expect.stringContaining('must not replace the real content in')]);
    expect(readFileSync(join(folder, 'snap.sqlite'))).toEqual(before);
  });

  it('but a real site replaces the sample, and an emptied folder takes the sample again', async () => {
    const folder = makeFolder((await loadSample()).folder);
    expect(await runSitegen(SAMPLE, { cwd: folder, environment: realSettings() })).toMatchObject({ code: 0 });
    const again = [...SAMPLE, '--dry-run'];
    expect(await runSitegen(again, { cwd: folder })).toMatchObject({ code: 2 });
    if (!IS_LONG) return;
    for (const name of ['out', '.sitegen']) rmSync(join(folder, name), { recursive: true });
    expect(await runSitegen(again, { cwd: folder })).toMatchObject({ code: 0 });
  });
});

describe('--locale', () => {
  it.runIf(IS_LONG)(
    'of all locales is a build of everything; of one it adds the shared files that are missing, and later leaves them',
    async () => {
      const [all, some] = [makeFolder(), makeFolder()];
      const clock = ['--clock', '2026-11-01T00:00:00Z'];
      const build = (folder: string, ...args: readonly string[]) =>
        runSitegen(['build', ...clock, ...args], { cwd: folder, environment: realSettings() });
      expect(await build(all, '--locale', 'kz,ua,pt', '--locale', 'es,en')).toMatchObject({ code: 0 });
      const one = await build(some, '--locale', 'en');
      expect(one.code).toBe(0);
      expect(one.stdout.match(/^ {2}[a-z]{2} +\d+ pages/gm)).toEqual([expect.stringMatching(/^ {2}en /)]);
      const first = readTree(join(some, 'out'));
      for (const name of ['sitemap.xml', 'robots.txt']) expect([name, first[name]]).toEqual([name, expect.any(String)]);
      expect(first['ua/index.html']).toBeUndefined();
      writeFileSync(join(some, 'out/robots.txt'), 'User-agent: *\n');
      expect(await build(some, '--locale', 'es,pt,ua,kz')).toMatchObject({ code: 0 });
      const second = readTree(join(some, 'out'));
      expect(second['robots.txt']).not.toBe(first['robots.txt']);
      expect({ ...second, 'robots.txt': first['robots.txt'] }).toEqual(readTree(join(all, 'out')));
    },
  );

  it('after a whole build tells check and why of pages that came and went', async () => {
    const folder = makeRealSite();
    const run = (...args: readonly string[]) => runSitegen(args, { cwd: folder, environment: realSettings() });
    service.save('blog_articles', 'en', 'fourth', { date: '2026-01-04T00:00:00.000000Z' });
    service.remove('blog_articles', 'en', 'third');
    expect(await run('build', '--locale', 'en')).toMatchObject({ code: 0 });
    expect(await run('why', '/blog/fourth/')).toMatchObject({ code: 0 });
    expect(await run('why', '/blog/third/')).toMatchObject({ code: 1 });
    expect(await run('why', '/es/blog/third/')).toMatchObject({ code: 0 });
    expect(await run('check')).toMatchObject({ code: 1, stdout: expect.stringContaining('SITEMAP_'), stderr: '' });
    expect(await run('build')).toMatchObject({ code: 0 });
    expect(await run('check')).toMatchObject({ code: 0 });
  });

  it('in an empty folder is no whole site, and commands that need one say how to go on', async () => {
    const folder = makeFolder();
    const environment = realSettings();
    expect(await runSitegen(['build', '--locale', 'en,kz'], { cwd: folder, environment })).toMatchObject({ code: 0 });
    for (const args of [['check'], ['check-links', 'out'], ['why', '/']]) {
      const { code, stderr } = await runSitegen(args, { cwd: folder, environment });
      expect([args, code, stderr]).toEqual([
        args,
        2,
        expect.stringContaining(
          'has no complete site: the last build wrote only en and kz. Run "sitegen build" without --locale',
        ),
      ]);
    }
  });

  it('of npm run build reaches it: one locale is one locale', async () => {
    const { stdout } = await runSitegen([...npmBuildArguments(), '--locale', 'es', '--dry-run', '--json'], {
      cwd: makeFolder(),
      environment: realSettings(),
    });
    expect(JSON.parse(stdout.trimEnd().split('\n').at(-1) ?? '')).toMatchObject({ result: { locales: ['es'] } });
  });
});

/** What `npm run build` gives to sitegen. */
function npmBuildArguments(): readonly string[] {
  const manifest: { scripts: { build: string } } = JSON.parse(readFileSync(join(PROJECT, 'package.json'), 'utf8'));
  return manifest.scripts.build.split('cli/sitegen.js ')[1]?.split(' ') ?? [];
}

describe('--require-content', () => {
  const COMMANDS: readonly (readonly [string, readonly string[]])[] = [
    ['build', ['--sample']],
    ['build', []],
    ['snapshot', []],
  ];
  it.each(sampleOf(COMMANDS))('refuses the sample: %s %j', async (command, args) => {
    const folder = makeFolder();
    const run = await runSitegen([command, '--require-content', ...args], { cwd: folder });
    expect([run.code, run.stderr]).toEqual([2, expect.stringContaining('SITEGEN_')]);
    expect(readTree(folder)).toEqual({});
  });

  it('refuses a real snapshot without the origin of the site', async () => {
    const folder = makeRealSite();
    expect(await runSitegen(['snapshot'], { cwd: folder, environment: realSettings() })).toMatchObject({ code: 0 });
    const args = ['build', '--require-content', '--snapshot', '.sitegen/snapshot.sqlite'];
    expect(await runSitegen(args, { cwd: folder })).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('SITEGEN_ORIGIN is not set'),
    });
  });

  it('is what every job of deploy/ says: a job without variables uploads nothing', async () => {
    const folder = makeFolder();
    mkdirSync(join(folder, 'bin'));
    writeFileSync(join(folder, 'bin/aws'), '#!/bin/sh\n[ "$2" = ls ] && exit 1\necho called > called\n');
    chmodSync(join(folder, 'bin/aws'), 0o755);
    const { PATH = '', HOME = '' } = process.env;
    const script = spawn(join(PROJECT, 'deploy/snapshot.sh'), {
      cwd: folder,
      env: { PATH: `${join(folder, 'bin')}:${PATH}`, HOME, SITE_STORE: 's3://store', RUN: '1', PARTS: '1' },
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    const said: string[] = [];
    script.stderr.on('data', (text) => said.push(String(text)));
    expect(await once(script, 'close')).toEqual([2, null]);
    expect(said.join('')).toContain('SITEGEN_CONTENT_URL is not set');
    expect(existsSync(join(folder, 'called'))).toBe(false);
    for (const name of ['part.sh', 'merge.sh'])
      expect(readFileSync(join(PROJECT, 'deploy', name), 'utf8')).toMatch(/^sitegen .*--require-content/m);
  });
});

describe('A checkout', () => {
  it.runIf(IS_LONG)(
    'builds the sample with the README’s first command, in CI too, and leaves nothing that git would commit',
    async () => {
      const folder = checkOut();
      // The only settings: images that other tests have made.
      const environment = { CI: 'true', SITEGEN_IMAGE_CACHE: TEST_ENVIRONMENT.SITEGEN_IMAGE_CACHE };
      const run = spawnSync('npm', ['run', 'build'], {
        cwd: folder,
        env: cleanEnvironment(environment),
        encoding: 'utf8',
      });
      expect(run.status, run.stderr).toBe(0);
      expect(run.stdout).toContain('This is the sample content.');
      expect(run.stdout + run.stderr).not.toContain('404');
      expect(existsSync(join(folder, 'out/kz/index.html'))).toBe(true);
      for (const name of ['part-1-of-3', 'snapshot.sqlite']) {
        mkdirSync(join(folder, name));
        writeFileSync(join(folder, name, 'part.json'), '{}');
      }
      for (const name of ['.env', '.env.local']) writeFileSync(join(folder, name), 'SITEGEN_GTM_ID=GTM-1\n');
      expect(execFileSync('git', ['status', '--porcelain'], { cwd: folder, encoding: 'utf8' })).toBe('');
    },
  );
});

/** What `git clone` would give of the working tree as it is, with the packages of this one. */
function checkOut(): string {
  const folder = makeFolder();
  const git = (...args: readonly string[]) => execFileSync('git', args, { cwd: PROJECT, encoding: 'utf8' });
  const files = git('ls-files', '--cached', '--others', '--exclude-standard', '-z').split('\0');
  for (const file of files.filter((name) => name !== '' && existsSync(join(PROJECT, name))))
    cpSync(join(PROJECT, file), join(folder, file));
  symlinkSync(join(PROJECT, 'node_modules'), join(folder, 'node_modules'));
  const commit = ['-c', 'user.name=ci', '-c', 'user.email=ci@example.com', 'commit', '--quiet', '--message', 'All'];
  for (const args of [['init', '--quiet'], ['add', '.'], commit]) execFileSync('git', args, { cwd: folder });
  return folder;
}

function cleanEnvironment(environment: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  const { PATH = '', HOME = '' } = process.env;
  return { PATH, HOME, ...environment };
}

describe('A build', () => {
  it('without a content service that answers ends with exit code 3, and the last site stays', async () => {
    const folder = makeRealSite();
    const before = readTree(join(folder, 'out'));
    const environment = { ...realSettings(), SITEGEN_CONTENT_URL: 'http://127.0.0.1:1' };
    expect(await runSitegen(['build'], { cwd: folder, environment })).toMatchObject({ code: 3 });
    expect(readTree(join(folder, 'out'))).toEqual(before);
  });

  it('that gets SIGINT or SIGTERM ends with exit code 130, and the next one succeeds', async () => {
    const folder = makeRealSite();
    const before = readTree(join(folder, 'out'));
    for (const signal of sampleOf(['SIGTERM', 'SIGINT'] as const)) {
      const run = await runSitegen(['build', '--force'], {
        cwd: folder,
        environment: realSettings(),
        onStart: (child) => child.stderr?.once('data', () => child.kill(signal)),
      });
      expect([run.code, run.stderr]).toEqual([130, expect.stringContaining('Nothing was written')]);
      expect(readTree(join(folder, 'out'))).toEqual(before);
    }
    expect(await runSitegen(SAMPLE, { cwd: folder, environment: realSettings() })).toMatchObject({ code: 0 });
  });
});

describe('A server that is started with --quiet', () => {
  it.each(sampleOf([['preview', '--sample', '--port', '0'], ['sample-service']]))(
    'tells its address: %s',
    async (...args) => {
      const server = killAtEnd(
        spawn(process.execPath, [join(PROJECT, 'cli/sitegen.js'), ...args, '--quiet'], {
          cwd: makeFolder(),
          stdio: ['ignore', 'ignore', 'pipe'],
        }),
      );
      const [text] = await once(server.stderr, 'data');
      expect(String(text)).toMatch(/ http:\/\/127\.0\.0\.1:\d+\/ \(Ctrl\+C stops it\)\.\n$/);
      const isOver = once(server, 'close');
      server.kill('SIGINT');
      await isOver;
    },
  );
});

describe('GitHub Actions shows', () => {
  it('an error at its file and line, and in the summary of the job', async () => {
    const { folder, edit, run, remove } = copyProject();
    onTestFinished(remove);
    edit('locales/kz.json', (text) => text.replace(/"([^"]+)": "/, '"x$1": "'));
    const summary = join(folder, 'summary.md');
    const failed = await run(['build'], { GITHUB_ACTIONS: 'true', GITHUB_STEP_SUMMARY: summary });
    expect(failed.code).toBe(1);
    expect(failed.stderr).toMatch(/^::error file=locales\/kz\.json,line=\d+,col=\d+,title=WORD\w+::/m);
    expect(readFileSync(summary, 'utf8')).toMatch(/^## sitegen: WORD/);
  });

  it('the outcome of a build in the summary, and none of it with --format text', async () => {
    const folder = makeRealSite();
    const summary = join(folder, 'summary.md');
    const environment = { ...realSettings(), GITHUB_ACTIONS: 'true', GITHUB_STEP_SUMMARY: summary };
    expect(await runSitegen(['build', '--format', 'text'], { cwd: folder, environment })).toMatchObject({ code: 0 });
    expect(existsSync(summary)).toBe(false);
    expect(await runSitegen(['build'], { cwd: folder, environment })).toMatchObject({ code: 0 });
    expect(readFileSync(summary, 'utf8')).toContain('Wrote out/');
  });
});

describe('A variable', () => {
  const FAULTS: readonly (readonly [string, Readonly<Record<string, string>>, string])[] = [
    [
      'that is set but empty',
      { SITEGEN_ORIGIN: '', SITEGEN_CONTENT_URL: '' },
      'SITEGEN_ORIGIN and SITEGEN_CONTENT_URL are set but empty',
    ],
    ['that holds only blanks', { SITEGEN_CONTENT_TOKEN: ' ' }, 'SITEGEN_CONTENT_TOKEN is set but empty'],
    ['that is mistyped', { SITEGEN_CONTENTURL: 'https://cms.example' }, 'Did you mean SITEGEN_CONTENT_URL?'],
    ['without its partner', { SITEGEN_ORIGIN: ORIGIN }, 'SITEGEN_CONTENT_URL is not'],
    ['that must be more than nothing', { SITEGEN_CONTENT_RPM: '0' }, 'Expected more than 0. Received "0".'],
    [
      'that no timer can count',
      { SITEGEN_CONTENT_TIMEOUT_MS: '99999999999' },
      'SITEGEN_CONTENT_TIMEOUT_MS\n  Expected 2147483647 at most.',
    ],
    ['that is no number', { SITEGEN_CONTENT_RPM: 'abc' }, 'SITEGEN_CONTENT_RPM\n  Expected a number. Received "abc".'],
    [
      'that is no address',
      { SITEGEN_IMAGE_CDN: 'img.example.com' },
      'SITEGEN_IMAGE_CDN\n  Expected an absolute http or https URL. Received "img.example.com".',
    ],
  ];
  it.each(sampleOf(FAULTS, 2))('%s stops the build with exit code 2 and is named', async (_, environment, text) => {
    const folder = makeFolder();
    const run = await runSitegen(['build'], { cwd: folder, environment });
    expect([run.code, run.stderr]).toEqual([2, expect.stringContaining(text)]);
    expect(readTree(folder)).toEqual({});
  });

  it('with a password in it is not printed', async () => {
    const environment = { SITEGEN_ORIGIN: ORIGIN, SITEGEN_CONTENT_URL: 'https://me:hunter2@cms.example' };
    const run = await runSitegen(['build'], { cwd: makeFolder(), environment });
    expect([run.code, run.stderr]).toEqual([2, expect.stringContaining('SITEGEN_CONTENT_URL')]);
    expect(run.stdout + run.stderr).not.toContain('hunter2');
  });

  it('comes from .env.local, then from .env; the environment wins over both', async () => {
    const folder = makeFolder();
    writeFileSync(join(folder, '.env'), `SITEGEN_ORIGIN=https://env.example\nSITEGEN_CONTENT_URL=${service.url()}\n`);
    const originOf = async (environment: Readonly<Record<string, string>>) => {
      const { code, stderr } = await runSitegen(['snapshot'], { cwd: folder, environment });
      expect(code, stderr).toBe(0);
      return /of (https:\S+?)\. Source/.exec(stderr)?.[1];
    };
    expect(await originOf({})).toBe('https://env.example');
    writeFileSync(join(folder, '.env.local'), 'SITEGEN_ORIGIN="https://local.example" # mine\n');
    expect(await originOf({})).toBe('https://local.example');
    expect(await originOf({ SITEGEN_ORIGIN: ORIGIN })).toBe(ORIGIN);
    writeFileSync(join(folder, '.env.local'), 'SITEGEN_ORIGIN=\n');
    expect(await runSitegen(['build'], { cwd: folder })).toMatchObject({ code: 2 });
  });
});
