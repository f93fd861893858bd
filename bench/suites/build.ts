// `npm run bench build [ARTICLES…]`: the real build command on generated content that comes over HTTP from another process, on a copy of
// the program. Prints a Markdown table: seconds, CPU and peak memory of the process tree, pages rendered and reused, files.

import { cpSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { listLastBuild, ownFoldersIn, removeAll, STATES } from '../last-build.ts';
import { type Measured, measureRun, SITEGEN } from '../measure.ts';
import { ORIGIN, PROJECT, withFolder, withService } from '../place.ts';
import type { Figure, SuiteOptions, SuiteResult } from '../suite.ts';

const COPIED = ['cli', 'client', 'config', 'content', 'locales', 'templates', 'site.config.ts', 'package.json'];
const HEADER = '| run | s | ÷ cold | CPU s | peak MB | pages | rendered | reused | files written |';
const RULE = '|---|--:|--:|--:|--:|--:|--:|--:|--:|';
const DEFAULT_COUNTS = [10_000];
/** What others are compared with, and what is a fraction of it, is run so often, and its median told: one run may differ by a tenth. */
const RUNS = 5;
/** Sites with more articles are built once each. */
const MOST_ARTICLES_REPEATED = 10_000;

/** A size: how many articles, how often, and where. */
interface Place {
  readonly articles: number;
  readonly runs: number;
  readonly url: string;
  readonly folder: string;
}

/** Runs the sizes one after the other. */
export async function run({ counts, runs }: SuiteOptions): Promise<SuiteResult> {
  for (const state of STATES) process.stdout.write(`${state}\n`);
  const figures: Figure[] = [];
  for (const articles of counts.length === 0 ? DEFAULT_COUNTS : counts) {
    const usual = articles > MOST_ARTICLES_REPEATED ? 1 : RUNS;
    const bench = (url: string) => withFolder((folder) => benchBuild({ articles, runs: runs ?? usual, url, folder }));
    figures.push(...(await withService(articles, bench)));
  }
  return { figures, hasFailed: false };
}

async function benchBuild(place: Place): Promise<readonly Figure[]> {
  const { articles, url } = place;
  const program = join(place.folder, 'program');
  mkdirSync(program);
  const project = copyProject(program);
  const { build, takeSnapshot, clear } = createCommands(place, project);
  const first = await build();
  // The second one leaves all compiled code.
  await build();
  const cold = await repeat(place.runs, async () => {
    clear();
    return build();
  });
  const figures: Figure[] = [];
  const add = (name: string, measured: Measured) => {
    process.stdout.write(`${describeRun(name, measured, cold)}\n`);
    figures.push({ name: `${name} ÷ cold`, articles, value: measured.seconds / cold.seconds, unit: '' });
  };
  process.stdout.write(`\n${articles} articles\n\n${HEADER}\n${RULE}\n`);
  add('first run', first);
  add('cold', cold);
  const snapshot = await takeSnapshot();
  add('nothing changed, from snapshot', await repeat(place.runs, () => build('--snapshot', snapshot)));
  add('nothing changed, fetched again', await repeat(place.runs, () => build()));
  const edited = await repeat(place.runs, async (number) => {
    await fetch(`${url}/edit?title=Edited+${number}`);
    return build('--snapshot', await takeSnapshot());
  });
  add('one article edited, from snapshot', edited);
  await fetch(`${url}/edit?title=Edited+again`);
  add('one article edited, fetched again', await build());
  project.edit('locales/en.json', '"article.related": "', '"article.related": "More: ');
  add('a word of en changed, fetched again', await build());
  project.edit('templates/pages/ArticlePage.tsx', 'className="article"', 'className="article article--changed"');
  add('template of articles changed, fetched again', await build());
  return figures.filter(({ name }) => name !== 'cold ÷ cold');
}

/** What is run again and again in one place. */
function createCommands({ url, folder }: Place, project: ProjectCopy) {
  const own = ownFoldersIn(folder);
  const settings = ['--json', '--origin', ORIGIN, '--content-url', url, '--cache-dir', own.cache];
  // A card of each page would be most of a first build, and none of the others.
  const environment = { NODE_ENV: 'production', NODE_COMPILE_CACHE: own.code, SITEGEN_SHARE_IMAGES: 'one' };
  const start = (command: string, args: readonly string[]) =>
    measureRun(SITEGEN, [command, ...settings, ...args], {
      cwd: project.folder,
      environment: { ...process.env, ...environment },
    });
  return {
    build: (...args: readonly string[]) => start('build', ['-o', own.out, ...args]),
    takeSnapshot: async () => resultOf<{ readonly file: string }>(await start('snapshot', [])).file,
    clear: () => removeAll(listLastBuild(own)),
  };
}

/** The run that took neither longer nor shorter than most. */
async function repeat(count: number, makeRun: (number: number) => Promise<Measured>): Promise<Measured> {
  const runs: Measured[] = [];
  while (runs.length < count) runs.push(await makeRun(runs.length));
  const [median] = runs.toSorted((a, b) => a.seconds - b.seconds).slice(Math.floor(runs.length / 2));
  if (median === undefined) throw new Error('Nothing was run.');
  return median;
}

function describeRun(name: string, run: Measured, cold: Measured): string {
  const { sizes, output } = resultOf<{
    readonly sizes: { readonly pages: number; readonly reused: number };
    readonly output: { readonly written: number };
  }>(run);
  const cells = [
    name,
    run.seconds.toFixed(2),
    (run.seconds / cold.seconds).toFixed(2),
    run.cpuSeconds.toFixed(2),
    Math.round(run.peakBytes / 1e6),
    sizes.pages,
    sizes.pages - sizes.reused,
    sizes.reused,
    output.written,
  ];
  return `| ${cells.join(' | ')} |`;
}

/** The last line of a run's NDJSON. */
function resultOf<Result>({ stdout }: Measured): Result {
  const { result }: { readonly result: Result } = JSON.parse(stdout.trimEnd().split('\n').at(-1) ?? '{}');
  return result;
}

/** A copy of the program, whose words and templates may be changed. */
interface ProjectCopy {
  readonly folder: string;
  /** Replaces a text in a file. @throws Error where it is not there. */
  readonly edit: (file: string, from: string, to: string) => void;
}

/** Copies the program into an empty folder. Packages are linked. */
function copyProject(folder: string): ProjectCopy {
  for (const name of [...COPIED, 'package-lock.json']) {
    const isSample = (path: string) => path.startsWith(join(PROJECT, 'content/sample'));
    cpSync(join(PROJECT, name), join(folder, name), { recursive: true, filter: (path) => !isSample(path) });
  }
  symlinkSync(join(PROJECT, 'node_modules'), join(folder, 'node_modules'));
  return {
    folder,
    edit: (file, from, to) => {
      const path = join(folder, file);
      const text = readFileSync(path, 'utf8');
      if (!text.includes(from)) throw new Error(`${file} has no ${JSON.stringify(from)}.`);
      writeFileSync(path, text.replace(from, to));
    },
  };
}
