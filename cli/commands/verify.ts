// `sitegen verify [URL]`, and the verification flags of `publish` and `rollback`.

import { resolve } from 'node:path';
import { DEFAULT_ORIGIN, type SiteConfig } from '../../config/define-site.ts';
import { type ExitCode, SiteError, usageError } from '../errors.ts';
import type { Target } from '../release/object-store.ts';
import { parsePlainUrl } from '../text/read-address.ts';
import type { PromisedSite } from '../verify/promised-site.ts';
import type { Verification, VerifyOptions } from '../verify/verify-site.ts';
import type { BuildFlags, CommandContext } from './build.ts';
import { withTarget } from './with-target.ts';

export interface VerifyFlags extends Pick<BuildFlags, 'outDir' | 'cacheDir'> {
  readonly target?: string;
  readonly all?: boolean;
  readonly wait: number;
}

/** Verifies the public address. Exit 0, or 1 if visitors do not get what was published. */
export async function runVerify(
  url: string | undefined,
  flags: VerifyFlags,
  context: CommandContext,
): Promise<ExitCode> {
  const { loadSettings } = await import('../settings/load-site.ts');
  const site = await loadSettings(context.environment);
  const options = createVerifyOptions({ ...flags, url }, site, context);
  const verify = async (promised: PromisedSite) => {
    const { renderVerification, verifySite } = await import('../verify/verify-site.ts');
    const verification = await verifySite(promised, options);
    context.reporter.printResult({ text: renderVerification(verification), data: verification });
    context.reporter.annotate(verification.causes);
    return verification.causes.length === 0 ? 0 : 1;
  };
  if ((flags.target ?? site.publish.target) === null) return verify(await loadBuild(flags, site, context));
  return withTarget(flags.target, context, async (target) => {
    const { loadPromisedRelease } = await import('../verify/promised-site.ts');
    const promised = await loadPromisedRelease(target, site);
    if (promised === null)
      throw usageError('VERIFY_NO_RELEASE', `${target.name} has no releases yet. Publish one, then verify.`);
    const exitCode = await verify(promised);
    if (exitCode === 0) await markVerified(target, promised, context);
    return exitCode;
  });
}

/** Marks the release as verified. Credentials that can only read are fine. */
async function markVerified({ records }: Target, { id }: PromisedSite, { reporter }: CommandContext): Promise<void> {
  if (id === null) return;
  const release = await import('../release/release-store.ts');
  try {
    await release.markVerified(records, id);
  } catch (cause) {
    if (!(cause instanceof SiteError)) throw cause;
    const text = `The release could not be marked as verified: ${cause.message}`;
    reporter.report({ kind: 'log', level: 'verbose', text });
  }
}

/** Compares a live site with the last build. */
export async function verifyBuild(
  url: URL,
  { site, ...places }: Pick<VerifyFlags, 'outDir' | 'cacheDir'> & { readonly site: SiteConfig },
  context: CommandContext,
): Promise<Verification> {
  const { verifySite } = await import('../verify/verify-site.ts');
  return verifySite(await loadBuild(places, site, context), createVerifyOptions({ url: url.href }, site, context));
}

async function loadBuild(
  { outDir, cacheDir }: Pick<VerifyFlags, 'outDir' | 'cacheDir'>,
  site: SiteConfig,
  { reporter }: CommandContext,
): Promise<PromisedSite> {
  const { loadBuiltSite } = await import('../release/built-site.ts');
  const { promiseBuild } = await import('../verify/promised-site.ts');
  const { finishLastBuild } = await import('../publish/open-output.ts');
  const places = { outDir: resolve(outDir), cacheDir: resolve(cacheDir) };
  await finishLastBuild(places.outDir, places.cacheDir, reporter.report);
  return promiseBuild(loadBuiltSite({ ...places, site, hasRedirects: true, allowShrink: true }), site);
}

/** Converts flags to options. @throws SiteError VERIFY_URL (exit 2). */
export function createVerifyOptions(
  { url, all, wait }: Partial<VerifyFlags> & { readonly url?: string | undefined },
  site: SiteConfig,
  { reporter, signal }: CommandContext,
): VerifyOptions {
  const waitMs = (wait ?? 0) * 1000;
  return { url: parsePublicUrl(url, site), isAll: all === true, waitMs, report: reporter.report, signal };
}

function parsePublicUrl(named: string | undefined, { origin }: SiteConfig): URL {
  if (named === undefined && origin === DEFAULT_ORIGIN)
    throw badUrl('The public address is unknown. Pass a URL such as https://www.example.com, or set SITEGEN_ORIGIN.');
  const url = parsePlainUrl(named ?? origin);
  if (url === null)
    throw badUrl(
      'The public address must be an http or https URL without query, user or password, such as https://www.example.com.',
    );
  url.hash = '';
  return url;
}

function badUrl(what: string): SiteError {
  return usageError('VERIFY_URL', `${what} Nothing was done.`);
}
