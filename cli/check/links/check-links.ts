// Checks the links of a build or of a live site, inside it and to other sites.

import type { SiteConfig } from '../../../config/define-site.ts';
import { checkBuild } from '../check-build.ts';
import type { CheckResult } from '../check-site.ts';
import { checkExternal, type ExternalOptions } from '../external/check-external.ts';
import type { Decision, Verdict } from '../external/verdicts.ts';
import { type Finding, groupFaults } from '../findings.ts';
import { checkLiveSite, type LiveCheck } from '../live/check-live.ts';
import type { CrawlOptions } from '../live/crawl-site.ts';
import type { LoadedBuild } from '../load-build.ts';
import type { RuleCode, RuleSeverities } from '../rules/rules.ts';
import { type LinkFault, locateLinkFaults, type OwnerContext } from './link-faults.ts';

export interface LinkCheckOptions {
  readonly site: SiteConfig;
  readonly severities: RuleSeverities;
  readonly internal: boolean;
  /** Null if links to other sites are not checked. */
  readonly external: ExternalOptions | null;
  readonly isExcluded: (url: string) => boolean;
}

/** The findings, and the number of addresses of other sites by verdict. */
export interface CheckedLinks extends CheckResult {
  readonly verdicts: Readonly<Record<Verdict, number>> | null;
}

export async function checkBuildLinks(build: LoadedBuild, options: LinkCheckOptions): Promise<CheckedLinks> {
  const result = checkBuild(build, { site: options.site, scope: 'links', withExternals: options.external !== null });
  return addExternalFindings(result, { ...build.input, content: build.content }, options);
}

/** Checks a live site, or only its links. If it is the site of the last build, findings name entries. */
export async function checkLive(
  crawl: CrawlOptions,
  build: LoadedBuild | null,
  options: LinkCheckOptions,
): Promise<CheckedLinks & LiveCheck> {
  const { severities, external } = options;
  const result = await checkLiveSite(crawl, build, { severities, withExternals: external !== null });
  return { ...result, ...(await addExternalFindings(result, result.owners, options)) };
}

/** Checks the links to other sites, adds their findings, and removes findings that should not be reported. */
async function addExternalFindings(
  result: CheckResult,
  context: OwnerContext,
  { external, internal, isExcluded, severities }: LinkCheckOptions,
): Promise<CheckedLinks> {
  const isReported = ({ code, target }: Finding) =>
    // The links of a missing page were not checked, so it is always reported.
    code === 'PAGE_FILE_MISSING' || (internal && (target === null || !isExcluded(target)));
  const inside = result.findings.filter(isReported);
  if (external === null) return { ...result, findings: inside, verdicts: null };
  const externals = result.externals.filter(({ key }) => !isExcluded(key));
  const decisions = await checkExternal([...new Set(externals.map(({ key }) => key))].sort(), external);
  const outside = groupFaults(locateLinkFaults(createExternalFaults(externals, decisions), context), severities);
  const verdicts = { ok: 0, moved: 0, broken: 0, blocked: 0, unknown: 0 };
  for (const { verdict } of decisions.values()) verdicts[verdict] += 1;
  return { ...result, findings: [...inside, ...outside], verdicts };
}

const CODE_BY_VERDICT: Readonly<Record<Verdict, RuleCode | null>> = {
  ok: null,
  moved: 'EXTERNAL_MOVED',
  broken: 'EXTERNAL_BROKEN',
  blocked: 'EXTERNAL_BLOCKED',
  unknown: 'EXTERNAL_UNKNOWN',
};

function createExternalFaults(
  links: readonly LinkFault[],
  decisions: ReadonlyMap<string, Decision>,
): readonly LinkFault[] {
  return links.flatMap((link) => {
    const decision = decisions.get(link.key);
    const code = decision === undefined ? null : CODE_BY_VERDICT[decision.verdict];
    if (decision === undefined || code === null) return [];
    return [{ ...link, code, what: `${link.href} is ${decision.verdict}. ${decision.reason}` }];
  });
}
