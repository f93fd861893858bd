// Checks at the public address whether visitors get what was published. Start here.

import { setTimeout as wait } from 'node:timers/promises';
import pLimit from 'p-limit';
import type { Locale } from '../../config/locales.ts';
import { SiteError } from '../errors.ts';
import type { Report } from '../report/report-event.ts';
import { checkResponse, type Finding, type VerifyContext } from './check-response.ts';
import { type Cause, explainFindings } from './explain-findings.ts';
import { createHostClient, type HostResponse, type NoResponse } from './host-client.ts';
import { type Check, type CheckPlan, createFileCheck, planChecks } from './plan-checks.ts';
import type { PromisedSite } from './promised-site.ts';

export interface VerifyOptions {
  /** Public address, without a query. Its path is prepended to every path. */
  readonly url: URL;
  /** The origin that the site was built for. */
  readonly origin: string;
  readonly locales: readonly Locale[];
  /** Check everything instead of a sample of the unchanged files. */
  readonly isAll: boolean;
  /** Which sample of the unchanged files to check; each turn takes the next one. */
  readonly turn: number;
  /** How long to retry what is wrong, because caches may be stale. */
  readonly waitMs: number;
  readonly timeoutMs?: number;
  readonly retryMs?: number;
  readonly report: Report;
  readonly signal: AbortSignal;
}

export interface Verification extends Pick<CheckPlan, 'changed' | 'sampled' | 'unchanged'> {
  readonly url: string;
  /** `release 43`, or `the last build`. */
  readonly of: string;
  readonly turn: number;
  readonly requests: number;
  /** Checked addresses: files, and the three kinds below. */
  readonly asked: number;
  readonly redirects: number;
  readonly missing: number;
  readonly gone: number;
  /** Empty if everything is right. */
  readonly causes: readonly Cause[];
}

const CONCURRENCY = 16;
const TIMEOUT_MS = 20_000;
const RETRY_MS = 500;
/** The pause doubles with each round, up to this. */
const LONGEST_PAUSE_MS = 8000;

/** Verifies a site. @throws SiteError VERIFY_UNREACHABLE (exit 3), VERIFY_INTERRUPTED (exit 130). */
export async function verifySite(site: PromisedSite, options: VerifyOptions): Promise<Verification> {
  const { url, signal, timeoutMs = TIMEOUT_MS, retryMs = RETRY_MS } = options;
  const client = createHostClient(url, { timeoutMs, retryMs, signal });
  const context: VerifyContext = { site, client, origin: options.origin };
  try {
    const plan = planChecks(site, options);
    await assertReachable(context);
    const planned = await runChecks(plan.checks, context, options);
    const loadedFiles = findLoadedFiles(site, planned);
    const checked = [...planned, ...(await runChecks(loadedFiles, context, options))];
    const findings = await retryUntilRight(checked, context, options);
    const checks = checked.map(({ check }) => check);
    const countOf = (kind: Check['kind']) => checks.filter((check) => check.kind === kind).length;
    return {
      url: url.href,
      of: site.name,
      turn: options.turn,
      changed: plan.changed,
      sampled: plan.sampled + loadedFiles.length,
      unchanged: plan.unchanged,
      asked: checks.length,
      redirects: countOf('redirect'),
      missing: countOf('missing'),
      gone: countOf('gone'),
      causes: await explainFindings(findings, checks, context),
      requests: client.countRequests(),
    };
  } catch (cause) {
    throw signal.aborted ? interrupted(cause) : cause;
  } finally {
    await client.close();
  }
}

async function assertReachable({ client }: VerifyContext): Promise<void> {
  const response = await client.get('/');
  if (!('failure' in response)) return;
  throw new SiteError({
    code: 'VERIFY_UNREACHABLE',
    exitCode: 3,
    message: `${client.urlOf('/')} does not respond (${response.failure}), so nothing could be verified. Check the address, the network and the host, and verify again.`,
  });
}

function interrupted(cause: unknown): SiteError {
  const message = 'Interrupted before everything was verified. Run "sitegen verify".';
  return new SiteError({ code: 'VERIFY_INTERRUPTED', exitCode: 130, message }, { cause });
}

interface CheckResult {
  readonly check: Check;
  readonly findings: readonly Finding[];
  /** Keys of what the page loads. */
  readonly loads: readonly string[];
}

async function runChecks(
  checks: readonly Check[],
  context: VerifyContext,
  { report }: VerifyOptions,
): Promise<readonly CheckResult[]> {
  const limit = pLimit(CONCURRENCY);
  let done = 0;
  return Promise.all(
    checks.map((check) =>
      limit(async () => {
        const response = await context.client.get(check.path);
        const findings = await checkResponse(check, response, context);
        done += 1;
        report({ kind: 'progress', stage: 'verify', done, total: checks.length });
        return { check, findings, loads: findings.length === 0 ? listLoaded(check, response) : [] };
      }),
    ),
  );
}

const LOADED = /["'(](?:\/[\w.~-]+)*?\/((?:assets|media)\/[^"'()\s?#]+\.(?:css|m?js|woff2))["')?#]/g;

/** Styles, scripts and fonts that a page loads. */
function listLoaded(check: Check, response: HostResponse | NoResponse): readonly string[] {
  if (check.kind !== 'file' || !check.object.key.endsWith('.html') || 'failure' in response) return [];
  return [...response.body.toString('utf8').matchAll(LOADED)].map(([, key = '']) => key);
}

/** Checks for what the checked pages load, unless it was checked already. */
function findLoadedFiles(site: PromisedSite, checked: readonly CheckResult[]): readonly Check[] {
  const known = new Set(checked.flatMap(({ check }) => (check.kind === 'file' ? [check.object.key] : [])));
  const wanted = new Set(checked.flatMap(({ loads }) => loads));
  return site.objects
    .filter(({ key }) => wanted.has(key) && !known.has(key))
    .map((object) => createFileCheck(site, object));
}

/** Repeats failed checks until they succeed or the time is up. */
async function retryUntilRight(
  checked: readonly CheckResult[],
  context: VerifyContext,
  options: VerifyOptions,
): Promise<readonly Finding[]> {
  const { waitMs, retryMs = RETRY_MS } = options;
  const endsAt = performance.now() + waitMs;
  let failed = checked.filter(({ findings }) => findings.length > 0);
  for (let round = 0; failed.length > 0; round += 1) {
    const pause = Math.min(retryMs * 2 ** (round + 1), LONGEST_PAUSE_MS, endsAt - performance.now());
    if (pause <= 0) break;
    const text = `${failed.length} addresses are not as published yet: retrying for ${Math.ceil((endsAt - performance.now()) / 1000)} s.`;
    options.report({ kind: 'log', level: 'info', text });
    await wait(pause, undefined, { signal: options.signal });
    const checks = failed.map(({ check }) => check);
    failed = (await runChecks(checks, context, options)).filter(({ findings }) => findings.length > 0);
  }
  return failed.flatMap(({ findings }) => findings);
}
