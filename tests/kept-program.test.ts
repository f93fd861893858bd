import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statSync,
  truncateSync,
  utimesSync,
  watch,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { findProgram, storeProgram } from '../cli/kept-program.ts';
import { readTree, runSitegen } from './site/run-sitegen.ts';

/** Longer than any test takes. */
const LONG_MS = 3_600_000;

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'sitegen-program-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true, maxRetries: 3 }));

describe('findProgram', () => {
  const source = () => join(folder, 'module.ts');
  const bundle = () => join(folder, 'bundles/main.cjs');
  const store = (begunMs: number) =>
    storeProgram(folder, { folder: join(folder, 'bundles'), sources: [source()], begunMs });
  beforeEach(() => {
    mkdirSync(join(folder, 'bundles'));
    writeFileSync(source(), 'export const shown = 1;');
    writeFileSync(bundle(), 'exports.shown = 1;');
    store(Date.now() + LONG_MS);
  });

  it('is not asked to keep what may have changed meanwhile', () => {
    expect(() => store(Date.now())).toThrow('module.ts was changed too late to be bundled.');
  });

  it('finds it while nothing was touched', () => {
    expect(findProgram(folder)).toBe(bundle());
  });

  it.each<[string, () => void]>([
    [
      'was edited, and keeps its size and its time',
      () => {
        const { atime, mtime } = statSync(source());
        writeFileSync(source(), 'export const shown = 2;');
        utimesSync(source(), atime, mtime);
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
});
