// Groups findings by cause, each with evidence for every address and a fix.

import type { Problem } from '../errors.ts';
import { pathOfKey } from '../release/changed-paths.ts';
import { type Finding, type FindingCode, TEXTS, type VerifyContext } from './compare.ts';
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

/** Groups findings by code and source, the largest group first. */
export async function findCauses(
  findings: readonly Finding[],
  questions: readonly Question[],
  context: VerifyContext,
): Promise<readonly Cause[]> {
  const named = await nameCommonCause(findings, questions, context);
  const groups = [...Map.groupBy(named, ({ code, source = '' }) => `${code} ${source}`).values()];
  const causes = await Promise.all(groups.map((group) => explainGroup(group, context)));
  return causes.flat().sort((a, b) => b.evidence.length - a.evidence.length);
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
  if (files.length > 1 && files.every((path) => wrong.has(path)))
    return findings.map(({ source: _, ...finding }) => ({ ...finding, code: 'VERIFY_OTHER_SITE' }));
  // Many hosts treat the root differently, so it proves nothing.
  const folders = files.filter((path) => path.endsWith('/') && path !== '/');
  const suspects = new Set(folders.filter((path) => wrong.has(path)));
  if (suspects.size === 0 || suspects.size < folders.length / 2) return findings;
  for (const path of [...suspects].slice(0, PROBES)) {
    const { sha256 } = await client.getOnce(`${path}index.html`);
    if (sha256 !== hashOf(site, path)) return findings;
  }
  return findings.map((each) => (isWrong(each) && suspects.has(each.path) ? { ...each, code: 'VERIFY_INDEX' } : each));
}

const hashOf = ({ objects }: VerifyContext['site'], path: string) =>
  objects.find(({ key }) => pathOfKey(key) === path)?.sha256;

/** Different answers named in a text; the evidence has all. */
const MAX_ANSWERS = 3;

async function explainGroup(group: readonly Finding[], context: VerifyContext): Promise<readonly Cause[]> {
  const findings = group.toSorted((a, b) => (a.path < b.path ? -1 : 1));
  const [first] = findings;
  if (first === undefined) return [];
  const { code, path, source = '' } = first;
  const paths = new Set(findings.map((finding) => finding.path)).size;
  const answers = [...new Set(findings.map(({ got }) => got))];
  const got = [...answers.slice(0, MAX_ANSWERS), ...(answers.length > MAX_ANSWERS ? ['…'] : [])].join(', ');
  const values: Readonly<Record<string, string>> = { got, source, site: context.site.name };
  const [what = '', fix = ''] = TEXTS[code].map((text) =>
    text
      .replace(/\{([^{}|]+)\|([^{}|]+)\}/g, (_, one, many) => (paths === 1 ? `One ${one}` : `${paths} ${many}`))
      .replace(/\{(\w+)\}/g, (_, name) => values[name] ?? ''),
  );
  const note = code === 'VERIFY_STALE' ? await explainStale(path, context) : '';
  const evidence = findings.map(({ path, expected, got }) => {
    return { path, expected, got, curl: curlOf(code, context.client.urlOf(path)) };
  });
  return [{ code, severity: 'error', where: { path }, what: `${what}${note}`, fix, evidence }];
}

/** Bypasses the caches to tell whether the host itself has the new page. */
async function explainStale(path: string, { client, site }: VerifyContext): Promise<string> {
  const { broken, sha256 } = await client.getOnce(`${path}?sitegen-verify=${Date.now()}`, { isFresh: true });
  const hash = hashOf(site, path);
  if (broken !== null || hash === undefined) return '';
  return sha256 === hash
    ? ' The host itself has the new version: a cache in front of it is stale.'
    : ' The host itself has the old version, too.';
}

function curlOf(code: FindingCode, url: string): string {
  const encoding = code === 'VERIFY_ENCODING' ? '' : ' --compressed';
  const isAboutBody = /STALE|BYTES|CUT_OFF|PAGE$/.test(code);
  return `curl -sS${encoding}${isAboutBody ? '' : ' -o /dev/null -D -'} '${url.replaceAll("'", '%27')}'`;
}
