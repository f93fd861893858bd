// Runs the real command in a folder of its own, and reads what it left behind.

import { type ChildProcess, fork, spawn } from 'node:child_process';
import { createHash, randomUUID } from 'node:crypto';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  symlinkSync,
} from 'node:fs';
import type { Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join, relative, resolve } from 'node:path';
import fastGlob from 'fast-glob';
import { onTestFinished } from 'vitest';
import { killAtEnd } from '../child-processes.ts';

/** Made images of all tests: each is made once, as in a CI that shares the folder between branches. */
const IMAGE_CACHE = resolve(import.meta.dirname, '../../node_modules/.cache/sitegen-images');
/** What commands run with in tests, unless a test says otherwise. */
export const TEST_ENVIRONMENT = {
  SITEGEN_CONTENT_RETRY_BASE_MS: '1',
  SITEGEN_SHARE_IMAGES: 'one',
  SITEGEN_IMAGE_CACHE: IMAGE_CACHE,
} as const;
/** Where a program keeps its compiled code, below the folder for what builds keep. */
const COMPILED_CODE = 'code';
/** Longer than any command of a test takes on a busy machine; one that hangs is killed, and ends without an exit code. */
const LONGEST_RUN_MS = 180_000;
const PROJECT = resolve(import.meta.dirname, '../..');
const BIN = join(PROJECT, 'cli/sitegen.js');
const COMMAND_PROCESS = join(import.meta.dirname, 'command-child.ts');
/** Where the launcher keeps compiled code, too: it is found by its path from there, so a copy of the program needs the folder beside it. */
export const codeCacheOf = (project: string) => ({
  NODE_COMPILE_CACHE: join(project, '.sitegen', COMPILED_CODE),
  NODE_COMPILE_CACHE_PORTABLE: '1',
});
/** Bundles of the last build of a test: making them takes a third of a small build. */
const BUNDLES = resolve(import.meta.dirname, '../../node_modules/.cache/sitegen-bundles');
/** The template bundle, in a folder named by its hash. */
const TEMPLATES = 'templates.cjs';

/** A command to run. */
export interface CommandRequest {
  readonly args: readonly string[];
  readonly cwd: string;
  readonly environment: Readonly<Record<string, string>>;
}

/** What a command left on its streams. */
export interface CommandRun {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Settings of a run. */
export interface RunOptions {
  readonly cwd: string;
  readonly environment?: Readonly<Record<string, string>>;
  /** A command that runs the command that follows it: `['unshare', '-m', …]`. */
  readonly wrapper?: readonly string[];
  /** `sitegen.js` of another copy of the program. */
  readonly bin?: string;
  /** Called with the process as soon as it runs. */
  readonly onStart?: (child: ChildProcess) => void;
}

/** Runs `sitegen ARGS` to its end. Variables of sitegen that the tests' own environment sets are not passed on. */
export async function runSitegen(args: readonly string[], options: RunOptions): Promise<CommandRun> {
  const { cwd, environment = {}, bin = BIN } = options;
  const inherited = Object.fromEntries(
    Object.entries(process.env).filter(
      ([name]) =>
        !/^(SITEGEN_|GITHUB_|CI$|NO_COLOR$|FORCE_COLOR$|NODE_ENV$|NODE_OPTIONS$|NODE_COMPILE|VITEST)/.test(name),
    ),
  );
  const cacheDir = args[0] === 'build' ? resolve(cwd, cacheDirOf(args)) : null;
  const store = storeOf(bin);
  const isLent = cacheDir !== null && lendBundles(cacheDir, store);
  const request = { args, cwd, environment: { ...inherited, ...TEST_ENVIRONMENT, ...environment } };
  const run = await (needsOwnProcess(options) ? runAlone(request, options) : runNext(request, dirname(dirname(bin))));
  if (isLent) takeBackUnused(cacheDir);
  if (cacheDir !== null && run.code === 0) keepBundles(cacheDir, store);
  return run;
}

/** Variables that a process reads only at its start, such as its language, are for one of its own. */
const READ_BY_COMMANDS = /^(SITEGEN_|GITHUB_|CI$|NO_COLOR$|FORCE_COLOR$)/;

function needsOwnProcess({ wrapper, onStart, environment = {} }: RunOptions): boolean {
  const isSpecial = wrapper !== undefined || onStart !== undefined;
  return isSpecial || Object.keys(environment).some((name) => !READ_BY_COMMANDS.test(name));
}

/** Starts the command as a user does. */
function runAlone(
  { args, cwd, environment }: CommandRequest,
  { wrapper = [], bin = BIN, onStart }: RunOptions,
): Promise<CommandRun> {
  const [program = process.execPath, ...rest] = [...wrapper, process.execPath, bin, ...args];
  const child = killAtEnd(
    spawn(program, rest, {
      cwd,
      env: environment,
      stdio: ['ignore', 'pipe', 'pipe'],
      timeout: LONGEST_RUN_MS,
      killSignal: 'SIGKILL',
    }),
  );
  onStart?.(child);
  return collectRun(child);
}

/** What a process prints until it ends. */
function collectRun(child: ChildProcess): Promise<CommandRun> {
  return new Promise((done, fail) => {
    const printed = { stdout: '', stderr: '' };
    for (const name of ['stdout', 'stderr'] as const) {
      child[name]?.setEncoding('utf8').on('data', (text: string) => {
        printed[name] += text;
      });
    }
    child.on('error', fail);
    child.on('close', (code) => done({ code, ...printed }));
  });
}

/** A process that runs one command after the other. */
interface CommandProcess {
  readonly child: ChildProcess;
  /** What it printed itself, once it has ended without an answer. */
  readonly ended: Promise<CommandRun>;
  /** The code that it has loaded. */
  readonly code: string;
}

/** Those that wait for a command, by the folder of their program. */
const idle = new Map<string, CommandProcess[]>();
/** What a program loads once. Entries are read by each command. */
const LOADED = ['{cli,client,config,locales,templates}/**', 'content/*.ts', 'site.config.ts', 'package.json'];

/** Changes with each file that a program loads. */
function codeOf(project: string): string {
  const files = fastGlob.sync(LOADED, { cwd: project, stats: true });
  return files.map(({ path, stats }) => `${path} ${stats?.size} ${stats?.mtimeMs}`).join('\n');
}

/** Ends the processes that wait for commands of a copy of the program. */
export function endProcesses(project: string): void {
  for (const { child } of idle.get(project) ?? []) child.disconnect();
  idle.delete(project);
}

function startProcess(project: string, code: string): CommandProcess {
  const child = fork(COMMAND_PROCESS, [project], {
    // Without the flags of the tests, as users start it.
    execArgv: [],
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    env: { ...process.env, ...codeCacheOf(project) },
  });
  const ended = collectRun(child);
  // One that waits does not keep the program that started it from ending; while a command runs, its time limit does.
  for (const handle of [child, child.channel, child.stdout, child.stderr])
    (handle as Partial<Socket> | null)?.unref?.();
  return { child, ended, code };
}

/** Runs the command in a process that has run others: to load the program takes longer than most of them do. */
async function runNext({ environment, ...request }: CommandRequest, project: string): Promise<CommandRun> {
  // Nobody edits the project itself.
  const code = project === PROJECT ? '' : codeOf(project);
  if (idle.get(project)?.some((waiting) => waiting.code !== code)) endProcesses(project);
  const one = idle.get(project)?.pop() ?? startProcess(project, code);
  const { child, ended } = one;
  const patience = setTimeout(() => child.kill('SIGKILL'), LONGEST_RUN_MS);
  const answered = new Promise<CommandRun>((done) => child.once('message', (run) => done(run as CommandRun)));
  child.send({ ...request, environment: { ...codeCacheOf(project), ...environment } });
  const run = await Promise.race([answered, ended]);
  clearTimeout(patience);
  if (child.connected) idle.set(project, [...(idle.get(project) ?? []), one]);
  return run;
}

function cacheDirOf(args: readonly string[]): string {
  const flag = args.indexOf('--cache-dir');
  const joined = args.find((arg) => arg.startsWith('--cache-dir='))?.slice('--cache-dir='.length);
  return joined ?? (flag === -1 ? '.sitegen' : (args[flag + 1] ?? ''));
}

/** Where bundles are kept. Names of chunks depend on where the packages lie, to which copies of the program have a link. */
function storeOf(bin: string): string {
  const project = realpathSync(dirname(dirname(bin)));
  const packages = relative(project, realpathSync(join(project, 'node_modules')));
  return packages === 'node_modules' ? BUNDLES : `${BUNDLES}-${encodeURIComponent(packages)}`;
}

/**
 * Puts the bundles of the last build into a cache folder that no build has used, as a CI does that keeps `.sitegen/`. Those of other
 * code are ignored. Templates are links, since a process that builds many sites loads and compiles each file once.
 */
export function lendBundles(cacheDir: string, store = BUNDLES): boolean {
  const isUsed = existsSync(cacheDir) && readdirSync(cacheDir).join() !== COMPILED_CODE;
  if (isUsed || !existsSync(store)) return false;
  try {
    const bundles = join(cacheDir, 'bundles');
    mkdirSync(bundles, { recursive: true });
    for (const name of readdirSync(store)) {
      const [from, to] = [join(store, name), join(bundles, name)];
      if (existsSync(join(from, TEMPLATES))) symlinkSync(from, to);
      else cpSync(from, to, { recursive: true });
    }
    return true;
  } catch {
    // Another test has just replaced them.
    rmSync(join(cacheDir, 'bundles'), { recursive: true, force: true });
    takeBackUnused(cacheDir);
    return false;
  }
}

/** A command that refuses to run leaves no cache folder. */
function takeBackUnused(cacheDir: string): void {
  if (existsSync(cacheDir) && ['', 'bundles'].includes(readdirSync(cacheDir).join()))
    rmSync(cacheDir, { recursive: true });
}

/** Keeps the bundles if they are of this code and not kept yet. Copies and renames, so that they are whole for tests that run at the same time. */
function keepBundles(cacheDir: string, store: string): void {
  const made = join(cacheDir, 'bundles');
  const keyOf = (folder: string) => {
    const file = join(folder, 'cache.json');
    return existsSync(file) ? /"codeKey":"\w+"/.exec(readFileSync(file, 'utf8'))?.[0] : undefined;
  };
  const key = keyOf(made);
  if (key === undefined || key === keyOf(store)) return;
  // A copy of the program that a test has edited.
  if (store !== BUNDLES && key !== keyOf(BUNDLES)) return;
  const [staging, old] = [`${store}-${randomUUID()}`, `${store}-${randomUUID()}`];
  cpSync(made, staging, { recursive: true, dereference: true });
  try {
    if (existsSync(store)) renameSync(store, old);
    renameSync(staging, store);
  } catch {
    // Another test was faster.
  }
  for (const folder of [staging, old]) rmSync(folder, { recursive: true, force: true });
}

/** Gives a copy of the program the compiled code of this one: compiling takes a second of each first command. */
export function shareCompiledCode(project: string): void {
  const own = codeCacheOf(PROJECT).NODE_COMPILE_CACHE;
  mkdirSync(own, { recursive: true });
  mkdirSync(join(project, '.sitegen'), { recursive: true });
  symlinkSync(own, join(project, '.sitegen', COMPILED_CODE));
}

/** A folder of the test's own, removed when the test ends. With a template it starts as a copy of that. */
export function makeFolder(template?: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'sitegen-site-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  if (template !== undefined) cpSync(template, folder, { recursive: true });
  return folder;
}

/** SHA-256 by path of every file under a folder, sorted. */
export function readTree(folder: string): Readonly<Record<string, string>> {
  if (!existsSync(folder)) return {};
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const rows = files.map((file) => {
    const path = join(file.parentPath, file.name);
    return [path.slice(folder.length + 1), createHash('sha256').update(readFileSync(path)).digest('hex')] as const;
  });
  return Object.fromEntries(rows.sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** A file of the built site as text. */
export function readOut(folder: string, file: string): string {
  return readFileSync(join(folder, 'out', file), 'utf8');
}

/** Only the lines of a message, without colour, trailing space and times. */
export function messageOf({ stderr }: CommandRun): string {
  return stderr
    .replace(/^sitegen build.*\n(?: {2}.* of https?:.*\n)?/m, '')
    .replace(/^[✓!] .*\n/gm, '')
    .replace(/^ {2}GET .*\n/gm, '')
    .trimEnd();
}
