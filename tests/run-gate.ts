// `npm test`: format and lint, types, dead code, tests, in this order, with the time of each. Stops at the first failure.

import { spawnSync } from 'node:child_process';

const STEPS: readonly (readonly [name: string, command: string, ...args: readonly string[]])[] = [
  ['format and lint', 'biome', 'check', '--error-on-warnings', '.'],
  ['types', 'tsc'],
  ['dead code', 'knip'],
  ['tests', 'vitest', 'run', ...process.argv.slice(2)],
];

const times: string[] = [];
for (const [name, command, ...args] of STEPS) {
  const start = performance.now();
  process.stdout.write(`\n== ${name}\n`);
  const { status } = spawnSync(command, args, { stdio: 'inherit' });
  times.push(`${name} ${((performance.now() - start) / 1000).toFixed(1)} s`);
  if (status !== 0) {
    process.stdout.write(`\n${name} failed. ${times.join(' · ')}\n`);
    process.exit(1);
  }
}
process.stdout.write(`\n${times.join(' · ')}\n`);
