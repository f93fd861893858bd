// `sitegen doctor`: compares a running content service with what a build needs, in one screen.

import { accessSync, constants, existsSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { DEFAULT_ORIGIN, type SiteConfig } from '../../config/define-site.ts';
import { LOCALES } from '../../config/locales.ts';
import type { Check, Finding } from '../content/doctor/judge-service.ts';
import { type ExitCode, SiteError } from '../errors.ts';
import type { Report } from '../report/report-event.ts';
import type { CommandContext } from './build.ts';

/** The flags as commander parsed them. */
export interface DoctorFlags {
  readonly contentUrl?: string;
  readonly contentRpm?: number;
}

/** A doctor asks once more where a build asks ten times, and does not wait for minutes. */
const PATIENCE = { retries: 1, connectTimeoutMs: 5000, headersTimeoutMs: 20_000, timeoutMs: 30_000 } as const;

/**
 * Looks at the service. Exit 0, 1 where something is missing, 3 where no content can be read.
 * @throws SiteError CONFIG_INVALID, DOCTOR_NEEDS_SERVICE (exit 2).
 */
export async function runDoctor(
  flags: DoctorFlags,
  { reporter, signal, environment }: CommandContext,
): Promise<ExitCode> {
  const { loadSite } = await import('../settings/load-site.ts');
  const { site, contentToken } = await loadSite(
    {
      origin: null,
      contentUrl: flags.contentUrl ?? null,
      contentRpm: flags.contentRpm ?? null,
      useSample: false,
      needsContent: false,
    },
    environment,
  );
  const { url } = site.content;
  if (url === null) throw needsService();
  const { createContentClient } = await import('../content/client/content-client.ts');
  const { examineService } = await import('../content/doctor/examine-service.ts');
  const { isReadable, judgeService } = await import('../content/doctor/judge-service.ts');
  const policy = { ...site.content, ...PATIENCE };
  const service = { url, token: contentToken, clientId: site.content.clientId, policy };
  // The findings say what failed, --verbose how often.
  const report: Report = (event) => reporter.report(event.kind === 'log' ? { ...event, level: 'verbose' } : event);
  const client = createContentClient(service, report, signal);
  const startedAt = performance.now();
  try {
    const sites = LOCALES.filter(({ locale }) => site.locales.includes(locale)).map((row) => row.site);
    const facts = await examineService(client, [...new Set(sites)]);
    const checks = [
      ...judgeService(facts, { site, apiUrl: `${url}${client.api}`, hasToken: contentToken !== null }),
      checkSettings(site, environment),
    ];
    const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
    reporter.printResult({
      text: renderChecks(checks, `${facts.requests} requests in ${seconds} s`),
      data: { url, checks, requests: facts.requests },
    });
    if (!isReadable(facts)) return 3;
    return checks.some(({ findings }) => findings.some(({ isHint }) => !isHint)) ? 1 : 0;
  } finally {
    await client.close();
  }
}

/** What a build needs besides the service. */
function checkSettings({ origin }: SiteConfig, { SITEGEN_ORIGIN }: CommandContext['environment']): Check {
  const isDefault = SITEGEN_ORIGIN === undefined && origin === DEFAULT_ORIGIN;
  const unwritable = ['out', '.sitegen'].filter((folder) => !isWritable(resolve(folder)));
  return {
    name: 'settings',
    summary: `Node ${process.versions.node}, origin ${origin}`,
    findings: [
      ...(isDefault
        ? [
            {
              what: 'SITEGEN_ORIGIN is not set.',
              fix: 'Set it to the public origin of the site: a build needs both.',
              isHint: true,
            },
          ]
        : []),
      ...unwritable.map((folder) => ({
        what: `The folder ${folder} cannot be written.`,
        fix: 'Change its permissions, or build elsewhere with --out-dir and --cache-dir.',
        isHint: false,
      })),
    ],
  };
}

/** Whether files can be written below a folder, which may not exist yet. */
function isWritable(folder: string): boolean {
  try {
    accessSync(existsSync(folder) ? folder : dirname(folder), constants.W_OK);
    return true;
  } catch {
    return false;
  }
}

function needsService(): SiteError {
  return new SiteError({
    code: 'DOCTOR_NEEDS_SERVICE',
    exitCode: 2,
    message:
      'No content service is set. Set SITEGEN_CONTENT_URL or --content-url. To try it out: "sitegen sample-service --port 8080", then "sitegen doctor --content-url http://127.0.0.1:8080".',
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
