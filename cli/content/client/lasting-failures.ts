// Recognises failures that do not go away: a service that gives the same answer again and again will not give another one. Such a
// failure costs one series of attempts and is reported once, however many requests it affects.

import type { RequestFailure } from './request-failure.ts';

/** Consecutive failures of a request, all of one kind. */
export interface FailureSeries {
  readonly kind: string;
  /** Time of the first one, by `performance.now()`. */
  readonly since: number;
  readonly attempts: number;
}

/** Tracks the failures of all requests of a client. */
export interface LastingFailures {
  /** Whether a request that failed like this should not be retried. */
  isLasting(series: FailureSeries | null): boolean;
  /** Shortens the wait before the next attempt, which may show that the failure lasts. */
  capWait(series: FailureSeries | null, wait: number): number;
  /** A request was answered after these failures: they are over. */
  noteEnd(series: FailureSeries | null, path: string): void;
  /** Whether to report a failure of this request. If many requests fail in the same way, only those of the first one are reported. */
  isReported(failure: RequestFailure, path: string): boolean;
}

/** Attempts before a failure counts as lasting. */
const MIN_ATTEMPTS = 3;
/** The same, if the failure lasted for another request. */
const MIN_ATTEMPTS_IF_KNOWN = 2;
/** Temporary by definition: time-out, too early, too many requests. */
const TEMPORARY_STATUSES = new Set([408, 425, 429]);

/** The kind of a failure; null if there was no answer, or a temporary one. */
function kindOf({ message, status, retryAfterMs }: RequestFailure): string | null {
  return status === null || TEMPORARY_STATUSES.has(status) || retryAfterMs > 0 ? null : message;
}

/** The series of a request after another failure; null if the failure is temporary. */
export function continueSeries(series: FailureSeries | null, failure: RequestFailure): FailureSeries | null {
  const kind = kindOf(failure);
  if (kind === null) return null;
  if (series?.kind !== kind) return { kind, since: performance.now(), attempts: 1 };
  return { ...series, attempts: series.attempts + 1 };
}

/** `lastingMs`: how long a failure is retried before it counts as lasting. */
export function createLastingFailures(lastingMs: number): LastingFailures {
  const lasting = new Set<string>();
  /** Paths of reported failures, by message. */
  const reported = new Map<string, string>();
  return {
    isLasting(series) {
      if (series === null) return false;
      const { kind, since, attempts } = series;
      const lasts = attempts >= MIN_ATTEMPTS && performance.now() - since >= lastingMs;
      if (lasts) lasting.add(kind);
      return lasts || (attempts >= MIN_ATTEMPTS_IF_KNOWN && lasting.has(kind));
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
