// A thread that is asked and answers, in order. It answers with what it made, or with the SiteError that it met, which
// would cross as a plain Error; whatever else it throws ends it, and everything that was asked of it fails with that.

import { parentPort, Worker } from 'node:worker_threads';
import { errorMessage, SiteError } from '../errors.ts';

type ThreadAnswer<Result> =
  | { readonly kind: 'done'; readonly result: Result }
  | {
      readonly kind: 'failed';
      readonly error: ConstructorParameters<typeof SiteError>[0];
      readonly cause: unknown;
    };

/** A thread as the one that started it sees it. */
export interface AskedThread<Request, Result> {
  /** @throws what the thread threw, or why it ended. */
  readonly ask: (request: Request) => Promise<Result>;
  /** Requests that were not answered yet. */
  readonly underway: () => number;
  /** Resolves with the next answer, or with the thread's end. */
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
  /** MB of its heap, where it must not grow as far as Node lets it: it ends with ERR_WORKER_OUT_OF_MEMORY then. */
  readonly heapMb?: number;
}

/** Starts a thread, whose code calls {@link answerRequests}. */
export function startThread<Request, Result>(
  file: URL,
  { workerData, heapMb }: ThreadOptions = {},
): AskedThread<Request, Result> {
  const resourceLimits = heapMb === undefined ? {} : { maxOldGenerationSizeMb: heapMb };
  const worker = new Worker(file, { workerData, resourceLimits });
  /** In the order in which they were asked; answers come in the same. */
  const waiting: Waiting<Result>[] = [];
  /** Why it ended; null while it runs. It would never answer what is asked later. */
  let end: { readonly cause: unknown } | null = null;
  let signal = Promise.withResolvers<void>();
  const notify = () => {
    const { resolve } = signal;
    signal = Promise.withResolvers<void>();
    resolve();
  };
  const endWith = (cause: unknown) => {
    end ??= { cause };
    for (const { reject } of waiting.splice(0)) reject(cause);
    notify();
  };
  worker.on('message', (answer: ThreadAnswer<Result>) => {
    const asked = waiting.shift();
    if (answer.kind === 'done') asked?.resolve(answer.result);
    else asked?.reject(new SiteError(answer.error, { cause: answer.cause }));
    notify();
  });
  worker.on('error', endWith);
  worker.on('exit', (code) => endWith(new Error(`A thread of the build ended with exit code ${code}.`)));
  return {
    ask: (request) => {
      if (end !== null) return Promise.reject(end.cause);
      return new Promise((resolve, reject) => {
        worker.postMessage(request);
        waiting.push({ resolve, reject });
      });
    },
    underway: () => waiting.length,
    settled: () => signal.promise,
    close: async () => {
      await worker.terminate();
    },
  };
}

/** Answers what this thread is asked, one request after the other. */
export function answerRequests<Request, Result>(make: (request: Request) => Result): void {
  const port = parentPort;
  if (port === null) throw new Error('This is the code of a thread.');
  // Nothing is awaited: what is thrown beside a SiteError ends the thread, whatever becomes of rejections.
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

/** What templates throw may be anything, and need not be such that it crosses. */
function describeCause(cause: unknown): unknown {
  try {
    return structuredClone(cause);
  } catch {
    return new Error(errorMessage(cause));
  }
}
