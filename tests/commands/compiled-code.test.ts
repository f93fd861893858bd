// Where the program keeps its compiled code, and who reads it there.

import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { runSitegen } from '../site/run-sitegen.ts';

const OWN_FOLDER = resolve(import.meta.dirname, '../../.sitegen/code');

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'sitegen-code-'));
});
// A build leaves a process that bundles the program, which may write there yet.
afterEach(() => rmSync(folder, { recursive: true, force: true, maxRetries: 3 }));

const countFiles = (dir: string) =>
  existsSync(dir)
    ? readdirSync(dir, { recursive: true, withFileTypes: true }).filter((file) => file.isFile()).length
    : 0;

describe('compiled code', () => {
  it('lies in the folder of the program, wherever a command runs', async () => {
    expect(await runSitegen(['--help'], { cwd: folder })).toMatchObject({ code: 0, stderr: '' });
    expect(countFiles(OWN_FOLDER)).toBeGreaterThan(0);
    expect(readdirSync(folder)).toEqual([]);
  });

  it('lies where NODE_COMPILE_CACHE says, and nowhere with NODE_DISABLE_COMPILE_CACHE', async () => {
    const code = join(folder, 'code');
    const environment = { NODE_COMPILE_CACHE: code };
    const disabled = { ...environment, NODE_DISABLE_COMPILE_CACHE: '1' };
    expect(await runSitegen(['--help'], { cwd: folder, environment: disabled })).toMatchObject({ code: 0, stderr: '' });
    expect(countFiles(code)).toBe(0);
    expect(await runSitegen(['--help'], { cwd: folder, environment })).toMatchObject({ code: 0, stderr: '' });
    expect(countFiles(code)).toBeGreaterThan(0);
  });

  it('holds that of the rendering threads too', async () => {
    const code = join(folder, 'code');
    const build = (workers: string) =>
      runSitegen(['build', '--sample', '--force', '--quiet', '--workers', workers], {
        cwd: folder,
        environment: { NODE_COMPILE_CACHE: code },
      });
    expect(await build('1')).toMatchObject({ code: 0 });
    const inOneThread = countFiles(code);
    expect(await build('2')).toMatchObject({ code: 0 });
    // The module that a rendering thread begins with is read in no other.
    expect(countFiles(code)).toBeGreaterThan(inOneThread);
  });

  it('is that of all commands: none compiles anew what another one did', async () => {
    const environment = { NODE_COMPILE_CACHE: join(folder, 'code'), NODE_DEBUG_NATIVE: 'COMPILE_CACHE' };
    const run = (command: string) => runSitegen([command, '--sample', '--quiet'], { cwd: folder, environment });
    expect(await run('snapshot')).toMatchObject({ code: 0 });
    const { code, stderr } = await run('build');
    expect(code).toBe(0);
    expect(stderr).toContain('load-site.ts was accepted');
    expect(stderr).not.toContain('was rejected');
  });
});
