// Groups findings by cause, each with evidence for every address and a fix.

import { sha256 } from '../files/content-hash.ts';
import { pathOfKey } from '../release/changed-paths.ts';
import type { Finding, FindingCode, VerifyContext } from './compare.ts';
import type { HostAnswer } from './host-client.ts';
import type { Question } from './questions.ts';

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

function hashOf(answer: HostAnswer): string | null {
  return 'failure' in answer ? null : sha256(answer.body);
}

async function explainGroup(findings: readonly Finding[], context: VerifyContext): Promise<Cause> {
  const [first = { code: 'VERIFY_STATUS', path: '/', expected: '', got: '', cause: '' } as const] = findings;
  const paths = new Set(findings.map(({ path }) => path)).size;
  const all = [...new Set(findings.map(({ got }) => got))].join(', ');
  const values: Readonly<Record<string, string>> = { ...first, all, site: context.site.name };
  const fill = (text: string) =>
    text
      .replace(/\{([^{}|]+)\|([^{}|]+)\}/g, (_, one, many) => (paths === 1 ? `One ${one}` : `${paths} ${many}`))
      .replace(/\{(\w+)\}/g, (_, name) => values[name] ?? '');
  const [what, fix] = TEXTS[first.code];
  const note = first.code === 'VERIFY_STALE' ? await explainStale(first.path, context) : '';
  return {
    code: first.code,
    what: `${fill(what)}${note}`,
    fix: fill(fix),
    evidence: findings
      .map(({ code, path, expected, got }) => ({ path, expected, got, curl: curlOf(code, context.client.urlOf(path)) }))
      .sort((a, b) => (a.path < b.path ? -1 : 1)),
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

const INSTALL_REDIRECTS = 'Install the redirects of the last build from .sitegen/hosts/ on the host';
const INSTALL_HEADERS = 'Install the headers of the last build from .sitegen/hosts/ on the host';

/** What is wrong and how to fix it: `{page is|pages are}` is counted, `{all}` is every different answer. */
const TEXTS: Readonly<Record<FindingCode, readonly [what: string, fix: string]>> = {
  VERIFY_NO_ANSWER: [
    '{address|addresses} did not respond: {got}.',
    'Check the host and any CDN or proxy in front of it, then verify again.',
  ],
  VERIFY_MOVED: [
    'The host redirects everything to {cause}.',
    'Verify the address where visitors end up: sitegen verify {cause}',
  ],
  VERIFY_OTHER_SITE: [
    'This address does not show {site}: not one of {address|addresses} responds as published.',
    'Correct the address, make the host serve the target (the bucket, or "current" in the folder), or allow visitors to read it.',
  ],
  VERIFY_STATUS: [
    '{address|addresses} answered {got} instead of 200.',
    'Publish again with --audit, which restores objects missing from the target. If none are, check the rules of the host, and that visitors may read the objects.',
  ],
  VERIFY_INDEX: [
    'The host does not serve index.html for addresses that end in "/": {address|addresses} failed, but work with "index.html" appended.',
    'Set index.html as the index document: the website endpoint of S3 (not the REST endpoint), the function of hosts/cloudfront, "index index.html" in nginx, DirectoryIndex in Apache.',
  ],
  VERIFY_CUT_OFF: [
    '{file is|files are} incomplete.',
    'Check proxies and compression in front of the site. If the target itself is damaged, publish again with --audit.',
  ],
  VERIFY_STALE: [
    '{address still shows|addresses still show} {cause} instead of {site}.',
    'Wait longer (--wait), purge the cache (--changed-paths, publish.cloudfront), or make caches respect Cache-Control.',
  ],
  VERIFY_BYTES: [
    '{address|addresses} answered with other bytes than were published: {got}.',
    'Turn off anything that rewrites pages on the way (minifying, e-mail protection, injected scripts), or publish again with --audit.',
  ],
  VERIFY_ENCODING: [
    '{page is|pages are} wrong for clients that send no Accept-Encoding: {got}.',
    'Compress only for clients that ask for it, send "Vary: Accept-Encoding", and purge caches.',
  ],
  VERIFY_COMPRESSION: [
    'The host does not compress text ({file|files} of three types).',
    `${INSTALL_HEADERS}: they compress on nginx, Apache and Caddy. For CloudFront, set Compress.`,
  ],
  VERIFY_TYPE: [
    '{file has|files have} the content type {got} instead of {expected}.',
    'Set content types and charset on the host (nginx: mime.types and headers.conf from .sitegen/hosts/); for a bucket, publish again with --audit.',
  ],
  VERIFY_CACHE: [
    '{file has|files have} the cache header {got} instead of {expected}.',
    `Set build.host. ${INSTALL_HEADERS}. Make a CDN pass on the header of the origin.`,
  ],
  VERIFY_POLICY: [
    '{page has|pages have} other security headers than the build: {all}.',
    `${INSTALL_HEADERS}, also for error pages.`,
  ],
  VERIFY_NOINDEX: [
    '{page is|pages are} hidden from search engines by the host ({got}).',
    'Remove the header from the host or CDN. It is for previews.',
  ],
  VERIFY_SLASH: [
    '{page|pages} without the slash at the end answered {got} instead of a redirect.',
    `${INSTALL_REDIRECTS}, or let it redirect to the address with the slash.`,
  ],
  VERIFY_REDIRECT: [
    '{redirect does not lead where it should|redirects do not lead where they should}.',
    `${INSTALL_REDIRECTS}. On S3 they work only at the website endpoint, with website.json installed (docs/hosts.md).`,
  ],
  VERIFY_QUERY: [
    '{redirect loses|redirects lose} the query of the request, including campaign parameters.',
    `${INSTALL_REDIRECTS}. They keep the query.`,
  ],
  VERIFY_NOT_FOUND_STATUS: [
    'Paths that do not exist answer {got} instead of 404.',
    'Set 404.html as the error document with status 404, and remove any catch-all page. If S3 answers 403, grant readers s3:ListBucket.',
  ],
  VERIFY_NOT_FOUND_PAGE: [
    'Missing paths do not show the 404 page of their language: {got}.',
    'Set 404.html as the error document, and the one of each language below its prefix (errors.conf in .sitegen/hosts/).',
  ],
  VERIFY_GONE: [
    '{deleted page is|deleted pages are} still there.',
    'Purge the cache (--changed-paths, publish.cloudfront), or delete the pages from the target if they are still there.',
  ],
};
