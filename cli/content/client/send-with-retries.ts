// Retries requests. All requests of a client share what they learn, so that a service that is down costs one series of waits, and a
// failure that lasts is waited for once.

import { setTimeout as sleep } from 'node:timers/promises';
import type { SiteConfig } from '../../../config/define-site.ts';
import type { Report } from '../../report/report-event.ts';
import { RequestFailure, seconds } from './request-failure.ts';

type RetryPolicy = Pick<
  SiteConfig['content'],
  'retries' | 'retryBaseMs' | 'retryCapMs' | 'connectTimeoutMs' | 'lastingMs'
>;

interface RetriedRequest<Answer> {
  /** Its name in messages, without secrets. */
  readonly name: string;
  /** Sends it once. @throws RequestFailure */
  readonly attempt: () => Promise<Answer>;
  /** Whether a failure that lasts for {@link ATTEMPTS_OF_ANSWER} attempts is the answer; it is thrown without a warning. */
  readonly isAnswer?: (failure: RequestFailure) => boolean;
}

/** Consecutive failures of a request of one kind. */
interface Series {
  readonly failure: RequestFailure;
  /** Time of the first one, by `performance.now()`. */
  readonly since: number;
  readonly count: number;
}

const ATTEMPTS_OF_ANSWER = 3;
/** Failures end together if they are temporary, else if they have the same message. */
const TEMPORARY = 'temporary';
const kindOf = ({ isTemporary, message }: RequestFailure) => (isTemporary ? TEMPORARY : message);

export class Retries {
  readonly #policy: RetryPolicy;
  readonly #report: Report;
  readonly #signal: AbortSignal;
  /** How long temporary failures are retried while nothing is answered. */
  readonly #outageMs: number;
  /** No request is sent before this time. */
  #openAt = 0;
  /** Time of the first failure of a kind, until an answer ends it; -Infinity once it has lasted for a request. */
  readonly #since = new Map<string, number>();
  #givenUp: RequestFailure | null = null;
  /** Messages that were reported. */
  readonly #told = new Set<string>();

  constructor(policy: RetryPolicy, report: Report, signal: AbortSignal) {
    this.#policy = policy;
    this.#report = report;
    this.#signal = signal;
    const waits = Array.from({ length: policy.retries }, (_, retry) => longestWait(policy, retry));
    // With one connect time-out, so that a host that drops packets takes no longer than one that refuses.
    this.#outageMs = waits.reduce((sum, wait) => sum + wait, policy.connectTimeoutMs);
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
        this.#since.delete(TEMPORARY);
        if (series !== null) {
          this.#since.delete(kindOf(series.failure));
          this.#told.delete(series.failure.message);
        }
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
    while (this.#givenUp === null && this.#openAt > performance.now())
      await this.#wait(this.#openAt - performance.now());
    if (this.#givenUp !== null) throw this.#givenUp;
  }

  /** Reports a failure. Returns the milliseconds until the next attempt; null if there is none. */
  #planWait(
    { name, isAnswer = () => false }: RetriedRequest<unknown>,
    { failure, since, count }: Series,
    { attempt, sentAt }: { readonly attempt: number; readonly sentAt: number },
  ): number | null {
    const { message, isTemporary } = failure;
    const { isFinal, isUnreachable, retryAfterMs } = failure.facts;
    if (!isTemporary && isAnswer(failure) && count >= ATTEMPTS_OF_ANSWER) {
      this.#since.delete(TEMPORARY);
      return null;
    }
    const now = performance.now();
    const began = this.#since.get(kindOf(failure)) ?? now;
    this.#since.set(kindOf(failure), began);
    const left = Math.min(began, since) + (isTemporary ? this.#outageMs : this.#policy.lastingMs) - now;
    const hasLasted = began === Number.NEGATIVE_INFINITY;
    const isOver = isFinal || attempt > this.#policy.retries || (left <= 0 && count > 1);
    const isSilent = isTemporary && began <= since;
    const holdsAll = isTemporary && (isUnreachable || retryAfterMs > 0 || (count > 1 && isSilent));
    // With jitter of up to a quarter.
    const longest = Math.max(longestWait(this.#policy, attempt - 1) * (0.75 + Math.random() / 4), retryAfterMs);
    const wait = left > 0 ? Math.min(longest, left) : longest;
    // One warning for each wait of all requests, and for each failure that lasts.
    const isNews = !this.#told.has(message) || (isOver ? !hasLasted : holdsAll && sentAt >= this.#openAt);
    this.#told.add(message);
    const end =
      attempt === 1 ? 'It is not retried.' : `Giving up after ${attempt} attempts in ${seconds(now - since)}.`;
    const next = `Attempt ${attempt + 1} of ${this.#policy.retries + 1} follows in ${seconds(wait)}${holdsAll ? '; all requests wait' : ''}.`;
    const what = isUnreachable ? 'The content service cannot be reached.' : `GET ${name} failed.`;
    const text = `${what} ${message} ${isOver ? end : next}`;
    this.#report({ kind: 'log', level: isNews ? 'warning' : 'verbose', text });
    if (isOver && isSilent && (!isFinal || left <= 0)) this.#givenUp = failure;
    if (isOver && !isTemporary) this.#since.set(message, Number.NEGATIVE_INFINITY);
    if (!isOver && holdsAll) this.#openAt = Math.max(this.#openAt, now + wait);
    return isOver ? null : wait;
  }

  /** Rejects with the signal's reason if it aborts. */
  async #wait(milliseconds: number): Promise<void> {
    await sleep(milliseconds, undefined, { signal: this.#signal }).catch(() => {});
    this.#signal.throwIfAborted();
  }
}

function continueSeries(before: Series | null, failure: RequestFailure): Series {
  const isSame = before !== null && kindOf(before.failure) === kindOf(failure);
  return isSame ? { ...before, failure, count: before.count + 1 } : { failure, since: performance.now(), count: 1 };
}

/** The longest wait before a retry (0-based): it doubles up to the cap. */
function longestWait({ retryBaseMs, retryCapMs }: RetryPolicy, retry: number): number {
  return Math.min(retryCapMs, retryBaseMs * 2 ** retry);
}
