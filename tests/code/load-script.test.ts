import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildSync } from 'esbuild';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { loadScript } from '../../cli/code/load-script.ts';

const MODULE = new URL('../../cli/code/load-script.ts', import.meta.url).href;

let folder = '';
let compiled = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'sitegen-script-'));
  compiled = join(folder, 'script.cjs.compiled');
  writeFileSync(join(folder, 'script.cjs'), 'exports.sum = (a, b) => a + b;');
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** Runs the script in a process of its own, does `last` with V8, and keeps what was compiled. */
function runScript({ last = '', environment = {} }: { last?: string; environment?: NodeJS.ProcessEnv } = {}): void {
  const program = `
    const { setFlagsFromString } = await import('node:v8');
    const { loadScript } = await import('${MODULE}');
    const { exports: script, keepCompiled } = loadScript(${JSON.stringify(join(folder, 'script.cjs'))});
    console.log(script.sum(1, 2));
    ${last}
    keepCompiled();
  `;
  const { stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '--eval', program], {
    encoding: 'utf8',
    env: { ...process.env, NODE_COMPILE_CACHE: join(folder, 'code'), ...environment },
  });
  expect({ stdout, stderr }).toEqual({ stdout: '3\n', stderr: '' });
}

describe('loadScript', () => {
  it('reads what esbuild prints of letters beyond ASCII', () => {
    const file = join(folder, 'letters.cjs');
    const source = 'export const shown = [/^[’ʼ]$/.test("’"), /^\\’$/.test("’"), String.raw`’`, "é"]; /*! ’ */';
    buildSync({ stdin: { contents: source }, format: 'cjs', outfile: file });
    expect(loadScript(file).exports).toMatchObject({ shown: [true, true, '’', 'é'] });
  });

  it('keeps what was compiled, for each run after', () => {
    runScript();
    const { ino } = statSync(compiled);
    runScript();
    expect(statSync(compiled).ino).toBe(ino);
  });

  it('compiles anew where a process that was killed left half of that', () => {
    runScript();
    const kept = readFileSync(compiled);
    truncateSync(compiled, kept.length / 2);
    runScript();
    expect(readFileSync(compiled).length).toBe(kept.length);
  });

  it('keeps nothing where compiled code is not wanted, or V8 has other settings than the next run', () => {
    runScript({ environment: { NODE_DISABLE_COMPILE_CACHE: '1' } });
    runScript({ last: `setFlagsFromString('--no-turbofan');` });
    expect(existsSync(compiled)).toBe(false);
  });
});
