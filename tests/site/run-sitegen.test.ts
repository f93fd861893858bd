import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import process from 'node:process';
import { expect, it } from 'vitest';
import { killAtEnd } from '../child-processes.ts';

it('lets a program end that has run a command', async () => {
  const module = JSON.stringify(join(import.meta.dirname, 'run-sitegen.ts'));
  const script = `import(${module}).then(({ runSitegen }) => runSitegen(['--version'], { cwd: '.' })).then((run) => {
    process.exitCode = run.stdout === '' ? 1 : 0;
  })`;
  const child = killAtEnd(spawn(process.execPath, ['-e', script], { stdio: 'ignore' }));
  expect(await once(child, 'exit')).toEqual([0, null]);
}, 30_000);
