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
  let waiting: OpenThread<C> | null = null;
  const starting = new Set<OpenThread<C>>();
  let timer: NodeJS.Timeout | null = null;
  let isClosed = false;
  let isPreparing = false;
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
  const prepareNext = async () => {
    if (waiting !== null || isClosed) return;
    const thread = open();
    waiting = thread;
    // What fails in a rehearsal fails, and is told, in earnest.
    try {
      const rehearsal = await kind.rehearsal();
      for (let round = 0; round < REHEARSALS && waiting === thread && rehearsal !== null; round += 1)
        await thread.caller.call('rehearse', rehearsal as never);
    } catch {}
  };
  return {
    open: () => {
      if (!isClosed) waiting ??= open();
    },
    prepare: async () => {
      isPreparing = true;
      await prepareNext();
    },
    start: async (start) => {
      if (isClosed) throw new ThreadEnded('No thread is started any more.');
      if (timer !== null) clearTimeout(timer);
      const opened = waiting ?? open();
      waiting = null;
      starting.add(opened);
      try {
        return await startBundle<C>(opened, start);
      } finally {
        starting.delete(opened);
        // After a bundle that cannot be loaded, too: the mended one follows.
        if (isPreparing && !isClosed) timer = setTimeout(prepareNext, REST_MS);
      }
    },
    close: async () => {
      isClosed = true;
      if (timer !== null) clearTimeout(timer);
      await Promise.all([...starting, ...(waiting === null ? [] : [waiting])].map(({ worker }) => worker.terminate()));
      waiting = null;
    },
  };
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
