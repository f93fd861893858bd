// A thread that runs one bundle: modules are never unloaded, so each changed bundle gets a thread of its own. The next
// thread is started ahead, with the packages loaded that bundles need, and waits for its bundle.

import { Worker } from 'node:worker_threads';
import type { Report } from '../../report-event.ts';
import { type Caller, type Calls, createCaller, ThreadEnded } from './thread-calls.ts';

/** A running thread. */
export interface PreviewThread<C extends Calls> extends Pick<Caller<C>, 'call'> {
  /** Lets running calls finish, then ends the thread. */
  readonly end: () => Promise<void>;
  /** Ends the thread at once; what it was asked fails. */
  readonly kill: () => Promise<void>;
}

/** The first call of a thread: what it runs, and with what. */
export interface ThreadStart {
  /** File URL. */
  readonly bundle: string;
  readonly options: unknown;
}

/** Starts threads of one kind. */
export interface ThreadStarter<C extends Calls> {
  /** Runs a bundle in the thread that waits, and prepares the next one. @throws what loading the bundle threw. */
  readonly start: (start: ThreadStart) => Promise<PreviewThread<C>>;
  /** Ends the thread that waits. */
  readonly close: () => Promise<void>;
}

/** What a kind of thread is made of. */
export interface ThreadKind {
  /** The module that each thread begins with. */
  readonly entry: URL;
  /** File URLs of packages that a waiting thread may load already. */
  readonly packages: () => readonly string[];
  readonly report: Report;
}

/** Running calls of a thread that is replaced have this long. */
const GRACE_MS = 10_000;

type StartCalls = { readonly start: (start: ThreadStart) => null };

/** Makes the starter of one kind of thread. */
export function createThreadStarter<C extends Calls>(kind: ThreadKind): ThreadStarter<C> {
  let waiting: Worker | null = null;
  let isClosed = false;
  const prepare = () => {
    const worker = new Worker(kind.entry, {
      workerData: { packages: kind.packages() },
      // React and others ask for it when they are loaded; the build's bundles have it inlined.
      env: { ...process.env, NODE_ENV: 'production' },
    });
    // One that fails before it has work fails again, and audibly, when it has some.
    worker.on('error', () => {
      if (waiting === worker) waiting = null;
    });
    return worker;
  };
  return {
    start: async (start) => {
      const worker = waiting ?? prepare();
      waiting = null;
      const thread = await startBundle<C>(worker, start, kind.report);
      if (isClosed) await thread.end();
      else waiting ??= prepare();
      return thread;
    },
    close: async () => {
      isClosed = true;
      await waiting?.terminate();
      waiting = null;
    },
  };
}

async function startBundle<C extends Calls>(
  worker: Worker,
  start: ThreadStart,
  report: Report,
): Promise<PreviewThread<C>> {
  const caller = createCaller<C & StartCalls>(worker, report);
  worker.on('error', (cause) => caller.fail(cause instanceof Error ? cause : new Error(String(cause))));
  worker.on('exit', () => caller.fail(new ThreadEnded('The thread has ended.')));
  const end = async () => {
    const { promise: isLate, resolve } = Promise.withResolvers<void>();
    const timer = setTimeout(resolve, GRACE_MS);
    await Promise.race([caller.settle(), isLate]);
    clearTimeout(timer);
    await worker.terminate();
  };
  try {
    await caller.call('start', start as never);
  } catch (cause) {
    await worker.terminate();
    throw cause;
  }
  const kill = async () => {
    await worker.terminate();
  };
  return { call: caller.call, end, kill };
}
