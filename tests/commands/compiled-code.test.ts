// Where the program keeps its compiled code, and who reads it there.

import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { copyProject } from '../acceptance/support/project-copy.ts';
import { IS_LONG } from '../long-run.ts';
import { runSitegen } from '../site/run-sitegen.ts';

const OWN_FOLDER = resolve(import.meta.dirname, '../../.sitegen/code');

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'sitegen-code-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const countFiles = (dir: string) =>
  existsSync(dir)
    ? readdirSync(dir, { recursive: true, withFileTypes: true }).filter((file) => file.isFile()).length
    : 0;

/** Of all processes of this machine. */
function listCommandLines(): readonly string[] {
  return readdirSync('/proc').flatMap((pid) => {
    try {
      return /^\d+$/.test(pid) ? readFileSync(`/proc/${pid}/cmdline`, 'utf8') : [];
    } catch {
      return []; // It has ended since.
    }
  });
}

describe('compiled code', () => {
  it('lies in the folder of the program, wherever a command runs', async () => {
    expect(await runSitegen(['--help'], { cwd: folder })).toMatchObject({ code: 0, stderr: '' });
    expect(countFiles(OWN_FOLDER)).toBeGreaterThan(0);
    expect(readdirSync(folder)).toEqual([]);
  });

  it('is found where a checkout lies elsewhere', async () => {
    expect(await runSitegen(['--help'], { cwd: folder })).toMatchObject({ code: 0 });
    const project = copyProject();
    onTestFinished(project.remove);
    const { stderr } = await project.run(['--help'], { NODE_DEBUG_NATIVE: 'COMPILE_CACHE' });
    expect(stderr).toMatch(/cli\/main\.ts was accepted/);
    expect(stderr).not.toContain('was rejected');
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

  it.runIf(IS_LONG)(
    'is that of all commands and rendering threads, and is written by no process that outlives the command',
    async () => {
      const code = join(folder, 'code');
      const run = (...args: readonly string[]) =>
        runSitegen([...args, '--sample', '--quiet'], {
          cwd: folder,
          environment: { NODE_COMPILE_CACHE: code, NODE_DEBUG_NATIVE: 'COMPILE_CACHE' },
        });
      expect(await run('snapshot')).toMatchObject({ code: 0 });
      // None compiles anew what another one did.
      const build = await run('build', '--locale', 'kz', '--workers', '1');
      expect(build.code).toBe(0);
      expect(build.stderr).toContain('load-site.ts was accepted');
      expect(build.stderr).not.toContain('was rejected');
      if (process.platform === 'linux') expect(listCommandLines().filter((line) => line.includes(folder))).toEqual([]);
      if (!IS_LONG) return;
      const inOneThread = countFiles(code);
      expect(await run('build', '--force', '--workers', '2')).toMatchObject({ code: 0 });
      // The module that a rendering thread begins with is read in no other.
      expect(countFiles(code)).toBeGreaterThan(inOneThread);
    },
  );
});
