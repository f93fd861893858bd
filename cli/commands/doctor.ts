// `sitegen doctor`: checks the content service, the settings, the publish target and this machine, and suggests fixes.

import { LOCALES } from '../../config/locales.ts';
import type { Check, Finding } from '../content/doctor/judge-content.ts';
import type { ExitCode } from '../errors.ts';
import type { Report } from '../report/report-event.ts';
import type { LoadedSite, SiteFlags } from '../settings/load-site.ts';
import type { CommandContext } from './build.ts';
import { checkMachine } from './check-machine.ts';

export type DoctorFlags = Pick<SiteFlags, 'contentUrl' | 'contentRpm'>;

/** Unlike a build, the doctor retries once and does not wait for minutes. */
const PATIENCE = { retries: 1, connectTimeoutMs: 5000, headersTimeoutMs: 20_000, timeoutMs: 30_000 } as const;

/**
 * Checks the machine and the service. Exit 0, 1 if something is missing, or 3 if no content can be read.
 * @throws SiteError CONFIG_INVALID (exit 2).
 */
export async function runDoctor(flags: DoctorFlags, context: CommandContext): Promise<ExitCode> {
  const { reporter, environment } = context;
  const { loadSite } = await import('../settings/load-site.ts');
  const loaded = await loadSite(flags, environment);
  const { site } = loaded;
  const startedAt = performance.now();
  const machineChecks = await checkMachine(site, environment);
  const { url } = site.content;
  const service = url === null ? NO_SERVICE : await checkService(url, loaded, context);
  const checks = [...service.checks, ...machineChecks];
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
  reporter.printResult({
    text: renderChecks(checks, `${service.requests} requests in ${seconds} s`),
    data: { url, checks, requests: service.requests },
  });
  if (!service.isReadable) return 3;
  return checks.some(({ findings }) => findings.some(({ isHint }) => !isHint)) ? 1 : 0;
}

const URL_UNSET: Finding = {
  what: 'No content service is set: builds use the sample content.',
  fix: 'Set SITEGEN_CONTENT_URL. To try the doctor, run "sitegen sample-service --port 8080", then "sitegen doctor --content-url http://127.0.0.1:8080".',
  isHint: true,
};
const NO_SERVICE = {
  checks: [{ name: 'service', summary: '', findings: [URL_UNSET] }],
  requests: 0,
  isReadable: true,
};

/** Checks that the service has what a build needs. */
async function checkService(url: string, { site, contentToken }: LoadedSite, { reporter, signal }: CommandContext) {
  const { withClient } = await import('../content/receive-content.ts');
  const { examineService } = await import('../content/doctor/examine-service.ts');
  const { judgeService } = await import('../content/doctor/judge-service.ts');
  const service = { url, isSample: false, token: contentToken };
  // Findings say what failed; retries are only details.
  const report: Report = (event) => reporter.report(event.kind === 'log' ? { ...event, level: 'verbose' } : event);
  const patientSite = { ...site, content: { ...site.content, ...PATIENCE } };
  return withClient(patientSite, { service, report, signal }, async (client) => {
    const sites = LOCALES.filter(({ locale }) => site.locales.includes(locale)).map((row) => row.site);
    const facts = await examineService(client, url, [...new Set(sites)]);
    const checks = judgeService(facts, { site, apiUrl: `${url}${client.api}`, hasToken: contentToken !== null });
    return { checks, requests: facts.requests, isReadable: facts.isReadable };
  });
}

const NAME_WIDTH = 13;

function renderChecks(checks: readonly Check[], effort: string): string {
  const findings = checks.flatMap((check) => check.findings);
  const count = findings.filter(({ isHint }) => !isHint).length;
  const outcome =
    count === 0 ? 'Nothing is missing' : count === 1 ? 'One thing is missing' : `${count} things are missing`;
  return [...checks.flatMap(renderCheck), `${outcome} (${effort}).`].join('\n');
}

function renderCheck({ name, summary, findings }: Check): readonly string[] {
  if (findings.length === 0) return [`✓ ${name.padEnd(NAME_WIDTH)}${summary}`];
  return findings.flatMap((finding, index) => renderFinding(index === 0 ? name : '', finding));
}

function renderFinding(name: string, { what, fix, isHint }: Finding): readonly string[] {
  return [`${isHint ? '!' : '✗'} ${name.padEnd(NAME_WIDTH)}${what}`, `${' '.repeat(NAME_WIDTH + 2)}→ ${fix}`];
}
