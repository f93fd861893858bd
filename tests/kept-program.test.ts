import { execFileSync } from 'node:child_process';
import {
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  truncateSync,
  utimesSync,
  watch,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { findProgram, PROJECT, storeProgram } from '../cli/kept-program.ts';
import { copyProject, type ProjectCopy } from './preview/running-preview.ts';
import { readTree, runSitegen } from './site/run-sitegen.ts';

/** Longer than any test takes. */
const LONG_MS = 3_600_000;

/** Bundles a project as if some time had passed since its files were written. @throws Error with what esbuild says. */
function bundle(project: string, codeDir: string): void {
  const code = `
    const now = Date.now() + ${LONG_MS};
    Date.now = () => now;
    const { bundleProgram } = await import(${JSON.stringify(join(project, 'cli/bundle-program.ts'))});
    await bundleProgram(${JSON.stringify(codeDir)});
  `;
  execFileSync(process.execPath, ['--input-type=module', '--eval', code], { stdio: 'pipe' });
}

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'sitegen-program-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true, maxRetries: 3 }));

describe('findProgram', () => {
  /** Whole seconds can be set again. */
  const WRITTEN_S = 1_700_000_000;
  const source = () => join(folder, 'module.ts');
  const bundle = () => join(folder, 'bundles/main.cjs');
  const store = (begunMs: number) =>
    storeProgram(folder, { folder: join(folder, 'bundles'), sources: [source()], begunMs });
  beforeEach(() => {
    mkdirSync(join(folder, 'bundles'));
    writeFileSync(source(), 'export const shown = 1;');
    utimesSync(source(), WRITTEN_S, WRITTEN_S);
    writeFileSync(bundle(), 'exports.shown = 1;');
    store(Date.now() + LONG_MS);
  });

  it('is not asked to keep what may have changed meanwhile', () => {
    expect(() => store(Date.now())).toThrow('module.ts was changed too late to be bundled.');
  });

  it('finds it while nothing was touched', () => {
    expect(findProgram(folder)).toBe(bundle());
  });

  it('finds none in a folder that was copied from another project, with what is kept of that', () => {
    const index = join(folder, 'program.json');
    writeFileSync(index, readFileSync(index, 'utf8').replace(JSON.stringify(PROJECT), '"/elsewhere/"'));
    expect(findProgram(folder)).toBeNull();
  });

  it.each<[string, () => void]>([
    [
      'was edited, and keeps its size and its time',
      () => {
        writeFileSync(source(), 'export const shown = 2;');
        utimesSync(source(), WRITTEN_S, WRITTEN_S);
      },
    ],
    ['is gone', () => rmSync(source())],
    ['was bundled by a process that was killed while it wrote', () => truncateSync(bundle(), 8)],
  ])('finds none where a file %s', (_, touch) => {
    touch();
    expect(findProgram(folder)).toBeNull();
  });
});

describe('a program of one script', () => {
  /** Builds the sample into folders of its own, with compiled code in the folder of this test. */
  const build = async (name: string) => {
    const run = await runSitegen(
      ['build', '--sample', '--quiet', '-o', `${name}/out`, '--cache-dir', `${name}/cache`],
      {
        cwd: folder,
        environment: { NODE_COMPILE_CACHE: join(folder, 'code') },
      },
    );
    expect(run).toMatchObject({ code: 0, stderr: '' });
    return readTree(join(folder, name, 'out'));
  };
  const codeDir = () => join(folder, 'code', readdirSync(join(folder, 'code'))[0] ?? '');
  /** Resolves when a file of that name was written there. */
  const written = (name: string) =>
    new Promise<void>((done) => {
      const watcher = watch(codeDir(), (_, file) => {
        if (file !== name) return;
        watcher.close();
        done();
      });
    });

  it('is left to the next one by a build, which does the same with it, and leaves what was compiled', async () => {
    expect(
      await runSitegen(['--help'], { cwd: folder, environment: { NODE_COMPILE_CACHE: join(folder, 'code') } }),
    ).toMatchObject({ code: 0 });
    const bundled = written('program.json');
    const first = await build('first');
    await bundled;
    const file = findProgram(codeDir());
    expect(existsSync(`${file}.compiled`)).toBe(false);
    expect(await build('second')).toEqual(first);
    expect(existsSync(`${file}.compiled`)).toBe(true);
    expect(await build('third')).toEqual(first);
  });

  it('is not missed by a build that is done: it succeeds where no process can be started', async () => {
    const environment = {
      NODE_COMPILE_CACHE: join(folder, 'code'),
      NODE_OPTIONS: `--import=data:text/javascript,process.execPath='/nowhere'`,
    };
    expect(await runSitegen(['build', '--sample', '--quiet'], { cwd: folder, environment })).toMatchObject({
      code: 0,
      stderr: '',
    });
  });

  it('is not bundled again after each build where that just failed', async () => {
    const environment = { NODE_COMPILE_CACHE: join(folder, 'code'), NODE_DEBUG: 'child_process' };
    const run = (...args: readonly string[]) => runSitegen(args, { cwd: folder, environment });
    await run('--help');
    const failure = join(codeDir(), 'program.failed');
    writeFileSync(failure, 'Error: Build failed with 1 error.');
    expect((await run('build', '--sample', '--quiet')).stderr).not.toContain('bundle-program.ts');
    rmSync(failure);
    expect((await run('build', '--sample', '--quiet')).stderr).toContain('bundle-program.ts');
  });
});

describe('bundleProgram', () => {
  it('makes strict code, as modules are, and keeps a few of the last bundles for threads of commands that run', () => {
    const now = Date.now();
    const older = Array.from({ length: 12 }, (_, index) => `program-${now - index}-1`);
    for (const name of older) mkdirSync(join(folder, name));
    bundle(PROJECT, folder);
    const kept = globSync('program-*', { cwd: folder });
    expect(kept).toHaveLength(8);
    expect(kept).toEqual(expect.arrayContaining(older.slice(0, 7)));
    const file = findProgram(folder) ?? '';
    expect(readFileSync(file, 'utf8')).toMatch(/^"use strict";/);
  });
});

describe('a program of a project with settings of its own', () => {
  let copy: ProjectCopy;
  beforeEach(() => {
    copy = copyProject();
  });
  afterEach(() => copy.remove());
  /** A command that loads the settings; they tell who they are. */
  const run = () =>
    runSitegen(['snapshot', '--sample', '--quiet'], {
      cwd: folder,
      environment: { NODE_COMPILE_CACHE: join(folder, 'code') },
      bin: join(copy.folder, 'cli/sitegen.js'),
    });
  const bundleCopy = async () => {
    expect(await run()).toMatchObject({ code: 0 });
    bundle(copy.folder, join(folder, 'code', readdirSync(join(folder, 'code'))[0] ?? ''));
  };
  const isBundled = "const isBundled = new Error().stack?.includes('main.cjs');\n";

  it('tells them where their source is', async () => {
    const place = '[import.meta.url, import.meta.filename, import.meta.dirname, import.meta.resolve("./package.json")]';
    copy.write(
      'site.config.ts',
      `${copy.read('site.config.ts')}${isBundled}console.log(JSON.stringify(${place}), isBundled);`,
    );
    const tell = async () => (await run()).stdout.split('\n')[0];
    const told = await tell();
    expect(told).toContain('site.config.ts');
    await bundleCopy();
    expect(await tell()).toBe(told?.replace('false', 'true'));
  });

  it('tells of a fault of its own where that is in the sources', async () => {
    const file = 'cli/commands/snapshot.ts';
    const thrown = "\n    if (isBundled) throw new Error('boom');\n";
    copy.write(file, `${isBundled}${copy.read(file).replace('> {\n', (head) => `${head}${thrown}`)}`);
    await bundleCopy();
    const lines = copy.read(file).split('\n');
    const line = lines.findIndex((text) => text.includes('boom')) + 1;
    const { code, stderr } = await run();
    expect(code).toBe(1);
    expect(stderr).toContain(`Error: boom\n    at runSnapshot (${join(copy.folder, file)}:${line}:26)`);
  });

  it('is not run where a link leads to another file than it was made of', async () => {
    const menu = copy.read('config/menu.ts').replaceAll("'./", "'../config/");
    for (const name of ['a', 'b'])
      copy.write(`brands/${name}.ts`, `${menu}${isBundled}console.log('brand ${name}', isBundled);`);
    const link = (name: string) => {
      copy.removeFile('config/menu.ts');
      symlinkSync(`../brands/${name}.ts`, join(copy.folder, 'config/menu.ts'));
    };
    link('a');
    await bundleCopy();
    expect((await run()).stdout).toContain('brand a true');
    link('b');
    expect((await run()).stdout).toContain('brand b false');
  });

  it('is not bundled, and says why, where they wait for something', async () => {
    copy.write('site.config.ts', `await null;\n${copy.read('site.config.ts')}`);
    await expect(bundleCopy()).rejects.toThrow('Top-level await');
    const [failure = ''] = globSync(join(folder, 'code/*/program.failed'));
    expect(readFileSync(failure, 'utf8')).toContain('site.config.ts:1:0: ERROR: Top-level await');
  });
});
