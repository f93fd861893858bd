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
  /** Time of the first failure, by `performance.now()`. */
  failingSince: number | null;
  /** Consecutive failures of one kind. */
  series: FailureSeries | null;
  /** Hash of the last answer, if it was damaged. */
  damage: string | null;
  isOver: boolean;
}

/** Attempts before a failure counts as the answer. */
const ATTEMPTS_OF_ANSWER = 3;
/** Longer waits are reported as warnings, shorter ones in the verbose log. */
const LONG_WAIT_MS = 2000;
/** A list of many fields, which would hide what was asked for. */
const LONG_FIELDS = /&fields=[^&]{60,}/;

/**
 * Sends until there is an answer, the retries are used up, or the time for them is over. p-retry only counts the attempts; waits are
 * ours, because requests share some of them.
 * @throws RequestFailure
 */
export function sendWithRetries(request: RetriedRequest): Promise<ContentAnswer> {
  const { gate, policy, signal } = request;
  const state: RequestState = { ticket: 0, failingSince: null, series: null, damage: null, isOver: false };
  return pRetry(() => attempt(request, state), {
    retries: policy.retries,
    minTimeout: 0,
    signal,
    shouldRetry: ({ error }) => error instanceof RequestFailure && !state.isOver && !gate.isGivenUp(),
    onFailedAttempt: async (context) => {
      if (context.error instanceof RequestFailure && !gate.isGivenUp())
        await waitAfterFailure(request, state, { ...context, error: context.error });
    },
  });
}

async function attempt({ path, gate, failures, awaitRateLimit, send, report }: RetriedRequest, state: RequestState) {
  state.ticket = await gate.pass();
  await awaitRateLimit();
  const answer = await send();
  gate.noteAnswer();
  failures.noteEnd(state.series, path);
  if (answer.kind === 'refused') {
    const text = `GET ${path.replace(LONG_FIELDS, '')} was answered ${answer.status} ${answer.statusText}.`;
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
async function waitAfterFailure(request: RetriedRequest, state: RequestState, failed: FailedAttempt): Promise<void> {
  const { path, gate, failures, isAnswer, report, signal } = request;
  const { error, retriesConsumed } = failed;
  if (error.isUnreachable) return gate.noteUnreachable(state.ticket, error);
  state.series = continueSeries(state.series, error);
  // A temporary failure is no answer of the service: it may be down.
  const mayBeAnswer = state.series !== null && isAnswer(error);
  if (mayBeAnswer && retriesConsumed + 1 >= ATTEMPTS_OF_ANSWER) {
    state.isOver = true;
    return gate.noteAnswer();
  }
  const wait = planWait(request, state, failed);
  const next = describeNext(request, state, { ...failed, wait });
  const isNews = retriesConsumed === 0 || state.isOver || (state.series === null && wait >= LONG_WAIT_MS);
  const level = isNews && failures.isReported(error, path) ? 'warning' : 'verbose';
  report({ kind: 'log', level, text: `GET ${path.replace(LONG_FIELDS, '')} failed. ${error.message} ${next}` });
  if (error.isFinal) return;
  if (state.isOver) return isAnswer(error) ? undefined : gate.noteExhausted(error, state.series !== null);
  if (error.retryAfterMs > 0) gate.holdFor(wait);
  await waitFor(wait, signal);
}

/** The wait before the next attempt. Marks the request as over if there is none. */
function planWait(
  { gate, failures, policy }: RetriedRequest,
  state: RequestState,
  { error, retriesLeft, retriesConsumed }: FailedAttempt,
): number {
  state.failingSince ??= performance.now();
  const left = state.series === null ? gate.msLeft(state.failingSince) : failures.msLeft(state.series);
  const isSameDamage = error.damage !== null && error.damage === state.damage;
  state.damage = error.damage;
  state.isOver = retriesLeft <= 0 || error.isFinal || isSameDamage || left <= 0;
  return Math.min(Math.max(retryWait(policy, retriesConsumed), error.retryAfterMs), left);
}

function describeNext(
  { policy }: RetriedRequest,
  { isOver, failingSince }: RequestState,
  { retriesConsumed, wait }: FailedAttempt & { readonly wait: number },
): string {
  const attempts = retriesConsumed + 1;
  if (!isOver) return `Attempt ${attempts + 1} of ${policy.retries + 1} follows in ${seconds(wait)}.`;
  if (attempts === 1) return 'It is not retried.';
  return `Giving up after ${attempts} attempts in ${seconds(performance.now() - (failingSince ?? 0))}.`;
}
