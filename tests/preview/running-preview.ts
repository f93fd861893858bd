// `sitegen preview` as an editor starts it: the real command in a process of its own, over a copy of the project whose
// sources and content a test may edit. Relied on afterwards: nothing here knows how the preview works.

import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { killAtEnd } from '../child-processes.ts';
import { codeCacheOf, shareCompiledCode, TEST_ENVIRONMENT } from '../site/run-sitegen.ts';

/** Longest wait for one event: a machine that is slow, or busy with other tests, is not wrong. */
export const PATIENCE_MS = 30_000;
/** Each look takes a few milliseconds of the processor that the preview needs. */
const POLL_MS = 50;
/** A start takes seconds of the processor, of which a busy machine gives little. */
const START_PATIENCE_MS = 120_000;

const PROJECT = resolve(import.meta.dirname, '../..');
const MATERIAL = [
  'cli',
  'client',
  'config',
  'content',
  'locales',
  'templates',
  'site.config.ts',
  'package.json',
  'package-lock.json',
];

/** A copy of the project. */
export interface ProjectCopy {
  readonly folder: string;
  readonly read: (file: string) => string;
  readonly write: (file: string, text: string) => void;
  /** Replaces a text that must stand in the file. */
  readonly edit: (file: string, from: string, to: string) => void;
  readonly removeFile: (file: string) => void;
  readonly remove: () => void;
}

/** Copies sources and content; packages are shared. */
export function copyProject(): ProjectCopy {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'sitegen-preview-')));
  for (const name of MATERIAL) cpSync(join(PROJECT, name), join(folder, name), { recursive: true });
  symlinkSync(join(PROJECT, 'node_modules'), join(folder, 'node_modules'));
  shareCompiledCode(folder);
  const read = (file: string) => readFileSync(join(folder, file), 'utf8');
  const write = (file: string, text: string) => {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    writeFileSync(join(folder, file), text);
  };
  return {
    folder,
    read,
    write,
    edit: (file, from, to) => {
      const text = read(file);
      if (!text.includes(from)) throw new Error(`${file} does not say ${from}.`);
      write(
        file,
        text.replace(from, () => to),
      );
    },
    removeFile: (file) => rmSync(join(folder, file)),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

/** One line of the command's NDJSON. */
interface PreviewEvent {
  readonly kind: string;
  readonly text?: string;
  readonly stage?: string;
  readonly level?: string;
  readonly code?: string;
  readonly problem?: { readonly code: string; readonly what: string };
}

/** A running preview. */
export interface RunningPreview {
  readonly url: string;
  readonly process: ChildProcess;
  readonly events: readonly PreviewEvent[];
  /** Everything that it printed. */
  readonly output: () => string;
  /** Asks for a path; redirects are not followed. */
  readonly get: (path: string, init?: RequestInit) => Promise<PreviewAnswer>;
  /** Interrupts it as Ctrl-C does. Resolves with its exit code. */
  readonly stop: () => Promise<number | null>;
}

/** An answer with its body as text. */
interface PreviewAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly body: string;
}

interface StartOptions {
  /** Project to run; the copy's or our own. */
  readonly folder?: string;
  readonly cwd: string;
  readonly args?: readonly string[];
  readonly environment?: Readonly<Record<string, string>>;
  /** Which line ends the waiting: the one that says that it is ready, unless told otherwise. */
  readonly until?: (event: PreviewEvent) => boolean;
}

/** Starts it on a port of the system's choice and waits until it is ready. */
export async function startPreview({
  folder = PROJECT,
  cwd,
  args = [],
  environment = {},
  until = ({ stage }) => stage === 'preview',
}: StartOptions): Promise<RunningPreview> {
  const { SITEGEN_ORIGIN: _, SITEGEN_CONTENT_URL: __, ...inherited } = process.env;
  const started = spawn(
    process.execPath,
    [join(folder, 'cli/sitegen.js'), 'preview', '--json', '--port', '0', ...args],
    {
      cwd,
      env: { ...inherited, ...codeCacheOf(folder), ...TEST_ENVIRONMENT, ...environment },
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  );
  const child = killAtEnd(started);
  const events: PreviewEvent[] = [];
  let output = '';
  let rest = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    output += text;
    const lines = (rest + text).split('\n');
    rest = lines.pop() ?? '';
    events.push(...lines.map((line): PreviewEvent => JSON.parse(line)));
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    output += text;
  });
  await eventually(() => child.exitCode !== null || events.some(until), START_PATIENCE_MS);
  if (child.exitCode !== null) throw new Error(`The preview ended with ${child.exitCode}.\n${output}`);
  const url = events
    .map(({ text }) => /http:\/\/[\d.:a-z[\]]+(?=\/)/.exec(text ?? '')?.[0])
    .find((found) => found !== undefined);
  if (url === undefined) throw new Error(`The preview named no address.\n${output}`);
  return {
    url,
    process: child,
    events,
    output: () => output,
    get: async (path, init = {}) => {
      const response = await fetch(`${url}${path}`, { redirect: 'manual', ...init });
      return { status: response.status, headers: response.headers, body: await response.text() };
    },
    stop: async () => {
      if (child.exitCode !== null) return child.exitCode;
      const isOver = once(child, 'close');
      child.kill('SIGINT');
      // One that does not end has no exit code then.
      const patience = setTimeout(() => child.kill('SIGKILL'), PATIENCE_MS);
      await isOver;
      clearTimeout(patience);
      return child.exitCode;
    },
  };
}

/** Waits until a condition holds; one that throws (a page is just being loaded, a file is not there) does not hold yet. */
export async function eventually(
  condition: () => boolean | Promise<boolean>,
  milliseconds = PATIENCE_MS,
): Promise<void> {
  const end = performance.now() + milliseconds;
  for (;;) {
    let cause: unknown;
    try {
      if (await condition()) return;
    } catch (error) {
      cause = error;
    }
    if (performance.now() > end)
      throw new Error(`It did not happen within ${milliseconds} ms: ${condition}`, { cause });
    await sleep(POLL_MS);
  }
}

/** A page without the script that the preview adds. */
export function withoutScript(html: string): string {
  return html.replace(/<script src="\/__sitegen\/preview\.js"[^>]*><\/script>/, '');
}

/** A page without the attributes of Click to edit. */
export function withoutEdits(html: string): string {
  return html.replaceAll(/ data-sitegen-edit="[^"]*" data-sitegen-field="[^"]*"(?: tabindex="0")?/g, '');
}
