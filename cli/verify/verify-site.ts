// Asks the public address whether visitors get what was published. Start here.

import { setTimeout as wait } from 'node:timers/promises';
import pLimit from 'p-limit';
import type { Locale } from '../../config/locales.ts';
import { SiteError } from '../errors.ts';
import type { Report } from '../report/report-event.ts';
import { type Answer, createAsker, type NoAnswer } from './ask-host.ts';
import { type Cause, explainFaults } from './explain-faults.ts';
import { type Fault, type JudgeContext, judge } from './judge-answer.ts';
import { type Check, type CheckPlan, createFileCheck, planChecks } from './plan-checks.ts';
import type { PromisedSite } from './promised-site.ts';

/** How to ask. */
export interface VerifyOptions {
  /** Public address, without a query. Its path begins every path. */
  readonly url: URL;
  /** Address that the site was built for. */
  readonly origin: string;
  readonly locales: readonly Locale[];
  /** Ask for everything, instead of a sample of what is unchanged. */
  readonly isAll: boolean;
  /** Which part of the unchanged is asked for: each turn the next one. */
  readonly turn: number;
  /** How long what is wrong is asked for again, because caches may be behind. */
  readonly waitMs: number;
  readonly timeoutMs?: number;
  readonly retryMs?: number;
  readonly report: Report;
  readonly signal: AbortSignal;
}

/** What visitors get. */
export interface Verification extends Pick<CheckPlan, 'changed' | 'sampled' | 'unchanged'> {
  readonly url: string;
  /** `release 43`, or `the last build`. */
  readonly of: string;
  readonly turn: number;
  readonly requests: number;
  /** Addresses that were asked, and how many of them were no files. */
  readonly asked: number;
  readonly redirects: number;
  readonly missing: number;
  readonly gone: number;
  /** None where everything is right. */
  readonly causes: readonly Cause[];
}

const CONCURRENCY = 16;
const TIMEOUT_MS = 20_000;
const RETRY_MS = 500;
/** Between two rounds at most. Each one waits twice as long as the one before. */
const LONGEST_PAUSE_MS = 8000;

/** Verifies a site. @throws SiteError VERIFY_UNREACHABLE (exit 3), VERIFY_INTERRUPTED (exit 130). */
export async function verifySite(site: PromisedSite, options: VerifyOptions): Promise<Verification> {
  const { url, signal, timeoutMs = TIMEOUT_MS, retryMs = RETRY_MS } = options;
  const asker = createAsker(url, { timeoutMs, retryMs, signal });
  const context: JudgeContext = { site, asker, origin: options.origin };
  try {
    const plan = planChecks(site, options);
    await assertReachable(context);
    const checked = await askAll(plan.checks, context, options);
    const loaded = findLoaded(site, checked);
    checked.push(...(await askAll(loaded, context, options)));
    const faults = await askAgain(checked, context, options);
    const asked = checked.map(({ check }) => check);
    const countOf = (kind: Check['kind']) => asked.filter((check) => check.kind === kind).length;
    return {
      url: url.href,
      of: site.name,
      turn: options.turn,
      changed: plan.changed,
      sampled: plan.sampled + loaded.length,
      unchanged: plan.unchanged,
      asked: asked.length,
      redirects: countOf('redirect'),
      missing: countOf('missing'),
      gone: countOf('gone'),
      causes: await explainFaults(faults, asked, context),
      requests: asker.count(),
    };
  } catch (cause) {
    throw signal.aborted ? interrupted(cause) : cause;
  } finally {
    await asker.close();
  }
}

async function assertReachable({ asker }: JudgeContext): Promise<void> {
  const answer = await asker.ask('/');
  if (!('failure' in answer)) return;
  throw new SiteError({
    code: 'VERIFY_UNREACHABLE',
    exitCode: 3,
    message: `${asker.urlOf('/')} does not answer (${answer.failure}), so it is not known what visitors get. Check the address, the network and the host, and verify again.`,
  });
}

function interrupted(cause: unknown): SiteError {
  const message = 'Interrupted: it is not known what visitors get. Run "sitegen verify".';
  return new SiteError({ code: 'VERIFY_INTERRUPTED', exitCode: 130, message }, { cause });
}

/** A check, its faults, and the keys of what its page loads. */
interface Checked {
  readonly check: Check;
  readonly faults: readonly Fault[];
  readonly loads: readonly string[];
}

async function askAll(checks: readonly Check[], context: JudgeContext, { report }: VerifyOptions): Promise<Checked[]> {
  const limit = pLimit(CONCURRENCY);
  let done = 0;
  return Promise.all(
    checks.map((check) =>
      limit(async () => {
        const answer = await context.asker.ask(check.path);
        const faults = await judge(check, answer, context);
        done += 1;
        report({ kind: 'progress', stage: 'verify', done, total: checks.length });
        return { check, faults, loads: faults.length === 0 ? listLoaded(check, answer) : [] };
      }),
    ),
  );
}

const LOADED = /["'(](?:\/[\w.~-]+)*?\/((?:assets|media)\/[^"'()\s?#]+\.(?:css|m?js|woff2))["')?#]/g;

/** Styles, scripts and fonts that a page names. */
function listLoaded(check: Check, answer: Answer | NoAnswer): readonly string[] {
  if (check.kind !== 'file' || !check.object.key.endsWith('.html') || 'failure' in answer) return [];
  return [...answer.body.toString('utf8').matchAll(LOADED)].map(([, key = '']) => key);
}

/** What the asked pages load and was not asked for itself. */
function findLoaded(site: PromisedSite, checked: readonly Checked[]): readonly Check[] {
  const known = new Set(checked.flatMap(({ check }) => (check.kind === 'file' ? [check.object.key] : [])));
  const wanted = new Set(checked.flatMap(({ loads }) => loads));
  return site.objects
    .filter(({ key }) => wanted.has(key) && !known.has(key))
    .map((object) => createFileCheck(site, object));
}

/** Asks for what is wrong until it is right or the time is over. */
async function askAgain(
  checked: readonly Checked[],
  context: JudgeContext,
  options: VerifyOptions,
): Promise<readonly Fault[]> {
  const { waitMs, retryMs = RETRY_MS } = options;
  const endsAt = performance.now() + waitMs;
  let wrong = checked.filter(({ faults }) => faults.length > 0);
  for (let round = 0; wrong.length > 0; round += 1) {
    const pause = Math.min(retryMs * 2 ** (round + 1), LONGEST_PAUSE_MS, endsAt - performance.now());
    if (pause <= 0) break;
    const text = `${wrong.length} addresses are not as published yet: asking again for ${Math.ceil((endsAt - performance.now()) / 1000)} s.`;
    options.report({ kind: 'log', level: 'info', text });
    await wait(pause, undefined, { signal: options.signal });
    const again = await askAll(
      wrong.map(({ check }) => check),
      context,
      options,
    );
    wrong = again.filter(({ faults }) => faults.length > 0);
  }
  return wrong.flatMap(({ faults }) => faults);
}
