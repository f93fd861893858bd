// `npm test`: format and lint, types, dead code, tests, in this order, with the time of each. Stops at the first failure. At the
// end it lists where the tests spent their time, by suite (a folder of tests/) and for the slowest files.

import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { relative, resolve } from 'node:path';
import * as z from 'zod';

const RESULTS = resolve(import.meta.dirname, '../node_modules/.cache/test-results.json');
const REPORTERS = ['--reporter=default', '--reporter=json', `--outputFile.json=${RESULTS}`];

const STEPS: readonly (readonly [name: string, command: string, ...args: readonly string[]])[] = [
  ['format and lint', 'biome', 'check', '--error-on-warnings', '.'],
  ['types', 'tsc'],
  ['dead code', 'knip'],
  ['tests', 'vitest', 'run', ...REPORTERS, ...process.argv.slice(2)],
];

const SLOWEST_SHOWN = 10;
/** The part of vitest's JSON report that is used; times in milliseconds. */
const resultSchema = z.object({
  testResults: z.array(z.object({ name: z.string(), startTime: z.number(), endTime: z.number() })),
});

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
process.stdout.write(`\n${describeSuites()}\n\n${times.join(' · ')}\n`);

/** `acceptance 88.2 s · site 71.0 s …` and the ten slowest files. Times add up over the processes that run side by side. */
function describeSuites(): string {
  const { testResults } = resultSchema.parse(JSON.parse(readFileSync(RESULTS, 'utf8')));
  const files = testResults
    .map(({ name, startTime, endTime }) => ({ name: relative(import.meta.dirname, name), ms: endTime - startTime }))
    .sort((one, other) => other.ms - one.ms);
  const suites = [...Map.groupBy(files, ({ name }) => (name.includes('/') ? name.split('/', 1)[0] : 'others'))]
    .map(([suite, members]) => ({ name: String(suite), ms: members.reduce((sum, { ms }) => sum + ms, 0) }))
    .sort((one, other) => other.ms - one.ms);
  const show = ({ name, ms }: { name: string; ms: number }) => `${name} ${(ms / 1000).toFixed(1)} s`;
  return `Suites: ${suites.map(show).join(' · ')}\nSlowest files: ${files.slice(0, SLOWEST_SHOWN).map(show).join(' · ')}`;
}
