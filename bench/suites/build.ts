// `npm run bench build [ARTICLES…]`: builds generated content with a copy of the program. Prints a Markdown table: seconds, CPU and peak
// memory of the process tree, rendered and reused pages, files.

import { cpSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { listLastBuild, ownFoldersIn, removeAll, STATES } from '../last-build.ts';
import { GENERATED_SETTINGS, type Measured, measureRun, resultOf, SITEGEN } from '../measure.ts';
import { ORIGIN, PROJECT, withFolder, withService } from '../place.ts';
import { type Figure, medianOf, type SuiteOptions, type SuiteResult } from '../suite.ts';

const COPIED = ['cli', 'client', 'config', 'content', 'locales', 'templates', 'site.config.ts', 'package.json'];
const COLD = 'cold';
const HEADER = '| run | s | ÷ cold | CPU s | peak MB | pages | rendered | reused | files written |';
const RULE = '|---|--:|--:|--:|--:|--:|--:|--:|--:|';
const DEFAULT_COUNTS = [10_000];
/** Runs of cases with a budget. The median is used, because single runs differ by a tenth. */
const RUNS = 5;
/** Sites with more articles are built once. */
const MOST_ARTICLES_REPEATED = 10_000;

/** A size to measure. */
interface Place {
  readonly articles: number;
  readonly runs: number;
  readonly url: string;
  readonly folder: string;
}

/** Measures all sizes. */
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
  const { articles, url, folder } = place;
  const program = join(folder, 'program');
  mkdirSync(program);
  const project = copyProject(program);
  const commands = createCommands(place, project);
  const { build } = commands;
  const first = await build();
  // The second build completes the compile cache.
  await build();
  const cases = new Map([['first run', [first]]]);
  for (let round = 0; round < place.runs; round += 1)
    await runRound(cases, commands, `${url}/edit?title=Edited+${round}`);
  await fetch(`${url}/edit?title=Edited+again`);
  cases.set('one article edited, fetched again', [await build()]);
  project.edit('locales/en.json', '"article.related": "', '"article.related": "More: ');
  cases.set('a word of en changed, fetched again', [await build()]);
  project.edit('templates/pages/ArticlePage.tsx', 'className="article__body"', 'className="article article--changed"');
  cases.set('template of articles changed, fetched again', [await build()]);
  const cold = cases.get(COLD) ?? [];
  process.stdout.write(
    `\n${articles} articles, ${place.runs} ${place.runs === 1 ? 'round' : 'rounds'}\n\n${HEADER}\n${RULE}\n`,
  );
  const figures = [...cases].map(([name, runs]): Figure => {
    // Ratios compare runs of the same round; a case with one run is compared with the median.
    const ratios = runs.map(
      ({ seconds }, round) => seconds / secondsOf(runs.length === 1 ? cold : cold.slice(round, round + 1)),
    );
    const value = medianOf(ratios);
    process.stdout.write(`${describeRun(name, runs, value)}\n`);
    return { name: `${name} ÷ ${COLD}`, articles, value, unit: '' };
  });
  return figures.filter(({ name }) => name !== `${COLD} ÷ ${COLD}`);
}

/** Runs the cases with a budget, at about the same speed of the machine. */
async function runRound(
  cases: Map<string, Measured[]>,
  { build, takeSnapshot, clear }: ReturnType<typeof createCommands>,
  editUrl: string,
): Promise<void> {
  const add = async (name: string, measured: Promise<Measured>) => {
    cases.set(name, [...(cases.get(name) ?? []), await measured]);
  };
  clear();
  await add(COLD, build());
  await add('nothing changed, from snapshot', build('--snapshot', await takeSnapshot()));
  await add('nothing changed, fetched again', build());
  await fetch(editUrl);
  await add('one article edited, from snapshot', build('--snapshot', await takeSnapshot()));
}

/** The commands of a size. */
function createCommands({ url, folder }: Place, project: ProjectCopy) {
  const own = ownFoldersIn(folder);
  const settings = ['--json', '--origin', ORIGIN, '--content-url', url, '--cache-dir', own.cache];
  const environment = { ...GENERATED_SETTINGS, NODE_ENV: 'production', NODE_COMPILE_CACHE: own.code };
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

const secondsOf = (runs: readonly Measured[]) => medianOf(runs.map(({ seconds }) => seconds));

/** Medians of a case, and the pages of its last run. */
function describeRun(name: string, runs: readonly Measured[], ratio: number): string {
  const last = runs.at(-1);
  if (last === undefined) throw new Error(`"${name}" did not run.`);
  const { sizes, output } = resultOf<{
    readonly sizes: { readonly pages: number; readonly reused: number };
    readonly output: { readonly written: number };
  }>(last);
  const cells = [
    name,
    secondsOf(runs).toFixed(2),
    ratio.toFixed(2),
    medianOf(runs.map(({ cpuSeconds }) => cpuSeconds)).toFixed(2),
    Math.round(medianOf(runs.map(({ peakBytes }) => peakBytes)) / 1e6),
    sizes.pages,
    sizes.pages - sizes.reused,
    sizes.reused,
    output.written,
  ];
  return `| ${cells.join(' | ')} |`;
}

/** A copy of the program, to change its messages and templates. */
interface ProjectCopy {
  readonly folder: string;
  /** Replaces a text in a file. @throws Error if it is missing. */
  readonly edit: (file: string, from: string, to: string) => void;
}

/** Copies the program into an empty folder, and links its packages. */
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
