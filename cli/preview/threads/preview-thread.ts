// A thread that runs one bundle: modules are never unloaded, so each changed bundle gets a thread of its own. The next
// thread is started ahead, with the packages loaded that bundles need, and waits for its bundle.

import { Worker } from 'node:worker_threads';
import type { Report } from '../../report/report-event.ts';
import type { ThreadStart } from './serve-bundle.ts';
import { type Caller, type Calls, createCaller, ThreadEnded } from './thread-calls.ts';

/** A running thread. */
export interface PreviewThread<C extends Calls> extends Pick<Caller<C>, 'call'> {
  /** Lets running calls finish, then ends the thread. */
  readonly end: () => Promise<void>;
  /** Ends the thread at once; what it was asked fails. */
  readonly kill: () => Promise<void>;
}

/** Starts threads of one kind. */
export interface ThreadStarter<C extends Calls> {
  /** Begins a thread that waits for its bundle, unless one waits. */
  readonly open: () => void;
  /** Makes the next thread ready; from then on every start does. */
  readonly prepare: () => Promise<void>;
  /** Runs a bundle in the thread that waits. @throws what loading the bundle threw; ThreadEnded once this is closed. */
  readonly start: (start: ThreadStart) => Promise<PreviewThread<C>>;
  /** Ends the thread that waits and those that are being started: what they start with may take long. */
  readonly close: () => Promise<void>;
}

/** What a kind of thread is made of. */
export interface ThreadKind {
  /** The module that each thread begins with. */
  readonly entry: URL;
  /** What a waiting thread may make ready. */
  readonly data: () => unknown;
  /** What a waiting thread may try, so that it has run everything once; null where there is nothing. */
  readonly rehearsal: () => Promise<unknown>;
  /** Whether its bundles are modules, which Node keeps compiled on the disk for good: only the first one is worth that. */
  readonly importsBundles: boolean;
  readonly report: Report;
}

/** Running calls of a thread that is replaced have this long. */
const GRACE_MS = 10_000;
/** The next thread is made ready when pages have been shown by the last one: there are few cores. */
const REST_MS = 150;
/** After this many a thread is as fast as it becomes: its code is compiled, its young heap has grown. */
const REHEARSALS = 3;

/** What every thread answers from its beginning. */
type StartCalls = {
  readonly start: (start: ThreadStart) => null;
  readonly rehearse: (rehearsal: unknown) => null;
};

interface OpenThread<C extends Calls> {
  readonly worker: Worker;
  readonly caller: Caller<C & StartCalls>;
}

/** Makes the starter of one kind of thread. */
export function createThreadStarter<C extends Calls>(kind: ThreadKind): ThreadStarter<C> {
  const next = createNextThread<C>(kind);
  const starting = new Set<OpenThread<C>>();
  let timer: NodeJS.Timeout | null = null;
  let isPreparing = false;
  const rest = () => {
    if (timer !== null) clearTimeout(timer);
  };
  return {
    open: next.open,
    prepare: async () => {
      isPreparing = true;
      await next.prepare();
    },
    start: async (start) => {
      if (next.isClosed()) throw new ThreadEnded('No thread is started any more.');
      rest();
      const opened = next.take();
      starting.add(opened);
      try {
        return await startBundle<C>(opened, start);
      } finally {
        starting.delete(opened);
        // After a bundle that cannot be loaded, too: the mended one follows.
        if (isPreparing && !next.isClosed()) timer = setTimeout(next.prepare, REST_MS);
      }
    },
    close: async () => {
      rest();
      const ending = [...starting].map(({ worker }) => worker.terminate());
      await Promise.all([next.close(), ...ending]);
    },
  };
}

/** The thread that waits for its bundle. */
function createNextThread<C extends Calls>(kind: ThreadKind) {
  let waiting: OpenThread<C> | null = null;
  let isClosed = false;
  let isFirst = true;
  const open = () => {
    const thread = openThread<C>(kind, isFirst || !kind.importsBundles);
    isFirst = false;
    // One that fails before it has work fails again, and audibly, when it has some.
    thread.worker.on('error', () => {
      if (waiting === thread) waiting = null;
    });
    return thread;
  };
  return {
    isClosed: () => isClosed,
    open: () => {
      if (!isClosed) waiting ??= open();
    },
    take: () => {
      const thread = waiting ?? open();
      waiting = null;
      return thread;
    },
    prepare: async () => {
      if (waiting !== null || isClosed) return;
      const thread = open();
      waiting = thread;
      await rehearse(kind, thread, () => waiting === thread);
    },
    close: async () => {
      isClosed = true;
      await waiting?.worker.terminate();
      waiting = null;
    },
  };
}

/** What fails in a rehearsal fails, and is told, in earnest. */
async function rehearse<C extends Calls>(
  kind: ThreadKind,
  thread: OpenThread<C>,
  isWaiting: () => boolean,
): Promise<void> {
  try {
    const rehearsal = await kind.rehearsal();
    for (let round = 0; round < REHEARSALS && isWaiting() && rehearsal !== null; round += 1)
      await thread.caller.call('rehearse', rehearsal as never);
  } catch {}
}

function openThread<C extends Calls>({ entry, data, report }: ThreadKind, keepsCode: boolean): OpenThread<C> {
  const worker = new Worker(entry, {
    workerData: data(),
    // React and others ask for it when they are loaded; the build's bundles have it inlined.
    env: { ...process.env, NODE_ENV: 'production', ...(keepsCode ? {} : { NODE_DISABLE_COMPILE_CACHE: '1' }) },
  });
  const caller = createCaller<C & StartCalls>(worker, report);
  worker.on('error', (cause) => caller.fail(cause instanceof Error ? cause : new Error(String(cause))));
  worker.on('exit', () => caller.fail(new ThreadEnded('The thread has ended.')));
  return { worker, caller };
}

async function startBundle<C extends Calls>(
  { worker, caller }: OpenThread<C>,
  start: ThreadStart,
): Promise<PreviewThread<C>> {
  try {
    await caller.call('start', start as never);
  } catch (cause) {
    await worker.terminate();
    throw cause;
  }
  return {
    call: caller.call,
    end: async () => {
      const { promise: isLate, resolve } = Promise.withResolvers<void>();
      const grace = setTimeout(resolve, GRACE_MS);
      await Promise.race([caller.settle(), isLate]);
      clearTimeout(grace);
      await worker.terminate();
    },
    kill: async () => {
      await worker.terminate();
    },
  };
}
