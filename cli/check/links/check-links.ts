// Checks the links of a build or of a live site, inside it and to other sites.

import type { SiteConfig } from '../../../config/define-site.ts';
import { withoutBase } from '../../../config/site-address.ts';
import { type OutPath, toSitePath } from '../../files/brands.ts';
import { addressKey } from '../../paths/address.ts';
import { ROOT_PATH } from '../../paths/site-path.ts';
import { checkBuild } from '../check-build.ts';
import type { CheckResult } from '../check-site.ts';
import { checkExternal, type ExternalOptions } from '../external/check-external.ts';
import type { Decision, Verdict } from '../external/verdicts.ts';
import { type Finding, groupFaults } from '../findings.ts';
import type { LoadedBuild } from '../load-build.ts';
import type { RuleCode, RuleSeverities } from '../rules/rules.ts';
import { type CrawledSite, type CrawlOptions, crawlSite } from './crawl-site.ts';
import { type LinkFault, LinkFaultList, locateLinkFaults, type OwnerContext } from './link-faults.ts';
import type { ExternalLinkHandler } from './link-rules.ts';

/** Which links to check, and how. */
export interface LinkCheckOptions {
  readonly site: SiteConfig;
  readonly severities: RuleSeverities;
  /** Whether links inside the site are reported. */
  readonly internal: boolean;
  /** Null if links to other sites are not checked. */
  readonly external: ExternalOptions | null;
  readonly isExcluded: (url: string) => boolean;
}

/** The findings, and the number of addresses of other sites by verdict. */
export interface CheckedLinks extends CheckResult {
  readonly verdicts: Readonly<Record<Verdict, number>> | null;
}

/** Checks the links of the last build. */
export async function checkBuildLinks(build: LoadedBuild, options: LinkCheckOptions): Promise<CheckedLinks> {
  const externals = new LinkFaultList();
  const onExternal: ExternalLinkHandler = ({ url, ...link }) => {
    if (!options.isExcluded(url)) externals.add({ ...UNCHECKED, ...link, key: url });
  };
  const result = checkBuild(build, {
    site: options.site,
    scope: 'links',
    onExternal: options.external === null ? null : onExternal,
  });
  return addExternalFindings(result, externals.list(), { ...build.input, content: build.content }, options);
}

const UNCHECKED = { code: 'EXTERNAL_UNKNOWN', what: '' } as const;

/** Checks the links of a live site. If there is a last build, findings name the entries with the links. */
export async function checkLiveLinks(
  crawl: CrawlOptions,
  build: LoadedBuild | null,
  options: LinkCheckOptions,
): Promise<CheckedLinks> {
  const { pages, links, ...crawled } = await crawlSite(crawl);
  const { origin, routes } = build?.input ?? { origin: crawl.url.origin, routes: [] };
  const withOwners = (fault: CrawledSite['faults'][number] & Pick<LinkFault, 'key'>): LinkFault => ({
    ...fault,
    isShared: fault.paths.length >= SHARED_PAGES && fault.paths.length >= pages * SHARED_SHARE,
    paths: fault.paths.map((path) => toSitePath(withoutBase(path, origin) ?? path)),
  });
  const faults = crawled.faults.map((fault) =>
    withOwners({ ...fault, key: addressKey(fault.href, ROOT_PATH, origin) }),
  );
  const externals = [...crawled.externals].map(([url, paths]) =>
    withOwners({ ...UNCHECKED, href: url, key: url, paths }),
  );
  // Edits of the out folder are not part of a live site.
  const context = { routes, origin, content: build?.content ?? null, editedFiles: new Set<OutPath>() };
  const findings = groupFaults(locateLinkFaults(faults, context), options.severities);
  return addExternalFindings({ findings, pages, links }, externals, context, options);
}

/** An address on this share of the crawled pages is assumed to be in their header or footer. */
const SHARED_SHARE = 0.5;
const SHARED_PAGES = 5;

/** Checks the links to other sites, adds their findings, and removes findings that should not be reported. */
async function addExternalFindings(
  result: CheckResult,
  externals: readonly LinkFault[],
  context: OwnerContext,
  { external, internal, isExcluded, severities }: LinkCheckOptions,
): Promise<CheckedLinks> {
  const isReported = ({ code, target }: Finding) =>
    // The links of a missing page were not checked, so it is always reported.
    code === 'PAGE_FILE_MISSING' || (internal && (target === null || !isExcluded(target)));
  const inside = result.findings.filter(isReported);
  if (external === null) return { ...result, findings: inside, verdicts: null };
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

/** The links that do not work, or not fully. */
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
