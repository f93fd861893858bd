// Decides whether a link to another site works, from all stored attempts to open it. A link is broken if its site says so, or if
// it fails for days. A single refusal or network failure is not enough.

/** The result for a link, in the order of reports. */
export const VERDICTS = ['ok', 'moved', 'broken', 'blocked', 'unknown'] as const;
export type Verdict = (typeof VERDICTS)[number];

/** The results of an attempt, with their verdict and reason. `failed` is unknown, and broken after some days. */
const OUTCOMES = {
  ok: ['ok', 'It works'],
  // All redirects are permanent.
  moved: ['moved', 'It has moved permanently'],
  gone: ['broken', 'The page does not exist'],
  'soft-404': ['broken', 'The page does not exist, although the site answers as if it did'],
  // A login, an app that runs in the browser, or a page that is gone.
  'same-page': ['unknown', 'The site shows the same page for every path, so it may be there or not'],
  refused: ['blocked', 'The site refuses automated requests'],
  limited: ['blocked', 'The site limits the number of requests'],
  'time-out': ['failed', 'The site did not answer in time'],
  dns: ['failed', 'The host name does not resolve'],
  connection: ['failed', 'The connection failed'],
  tls: ['failed', 'The certificate or encryption is not valid'],
  // Some sites redirect visitors without cookies to the same address.
  loop: ['unknown', 'It redirects in a loop'],
  status: ['failed', 'The site answered with an error'],
  // The host asked for no more requests, or its address is private.
  'not-checked': ['unknown', 'It was not checked'],
} as const satisfies Readonly<Record<string, readonly [Verdict | 'failed', string]>>;

export type Outcome = keyof typeof OUTCOMES;

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

/** Decides from attempts in chronological order. */
export function decideVerdict(attempts: readonly Attempt[]): Decision {
  const { outcome, status, finalUrl } = attempts.at(-1) ?? { outcome: 'not-checked', status: null, finalUrl: null };
  const [verdict, text] = OUTCOMES[outcome];
  const reason = `${text}${status === null ? '' : ` (${status})`}${finalUrl === null ? '' : `: ${finalUrl}`}`;
  if (verdict !== 'failed') return { verdict, reason: `${reason}.` };
  if (!hasFailedForDays(attempts)) return { verdict: 'unknown', reason: `${reason}.` };
  return { verdict: 'broken', reason: `${reason}, and has failed for ${MIN_DAYS} days or more.` };
}

function hasFailedForDays(attempts: readonly Attempt[]): boolean {
  const lastGood = attempts.findLastIndex(({ outcome }) => OUTCOMES[outcome][0] !== 'failed');
  const failures = attempts.slice(lastGood + 1).map(({ at }) => Date.parse(at));
  return failures.length >= MIN_FAILURES && Number(failures.at(-1)) - Number(failures[0]) >= MIN_DAYS * DAY_MS;
}

const MAX_ATTEMPTS = 6;
const HOUR_MS = 3_600_000;

/** Adds an attempt. It replaces the last one if that is less than an hour old, because repeated runs prove nothing new. */
export function addAttempt(attempts: readonly Attempt[], attempt: Attempt): readonly Attempt[] {
  const last = attempts.at(-1);
  const isSoon = last !== undefined && Date.parse(attempt.at) - Date.parse(last.at) < HOUR_MS;
  return [...(isSoon ? attempts.slice(0, -1) : attempts), attempt].slice(-MAX_ATTEMPTS);
}
