// `npm run bench [SUITE] [COUNT…] [-- FLAGS]` runs one suite, or all with a budget, and compares the figures with their budgets.
// `npm run bench help` lists suites and flags. Exit code 1 if a suite fails.

import { parseArgs } from 'node:util';
import { describeFigures } from './budgets.ts';
import { describeLoad, FILE_SYSTEM, MACHINE, SITES } from './place.ts';
import type { Figure, SuiteOptions, SuiteResult } from './suite.ts';

interface Suite {
  readonly text: string;
  /** Has a budget: runs by default. */
  readonly isUsual?: true;
  /** Loaded on demand: some suites import a browser. */
  readonly load: () => Promise<{ readonly run: (options: SuiteOptions) => Promise<SuiteResult> }>;
}

const SUITES: Readonly<Record<string, Suite>> = {
  build: {
    text: 'ARTICLES…: builds of generated content, cold, unchanged and edited',
    isUsual: true,
    load: () => import('./suites/build.ts'),
  },
  start: {
    text: 'an unchanged build of the sample, and --help',
    isUsual: true,
    load: () => import('./suites/start.ts'),
  },
  peers: {
    text: 'ARTICLES…: cold builds beside Hugo and Eleventy',
    isUsual: true,
    load: () => import('./suites/peers.ts'),
  },
  preview: {
    text: 'EDITS: from a saved file to the screen in sitegen preview',
    isUsual: true,
    load: () => import('./suites/preview.ts'),
  },
  check: { text: 'ARTICLES…: sitegen check and check-links', load: () => import('./suites/check.ts') },
  release: {
    text: 'ARTICLES…: publish to object storage, then one edit, then roll back',
    load: () => import('./suites/release.ts'),
  },
  service: {
    text: 'ARTICLES…: an edit of a slow content service, in a build and in the preview',
    load: () => import('./suites/service.ts'),
  },
  pictures: {
    text: 'PICTURES…: a first build with photographs of 2 MB from the content service',
    load: () => import('./suites/pictures.ts'),
  },
  images: { text: 'images of the first build of the sample', load: () => import('./suites/images.ts') },
  bytes: { text: 'bytes that a browser loads of each kind of page', load: () => import('./suites/bytes.ts') },
  lighthouse: { text: 'Lighthouse scores of four pages', load: () => import('./suites/lighthouse.ts') },
};

const FLAGS = `Flags, after two dashes (npm run bench peers 1000 -- --runs 3):
  --runs N      runs of each case (build, start, peers)
  --only ID,…   these peers only
  --install     installs the peers that come with npm
  --readme      writes the tables of the peers into docs/performance.md
`;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    only: { type: 'string' },
    runs: { type: 'string' },
    install: { type: 'boolean', default: false },
    readme: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
});
if (values.help || positionals[0] === 'help') process.stdout.write(describeUse());
else await runSuites();

function describeUse(): string {
  const suites = Object.entries(SUITES).map(
    ([name, { text, isUsual }]) => `  ${name.padEnd(11)} ${isUsual ? '*' : ' '} ${text}\n`,
  );
  return `npm run bench [SUITE] [COUNT…] [-- FLAGS]\n\nSuites; without a name those with * run:\n${suites.join('')}\n${FLAGS}`;
}

async function runSuites(): Promise<void> {
  const [suite, ...counts] = positionals;
  if (suite !== undefined && SUITES[suite] === undefined) fail(`There is no suite "${suite}".\n\n${describeUse()}`);
  const options: SuiteOptions = {
    counts: counts.map(toCount),
    runs: values.runs === undefined ? null : toCount(values.runs),
    only: values.only?.split(',') ?? null,
    installs: values.install,
    writesReadme: values.readme,
  };
  process.stdout.write(`${MACHINE}, folders under ${FILE_SYSTEM}, sites ${SITES}\n${describeLoad()}`);
  const figures: Figure[] = [];
  for (const [name, { isUsual = false, load }] of Object.entries(SUITES)) {
    if (suite === undefined ? !isUsual : name !== suite) continue;
    process.stdout.write(`\n# ${name}\n\n`);
    const { run } = await load();
    const result = await run(options);
    figures.push(...result.figures);
    if (result.hasFailed) process.exitCode = 1;
  }
  if (figures.length > 0) process.stdout.write(`\n# budgets\n\n${describeFigures(figures)}\n`);
}

function fail(message: string): never {
  process.stderr.write(`${message}\n`);
  process.exit(2);
}

function toCount(text: string): number {
  const count = Number(text);
  if (!Number.isInteger(count) || count < 1) fail(`"${text}" is not a whole number above 0.`);
  return count;
}
