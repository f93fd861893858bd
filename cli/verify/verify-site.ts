// Checks at the public address whether visitors get what was published: list what must answer how, ask, compare, and group the
// differences. After a release that visitors do not get, the one before is brought back.

import { setTimeout as wait } from 'node:timers/promises';
import pLimit from 'p-limit';
import type { SiteConfig } from '../../config/define-site.ts';
import { RequestFailure } from '../content/client/request-failure.ts';
import { type Problem, SiteError } from '../errors.ts';
import type { Target } from '../release/object-store.ts';
import { beaten, loadHead, markVerified } from '../release/release-store.ts';
import type { ReleaseResult } from '../release/run-release.ts';
import type { Report } from '../report/report-event.ts';
import { compareAnswer, type Finding, TEXTS } from './compare.ts';
import { CONNECTIONS, createHostClient, type HostClient, isDown, RETRY_MS } from './host-client.ts';
import { loadPromisedRelease, type PromisedSite, planQuestions, type Question } from './promised-site.ts';

export interface VerifyOptions {
  /** Public address, without a query. Its path is prepended to every path. */
  readonly url: URL;
  /** Ask for everything instead of samples. */
  readonly isAll: boolean;
  /** How long to retry what is wrong, because caches may be stale. */
  readonly waitMs: number;
  readonly retryMs?: number;
  readonly report: Report;
  readonly signal: AbortSignal;
}

/** All differences of one code and, if headers differ, of one header, placed at the first of their addresses. */
interface Cause extends Problem {
  readonly evidence: readonly Finding[];
}

export type Verification = Awaited<ReturnType<typeof verifySite>>;

/** Between two rounds, in times of RETRY_MS. */
const PAUSE = 10;
/** Tells whether a host is up where all answers that are wrong say that it is down. */
const PROBE = '/robots.txt';

/**
 * Verifies a site. Returns the name of what was expected (`release 43`), how many addresses were asked, of which files, and what is wrong.
 * @throws SiteError VERIFY_UNREACHABLE (exit 3), VERIFY_INTERRUPTED (exit 130).
 */
export async function verifySite(site: PromisedSite, options: VerifyOptions) {
  const { url, isAll, signal, retryMs } = options;
  await using client = createHostClient(url, signal, retryMs);
  try {
    const { questions, checked } = planQuestions(site, isAll);
    const causes = groupFindings(await askUntilRight(questions, { site, client }, options));
    return { url: url.href, of: site.name, asked: questions.length, checked, causes };
  } catch (cause) {
    const message = 'Interrupted before everything was verified. Run "sitegen verify".';
    if (signal.aborted) throw new SiteError({ code: 'VERIFY_INTERRUPTED', exitCode: 130, message }, { cause });
    if (!(cause instanceof RequestFailure)) throw cause;
    const why = `${url.href} is not reachable (${cause.message}), so nothing could be verified.`;
    const what = `${why} Check the address, the network and the host, and verify again.`;
    throw new SiteError({ code: 'VERIFY_UNREACHABLE', exitCode: 3, message: what }, { cause });
  }
}

/** Asks all questions, and those with findings again until the time is up. @returns the findings that are left. */
async function askUntilRight(
  questions: readonly Question[],
  { site, client }: { readonly site: PromisedSite; readonly client: HostClient },
  { waitMs, retryMs = RETRY_MS, report, signal }: VerifyOptions,
): Promise<readonly Finding[]> {
  let done = 0;
  const limit = pLimit(CONNECTIONS);
  const findWrong = async (some: readonly Question[]) => {
    const asked = await limit.map(some, async (question) => {
      const answer = await client.get(question.path, question.isPlain);
      done = Math.min(done + 1, questions.length);
      report({ kind: 'progress', stage: 'verify', done, total: questions.length });
      return { question, findings: compareAnswer(question, answer, site, client), isDown: isDown(answer) };
    });
    const wrong = asked.filter(({ findings }) => findings.length > 0);
    const probe = wrong.length > 0 && wrong.every((each) => each.isDown) ? await client.get(PROBE) : null;
    if (probe !== null && isDown(probe)) throw new RequestFailure(probe.broken ?? `it answers ${probe.status}`);
    return wrong;
  };
  // A host that is down for the first ones is asked for no more.
  const first = await findWrong(questions.slice(0, CONNECTIONS));
  let wrong = [...first, ...(await findWrong(questions.slice(CONNECTIONS)))];
  const endsAt = performance.now() + waitMs;
  while (wrong.length > 0 && performance.now() < endsAt) {
    const text = `${wrong.length} addresses are not as published yet: asking again until ${waitMs / 1000} s are over.`;
    report({ kind: 'log', level: 'info', text });
    await wait(retryMs * PAUSE, undefined, { signal });
    wrong = await findWrong(wrong.map(({ question }) => question));
  }
  return wrong.flatMap(({ findings }) => findings);
}

/** Groups findings, the largest group first. */
function groupFindings(findings: readonly Finding[]): readonly Cause[] {
  // One hidden page must not be lost among wrong cache headers of all.
  const keyOf = ({ code, expected }: Finding) => (code === 'VERIFY_HEADERS' ? expected.replace(/:.*/s, '') : code);
  const causes = [...Map.groupBy(findings, keyOf).values()].flatMap((group): readonly Cause[] => {
    // What is wrong for browsers comes first, and needs no second finding for other clients.
    const unique = new Map(group.toReversed().map((each) => [`${each.path} ${each.expected}`, each]));
    const evidence = [...unique.values()].sort((a, b) => (a.path < b.path ? -1 : 1));
    const [first] = evidence;
    if (first === undefined) return [];
    const { code, path, got } = first;
    const [text, fix] = TEXTS[code];
    const paths = new Set(evidence.map((each) => each.path)).size;
    const what = `${text} at ${paths === 1 ? 'one address' : `${paths} addresses, such as`} ${path}: ${got}.`;
    return [{ code, severity: 'error', where: { path }, what, fix, evidence }];
  });
  return causes.sort((a, b) => b.evidence.length - a.evidence.length);
}

/** Addresses printed per cause; --json lists all. */
const MOST_SHOWN = 3;

/** Causes, if any, then one sentence: `https://… does not match release 43: 12 of 230 addresses are wrong.`, and what was asked. */
export function renderVerification({ causes, asked, url, of, checked }: Verification): string {
  const wrong = new Set(causes.flatMap(({ evidence }) => evidence.map(({ path }) => path))).size;
  const outcome =
    wrong === 0
      ? `${url} matches ${of}: ${asked} addresses are right.`
      : `${url} does not match ${of}: ${wrong} of ${asked} addresses are wrong.`;
  const what = `Checked: ${checked}, redirects, missing and deleted paths.`;
  return [...causes.map(renderCause), `${outcome} ${what}`].join('\n\n');
}

function renderCause({ code, what, fix, evidence }: Cause): string {
  const shown = evidence
    .slice(0, MOST_SHOWN)
    .map(({ path, expected, got }) => `  ${path}\n    expected ${expected}\n    got      ${got}`);
  return [`${code}  ${what}`, ...shown, `  → ${fix}`].join('\n');
}

interface FollowOptions {
  readonly site: SiteConfig;
  /** Called with the paths to purge as soon as they are known, and again with those of a rollback. */
  readonly onPaths: (paths: readonly string[]) => void;
  /** Null to verify nothing. */
  readonly verify: VerifyOptions | null;
  /** Brings back the previous release if visitors do not get this one; null to keep it anyway. */
  readonly rollBack: (() => Promise<ReleaseResult>) | null;
}

export type Followed = Awaited<ReturnType<typeof followRelease>>;

/**
 * Verifies and, if needed, rolls back a release; after a dry run it only reports the paths. Returns the release that was brought back, or
 * why a failed one was kept although a rollback was requested: it was verified earlier, or is the first one.
 */
export async function followRelease(target: Target, result: ReleaseResult, options: FollowOptions) {
  const { site, verify, rollBack } = options;
  const { changedPaths } = result;
  options.onPaths(changedPaths);
  const unverified = { verification: null, rollback: null, keptBecause: null, changedPaths };
  if (verify === null || result.status === 'dry-run') return unverified;
  const releases = (await loadHead(target.records)).head?.releases ?? [];
  const verifyRelease = async ({ id }: ReleaseResult) => {
    const promised = await loadPromisedRelease(target, site);
    if (id === null || promised?.id !== id) throw beaten(promised?.id ?? '');
    const verification = await verifySite(promised, verify);
    if (verification.causes.length === 0) await markVerified(target.records, id);
    return verification;
  };
  const verification = await verifyRelease(result);
  const followed = { ...unverified, verification };
  if (verification.causes.length === 0 || rollBack === null) return followed;
  if (releases[0]?.isVerified === true) return { ...followed, keptBecause: 'verified' as const };
  if (releases.length < 2) return { ...followed, keptBecause: 'first' as const };
  verify.report({ kind: 'log', level: 'warning', text: `Visitors do not get ${verification.of}. Rolling back.` });
  const restored = await rollBack();
  const allPaths = [...new Set([...changedPaths, ...restored.changedPaths])].sort();
  options.onPaths(allPaths);
  const rollback = { result: restored, verification: await verifyRelease(restored) };
  return { ...followed, rollback, changedPaths: allPaths };
}
