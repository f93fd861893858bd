// Groups findings by cause, each with evidence for every address and a fix.

import type { Problem } from '../errors.ts';
import { pathOfKey } from '../release/changed-paths.ts';
import { type Finding, type FindingCode, TEXTS, type VerifyContext } from './compare.ts';
import type { HostAnswer } from './host-client.ts';
import type { Question } from './questions.ts';

interface Evidence extends Pick<Finding, 'path' | 'expected' | 'got'> {
  /** A command that reproduces it. */
  readonly curl: string;
}

/** All findings with one cause, placed at the first of its addresses. */
export interface Cause extends Problem {
  readonly code: FindingCode;
  readonly evidence: readonly Evidence[];
}

/** Groups findings by code and cause, the largest group first. */
export async function findCauses(
  findings: readonly Finding[],
  questions: readonly Question[],
  context: VerifyContext,
): Promise<readonly Cause[]> {
  const named = await nameCommonCause(findings, questions, context);
  const groups = [...Map.groupBy(named, ({ code, cause }) => `${code} ${cause}`).values()];
  const causes = await Promise.all(groups.map((group) => explainGroup(group, context)));
  return causes.sort((a, b) => b.evidence.length - a.evidence.length);
}

const PROBES = 3;

/** If not one file is as published, the address shows another site. If folders work only with "index.html", that is why they fail. */
async function nameCommonCause(
  findings: readonly Finding[],
  questions: readonly Question[],
  { client, site }: VerifyContext,
): Promise<readonly Finding[]> {
  const isWrong = ({ code }: Finding) => code === 'VERIFY_STATUS' || code === 'VERIFY_BYTES';
  const wrong = new Set(findings.filter(isWrong).map(({ path }) => path));
  const files = questions.filter(({ kind }) => kind === 'file').map(({ path }) => path);
  const rename = (code: FindingCode, test: (finding: Finding) => boolean) =>
    findings.map((finding) => (test(finding) ? { ...finding, code, cause: '' } : finding));
  if (files.length > 1 && files.every((path) => wrong.has(path))) return rename('VERIFY_OTHER_SITE', () => true);
  // Many hosts treat the root differently, so it proves nothing.
  const folders = files.filter((path) => path.endsWith('/') && path !== '/');
  const suspects = folders.filter((path) => wrong.has(path));
  if (suspects.length === 0 || suspects.length < folders.length / 2) return findings;
  for (const path of suspects.slice(0, PROBES)) {
    const answer = await client.get(`${path}index.html`, { isOnce: true });
    if (hashOf(answer) !== site.objects.find(({ key }) => pathOfKey(key) === path)?.sha256) return findings;
  }
  const isSuspect = new Set(suspects);
  return rename('VERIFY_INDEX', (finding) => isWrong(finding) && isSuspect.has(finding.path));
}

const hashOf = (answer: HostAnswer): string | null => ('failure' in answer ? null : answer.sha256);

async function explainGroup(findings: readonly Finding[], context: VerifyContext): Promise<Cause> {
  const [first = { code: 'VERIFY_STATUS', path: '/', expected: '', got: '', cause: '' } as const] = findings.toSorted(
    (a, b) => (a.path < b.path ? -1 : 1),
  );
  const paths = new Set(findings.map(({ path }) => path)).size;
  const all = [...new Set(findings.map(({ got }) => got))].join(', ');
  const values: Readonly<Record<string, string>> = { ...first, all, site: context.site.name };
  const fill = (text: string) =>
    text
      .replace(/\{([^{}|]+)\|([^{}|]+)\}/g, (_, one, many) => (paths === 1 ? `One ${one}` : `${paths} ${many}`))
      .replace(/\{(\w+)\}/g, (_, name) => values[name] ?? '');
  const [what, fix] = TEXTS[first.code];
  const note = first.code === 'VERIFY_STALE' ? await explainStale(first.path, context) : '';
  const evidence = findings
    .map(({ code, path, expected, got }) => ({ path, expected, got, curl: curlOf(code, context.client.urlOf(path)) }))
    .sort((a, b) => (a.path < b.path ? -1 : 1));
  return {
    code: first.code,
    severity: 'error',
    where: { path: evidence[0]?.path ?? '/' },
    what: `${fill(what)}${note}`,
    fix: fill(fix),
    evidence,
  };
}

/** Bypasses the caches to tell whether the host itself has the new page. */
async function explainStale(path: string, { client, site }: VerifyContext): Promise<string> {
  const hash = hashOf(await client.get(`${path}?sitegen-verify=${Date.now()}`, { isFresh: true, isOnce: true }));
  const object = site.objects.find(({ key }) => pathOfKey(key) === path);
  if (hash === null || object === undefined) return '';
  return hash === object.sha256
    ? ' The host itself has the new version: a cache in front of it is stale.'
    : ' The host itself has the old version, too.';
}

function curlOf(code: FindingCode, url: string): string {
  const isAboutBody = ['VERIFY_STALE', 'VERIFY_BYTES', 'VERIFY_CUT_OFF', 'VERIFY_NOT_FOUND_PAGE'].includes(code);
  const flags = [
    ...(code === 'VERIFY_ENCODING' ? [] : ['--compressed']),
    ...(isAboutBody ? [] : ['-o /dev/null -D -']),
  ];
  return ['curl -sS', ...flags, `'${url.replaceAll("'", '%27')}'`].join(' ');
}
