// A worker thread that answers requests in order, with a result or with a SiteError. Any other error ends the thread, and all
// of its open requests fail with that error.

import { parentPort, Worker } from 'node:worker_threads';
import { errorMessage, SiteError } from '../errors.ts';

/** A SiteError is sent as its fields: a message between threads makes a plain Error of it. */
type ThreadAnswer<Result> =
  | { readonly kind: 'done'; readonly result: Result }
  | {
      readonly kind: 'failed';
      readonly error: ConstructorParameters<typeof SiteError>[0];
      readonly cause: unknown;
    };

/** A running thread. */
export interface AskedThread<Request, Result> {
  /** @throws what the thread threw, or why it ended. */
  readonly ask: (request: Request) => Promise<Result>;
  /** Number of open requests. */
  readonly underway: () => number;
  /** Resolves at the next answer, or when the thread ends. */
  readonly settled: () => Promise<void>;
  readonly close: () => Promise<void>;
}

interface Waiting<Result> {
  readonly resolve: (result: Result) => void;
  readonly reject: (cause: unknown) => void;
}

/** What a thread is started with. */
interface ThreadOptions {
  readonly workerData?: unknown;
  /** Limit of its heap in MB, beyond which it ends with ERR_WORKER_OUT_OF_MEMORY; Node's own limit by default. */
  readonly heapMb?: number;
}

/** Starts a thread, whose code calls {@link answerRequests}. */
export function startThread<Request, Result>(
  file: URL,
  { workerData, heapMb }: ThreadOptions = {},
): AskedThread<Request, Result> {
  const resourceLimits = heapMb === undefined ? {} : { maxOldGenerationSizeMb: heapMb };
  const worker = new Worker(file, { workerData, resourceLimits });
  const { settle, endWith, ...requests } = createRequests<Result>();
  worker.on('message', settle);
  worker.on('error', endWith);
  worker.on('exit', (code) => endWith(new Error(`A thread of the build ended with exit code ${code}.`)));
  return {
    ask: (request) => requests.add(() => worker.postMessage(request)),
    underway: requests.count,
    settled: requests.settled,
    close: async () => {
      await worker.terminate();
    },
  };
}

/** The requests that a thread has not answered, in the order of its answers. */
function createRequests<Result>() {
  const waiting: Waiting<Result>[] = [];
  /** Why the thread ended; null while it runs. */
  let end: { readonly cause: unknown } | null = null;
  let signal = Promise.withResolvers<void>();
  const notify = () => {
    signal.resolve();
    signal = Promise.withResolvers<void>();
  };
  return {
    count: () => waiting.length,
    settled: () => signal.promise,
    add: (send: () => void): Promise<Result> => {
      if (end !== null) return Promise.reject(end.cause);
      return new Promise((resolve, reject) => {
        send();
        waiting.push({ resolve, reject });
      });
    },
    settle: (answer: ThreadAnswer<Result>) => {
      const asked = waiting.shift();
      if (answer.kind === 'done') asked?.resolve(answer.result);
      else asked?.reject(new SiteError(answer.error, { cause: answer.cause }));
      notify();
    },
    endWith: (cause: unknown) => {
      end ??= { cause };
      for (const { reject } of waiting.splice(0)) reject(cause);
      notify();
    },
  };
}

/** Answers the requests to this thread, one after the other. */
export function answerRequests<Request, Result>(make: (request: Request) => Result): void {
  const port = parentPort;
  if (port === null) throw new Error('This is the code of a thread.');
  // Not async: an error that is no SiteError must end the thread, not reject a promise.
  port.on('message', (request: Request) => port.postMessage(answer(() => make(request))));
}

function answer<Result>(make: () => Result): ThreadAnswer<Result> {
  try {
    return { kind: 'done', result: make() };
  } catch (cause) {
    if (!(cause instanceof SiteError)) throw cause;
    const { code, exitCode, message, problems } = cause;
    return { kind: 'failed', error: { code, exitCode, message, problems }, cause: describeCause(cause.cause) };
  }
}

/** Templates may throw any value; what cannot be cloned becomes an Error. */
function describeCause(cause: unknown): unknown {
  try {
    return structuredClone(cause);
  } catch {
    return new Error(errorMessage(cause));
  }
}
