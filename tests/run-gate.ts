// `npm test`: format and lint, types and dead code side by side, and then the tests, with the time of each. A failed check stops it
// before the tests. `--long` runs the tests at full numbers. At the end it lists where the tests spent their time, by suite (a folder of
// tests/) and for the slowest files.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import process from 'node:process';
import * as z from 'zod';
import { loadSharedSample } from './browser/shared-sample.ts';
import { memoryFolder } from './memory-folder.ts';

const RESULTS = resolve(import.meta.dirname, '../node_modules/.cache/test-results.json');
const REPORTERS = ['--reporter=default', '--reporter=json', `--outputFile.json=${RESULTS}`];

type Step = readonly [name: string, command: string, ...args: readonly string[]];
const CHECKS: readonly Step[] = [
  ['format and lint', 'biome', 'check', '--error-on-warnings', '.'],
  // Several threads would take less time, but more of the processors that the others need.
  ['types', 'tsc', '--checkers', '1'],
  ['dead code', 'knip'],
];
const TESTS: Step = [
  'tests',
  'vitest',
  'run',
  ...REPORTERS,
  ...process.argv.slice(2).filter((flag) => flag !== '--long'),
];
/** The packages of the tools: their programs are run by Node, since Windows cannot start them by name. */
const PACKAGES: Readonly<Record<string, string>> = { biome: '@biomejs/biome', tsc: 'typescript' };
const manifestSchema = z.object({ bin: z.record(z.string(), z.string()) });

function programOf(command: string): string {
  const folder = resolve(import.meta.dirname, '../node_modules', PACKAGES[command] ?? command);
  const { bin } = manifestSchema.parse(JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')));
  return join(folder, bin[command] ?? '');
}

const SLOWEST_SHOWN = 10;
/** The part of vitest's JSON report that is used; times in milliseconds. */
const resultSchema = z.object({
  testResults: z.array(z.object({ name: z.string(), startTime: z.number(), endTime: z.number() })),
});

if (process.argv.includes('--long')) process.env.TEST_LONG = '1';
// Hundreds of sites are built in temporary folders.
process.env.TMPDIR ??= memoryFolder();
const times: string[] = [];
// Test files that begin at the same time would each build the sample, and make its pictures.
const [checks, sample] = await Promise.all([
  Promise.all(CHECKS.map((check) => runStep(check, 'pipe'))),
  loadSharedSample().then(
    () => null,
    (cause: unknown) => ({ cause }),
  ),
]);
for (const { name, output } of checks) process.stdout.write(`\n== ${name}\n${output}`);
stopAtFailure(checks);
if (sample !== null) throw sample.cause;
process.stdout.write('\n== tests\n');
stopAtFailure([await runStep(TESTS, 'inherit')]);
process.stdout.write(`\n${describeSuites()}\n\n${times.join(' · ')}\n`);

interface StepRun {
  readonly name: string;
  readonly output: string;
  readonly isGood: boolean;
}

async function runStep([name, command, ...args]: Step, stdio: 'pipe' | 'inherit'): Promise<StepRun> {
  const start = performance.now();
  const child = spawn(process.execPath, [programOf(command), ...args], { stdio: ['inherit', stdio, stdio] });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream?.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
  const [status]: unknown[] = await once(child, 'close');
  times.push(`${name} ${((performance.now() - start) / 1000).toFixed(1)} s`);
  return { name, output, isGood: status === 0 };
}

function stopAtFailure(runs: readonly StepRun[]): void {
  const failed = runs.filter(({ isGood }) => !isGood).map(({ name }) => name);
  if (failed.length === 0) return;
  process.stdout.write(`\n${failed.join(' and ')} failed. ${times.join(' · ')}\n`);
  process.exit(1);
}

/** `acceptance 88.2 s · site 71.0 s …` and the ten slowest files. Times add up over the processes that run side by side. */
function describeSuites(): string {
  const { testResults } = resultSchema.parse(JSON.parse(readFileSync(RESULTS, 'utf8')));
  const files = testResults
    .map(({ name, startTime, endTime }) => ({
      name: relative(import.meta.dirname, name).replaceAll('\\', '/'),
      ms: endTime - startTime,
    }))
    .sort((one, other) => other.ms - one.ms);
  const suites = [...Map.groupBy(files, ({ name }) => (name.includes('/') ? name.split('/', 1)[0] : 'others'))]
    .map(([suite, members]) => ({ name: String(suite), ms: members.reduce((sum, { ms }) => sum + ms, 0) }))
    .sort((one, other) => other.ms - one.ms);
  const show = ({ name, ms }: { name: string; ms: number }) => `${name} ${(ms / 1000).toFixed(1)} s`;
  return `Suites: ${suites.map(show).join(' · ')}\nSlowest files: ${files.slice(0, SLOWEST_SHOWN).map(show).join(' · ')}`;
}
