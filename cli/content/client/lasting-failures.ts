// Which failures last: a service that gives the same answer again and again will not give another one. Guarantee: a fault of the
// service costs one series of attempts, however many requests run into it, and is reported once.

import type { RequestFailure } from './request-failure.ts';

/** The failures of one request in a row, all of one kind. */
export interface FailureSeries {
  readonly kind: string;
  /** When the first of them came, by `performance.now()`. */
  readonly since: number;
  readonly attempts: number;
}

/** The failures of all requests of a client. */
export interface LastingFailures {
  /** Whether the request that failed like this should not be repeated. */
  isLasting(series: FailureSeries | null): boolean;
  /** The wait before the next attempt, so short that it is certain in time. */
  capWait(series: FailureSeries | null, wait: number): number;
  /** A request was answered after these failures: they did not last. */
  noteEnd(series: FailureSeries | null, path: string): void;
  /** Whether a failure of this request is reported. Where many requests fail in the same way, those of the first one are. */
  isReported(failure: RequestFailure, path: string): boolean;
}

/** Attempts that are certain at least, and those of a request whose kind of failure lasted for another. */
const FEWEST_ATTEMPTS = 3;
const FEWEST_OF_KNOWN = 2;
/** Answers that pass by themselves: time-out, too early, too many. */
const PASSING_STATUSES = new Set([408, 425, 429]);

/** What a failure is compared by; null where there was no answer, or one that passes or says how long it takes. */
function kindOf({ message, status, retryAfterMs }: RequestFailure): string | null {
  return status === null || PASSING_STATUSES.has(status) || retryAfterMs > 0 ? null : message;
}

/** The series of a request after another failure; null where that cannot last. */
export function continueSeries(series: FailureSeries | null, failure: RequestFailure): FailureSeries | null {
  const kind = kindOf(failure);
  if (kind === null) return null;
  if (series?.kind !== kind) return { kind, since: performance.now(), attempts: 1 };
  return { ...series, attempts: series.attempts + 1 };
}

/** Opens the record of a client. `lastingMs`: how long the same failure is repeated. */
export function createLastingFailures(lastingMs: number): LastingFailures {
  const lasting = new Set<string>();
  /** The path that a failure is reported for, by its message. */
  const reported = new Map<string, string>();
  return {
    isLasting(series) {
      if (series === null) return false;
      const { kind, since, attempts } = series;
      const isCertain = attempts >= FEWEST_ATTEMPTS && performance.now() - since >= lastingMs;
      if (isCertain) lasting.add(kind);
      return isCertain || (attempts >= FEWEST_OF_KNOWN && lasting.has(kind));
    },
    capWait: (series, wait) =>
      series === null ? wait : Math.min(wait, Math.max(0, series.since + lastingMs - performance.now())),
    noteEnd(series, path) {
      if (series !== null) lasting.delete(series.kind);
      for (const [message, first] of reported) if (first === path) reported.delete(message);
    },
    isReported({ message }, path) {
      const first = reported.get(message) ?? path;
      reported.set(message, first);
      return first === path;
    },
  };
}
