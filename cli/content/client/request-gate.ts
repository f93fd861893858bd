// A gate for all requests of a client. It is closed while the service cannot be reached or asks to wait, and for good once the build
// gives up on it. All requests share its waits: a service that is down costs one series of them, however many requests there are.

import { setTimeout as sleep } from 'node:timers/promises';
import type { Report } from '../../report/report-event.ts';
import { type RequestFailure, seconds } from './request-failure.ts';

export interface WaitPolicy {
  readonly retries: number;
  readonly retryBaseMs: number;
  readonly retryCapMs: number;
  readonly connectTimeoutMs: number;
  /** Most requests at the same time. */
  readonly concurrency: number;
}

/** The gate of one client. */
export interface RequestGate {
  /** Resolves with a ticket when a request may be sent. @throws RequestFailure if the build gave up on the service. */
  pass(): Promise<number>;
  /** The service answered. */
  noteAnswer(): void;
  /** The service cannot be reached: all requests wait. Failures of requests that were sent before the last such failure do not count. */
  noteUnreachable(ticket: number, failure: RequestFailure): void;
  /** A request used up its retries. With `isLasting` the service answers it with the same failure each time, and may answer others. */
  noteExhausted(failure: RequestFailure, isLasting: boolean): void;
  /**
   * Milliseconds for which temporary failures are retried, for a request that has failed since then (by `performance.now()`). All
   * requests share the time: it runs from the first failure after the last answer.
   */
  msLeft(failingSince: number): number;
  /** The service asks to wait. */
  holdFor(milliseconds: number): void;
  isGivenUp(): boolean;
}

/** The build gives up after this many requests in a row used up their retries. */
const GIVE_UP_AFTER = 3;

/** The wait before a retry (0-based): doubles up to the cap, minus jitter of up to a quarter. */
export function retryWait(policy: Pick<WaitPolicy, 'retryBaseMs' | 'retryCapMs'>, retry: number): number {
  return Math.min(policy.retryCapMs, policy.retryBaseMs * 2 ** retry) * (0.75 + Math.random() / 4);
}

/** Rejects with the signal's reason if it aborts. */
export async function waitFor(milliseconds: number, signal: AbortSignal): Promise<void> {
  signal.throwIfAborted();
  try {
    await sleep(milliseconds, undefined, { signal });
  } catch (cause) {
    signal.throwIfAborted();
    throw cause;
  }
}

/** Creates an open gate. */
export function createRequestGate(policy: WaitPolicy, report: Report, signal: AbortSignal): RequestGate {
  const outage = createOutage(policy);
  let openAt = 0;
  let exhausted = 0;
  let givenUp: RequestFailure | null = null;
  return {
    async pass() {
      for (;;) {
        if (givenUp !== null) throw givenUp;
        const remaining = openAt - performance.now();
        if (remaining <= 0) return outage.ticket();
        await waitFor(remaining, signal);
      }
    },
    noteAnswer() {
      outage.end();
      exhausted = 0;
    },
    noteUnreachable(ticket, failure) {
      if (ticket !== outage.ticket() || givenUp !== null) return;
      const { failures, wait } = outage.count();
      if (wait === null) givenUp = failure;
      else openAt = Math.max(openAt, performance.now() + wait);
      const next =
        wait === null
          ? `Giving up after ${failures} attempts.`
          : `Attempt ${failures + 1} of ${policy.retries + 1} follows in ${seconds(wait)}; all requests wait.`;
      const text = `The content service cannot be reached. ${failure.message} ${next}`;
      report({ kind: 'log', level: 'warning', text });
    },
    noteExhausted(failure, isLasting) {
      exhausted += 1;
      if (exhausted >= GIVE_UP_AFTER * (isLasting ? policy.concurrency : 1)) givenUp ??= failure;
    },
    msLeft: outage.msLeft,
    holdFor(milliseconds) {
      openAt = Math.max(openAt, performance.now() + milliseconds);
    },
    isGivenUp: () => givenUp !== null,
  };
}

/** Counts the failures of a service that cannot be reached, and the time of temporary failures since its last answer. */
function createOutage(policy: WaitPolicy) {
  const maxMs = maxOutageMs(policy);
  let ticket = 0;
  let failures = 0;
  let since: number | null = null;
  const msLeft = (failingSince: number) => {
    since ??= performance.now();
    return Math.min(since, failingSince) + maxMs - performance.now();
  };
  return {
    ticket: () => ticket,
    msLeft,
    end() {
      failures = 0;
      since = null;
    },
    /** Counts a failure. The wait is null once there are too many. */
    count() {
      failures += 1;
      ticket += 1;
      const wait = retryWait(policy, failures - 1);
      const isOver = failures > policy.retries || wait > msLeft(performance.now());
      return { failures, wait: isOver ? null : wait };
    },
  };
}

/** All waits of a request and one connect time-out, so that a host that drops packets takes no longer than one that refuses. */
function maxOutageMs(policy: WaitPolicy): number {
  const waits = Array.from({ length: policy.retries }, (_, retry) =>
    Math.min(policy.retryCapMs, policy.retryBaseMs * 2 ** retry),
  );
  return waits.reduce((sum, wait) => sum + wait, policy.connectTimeoutMs);
}
