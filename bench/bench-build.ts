// `npm run bench -- [ARTICLES…] [images]`: the real build command on generated content that comes over HTTP from another process.
// Prints a Markdown table: seconds, CPU and peak memory of the process tree, pages rendered and taken over, files. Folders are in memory where the
// machine has such a file system, so that figures of two runs can be compared; the first line names it.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { localeRow } from '../config/locales.ts';
import site from '../site.config.ts';
import { benchImages } from './bench-images.ts';
import { listLastBuild, ownFoldersIn, removeAll, STATES } from './last-build.ts';
import { type Measured, measureRun, SITEGEN } from './measure.ts';
import { copyProject } from './project-copy.ts';

const PROJECT = resolve(import.meta.dirname, '..');
const SITES = site.locales.map((locale) => localeRow(locale).site).join(',');
const MEMORY = '/dev/shm';
const ROOT = existsSync(MEMORY) ? MEMORY : tmpdir();
const HEADER = '| run | s | ÷ cold | CPU s | peak MB | pages | rendered | reused | files written |';
const RULE = '|---|--:|--:|--:|--:|--:|--:|--:|--:|';
/** What others are compared with, and what is a fraction of it, is run so often, and its median told: one run may differ by a tenth. */
const RUNS = 5;
/** Sites with more articles are built once each. */
const MOST_ARTICLES_REPEATED = 10_000;
const IMAGES = 'images';
const asked = process.argv.length > 2 ? process.argv.slice(2) : ['1000', '10000', IMAGES];

process.stdout.write(`Node ${process.versions.node}, ${cpus().length} cores, folders under ${ROOT}, sites ${SITES}\n`);
for (const state of STATES) process.stdout.write(`${state}\n`);
for (const articles of asked.filter((each) => each !== IMAGES).map(Number)) {
  const service = spawn(process.execPath, ['bench/content-service.ts', String(articles), SITES], {
    cwd: PROJECT,
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const [line]: [Buffer] = (await once(service.stdout, 'data')) as [Buffer];
  const folder = mkdtempSync(join(ROOT, 'sitegen-bench-'));
  try {
    await benchBuild(articles, { url: line.toString().trim(), folder });
  } finally {
    rmSync(folder, { recursive: true, force: true });
    service.stdin.end();
    await once(service, 'exit');
  }
}

if (asked.includes(IMAGES)) {
  const folder = mkdtempSync(join(ROOT, 'sitegen-bench-'));
  try {
    process.stdout.write(`\n${await benchImages(PROJECT, folder)}\n`);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function benchBuild(articles: number, place: { readonly url: string; readonly folder: string }): Promise<void> {
  const program = join(place.folder, 'program');
  mkdirSync(program);
  const project = copyProject(PROJECT, program);
  const own = ownFoldersIn(place.folder);
  const content = ['--origin', 'https://www.example.com', '--content-url', place.url];
  const settings = ['--json', ...content, '--cache-dir', own.cache];
  const run = (command: string, args: readonly string[]) =>
    measureRun(SITEGEN, [command, ...settings, ...args], {
      cwd: project.folder,
      // A card of each page would be most of a first build, and none of the others.
      environment: {
        ...process.env,
        NODE_ENV: 'production',
        NODE_COMPILE_CACHE: own.code,
        SITEGEN_SHARE_IMAGES: 'one',
      },
    });
  const build = (...args: readonly string[]) => run('build', ['-o', own.out, ...args]);
  const takeSnapshot = async () => resultOf<{ readonly file: string }>(await run('snapshot', [])).file;
  const first = await build();
  // The second one leaves all compiled code.
  await build();
  const repeat = async (makeRun: (number: number) => Promise<Measured>) => {
    const runs: Measured[] = [];
    while (runs.length < (articles > MOST_ARTICLES_REPEATED ? 1 : RUNS)) runs.push(await makeRun(runs.length));
    return medianOf(runs);
  };
  const cold = await repeat(async () => {
    removeAll(listLastBuild(own));
    return build();
  });
  const add = (name: string, measured: Measured) => {
    process.stdout.write(`${describeRun(name, measured, cold)}\n`);
  };
  process.stdout.write(`\n${articles} articles\n\n${HEADER}\n${RULE}\n`);
  add('first run', first);
  add('cold', cold);
  add('nothing changed, from snapshot', await build('--snapshot', await takeSnapshot()));
  add('nothing changed, fetched again', await build());
  const edited = await repeat(async (number) => {
    await fetch(`${place.url}/edit?title=Edited+${number}`);
    return build('--snapshot', await takeSnapshot());
  });
  add('one article edited, from snapshot', edited);
  await fetch(`${place.url}/edit?title=Edited+again`);
  add('one article edited, fetched again', await build());
  project.edit('locales/en.json', '"article.related": "', '"article.related": "More: ');
  add('a word of en changed, fetched again', await build());
  project.edit('templates/pages/ArticlePage.tsx', 'className="article"', 'className="article article--changed"');
  add('template of articles changed, fetched again', await build());
}

/** The run that took neither longer nor shorter than most. */
function medianOf(runs: readonly Measured[]): Measured {
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
