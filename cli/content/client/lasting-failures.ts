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
  /** Milliseconds for which a request that failed like this is still retried; 0 once the failure counts as lasting. */
  msLeft(series: FailureSeries): number;
  /** A request was answered after these failures: they are over. */
  noteEnd(series: FailureSeries | null, path: string): void;
  /** Whether to report a failure of this request. If many requests fail in the same way, only those of the first one are reported. */
  isReported(failure: RequestFailure, path: string): boolean;
}

/** Attempts before a failure counts as lasting. */
const MIN_ATTEMPTS = 3;
/** The same, if the failure lasted for another request. */
const MIN_ATTEMPTS_IF_KNOWN = 2;
/** Temporary by definition: time-out, too early, too many requests, and a service that is being restarted or updated. */
const TEMPORARY_STATUSES = new Set([408, 425, 429, 502, 503, 504]);

/** The kind of a failure; null if there was no answer, or a temporary one. */
function kindOf({ message, status }: RequestFailure): string | null {
  return status === null || TEMPORARY_STATUSES.has(status) ? null : message;
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
    msLeft({ kind, since, attempts }) {
      const left = since + lastingMs - performance.now();
      const isLasting = attempts >= MIN_ATTEMPTS && left <= 0;
      if (isLasting) lasting.add(kind);
      if (isLasting || (attempts >= MIN_ATTEMPTS_IF_KNOWN && lasting.has(kind))) return 0;
      return Math.max(1, left);
    },
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
