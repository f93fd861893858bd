// One gate for all content requests: closed while the service refuses connections or has asked to wait, and closed for
// good when the build gives up on the service. Guarantee: a dead service costs one series of waits, however many
// requests there are.

import { setTimeout as sleep } from 'node:timers/promises';
import type { Report } from '../../report/report-event.ts';
import { type RequestFailure, seconds } from './request-failure.ts';

/** How long waits are, in milliseconds, and how many. */
export interface WaitPolicy {
  readonly retries: number;
  readonly retryBaseMs: number;
  readonly retryCapMs: number;
  readonly connectTimeoutMs: number;
  /** Requests at once. */
  readonly concurrency: number;
}

/** The gate of one client. */
export interface RequestGate {
  /** Resolves with a ticket when a request may be sent. @throws RequestFailure if the build gave up on the service. */
  pass(): Promise<number>;
  /** The service answered. */
  noteAnswer(): void;
  /** The service could not be connected to: all requests wait. Failures of requests with older tickets count once. */
  noteUnreachable(ticket: number, failure: RequestFailure): void;
  /** A request used up its retries, or was always answered alike: then others may still be answered. */
  noteExhausted(failure: RequestFailure, isAnswered: boolean): void;
  /** The service asked to wait. */
  holdFor(milliseconds: number): void;
  isGivenUp(): boolean;
}

/** Requests in a row that use up their retries without any answer between, before the build gives up on the service. */
const GIVE_UP_AFTER = 3;

/** The wait before the n-th retry (0-based): doubles from base to cap, with jitter downwards so that the cap holds. */
export function retryWait(policy: Pick<WaitPolicy, 'retryBaseMs' | 'retryCapMs'>, retry: number): number {
  return Math.min(policy.retryCapMs, policy.retryBaseMs * 2 ** retry) * (0.75 + Math.random() / 4);
}

/** Waits, or rejects with the signal's reason. */
export async function waitFor(milliseconds: number, signal: AbortSignal): Promise<void> {
  signal.throwIfAborted();
  try {
    await sleep(milliseconds, undefined, { signal });
  } catch (cause) {
    signal.throwIfAborted();
    throw cause;
  }
}

/** Makes an open gate. */
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
    noteExhausted(failure, isAnswered) {
      exhausted += 1;
      if (exhausted >= GIVE_UP_AFTER * (isAnswered ? policy.concurrency : 1)) givenUp ??= failure;
    },
    holdFor(milliseconds) {
      openAt = Math.max(openAt, performance.now() + milliseconds);
    },
    isGivenUp: () => givenUp !== null,
  };
}

/** Counts the failures of a service that cannot be reached. Requests that were sent before the last one do not count. */
function createOutage(policy: WaitPolicy) {
  const waitBudget = outageBudget(policy);
  let ticket = 0;
  let failures = 0;
  let since = 0;
  return {
    ticket: () => ticket,
    end() {
      failures = 0;
    },
    /** The failures so far, and how long to wait; null once they are too many. */
    count() {
      const now = performance.now();
      if (failures === 0) since = now;
      failures += 1;
      ticket += 1;
      const wait = retryWait(policy, failures - 1);
      const isOver = failures > policy.retries || now + wait - since > waitBudget;
      return { failures, wait: isOver ? null : wait };
    },
  };
}

/** All waits of one request and one connect time-out: a host that drops packets must not take longer than one that refuses. */
function outageBudget(policy: WaitPolicy): number {
  const waits = Array.from({ length: policy.retries }, (_, retry) =>
    Math.min(policy.retryCapMs, policy.retryBaseMs * 2 ** retry),
  );
  return waits.reduce((sum, wait) => sum + wait, policy.connectTimeoutMs);
}
