// A worker thread that answers requests in order, with a result or a SiteError. Any other error ends the thread, and all open requests
// fail with it.

import { parentPort, Worker } from 'node:worker_threads';
import { errorMessage, SiteError } from '../errors.ts';

/** A SiteError is sent as its fields, because messages between threads turn it into a plain Error. */
type ThreadAnswer<Result> =
  | { readonly kind: 'done'; readonly result: Result }
  | {
      readonly kind: 'failed';
      readonly error: ConstructorParameters<typeof SiteError>[0];
      readonly cause: unknown;
    };

/** A running thread. */
export interface WorkerThread<Request, Result> {
  /** @throws the SiteError of the request, or the error that ended the thread. */
  readonly ask: (request: Request) => Promise<Result>;
  /** Number of open requests. */
  readonly underway: () => number;
  /** Resolves at the next answer, or when the thread ends. */
  readonly settled: () => Promise<void>;
  readonly close: () => Promise<void>;
}

interface OpenRequest<Result> {
  readonly resolve: (result: Result) => void;
  readonly reject: (cause: unknown) => void;
}

interface ThreadOptions {
  readonly workerData: unknown;
  /** Heap limit in MB. A thread above it ends with ERR_WORKER_OUT_OF_MEMORY. */
  readonly heapMb: number;
}

/** Starts a thread. Its code must call {@link answerRequests}. */
export function startThread<Request, Result>(
  file: URL,
  { workerData, heapMb }: ThreadOptions,
): WorkerThread<Request, Result> {
  const worker = new Worker(file, { workerData, resourceLimits: { maxOldGenerationSizeMb: heapMb } });
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

/** Manages the open requests of a thread, in order. */
function createRequests<Result>() {
  const waiting: OpenRequest<Result>[] = [];
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
      const request = waiting.shift();
      if (answer.kind === 'done') request?.resolve(answer.result);
      else request?.reject(new SiteError(answer.error, { cause: answer.cause }));
      notify();
    },
    endWith: (cause: unknown) => {
      end ??= { cause };
      for (const { reject } of waiting.splice(0)) reject(cause);
      notify();
    },
  };
}

/** Answers the requests to this thread in order. */
export function answerRequests<Request, Result>(make: (request: Request) => Result): void {
  const port = parentPort;
  if (port === null) throw new Error('answerRequests must be called in a worker thread.');
  // Not async: any error but a SiteError must end the thread.
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

/** Templates can throw any value. One that cannot be cloned becomes an Error. */
function describeCause(cause: unknown): unknown {
  try {
    return structuredClone(cause);
  } catch {
    return new Error(errorMessage(cause));
  }
}
