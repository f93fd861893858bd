// Decides whether a link to another site works, from all stored attempts to open it. A link is broken if its site says so, or if
// it fails for days. A single refusal or network failure is not enough.

/** The result for a link. */
export type Verdict = 'ok' | 'moved' | 'broken' | 'blocked' | 'unknown';
/** In the order of reports. */
export const VERDICTS: readonly Verdict[] = ['ok', 'moved', 'broken', 'blocked', 'unknown'];

/** The result of one attempt. */
export type Outcome =
  | 'ok'
  /** A permanent redirect to an existing page. */
  | 'moved'
  /** 404 or 410. */
  | 'gone'
  /** The same page as for a path that does not exist, which says so. */
  | 'soft-404'
  /** The same page as for a path that does not exist: a login, an app that runs in the browser, or a page that is gone. */
  | 'same-page'
  /** 401, 403, 407, 451 and similar: automated requests are refused. */
  | 'refused'
  /** 429, or 503 with Retry-After. */
  | 'limited'
  | 'time-out'
  | 'dns'
  | 'connection'
  | 'tls'
  | 'loop'
  | 'status'
  /** Not requested: the host had too many requests, or its address is private. */
  | 'not-checked';

/** One attempt to open a link. */
export interface Attempt {
  /** ISO 8601. */
  readonly at: string;
  readonly outcome: Outcome;
  /** Last HTTP status; null if there was no response. */
  readonly status: number | null;
  /** Final URL after redirects; null if there were none. */
  readonly finalUrl: string | null;
}

/** A verdict and its reason as a sentence. */
export interface Decision {
  readonly verdict: Verdict;
  readonly reason: string;
}

/** A link is broken after this number of failures in a row, over this number of days. */
const MIN_FAILURES = 3;
const MIN_DAYS = 2;
const DAY_MS = 86_400_000;

const REASON: Readonly<Record<Outcome, string>> = {
  ok: 'It works',
  moved: 'It has moved permanently',
  gone: 'The page does not exist',
  'soft-404': 'The page does not exist, although the site answers as if it did',
  'same-page': 'The site shows the same page for every path, so it may be there or not',
  refused: 'The site refuses automated requests',
  limited: 'The site limits the number of requests',
  'time-out': 'The site did not answer in time',
  dns: 'The host name does not resolve',
  connection: 'The connection failed',
  tls: 'The certificate or encryption is not valid',
  loop: 'It redirects in a loop',
  status: 'The site answered with an error',
  'not-checked': 'It was not checked',
};

/** Decides from attempts in chronological order. */
export function decideVerdict(attempts: readonly Attempt[]): Decision {
  const last = attempts.at(-1);
  if (last === undefined) return { verdict: 'unknown', reason: `${REASON['not-checked']}.` };
  const { outcome, status, finalUrl } = last;
  const reason = `${REASON[outcome]}${status === null ? '' : ` (${status})`}${finalUrl === null ? '' : `: ${finalUrl}`}.`;
  switch (outcome) {
    case 'ok':
    case 'moved':
      return { verdict: outcome, reason };
    case 'gone':
    case 'soft-404':
      return { verdict: 'broken', reason };
    case 'refused':
    case 'limited':
      return { verdict: 'blocked', reason };
    case 'same-page':
    case 'loop':
    case 'not-checked':
      return { verdict: 'unknown', reason };
    case 'time-out':
    case 'dns':
    case 'connection':
    case 'tls':
    case 'status':
      return hasFailedForDays(attempts)
        ? {
            verdict: 'broken',
            reason: `${reason.slice(0, -1)}, and has failed for ${MIN_DAYS} days or more.`,
          }
        : { verdict: 'unknown', reason };
  }
}

const FAILURES: ReadonlySet<Outcome> = new Set(['time-out', 'dns', 'connection', 'tls', 'status']);

function hasFailedForDays(attempts: readonly Attempt[]): boolean {
  const lastGood = attempts.findLastIndex(({ outcome }) => !FAILURES.has(outcome));
  const failures = attempts.slice(lastGood + 1);
  const [first] = failures;
  const last = failures.at(-1);
  if (first === undefined || last === undefined || failures.length < MIN_FAILURES) return false;
  return Date.parse(last.at) - Date.parse(first.at) >= MIN_DAYS * DAY_MS;
}

/** Stored per address. */
const MAX_ATTEMPTS = 6;
const HOUR_MS = 3_600_000;

/** Adds an attempt. It replaces the last one if that is less than an hour old, because repeated runs prove nothing new. */
export function addAttempt(attempts: readonly Attempt[], attempt: Attempt): readonly Attempt[] {
  const last = attempts.at(-1);
  const isSoon = last !== undefined && Date.parse(attempt.at) - Date.parse(last.at) < HOUR_MS;
  return [...(isSoon ? attempts.slice(0, -1) : attempts), attempt].slice(-MAX_ATTEMPTS);
}
