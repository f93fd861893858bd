// Groups findings by cause, each with evidence for every address and a fix.

import { sha256 } from '../files/content-hash.ts';
import { pathOfKey } from '../release/changed-paths.ts';
import { type Finding, type FindingCode, MISSING, NO_CHARSET, type VerifyContext } from './check-response.ts';
import type { Check, FileCheck } from './plan-checks.ts';

interface Evidence extends Pick<Finding, 'path' | 'expected' | 'got'> {
  /** A command that reproduces it. */
  readonly curl: string;
}

/** All findings with one cause. */
export interface Cause {
  readonly code: FindingCode;
  readonly what: string;
  readonly fix: string;
  readonly evidence: readonly Evidence[];
}

/** Groups findings by code and cause, the largest group first. */
export async function explainFindings(
  findings: readonly Finding[],
  checks: readonly Check[],
  context: VerifyContext,
): Promise<readonly Cause[]> {
  const named = isOtherSite(findings, checks)
    ? findings.map(asOtherSite)
    : await mergeIndexFindings(findings, checks, context);
  const groups = [...Map.groupBy(named, ({ code, cause }) => `${code} ${cause}`).values()];
  const causes = await Promise.all(groups.map((group) => explainGroup(group, context)));
  return causes.sort((a, b) => b.evidence.length - a.evidence.length);
}

/** If not one file is as published, the address shows another site or denies access. */
function isOtherSite(findings: readonly Finding[], checks: readonly Check[]): boolean {
  const wrong = new Set(
    findings.flatMap(({ code, path }) => (code === 'VERIFY_STATUS' || code === 'VERIFY_BYTES' ? [path] : [])),
  );
  const files = checks.filter(({ kind }) => kind === 'file');
  return files.length > 1 && files.every(({ path }) => wrong.has(path));
}

const asOtherSite = (finding: Finding): Finding => ({ ...finding, code: 'VERIFY_OTHER_SITE', cause: '' });

const PROBES = 3;

/**
 * A host that does not serve index.html for folders fails nearly every page. If the pages can be reached with "index.html", all
 * these findings get this one cause.
 */
async function mergeIndexFindings(
  findings: readonly Finding[],
  checks: readonly Check[],
  { client }: VerifyContext,
): Promise<readonly Finding[]> {
  const folders = new Map(
    checks.flatMap((check) => (check.kind === 'file' && isFolder(check) ? [[check.path, check] as const] : [])),
  );
  const isSuspect = ({ code, path }: Finding) =>
    (code === 'VERIFY_STATUS' || code === 'VERIFY_BYTES') && folders.has(path);
  const suspects = findings.filter(isSuspect);
  if (suspects.length === 0 || suspects.length < folders.size / 2) return findings;
  for (const { path } of suspects.slice(0, PROBES)) {
    const response = await client.get(`${path}index.html`);
    if ('failure' in response || sha256(response.body) !== folders.get(path)?.object.sha256) return findings;
  }
  return findings.map((finding) => (isSuspect(finding) ? { ...finding, code: 'VERIFY_INDEX', cause: '' } : finding));
}

/** Many hosts treat the root differently, so it proves nothing. */
function isFolder({ path }: FileCheck): boolean {
  return path.endsWith('/') && path !== '/';
}

async function explainGroup(findings: readonly Finding[], context: VerifyContext): Promise<Cause> {
  const code = findings[0]?.code ?? 'VERIFY_STATUS';
  const { what, fix } = TEXTS[code](findings, context);
  const note = code === 'VERIFY_STALE' ? await explainStale(findings, context) : '';
  return {
    code,
    what: `${what}${note}`,
    fix,
    evidence: findings
      .map(({ path, expected, got }) => ({ path, expected, got, curl: curlOf(code, context.client.urlOf(path)) }))
      .sort((a, b) => (a.path < b.path ? -1 : 1)),
  };
}

/** Bypasses the caches to tell whether the host itself has the new page. */
async function explainStale(findings: readonly Finding[], { client, site }: VerifyContext): Promise<string> {
  const path = findings[0]?.path ?? '/';
  const object = site.objects.find(({ key }) => pathOfKey(key) === path);
  const response = await client.get(`${path}?sitegen-verify=${Date.now()}`, { isFresh: true });
  if ('failure' in response || object === undefined) return '';
  return sha256(response.body) === object.sha256
    ? ' The host itself has the new version: a cache in front of it is stale.'
    : ' The host itself has the old version, too.';
}

function curlOf(code: FindingCode, url: string): string {
  const quoted = `'${url.replaceAll("'", '%27')}'`;
  const isAboutBody = ['VERIFY_STALE', 'VERIFY_BYTES', 'VERIFY_CUT_OFF', 'VERIFY_NOT_FOUND_PAGE'].includes(code);
  return isAboutBody ? `curl -sS --compressed ${quoted}` : `curl -sS --compressed -o /dev/null -D - ${quoted}`;
}

type Explain = (
  findings: readonly Finding[],
  context: VerifyContext,
) => { readonly what: string; readonly fix: string };

const count = (findings: readonly Finding[], one: string, many: string) => {
  const paths = new Set(findings.map(({ path }) => path)).size;
  return paths === 1 ? `One ${one}` : `${paths} ${many}`;
};
const addresses = (findings: readonly Finding[]) => count(findings, 'address', 'addresses');
const gotOf = ([first]: readonly Finding[]) => first?.got ?? '';

const TEXTS: Readonly<Record<FindingCode, Explain>> = {
  VERIFY_NO_ANSWER: (findings) => ({
    what: `${addresses(findings)} did not respond: ${gotOf(findings)}.`,
    fix: 'Check the host and any CDN or proxy in front of it, then verify again.',
  }),
  VERIFY_MOVED: (findings) => ({
    what: `The host redirects everything to ${findings[0]?.cause}.`,
    fix: `Verify the address where visitors end up: sitegen verify ${findings[0]?.cause}`,
  }),
  VERIFY_OTHER_SITE: (findings, { client, site }) => ({
    what: `${client.urlOf('/')} does not show ${site.name}: none of ${addresses(findings).toLowerCase()} responds as published.`,
    fix: findings.some(({ got }) => got === '401' || got === '403')
      ? 'Allow visitors to read the files, or verify an address that needs no login.'
      : 'Correct the address, or make the host serve the target: the bucket, or "current" in the folder.',
  }),
  VERIFY_STATUS: (findings) => ({
    what: `${addresses(findings)} answered ${findings[0]?.cause} instead of 200.`,
    fix:
      findings[0]?.cause === '403'
        ? 'Allow visitors to read the objects, or publish again with --audit if objects are missing.'
        : 'Publish again with --audit, which restores objects missing from the target. If none are, check the rules of the host.',
  }),
  VERIFY_INDEX: (findings) => ({
    what: `The host does not serve index.html for addresses that end in "/": ${addresses(findings).toLowerCase()} failed, but work with "index.html" appended.`,
    fix: 'Set index.html as the index document: the website endpoint of S3 (not the REST endpoint), the function of hosts/cloudfront, "index index.html" in nginx, DirectoryIndex in Apache.',
  }),
  VERIFY_CUT_OFF: (findings) => ({
    what: `${count(findings, 'file is', 'files are')} incomplete.`,
    fix: 'Check proxies and compression in front of the site. If the target itself is damaged, publish again with --audit.',
  }),
  VERIFY_STALE: (findings, { site }) => ({
    what: `${addresses(findings)} still show ${findings[0]?.cause} instead of ${site.name}.`.replace(
      'address still show',
      'address still shows',
    ),
    fix: 'Wait longer (--wait), purge the cache (--changed-paths, publish.cloudfront), or make caches respect Cache-Control.',
  }),
  VERIFY_BYTES: (findings) => ({
    what: `${addresses(findings)} answered with different bytes than were published${findings[0]?.cause === 'other' ? '' : ` (${gotOf(findings)})`}.`,
    fix: 'Turn off anything that rewrites pages on the way (minifying, e-mail protection, injected scripts), or publish again with --audit.',
  }),
  VERIFY_TYPE: (findings) => ({
    what:
      findings[0]?.cause === NO_CHARSET
        ? `${count(findings, 'file has', 'files have')} a content type without its charset.`
        : `${count(findings, 'file has', 'files have')} the content type ${gotOf(findings)} instead of ${findings[0]?.expected}.`,
    fix: 'Set content types and charset on the host (nginx: mime.types and headers.conf from .sitegen/hosts/); for a bucket, publish again with --audit.',
  }),
  VERIFY_CACHE: (findings) => ({
    what:
      findings[0]?.cause === MISSING
        ? `${count(findings, 'file has', 'files have')} no cache header.`
        : `${count(findings, 'file has', 'files have')} the cache header ${gotOf(findings)} instead of ${findings[0]?.expected}.`,
    fix: 'Set build.host and install the headers of the last build from .sitegen/hosts/ on the host. Make a CDN pass on the header of the origin.',
  }),
  VERIFY_POLICY: (findings) => ({
    what:
      findings[0]?.cause === MISSING
        ? `${count(findings, 'page comes', 'pages come')} without security headers: ${[...new Set(findings.map(({ got }) => got))].join(', ')}.`
        : `${count(findings, 'page comes', 'pages come')} with a different security header.`,
    fix: 'Install the headers of the last build from .sitegen/hosts/ on the host.',
  }),
  VERIFY_REDIRECT: (findings) => ({
    what: `${count(findings, 'redirect does', 'redirects do')} not lead where ${findings.length === 1 ? 'it' : 'they'} should.`,
    fix: 'Install the redirects of the last build from .sitegen/hosts/ on the host. On S3 they work only at the website endpoint.',
  }),
  VERIFY_QUERY: (findings) => ({
    what: `${count(findings, 'redirect loses', 'redirects lose')} the query of the request, including campaign parameters.`,
    fix: 'Install the redirects of the last build from .sitegen/hosts/ on the host. They keep the query.',
  }),
  VERIFY_NOT_FOUND_STATUS: (findings) => ({
    what: `Paths that do not exist answer ${gotOf(findings)} instead of 404.`,
    fix: 'Set 404.html as the error document with status 404, and remove any catch-all page. If S3 answers 403, grant readers s3:ListBucket.',
  }),
  VERIFY_NOT_FOUND_PAGE: (findings) => ({
    what: `Missing paths do not show the 404 page of their language: ${gotOf(findings)}.`,
    fix: 'Set 404.html as the error document, and the one of each language below its prefix (errors.conf in .sitegen/hosts/).',
  }),
  VERIFY_GONE: (findings) => ({
    what: `${count(findings, 'deleted page is', 'deleted pages are')} still there.`,
    fix: 'Purge the cache (--changed-paths, publish.cloudfront), or delete the pages from the target if they are still there.',
  }),
};
