// Runs a command and measures its process tree: wall clock, CPU time, peak of the total resident memory.

import { spawn } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { delimiter, dirname } from 'node:path';

/** The result of a run. */
export interface Measured {
  readonly seconds: number;
  readonly cpuSeconds: number;
  /** Bytes. */
  readonly peakBytes: number;
  readonly stdout: string;
}

/** sitegen as users start it. */
export const SITEGEN = './cli/sitegen.js';
/** For generated content: no share images per page, which would dominate a build, and no downloads, because its images do not exist. */
export const GENERATED_SETTINGS = { SITEGEN_SHARE_IMAGES: 'one', SITEGEN_CONTENT_FILES: 'linked' } as const;

/** Between two samples. What the kernel must add up page by page is asked for less often. */
const SAMPLE_MS = { resident: 20, proportional: 200 } as const;
const TICKS_PER_SECOND = 100;
const PAGE_BYTES = 4096;

/** How memory is counted: what processes share once for each of them, or divided among them. */
type Memory = 'resident' | 'proportional';

interface RunOptions {
  readonly cwd: string;
  readonly environment: NodeJS.ProcessEnv;
  readonly memory?: Memory;
}

/** Runs a command with this Node first in the path. Needs /proc. @throws Error with its output if it fails. */
export async function measureRun(
  command: string,
  args: readonly string[],
  { cwd, environment, memory = 'resident' }: RunOptions,
): Promise<Measured> {
  const start = performance.now();
  const path = [dirname(process.execPath), environment.PATH].join(delimiter);
  const child = spawn(command, args, {
    cwd,
    env: { ...environment, PATH: path },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let stdout = '';
  let stderr = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    stdout += text;
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    stderr += text;
  });
  let peakBytes = 0;
  const cpuByPid = new Map<number, number>();
  const sample = () => {
    const tree = readTree(child.pid ?? -1, memory);
    peakBytes = Math.max(
      peakBytes,
      tree.reduce((sum, { bytes }) => sum + bytes, 0),
    );
    for (const { pid, cpuSeconds } of tree) cpuByPid.set(pid, cpuSeconds);
  };
  const timer = setInterval(sample, SAMPLE_MS[memory]);
  const code = await new Promise<number | null>((resolve) => child.on('close', resolve));
  clearInterval(timer);
  const seconds = (performance.now() - start) / 1000;
  if (code !== 0) throw new Error(`${command} ${args.join(' ')} ended with ${code}.\n${stderr}${stdout}`);
  return { seconds, cpuSeconds: [...cpuByPid.values()].reduce((sum, each) => sum + each, 0), peakBytes, stdout };
}

interface ProcessSample {
  readonly pid: number;
  readonly bytes: number;
  readonly cpuSeconds: number;
}

/** A process and its descendants. Reading all processes instead would take 5 % of a core. */
function readTree(root: number, memory: Memory): readonly ProcessSample[] {
  const tree: ProcessSample[] = [];
  const pids = [root];
  for (const pid of pids) {
    try {
      tree.push(readProcess(pid, memory));
      pids.push(...listChildren(pid));
    } catch {
      // The process has ended.
    }
  }
  return tree;
}

function readProcess(pid: number, memory: Memory): ProcessSample {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  const fields = stat
    .slice(stat.lastIndexOf(')') + 2)
    .split(' ')
    .map(Number);
  const ticks = (fields[11] ?? 0) + (fields[12] ?? 0);
  const bytes = memory === 'resident' ? (fields[21] ?? 0) * PAGE_BYTES : readProportional(pid);
  return { pid, bytes, cpuSeconds: ticks / TICKS_PER_SECOND };
}

function readProportional(pid: number): number {
  const kilobytes = /^Pss:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8'))?.[1];
  return Number(kilobytes ?? 0) * 1024;
}

/** Any thread of the process may have started them. */
function listChildren(pid: number): readonly number[] {
  const threads = readdirSync(`/proc/${pid}/task`);
  return threads.flatMap((thread) => {
    const list = readFileSync(`/proc/${pid}/task/${thread}/children`, 'utf8');
    return list
      .split(' ')
      .filter((child) => child !== '')
      .map(Number);
  });
}

/** The result in the last line of NDJSON. */
export function resultOf<Result>({ stdout }: Measured): Result {
  const { result }: { readonly result: Result } = JSON.parse(stdout.trimEnd().split('\n').at(-1) ?? '{}');
  return result;
}
