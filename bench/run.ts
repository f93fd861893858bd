// `npm run bench [SUITE] [COUNT…]`: the one runner. Without a suite it runs what the budgets need. At the end it prints what was
// measured beside the budgets. Exit code 1 where a suite says so.

import { parseArgs } from 'node:util';
import { describeFigures } from './budgets.ts';
import { describeLoad, FILE_SYSTEM, MACHINE, SITES } from './place.ts';
import type { Figure, SuiteOptions, SuiteResult } from './suite.ts';

type Suite = (options: SuiteOptions) => Promise<SuiteResult>;

/** Loaded one by one: some bring a browser. */
const SUITES: Readonly<Record<string, () => Promise<{ readonly run: Suite }>>> = {
  build: () => import('./suites/build.ts'),
  start: () => import('./suites/start.ts'),
  peers: () => import('./suites/peers.ts'),
  preview: () => import('./suites/preview.ts'),
  check: () => import('./suites/check.ts'),
  images: () => import('./suites/images.ts'),
  bytes: () => import('./suites/bytes.ts'),
  lighthouse: () => import('./suites/lighthouse.ts'),
};
/** Those that have a budget. */
const USUAL = ['build', 'start', 'peers', 'preview'];

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    only: { type: 'string' },
    runs: { type: 'string' },
    install: { type: 'boolean', default: false },
    readme: { type: 'boolean', default: false },
  },
});
await runSuites();

async function runSuites(): Promise<void> {
  const [suite, ...counts] = positionals;
  if (suite !== undefined && SUITES[suite] === undefined)
    fail(`There is no suite "${suite}"; there are ${Object.keys(SUITES).join(', ')}.`);
  const options: SuiteOptions = {
    counts: counts.map(toCount),
    runs: values.runs === undefined ? null : toCount(values.runs),
    only: values.only?.split(',') ?? null,
    installs: values.install,
    writesReadme: values.readme,
  };
  process.stdout.write(`${MACHINE}, folders under ${FILE_SYSTEM}, sites ${SITES}\n${describeLoad()}`);
  const figures: Figure[] = [];
  for (const name of suite === undefined ? USUAL : [suite]) {
    process.stdout.write(`\n# ${name}\n\n`);
    const { run } = (await SUITES[name]?.()) ?? {};
    const result = await run?.(options);
    figures.push(...(result?.figures ?? []));
    if (result?.hasFailed === true) process.exitCode = 1;
  }
  if (figures.length > 0) process.stdout.write(`\n# budgets\n\n${describeFigures(figures)}\n`);
}

function fail(message: string): never {
  process.stderr.write(`${message}\n`);
  process.exit(2);
}

function toCount(text: string): number {
  const count = Number(text);
  if (!Number.isInteger(count) || count < 1) fail(`"${text}" is no whole number above 0.`);
  return count;
}
