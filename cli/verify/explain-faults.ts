// Faults of one cause as one finding, with evidence for each address and what to do.

import { sha256 } from '../files/content-hash.ts';
import { pathOfKey } from '../release/changed-paths.ts';
import { type Fault, type FaultCode, type JudgeContext, MISSING, NO_CHARSET } from './judge-answer.ts';
import type { Check, FileCheck } from './plan-checks.ts';

/** What is wrong at one address. */
interface Evidence extends Pick<Fault, 'path' | 'expected' | 'got'> {
  /** A command that shows it. */
  readonly curl: string;
}

/** Everything that has one cause. */
export interface Cause {
  readonly code: FaultCode;
  /** Sentences. */
  readonly what: string;
  readonly fix: string;
  readonly evidence: readonly Evidence[];
}

/** Groups faults, the code and cause with the most addresses first. */
export async function explainFaults(
  faults: readonly Fault[],
  checks: readonly Check[],
  context: JudgeContext,
): Promise<readonly Cause[]> {
  const named = isOtherSite(faults, checks) ? faults.map(asOtherSite) : await nameIndexFaults(faults, checks, context);
  const groups = [...Map.groupBy(named, ({ code, cause }) => `${code} ${cause}`).values()];
  const causes = await Promise.all(groups.map((group) => explainGroup(group, context)));
  return causes.sort((a, b) => b.evidence.length - a.evidence.length);
}

/** Whether no file is as published: the address is another site's, or lets nobody in. */
function isOtherSite(faults: readonly Fault[], checks: readonly Check[]): boolean {
  const wrong = new Set(
    faults.flatMap(({ code, path }) => (code === 'VERIFY_STATUS' || code === 'VERIFY_BYTES' ? [path] : [])),
  );
  const files = checks.filter(({ kind }) => kind === 'file');
  return files.length > 1 && files.every(({ path }) => wrong.has(path));
}

const asOtherSite = (fault: Fault): Fault => ({ ...fault, code: 'VERIFY_OTHER_SITE', cause: '' });

const PROBES = 3;

/**
 * Where folders do not show their index.html, nearly every page is missing. The pages themselves are there: then this is one
 * cause, with the pages' faults as its evidence.
 */
async function nameIndexFaults(
  faults: readonly Fault[],
  checks: readonly Check[],
  { asker }: JudgeContext,
): Promise<readonly Fault[]> {
  const folders = new Map(
    checks.flatMap((check) => (check.kind === 'file' && isFolder(check) ? [[check.path, check] as const] : [])),
  );
  const isSuspect = ({ code, path }: Fault) =>
    (code === 'VERIFY_STATUS' || code === 'VERIFY_BYTES') && folders.has(path);
  const suspects = faults.filter(isSuspect);
  if (suspects.length === 0 || suspects.length < folders.size / 2) return faults;
  for (const { path } of suspects.slice(0, PROBES)) {
    const answer = await asker.ask(`${path}index.html`);
    if ('failure' in answer || sha256(answer.body) !== folders.get(path)?.object.sha256) return faults;
  }
  return faults.map((fault) => (isSuspect(fault) ? { ...fault, code: 'VERIFY_INDEX', cause: '' } : fault));
}

/** The root is set apart on many hosts. */
function isFolder({ path }: FileCheck): boolean {
  return path.endsWith('/') && path !== '/';
}

async function explainGroup(faults: readonly Fault[], context: JudgeContext): Promise<Cause> {
  const code = faults[0]?.code ?? 'VERIFY_STATUS';
  const { what, fix } = TEXTS[code](faults, context);
  const note = code === 'VERIFY_STALE' ? await findCache(faults, context) : '';
  return {
    code,
    what: `${what}${note}`,
    fix,
    evidence: faults
      .map(({ path, expected, got }) => ({ path, expected, got, curl: curlOf(code, context.asker.urlOf(path)) }))
      .sort((a, b) => (a.path < b.path ? -1 : 1)),
  };
}

/** Whether the host itself has the new page: asked around the caches, only to say where to look. */
async function findCache(faults: readonly Fault[], { asker, site }: JudgeContext): Promise<string> {
  const path = faults[0]?.path ?? '/';
  const object = site.objects.find(({ key }) => pathOfKey(key) === path);
  const answer = await asker.ask(`${path}?sitegen-verify=${Date.now()}`, { isFresh: true });
  if ('failure' in answer || object === undefined) return '';
  return sha256(answer.body) === object.sha256
    ? ' Around the caches the host has the new one: a cache in front of it is behind.'
    : ' The host itself has the old one, too.';
}

function curlOf(code: FaultCode, url: string): string {
  const quoted = `'${url.replaceAll("'", '%27')}'`;
  const isOfBytes = ['VERIFY_STALE', 'VERIFY_BYTES', 'VERIFY_CUT_OFF', 'VERIFY_NOT_FOUND_PAGE'].includes(code);
  return isOfBytes ? `curl -sS --compressed ${quoted}` : `curl -sS --compressed -o /dev/null -D - ${quoted}`;
}

type Explain = (faults: readonly Fault[], context: JudgeContext) => { readonly what: string; readonly fix: string };

const count = (faults: readonly Fault[], one: string, many: string) => {
  const paths = new Set(faults.map(({ path }) => path)).size;
  return paths === 1 ? `One ${one}` : `${paths} ${many}`;
};
const addresses = (faults: readonly Fault[]) => count(faults, 'address', 'addresses');
const gotOf = ([first]: readonly Fault[]) => first?.got ?? '';

const TEXTS: Readonly<Record<FaultCode, Explain>> = {
  VERIFY_NO_ANSWER: (faults) => ({
    what: `${addresses(faults)} did not answer: ${gotOf(faults)}.`,
    fix: 'Look at the host and what is in front of it, and verify again.',
  }),
  VERIFY_MOVED: (faults) => ({
    what: `The host leads to ${faults[0]?.cause} instead of answering.`,
    fix: `Verify the address that visitors end at: sitegen verify ${faults[0]?.cause}`,
  }),
  VERIFY_OTHER_SITE: (faults, { asker, site }) => ({
    what: `${asker.urlOf('/')} shows nothing of ${site.name}: not one of ${addresses(faults).toLowerCase()} answers as published.`,
    fix: faults.some(({ got }) => got === '401' || got === '403')
      ? 'Allow visitors to read the files, or verify an address that lets you in.'
      : 'Correct the address, or let the host serve the target: the bucket, or "current" in the folder.',
  }),
  VERIFY_STATUS: (faults) => ({
    what: `${addresses(faults)} answered ${faults[0]?.cause} instead of 200.`,
    fix:
      faults[0]?.cause === '403'
        ? 'Allow visitors to read the objects, or publish again with --audit if objects are missing.'
        : 'Publish again with --audit, which writes what is missing in the target. If nothing is, look at the rules of the host.',
  }),
  VERIFY_INDEX: (faults) => ({
    what: `The host does not show index.html for addresses that end in "/": ${addresses(faults).toLowerCase()} failed, and with "index.html" behind them they are right.`,
    fix: 'Set index.html as the index document: the website endpoint of S3 (not the REST endpoint), the function of hosts/cloudfront, "index index.html" in nginx, DirectoryIndex in Apache.',
  }),
  VERIFY_CUT_OFF: (faults) => ({
    what: `${count(faults, 'file is', 'files are')} not whole.`,
    fix: 'Look at proxies and compression in front of the site; publish again with --audit if the target has it like that.',
  }),
  VERIFY_STALE: (faults, { site }) => ({
    what: `${addresses(faults)} still show ${faults[0]?.cause} instead of ${site.name}.`.replace(
      'address still show',
      'address still shows',
    ),
    fix: 'Wait longer (--wait), purge the cache (--changed-paths, publish.cloudfront), or let caches follow Cache-Control.',
  }),
  VERIFY_BYTES: (faults) => ({
    what: `${addresses(faults)} answered with other bytes than were published${faults[0]?.cause === 'other' ? '' : ` (${gotOf(faults)})`}.`,
    fix: 'Switch off what rewrites pages on their way (minifying, e-mail protection, injected scripts), or publish again with --audit.',
  }),
  VERIFY_TYPE: (faults) => ({
    what:
      faults[0]?.cause === NO_CHARSET
        ? `${count(faults, 'file has', 'files have')} a type without its charset.`
        : `${count(faults, 'file has', 'files have')} the type ${gotOf(faults)}, and should have ${faults[0]?.expected}.`,
    fix: 'Set types and charset in the host (in nginx mime.types and headers.conf of .sitegen/hosts/); in a bucket publish again with --audit.',
  }),
  VERIFY_CACHE: (faults) => ({
    what:
      faults[0]?.cause === MISSING
        ? `${count(faults, 'file has', 'files have')} no cache header.`
        : `${count(faults, 'file has', 'files have')} the cache header ${gotOf(faults)}, and should have ${faults[0]?.expected}.`,
    fix: 'Set build.host and install the headers of the last build from .sitegen/hosts/ on the host; let a CDN keep the header of the origin.',
  }),
  VERIFY_POLICY: (faults) => ({
    what:
      faults[0]?.cause === MISSING
        ? `${count(faults, 'page comes', 'pages come')} without security headers: ${[...new Set(faults.map(({ got }) => got))].join(', ')}.`
        : `${count(faults, 'page comes', 'pages come')} with another security header.`,
    fix: 'Install the headers of the last build from .sitegen/hosts/ on the host.',
  }),
  VERIFY_REDIRECT: (faults) => ({
    what: `${count(faults, 'redirect does', 'redirects do')} not lead where ${faults.length === 1 ? 'it' : 'they'} should.`,
    fix: 'Install the redirects of the last build from .sitegen/hosts/ on the host; S3 answers them at its website endpoint alone.',
  }),
  VERIFY_QUERY: (faults) => ({
    what: `${count(faults, 'redirect loses', 'redirects lose')} the query of the request, and campaign parameters with it.`,
    fix: 'Install the redirects of the last build from .sitegen/hosts/ on the host, which keep it.',
  }),
  VERIFY_NOT_FOUND_STATUS: (faults) => ({
    what: `Paths that the site does not have answer ${gotOf(faults)} instead of 404.`,
    fix: 'Set 404.html as the error document with the status 404, and no page for all other paths. Where S3 says 403, grant s3:ListBucket to whoever reads.',
  }),
  VERIFY_NOT_FOUND_PAGE: (faults) => ({
    what: `Missing paths do not show the 404 page of the site for their language: ${gotOf(faults)}.`,
    fix: 'Set 404.html as the error document, and that of each language below its prefix (errors.conf in .sitegen/hosts/).',
  }),
  VERIFY_GONE: (faults) => ({
    what: `${count(faults, 'deleted page is', 'deleted pages are')} still there.`,
    fix: 'Purge the cache (--changed-paths, publish.cloudfront), or delete it in the target if it has it.',
  }),
};
