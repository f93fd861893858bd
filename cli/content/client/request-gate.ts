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
}

/** The gate of one client. */
export interface RequestGate {
  /** Resolves with a ticket when a request may be sent. @throws RequestFailure if the build gave up on the service. */
  pass(): Promise<number>;
  /** The service answered. */
  noteAnswer(): void;
  /** The service could not be connected to: all requests wait. Failures of requests with older tickets count once. */
  noteUnreachable(ticket: number, failure: RequestFailure): void;
  /** A request used up its retries. */
  noteExhausted(failure: RequestFailure): void;
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
  let ticket = 0;
  let openAt = 0;
  let outage: { readonly since: number; readonly failures: number } | null = null;
  let exhausted = 0;
  let givenUp: RequestFailure | null = null;

  const waitBudget = outageBudget(policy);
  return {
    async pass() {
      for (;;) {
        if (givenUp !== null) throw givenUp;
        const remaining = openAt - performance.now();
        if (remaining <= 0) return ticket;
        await waitFor(remaining, signal);
      }
    },
    noteAnswer() {
      outage = null;
      exhausted = 0;
    },
    noteUnreachable(usedTicket, failure) {
      if (usedTicket !== ticket || givenUp !== null) return;
      const now = performance.now();
      outage = { since: outage?.since ?? now, failures: (outage?.failures ?? 0) + 1 };
      const { since, failures } = outage;
      const wait = retryWait(policy, failures - 1);
      ticket += 1;
      const isOver = failures > policy.retries || now + wait - since > waitBudget;
      if (isOver) givenUp = failure;
      else openAt = Math.max(openAt, now + wait);
      const next = isOver
        ? `Giving up after ${failures} attempts.`
        : `Attempt ${failures + 1} of ${policy.retries + 1} follows in ${seconds(wait)}; all requests wait.`;
      const text = `The content service cannot be reached. ${failure.message} ${next}`;
      report({ kind: 'log', level: 'warning', text });
    },
    noteExhausted(failure) {
      exhausted += 1;
      if (exhausted >= GIVE_UP_AFTER) givenUp ??= failure;
    },
    holdFor(milliseconds) {
      openAt = Math.max(openAt, performance.now() + milliseconds);
    },
    isGivenUp: () => givenUp !== null,
  };
}

/** All waits of one request and one connect time-out: a host that drops packets must not take longer than one that refuses. */
function outageBudget(policy: WaitPolicy): number {
  const waits = Array.from({ length: policy.retries }, (_, retry) =>
    Math.min(policy.retryCapMs, policy.retryBaseMs * 2 ** retry),
  );
  return waits.reduce((sum, wait) => sum + wait, policy.connectTimeoutMs);
}
