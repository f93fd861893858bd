// Checks at the public address whether visitors get what was published: list what must answer how, ask, compare, name the causes.

import { setTimeout as wait } from 'node:timers/promises';
import pLimit from 'p-limit';
import { RequestFailure } from '../content/client/request-failure.ts';
import { SiteError } from '../errors.ts';
import type { Report } from '../report/report-event.ts';
import { type Cause, findCauses } from './causes.ts';
import { compareAnswer, type Finding, type VerifyContext } from './compare.ts';
import { createHostClient, type HostAnswer, type HostClient, isDown, NO_ANSWER } from './host-client.ts';
import type { PromisedSite } from './promised-site.ts';
import { type PlanOptions, planQuestions, type Question, type QuestionPlan } from './questions.ts';

export interface VerifyOptions extends PlanOptions {
  /** Public address, without a query. Its path is prepended to every path. */
  readonly url: URL;
  /** The origin that the site was built for. */
  readonly origin: string;
  /** How long to retry what is wrong, because caches may be stale. */
  readonly waitMs: number;
  readonly timeoutMs?: number;
  readonly retryMs?: number;
  readonly report: Report;
  readonly signal: AbortSignal;
}

export interface Verification extends Omit<QuestionPlan, 'questions'> {
  readonly url: string;
  /** `release 43`, or `the last build`. */
  readonly of: string;
  readonly turn: number;
  readonly requests: number;
  /** Addresses asked: files, and the three kinds below. */
  readonly asked: number;
  readonly redirects: number;
  readonly missing: number;
  readonly gone: number;
  /** Empty if everything is right. */
  readonly causes: readonly Cause[];
}

const CONCURRENCY = 16;
/** If the host is down for all of the first addresses, it is for everybody. */
const FIRST = 16;
const TIMEOUT_MS = 20_000;
const RETRY_MS = 500;
/** The pause doubles with each round, up to this. */
const LONGEST_PAUSE_MS = 8000;

/** Verifies a site. @throws SiteError VERIFY_UNREACHABLE (exit 3), VERIFY_INTERRUPTED (exit 130). */
export async function verifySite(site: PromisedSite, options: VerifyOptions): Promise<Verification> {
  const { url, turn, signal, timeoutMs = TIMEOUT_MS, retryMs = RETRY_MS } = options;
  const client = createHostClient(url, { timeoutMs, retryMs, signal });
  const context: VerifyContext = { site, client, origin: options.origin };
  try {
    const { questions, ...counts } = planQuestions(site, options);
    const wrong = await askUntilRight(questions, context, options);
    const isSilent = wrong.length > 0 && wrong.every(({ down }) => down !== null);
    const home = isSilent ? await client.getOnce('/') : null;
    if (home !== null && isDown(home)) throw unreachable(home, client);
    // What is wrong for browsers needs no second finding.
    const isWrong = new Set(wrong.flatMap(({ question: { kind, path } }) => (kind === 'file' ? [path] : [])));
    const findings = wrong
      .filter(({ question: { kind, path } }) => kind !== 'plain' || !isWrong.has(path))
      .flatMap((each) => each.findings);
    const causes = await findCauses(findings, questions, context);
    const countOf = (kind: Question['kind']) => questions.filter((question) => question.kind === kind).length;
    const kinds = { redirects: countOf('redirect'), missing: countOf('missing'), gone: countOf('gone') };
    const asked = questions.length - countOf('plain');
    return { url: url.href, of: site.name, turn, ...counts, asked, ...kinds, causes, requests: client.countRequests() };
  } catch (cause) {
    const message = 'Interrupted before everything was verified. Run "sitegen verify".';
    if (signal.aborted) throw new SiteError({ code: 'VERIFY_INTERRUPTED', exitCode: 130, message }, { cause });
    throw cause instanceof RequestFailure ? unreachable({ ...NO_ANSWER, broken: cause.message }, client) : cause;
  } finally {
    await client.close();
  }
}

function unreachable(answer: HostAnswer, client: HostClient): SiteError {
  const hint = { 401: ': it asks for a login', 403: ': visitors may not read it' }[answer.status] ?? '';
  const why = answer.status === 0 ? answer.broken : `it answers ${answer.status} to everything${hint}`;
  return new SiteError({
    code: 'VERIFY_UNREACHABLE',
    exitCode: 3,
    message: `${client.urlOf('/')} is not reachable (${why}), so nothing could be verified. Check the address, the network and the host, and verify again.`,
  });
}

/** A question whose answer was compared. */
interface Asked {
  readonly question: Question;
  readonly findings: readonly Finding[];
  /** The answer if it says nothing about the site; else null. */
  readonly down: HostAnswer | null;
}

/**
 * Asks all questions, and those with findings again until the time is up. @returns those that are still wrong.
 * @throws SiteError VERIFY_UNREACHABLE if the host is down for the first ones.
 */
async function askUntilRight(
  questions: readonly Question[],
  context: VerifyContext,
  { waitMs, retryMs = RETRY_MS, report, signal }: VerifyOptions,
): Promise<readonly Asked[]> {
  let done = 0;
  const limit = pLimit(CONCURRENCY);
  const askEach = (asked: readonly Question[], get: HostClient['get']) =>
    limit.map(asked, async (question): Promise<Asked> => {
      const answer = await get(question.path, { isPlain: question.kind === 'plain' });
      done = Math.min(done + 1, questions.length);
      report({ kind: 'progress', stage: 'verify', done, total: questions.length });
      return { question, findings: compareAnswer(question, answer, context), down: isDown(answer) ? answer : null };
    });
  const { client } = context;
  const first = await askEach(questions.slice(0, FIRST), client.get);
  const [down = null] = first.map((each) => each.down);
  if (down !== null && first.every((each) => each.down !== null)) throw unreachable(down, client);
  const others = await askEach(questions.slice(FIRST), client.get);
  const endsAt = performance.now() + waitMs;
  let wrong = [...first, ...others].filter(({ findings }) => findings.length > 0);
  for (let round = 1; wrong.length > 0; round += 1) {
    const left = endsAt - performance.now();
    const pause = Math.min(retryMs * 2 ** round, LONGEST_PAUSE_MS, left);
    if (pause <= 0) break;
    const text = `${wrong.length} addresses are not as published yet: retrying for ${Math.ceil(left / 1000)} s.`;
    report({ kind: 'log', level: 'info', text });
    await wait(pause, undefined, { signal });
    const again = wrong.map(({ question }) => question);
    wrong = (await askEach(again, client.getOnce)).filter(({ findings }) => findings.length > 0);
  }
  return wrong;
}

/** Evidence printed per cause; --json lists all. */
const MOST_SHOWN = 3;

/** Causes, if any, then what was asked. `brief` leaves out the evidence. */
export function renderVerification(verification: Verification): { readonly text: string; readonly brief: string } {
  const { causes, changed, changedAsked, sampled, unchanged, turn, redirects, missing, gone, requests } = verification;
  const ofChanged =
    changedAsked < changed
      ? `a sample of ${changedAsked} of ${changed} changed files (--all: every one)`
      : `${changed} changed files`;
  const sample =
    sampled < unchanged ? `${sampled} of ${unchanged} unchanged (--turn ${turn})` : `${unchanged} unchanged`;
  const checked = `Checked: ${ofChanged}, ${sample}, ${redirects} redirects, ${missing} missing and ${gone} deleted paths; ${requests} requests.`;
  const outcome = `${describeOutcome(verification)} ${checked}`;
  return {
    text: [...causes.map(renderCause), outcome].join('\n\n'),
    brief: [...causes.map(({ code, what }) => `${code}  ${what}`), outcome].join('\n'),
  };
}

/** One sentence: `https://… does not match release 43: 12 of 230 addresses are wrong.` */
export function describeOutcome({ causes, asked, url, of }: Verification): string {
  const wrong = new Set(causes.flatMap(({ evidence }) => evidence.map(({ path }) => path))).size;
  return wrong === 0
    ? `${url} matches ${of}: ${asked} addresses are right.`
    : `${url} does not match ${of}: ${wrong} of ${asked} addresses are wrong.`;
}

function renderCause({ code, what, fix, evidence }: Cause): string {
  const rest = evidence.length - MOST_SHOWN;
  const shown = evidence
    .slice(0, MOST_SHOWN)
    .flatMap(({ path, expected, got, curl }) => [
      `  ${path}`,
      `    expected ${expected}`,
      `    got      ${got}`,
      `    ${curl}`,
    ]);
  const more = rest > 0 ? [`  … and ${rest} more (--json lists all)`] : [];
  return [`${code}  ${what}`, ...shown, ...more, `  → ${fix}`].join('\n');
}
