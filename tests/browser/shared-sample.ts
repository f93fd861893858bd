// The sample built once for all browser tests: a folder named by the bytes of everything that a build reads, in the
// project's cache. Relied on afterwards: tests only read it.

import { createHash, randomUUID } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import fastGlob from 'fast-glob';
import { type CommandRun, runSitegen } from '../site/run-sitegen.ts';
import { CLOCK } from '../site/sample-clock.ts';

const PROJECT = resolve(import.meta.dirname, '../..');
const CACHE = join(PROJECT, 'node_modules/.cache/sitegen-sample');
const SOURCES = '{cli,client,config,content,locales,templates}/**/*';
/** Older folders are of code that nobody has any more. */
const KEPT_MS = 3_600_000;
/** What the build printed, beside `out/`. */
const RUN = 'run.json';

let loaded: Promise<string> | undefined;

/** The out folder of the built sample. `.sitegen/` is beside it. All sources are read for its name, so once a process. */
export function loadSharedSample(): Promise<string> {
  loaded ??= findOrBuild();
  return loaded;
}

async function findOrBuild(): Promise<string> {
  const folder = join(CACHE, keyOfSources());
  if (!existsSync(folder)) await buildInto(folder);
  return join(folder, 'out');
}

/** What the command printed that built the shared sample into an empty folder. */
export async function loadSharedRun(): Promise<CommandRun> {
  return JSON.parse(readFileSync(join(dirname(await loadSharedSample()), RUN), 'utf8'));
}

function keyOfSources(): string {
  const files = [...fastGlob.sync(SOURCES, { cwd: PROJECT }), 'site.config.ts', 'package-lock.json'].sort();
  const hash = createHash('sha256')
    .update(CLOCK)
    .update(readFileSync(import.meta.filename));
  for (const file of files) hash.update(`${file}\0`).update(readFileSync(join(PROJECT, file)));
  return hash.digest('hex').slice(0, 16);
}

/** Builds beside the folder and renames, so that it is whole whenever it exists, also with two tests at once. */
async function buildInto(folder: string): Promise<void> {
  mkdirSync(CACHE, { recursive: true });
  for (const name of readdirSync(CACHE)) {
    const old = join(CACHE, name);
    // Another test may have just deleted it.
    const made = statSync(old, { throwIfNoEntry: false })?.mtimeMs ?? 0;
    if (Date.now() - made > KEPT_MS) rmSync(old, { recursive: true, force: true });
  }
  const staging = join(CACHE, `building-${randomUUID()}`);
  mkdirSync(staging);
  const run = await runSitegen(['build', '--clock', CLOCK], { cwd: staging });
  if (run.code !== 0) throw new Error(`${run.stdout}${run.stderr}`);
  writeFileSync(join(staging, RUN), JSON.stringify(run));
  try {
    renameSync(staging, folder);
  } catch (cause) {
    rmSync(staging, { recursive: true, force: true });
    if (!existsSync(folder)) throw cause;
  }
}
