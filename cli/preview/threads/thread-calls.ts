// Calls from one thread to another over a message port: a name and plain data there, plain data or a failure back.
// Relied on afterwards: a SiteError arrives as one, every other error with its message and stack.

import type { MessagePort, Worker } from 'node:worker_threads';
import { type ExitCode, type Problem, SiteError } from '../../errors.ts';
import type { Report, ReportEvent } from '../../report/report-event.ts';

/** What a thread answers, by name; arguments and results are plain data. */
export type Calls = Readonly<Record<string, (argument: never) => unknown>>;
type CallArgument<C extends Calls, Name extends keyof C> = Parameters<C[Name]>[0];
type CallResult<C extends Calls, Name extends keyof C> = Awaited<ReturnType<C[Name]>>;

interface CallMessage {
  readonly id: number;
  readonly name: string;
  readonly argument: unknown;
}

type ReplyMessage =
  | { readonly id: number; readonly result: unknown }
  | { readonly id: number; readonly failure: ThreadFailure }
  | { readonly event: ReportEvent };

/** An error as it crosses threads. */
interface ThreadFailure {
  readonly message: string;
  readonly stack: string | null;
  readonly site: { readonly code: string; readonly exitCode: ExitCode; readonly problems: readonly Problem[] } | null;
}

/** The other side ended before it answered. */
export class ThreadEnded extends Error {
  override readonly name = 'ThreadEnded';
}

/** Answers calls that come in by the port; `find` gives what a name stands for at that moment. */
export function serveCalls(
  port: MessagePort,
  find: (name: string) => ((argument: never) => unknown) | undefined,
): void {
  port.on('message', async ({ id, name, argument }: CallMessage) => {
    try {
      const handler = find(name);
      if (handler === undefined) throw new Error(`The thread has no call ${name}.`);
      // Both sides are ours and share the type of the calls.
      port.postMessage({ id, result: await handler(argument as never) } satisfies ReplyMessage);
    } catch (cause) {
      port.postMessage({ id, failure: describeFailure(cause) } satisfies ReplyMessage);
    }
  });
}

/** Sends events to whoever calls this thread. */
export function createThreadReport(port: MessagePort): Report {
  return (event) => port.postMessage({ event } satisfies ReplyMessage);
}

function describeFailure(cause: unknown): ThreadFailure {
  if (!(cause instanceof Error)) return { message: String(cause), stack: null, site: null };
  const { message, stack = null } = cause;
  if (!isSiteError(cause)) return { message, stack, site: null };
  const { code, exitCode, problems } = cause;
  return { message, stack, site: { code, exitCode, problems } };
}

/** A bundle brings a class of its own, so the name tells. */
function isSiteError(cause: Error): cause is SiteError {
  return cause.name === 'SiteError' && 'code' in cause && 'problems' in cause;
}

function toError({ message, stack, site }: ThreadFailure): Error {
  const error = site === null ? new Error(message) : new SiteError({ ...site, message });
  if (stack !== null) error.stack = stack;
  return error;
}

/** The calling side. */
export interface Caller<C extends Calls> {
  readonly call: <Name extends keyof C & string>(
    name: Name,
    argument: CallArgument<C, Name>,
  ) => Promise<CallResult<C, Name>>;
  /** Resolves when every call so far has its answer or failure. */
  readonly settle: () => Promise<void>;
  /** Fails whatever waits, and every later call. */
  readonly fail: (cause: Error) => void;
}

/** Makes the calling side of a worker; its events go to `report`. */
export function createCaller<C extends Calls>(worker: Worker, report: Report): Caller<C> {
  const waiting = new Map<number, { resolve: (value: unknown) => void; reject: (cause: Error) => void }>();
  const open = new Set<Promise<unknown>>();
  let lastId = 0;
  let ended: Error | null = null;
  worker.on('message', (reply: ReplyMessage) => {
    if ('event' in reply) return report(reply.event);
    const call = waiting.get(reply.id);
    waiting.delete(reply.id);
    if ('failure' in reply) call?.reject(toError(reply.failure));
    else call?.resolve(reply.result);
  });
  const send = (name: string, argument: unknown) => {
    if (ended !== null) return Promise.reject(ended);
    lastId += 1;
    const id = lastId;
    const { promise, resolve, reject } = Promise.withResolvers<unknown>();
    waiting.set(id, { resolve, reject });
    worker.postMessage({ id, name, argument } satisfies CallMessage);
    open.add(promise);
    const close = () => open.delete(promise);
    promise.then(close, close);
    return promise;
  };
  return {
    // The handler of this very name made the result.
    call: (name, argument) => send(name, argument) as Promise<never>,
    settle: async () => {
      await Promise.allSettled([...open]);
    },
    fail: (cause) => {
      ended ??= cause;
      for (const { reject } of waiting.values()) reject(ended);
      waiting.clear();
    },
  };
}
