// A process that runs one command of sitegen after the other, so that only the first one loads the program.

import process from 'node:process';
// It works in the folder in which it was loaded: those of tests go.
import 'esbuild';
import type { CommandRequest } from './run-sitegen.ts';

const { main }: typeof import('../../cli/main.ts') = await import(`${process.argv[2]}/cli/main.ts`);

let printed = { stdout: '', stderr: '' };
for (const name of ['stdout', 'stderr'] as const) {
  process[name].write = (text: string | Uint8Array) => {
    printed[name] += typeof text === 'string' ? text : Buffer.from(text).toString('utf8');
    return true;
  };
}
// The tests are over.
process.on('disconnect', () => process.exit());

process.on('message', async ({ args, cwd, environment }: CommandRequest) => {
  printed = { stdout: '', stderr: '' };
  process.exitCode = 0;
  process.argv.splice(2, Number.POSITIVE_INFINITY, ...args);
  process.chdir(cwd);
  for (const name of Object.keys(process.env)) if (!(name in environment)) delete process.env[name];
  Object.assign(process.env, environment);
  await main();
  // Each command adds its own.
  for (const stream of [process.stdout, process.stderr]) stream.removeAllListeners('error');
  process.send?.({ code: process.exitCode, ...printed });
  process.channel?.ref();
});
