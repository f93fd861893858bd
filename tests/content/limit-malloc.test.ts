import { execFile } from 'node:child_process';
import { resolve } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { limitMalloc } from '../../cli/content/limit-malloc.ts';

const run = promisify(execFile);
const MODULE = resolve(import.meta.dirname, '../../cli/content/limit-malloc.ts');

/** What a process of its own prints of a call, and says beside it. */
async function callIn(...flags: readonly string[]) {
  const code = `import { limitMalloc } from ${JSON.stringify(MODULE)};
    process.on('warning', ({ name }) => console.log(name));
    const answers = [limitMalloc(), limitMalloc()];
    process.emitWarning('seen', 'Later');
    setImmediate(() => console.log(answers.join()));`;
  return run(process.execPath, [...flags, '--no-warnings', '--input-type=module', '--eval', code]);
}

/** Whether the C library of this process is one that can be told. */
const isGlibc =
  'glibcVersionRuntime' in Object(Object(process.report.getReport()).header) && process.platform === 'linux';

describe('limitMalloc', () => {
  it('tells a C library that can be told, as often as it is asked', () => {
    expect([limitMalloc(), limitMalloc()]).toEqual([isGlibc, isGlibc]);
  });

  it('warns of nothing, and lets the warnings of others through', async () => {
    expect(await callIn()).toEqual({ stdout: `Later\n${isGlibc},${isGlibc}\n`, stderr: '' });
  });

  it('leaves all as it was where Node may not call libraries', async () => {
    expect((await callIn('--no-experimental-ffi')).stdout).toBe('Later\nfalse,false\n');
  });
});
