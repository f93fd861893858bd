// What is held of a link to another site, decided from all looks that were kept of it. A refusal or a failure of the net
// is no proof: only what the site itself says for certain, or failures over days, make a link broken.

/** What is held of a link. */
export type Verdict = 'ok' | 'moved' | 'broken' | 'blocked' | 'unknown';
/** In the order in which they are told. */
export const VERDICTS: readonly Verdict[] = ['ok', 'moved', 'broken', 'blocked', 'unknown'];

/** What one look came to. */
export type Outcome =
  | 'ok'
  /** A permanent redirect to a page that is there. */
  | 'moved'
  /** 404 or 410. */
  | 'gone'
  /** Answered like a path that nobody ever made. */
  | 'soft-404'
  /** 401, 403, 407, 451 and the like: robots are not let in. */
  | 'refused'
  /** 429, or 503 with Retry-After. */
  | 'limited'
  | 'time-out'
  | 'dns'
  | 'connection'
  | 'tls'
  | 'loop'
  | 'status'
  /** Not looked at: the budget of the host was used up, or its address is private. */
  | 'not-looked';

/** One look. */
export interface Look {
  /** ISO 8601. */
  readonly at: string;
  readonly outcome: Outcome;
  /** HTTP status of the last answer; null where there was none. */
  readonly status: number | null;
  /** Where redirects ended; null where there were none. */
  readonly finalUrl: string | null;
}

/** A verdict with its reason, a full sentence. */
export interface Decision {
  readonly verdict: Verdict;
  readonly reason: string;
}

/** Failures in a row that make a link broken, and how far apart the first and last of them must be. */
const FAILURES_NEEDED = 3;
const DAYS_NEEDED = 2;
const DAY_MS = 86_400_000;

const REASON: Readonly<Record<Outcome, string>> = {
  ok: 'It works',
  moved: 'It has moved permanently',
  gone: 'The page does not exist',
  'soft-404': 'The site answers as it does for a made-up path',
  refused: 'The site refuses automated requests',
  limited: 'The site asks to come back later',
  'time-out': 'The site did not answer in time',
  dns: 'The host name does not resolve',
  connection: 'The connection failed',
  tls: 'The certificate or encryption is not valid',
  loop: 'Its redirects do not end',
  status: 'The site answered with an error',
  'not-looked': 'It was not checked',
};

/** Decides from looks in the order of their time; without any it is unknown. */
export function decideVerdict(looks: readonly Look[]): Decision {
  const last = looks.at(-1);
  if (last === undefined) return { verdict: 'unknown', reason: `${REASON['not-looked']}.` };
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
    case 'not-looked':
      return { verdict: 'unknown', reason };
    case 'time-out':
    case 'dns':
    case 'connection':
    case 'tls':
    case 'loop':
    case 'status':
      return hasFailedForDays(looks)
        ? {
            verdict: 'broken',
            reason: `${reason.slice(0, -1)}, and has failed for ${DAYS_NEEDED} days or more.`,
          }
        : { verdict: 'unknown', reason };
  }
}

const FAILURES: ReadonlySet<Outcome> = new Set(['time-out', 'dns', 'connection', 'tls', 'loop', 'status']);

function hasFailedForDays(looks: readonly Look[]): boolean {
  const lastGood = looks.findLastIndex(({ outcome }) => !FAILURES.has(outcome));
  const failures = looks.slice(lastGood + 1);
  const [first] = failures;
  const last = failures.at(-1);
  if (first === undefined || last === undefined || failures.length < FAILURES_NEEDED) return false;
  return Date.parse(last.at) - Date.parse(first.at) >= DAYS_NEEDED * DAY_MS;
}

/** Looks that are kept of one address. */
const LOOKS_KEPT = 6;
const HOUR_MS = 3_600_000;

/** Adds a look. One that comes within the hour after the last one stands for it: runs in a row prove nothing more. */
export function addLook(looks: readonly Look[], look: Look): readonly Look[] {
  const last = looks.at(-1);
  const isSoon = last !== undefined && Date.parse(look.at) - Date.parse(last.at) < HOUR_MS;
  return [...(isSoon ? looks.slice(0, -1) : looks), look].slice(-LOOKS_KEPT);
}
