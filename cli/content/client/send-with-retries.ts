// Retries requests. All requests of a client share what they learn, so that a service that is down costs one series of waits, and a
// failure that lasts is waited for once.

import { setTimeout as sleep } from 'node:timers/promises';
import type { Report } from '../../report/report-event.ts';
import { RequestFailure, seconds } from './request-failure.ts';

/** How often and how long requests are retried. */
export interface RetryPolicy {
  readonly retries: number;
  readonly retryBaseMs: number;
  readonly retryCapMs: number;
  readonly connectTimeoutMs: number;
  readonly lastingMs: number;
}

/** A request. */
interface RetriedRequest<Answer> {
  /** Its name in messages, without secrets. */
  readonly name: string;
  /** Sends it once. @throws RequestFailure */
  readonly attempt: () => Promise<Answer>;
  /** Whether a failure that lasts for {@link ATTEMPTS_OF_ANSWER} attempts is the answer; it is thrown without a warning. */
  readonly isAnswer?: (failure: RequestFailure) => boolean;
}

/** Consecutive failures of a request: all temporary ones, or others with the same message. */
interface Series {
  readonly failure: RequestFailure;
  /** Times of the first and of the last one, by `performance.now()`. */
  readonly since: number;
  readonly now: number;
  readonly count: number;
  /** The last two answers were damaged in the same way. */
  readonly isSameDamage: boolean;
}

const ATTEMPTS_OF_ANSWER = 3;

/** Sends requests with retries. */
export class Retries {
  readonly #policy: RetryPolicy;
  readonly #report: Report;
  readonly #signal: AbortSignal;
  /** How long temporary failures are retried while nothing is answered. */
  readonly #outageMs: number;
  /** No request is sent before this time. */
  #openAt = 0;
  /** Time of the first failure after the last answer. */
  #silentSince: number | null = null;
  #givenUp: RequestFailure | null = null;
  /** Messages that were reported, and of failures that lasted for a request. */
  readonly #told = new Set<string>();
  readonly #lasting = new Set<string>();

  constructor(policy: RetryPolicy, report: Report, signal: AbortSignal) {
    this.#policy = policy;
    this.#report = report;
    this.#signal = signal;
    this.#outageMs = longestOutage(policy);
  }

  /**
   * Sends until there is an answer, the retries are used up, or the time for them is over.
   * @throws RequestFailure the last failure. Once the service is given up, without sending.
   */
  async send<Answer>(request: RetriedRequest<Answer>): Promise<Answer> {
    let series: Series | null = null;
    for (let attempt = 1; ; attempt += 1) {
      await this.#untilOpen();
      const sentAt = performance.now();
      try {
        const answer = await request.attempt();
        this.#noteAnswer(series);
        return answer;
      } catch (cause) {
        if (!(cause instanceof RequestFailure)) throw cause;
        series = continueSeries(series, cause);
        const wait = this.#givenUp === null ? this.#planWait(request, series, { attempt, sentAt }) : null;
        if (wait === null) throw cause;
        await this.#wait(wait);
      }
    }
  }

  async #untilOpen(): Promise<void> {
    for (;;) {
      if (this.#givenUp !== null) throw this.#givenUp;
      const remaining = this.#openAt - performance.now();
      if (remaining <= 0) return;
      await this.#wait(remaining);
    }
  }

  #noteAnswer(series: Series | null): void {
    this.#silentSince = null;
    if (series === null) return;
    this.#told.delete(series.failure.message);
    this.#lasting.delete(series.failure.message);
  }

  /** Reports a failure. Returns the milliseconds until the next attempt; null if there is none. */
  #planWait(
    { name, isAnswer = () => false }: RetriedRequest<unknown>,
    { failure, since, now, count, isSameDamage }: Series,
    { attempt, sentAt }: { readonly attempt: number; readonly sentAt: number },
  ): number | null {
    const { message, isTemporary, retryAfterMs } = failure;
    if (!isTemporary && isAnswer(failure) && count >= ATTEMPTS_OF_ANSWER) {
      this.#silentSince = null;
      return null;
    }
    const left = since + (isTemporary ? this.#outageMs : this.#policy.lastingMs) - now;
    const hasLasted = count > 1 && this.#lasting.has(message);
    const isOver = failure.isFinal || attempt > this.#policy.retries || left <= 0 || isSameDamage || hasLasted;
    this.#silentSince ??= now;
    const isSilent = this.#silentSince <= since;
    const holdsAll = isTemporary && (failure.isUnreachable || retryAfterMs > 0 || (count > 1 && isSilent));
    const wait = Math.min(Math.max(retryWait(this.#policy, attempt - 1), retryAfterMs), left);
    // One warning for each wait of all requests, and for each failure that lasts.
    const isNews = !this.#told.has(message) || (isOver ? !hasLasted : holdsAll && sentAt >= this.#openAt);
    this.#told.add(message);
    const next = isOver
      ? describeEnd(attempt, now - since)
      : `Attempt ${attempt + 1} of ${this.#policy.retries + 1} follows in ${seconds(wait)}${holdsAll ? '; all requests wait' : ''}.`;
    const what = failure.isUnreachable ? 'The content service cannot be reached.' : `GET ${name} failed.`;
    this.#report({ kind: 'log', level: isNews ? 'warning' : 'verbose', text: `${what} ${message} ${next}` });
    const isDown = failure.isFinal ? now - this.#silentSince > this.#outageMs : isSilent;
    if (isOver && isTemporary && isDown) this.#givenUp = failure;
    if (isOver && !isTemporary) this.#lasting.add(message);
    if (!isOver && holdsAll) this.#openAt = Math.max(this.#openAt, now + wait);
    return isOver ? null : wait;
  }

  /** Rejects with the signal's reason if it aborts. */
  async #wait(milliseconds: number): Promise<void> {
    this.#signal.throwIfAborted();
    try {
      await sleep(milliseconds, undefined, { signal: this.#signal });
    } catch (cause) {
      this.#signal.throwIfAborted();
      throw cause;
    }
  }
}

function continueSeries(before: Series | null, failure: RequestFailure): Series {
  const now = performance.now();
  const { isTemporary, message, damage } = failure;
  const isSame = before?.failure.isTemporary === isTemporary && (isTemporary || before.failure.message === message);
  if (!isSame) return { failure, since: now, now, count: 1, isSameDamage: false };
  const isSameDamage = damage !== null && damage === before.failure.damage;
  return { ...before, failure, now, count: before.count + 1, isSameDamage };
}

function describeEnd(attempts: number, milliseconds: number): string {
  return attempts === 1 ? 'It is not retried.' : `Giving up after ${attempts} attempts in ${seconds(milliseconds)}.`;
}

/** The longest wait before a retry (0-based): it doubles up to the cap. */
function longestWait({ retryBaseMs, retryCapMs }: RetryPolicy, retry: number): number {
  return Math.min(retryCapMs, retryBaseMs * 2 ** retry);
}

/** With jitter of up to a quarter. */
function retryWait(policy: RetryPolicy, retry: number): number {
  return longestWait(policy, retry) * (0.75 + Math.random() / 4);
}

/** All waits of a request and one connect time-out, so that a host that drops packets takes no longer than one that refuses. */
function longestOutage(policy: RetryPolicy): number {
  const waits = Array.from({ length: policy.retries }, (_, retry) => longestWait(policy, retry));
  return waits.reduce((sum, wait) => sum + wait, policy.connectTimeoutMs);
}
