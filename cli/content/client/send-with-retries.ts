// Retries failed requests to the content service, and reports failed attempts.

import pRetry from 'p-retry';
import type { SiteConfig } from '../../../config/define-site.ts';
import type { Report } from '../../report/report-event.ts';
import type { ContentAnswer } from '../intake/parse-answer.ts';
import { continueSeries, type FailureSeries, type LastingFailures } from './lasting-failures.ts';
import { RequestFailure, seconds } from './request-failure.ts';
import { type RequestGate, retryWait, waitFor } from './request-gate.ts';

/** A request and the state that all requests of a client share. */
export interface RetriedRequest {
  readonly path: string;
  readonly gate: RequestGate;
  readonly failures: LastingFailures;
  /** Resolves when the rate limit allows another request. */
  readonly awaitRateLimit: () => Promise<void>;
  readonly send: () => Promise<ContentAnswer>;
  /** Whether a failure counts as the answer after {@link ATTEMPTS_OF_ANSWER} attempts; it is thrown then. */
  readonly isAnswer: (failure: RequestFailure) => boolean;
  readonly policy: SiteConfig['content'];
  readonly report: Report;
  readonly signal: AbortSignal;
}

/** Progress of one request over its attempts. */
interface RequestState {
  ticket: number;
  timeLeftMs: number;
  /** Consecutive failures of one kind. */
  series: FailureSeries | null;
}

/** Attempts before a failure counts as the answer. */
const ATTEMPTS_OF_ANSWER = 3;
/** Longer waits are reported as warnings, shorter ones in the verbose log. */
const LONG_WAIT_MS = 2000;
/** All attempts together may take this many time limits, so that a very slow service is not asked ten times. */
const MAX_FULL_ATTEMPTS = 3;

/**
 * Sends until there is an answer or the retries are used up. p-retry only counts the attempts; waits are ours, because requests
 * share some of them.
 * @throws RequestFailure
 */
export function sendWithRetries(request: RetriedRequest): Promise<ContentAnswer> {
  const { gate, failures, isAnswer, policy, signal } = request;
  const state: RequestState = { ticket: 0, timeLeftMs: policy.timeoutMs * MAX_FULL_ATTEMPTS, series: null };
  return pRetry(() => attempt(request, state), {
    retries: policy.retries,
    minTimeout: 0,
    signal,
    shouldRetry: ({ error, retriesConsumed }) =>
      error instanceof RequestFailure &&
      !error.isFinal &&
      state.timeLeftMs > 0 &&
      !gate.isGivenUp() &&
      !failures.isLasting(state.series) &&
      !(retriesConsumed + 1 >= ATTEMPTS_OF_ANSWER && isAnswer(error)),
    onFailedAttempt: async (context) => {
      if (context.error instanceof RequestFailure && !gate.isGivenUp())
        await waitAfterFailure(request, state, { ...context, error: context.error });
    },
  });
}

async function attempt({ path, gate, failures, awaitRateLimit, send, report }: RetriedRequest, state: RequestState) {
  state.ticket = await gate.pass();
  await awaitRateLimit();
  const startedAt = performance.now();
  const answer = await send().finally(() => {
    state.timeLeftMs -= performance.now() - startedAt;
  });
  gate.noteAnswer();
  failures.noteEnd(state.series, path);
  if (answer.kind === 'refused') {
    const text = `GET ${path} was answered ${answer.status} ${answer.statusText}.`;
    // Verbose only: if the refusal matters, the caller reports a problem.
    report({ kind: 'log', level: 'verbose', text });
  }
  return answer;
}

/** A failed attempt, with the counts of p-retry. */
interface FailedAttempt {
  readonly error: RequestFailure;
  readonly retriesLeft: number;
  readonly retriesConsumed: number;
}

/** Reports a failed attempt, and waits until the next one. */
async function waitAfterFailure(
  { path, gate, failures, isAnswer, policy, report, signal }: RetriedRequest,
  state: RequestState,
  { error, retriesLeft, retriesConsumed }: FailedAttempt,
): Promise<void> {
  if (error.isUnreachable) return gate.noteUnreachable(state.ticket, error);
  if (retriesConsumed + 1 >= ATTEMPTS_OF_ANSWER && isAnswer(error)) return gate.noteAnswer();
  state.series = continueSeries(state.series, error);
  const wait = Math.max(failures.capWait(state.series, retryWait(policy, retriesConsumed)), error.retryAfterMs);
  const isLast = retriesLeft <= 0 || error.isFinal || state.timeLeftMs <= 0 || failures.isLasting(state.series);
  const next = isLast
    ? 'It is not retried.'
    : `Attempt ${retriesConsumed + 2} of ${policy.retries + 1} follows in ${seconds(wait)}.`;
  const isNews = retriesConsumed === 0 || isLast || (state.series === null && wait >= LONG_WAIT_MS);
  const level = isNews && failures.isReported(error, path) ? 'warning' : 'verbose';
  report({ kind: 'log', level, text: `GET ${path} failed. ${error.message} ${next}` });
  if (error.isFinal) return;
  if (isLast) return gate.noteExhausted(error, failures.isLasting(state.series));
  if (error.retryAfterMs > 0) gate.holdFor(error.retryAfterMs);
  await waitFor(wait, signal);
}
