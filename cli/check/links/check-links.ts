// Checks the links of a build or of a live site, inside it and to other sites.

import type { SiteConfig } from '../../../config/define-site.ts';
import { withoutBase } from '../../../config/site-address.ts';
import { addressKey } from '../../paths/address.ts';
import { checkBuild } from '../check-build.ts';
import type { CheckResult } from '../check-site.ts';
import { checkExternal, type ExternalOptions } from '../external/check-external.ts';
import type { Decision, Verdict } from '../external/verdicts.ts';
import { createFindingList, type Finding } from '../findings.ts';
import type { LoadedBuild } from '../load-build.ts';
import type { RuleCode, RuleSeverities } from '../rules/rules.ts';
import { createSiteIndex, type SiteIndex } from '../site-index.ts';
import { type CrawledSite, type CrawlOptions, crawlSite } from './crawl-site.ts';
import { createLinkFaultList, type LinkFault, locateLinkFaults, type OwnerContext } from './link-faults.ts';

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
  const externals = createLinkFaultList();
  const result = await checkBuild(build, {
    site: options.site,
    scope: 'links',
    onExternal:
      options.external === null
        ? null
        : (url, href, pages, isShared) => {
            if (!options.isExcluded(url))
              externals.add({ code: 'EXTERNAL_UNKNOWN', href, key: url, isShared, what: '', hint: '' }, pages);
          },
  });
  const { editedFiles } = build.input;
  const place = { site: createSiteIndex(build.input), content: build.content, editedFiles };
  return addExternalFindings(result, externals.list(), place, options);
}

/** Checks the links of a live site. If there is a last build, findings name the entries with the links. */
export async function checkLiveLinks(
  crawl: CrawlOptions,
  build: LoadedBuild | null,
  options: LinkCheckOptions,
): Promise<CheckedLinks> {
  const crawled = await crawlSite(crawl);
  const live = createLiveIndex(crawled, build, crawl.url.origin);
  const faults = crawled.faults.map(({ code, href, what, paths }) =>
    live.createFault({ code, href, key: addressKey(href, '/', live.site.origin), what, hint: '' }, paths),
  );
  const externals = [...crawled.externals].map(([url, paths]) =>
    live.createFault({ code: 'EXTERNAL_UNKNOWN', href: url, key: url, what: '', hint: '' }, paths),
  );
  const place = { site: live.site, content: build?.content ?? null, editedFiles: NO_FILES };
  const findings = await createFindings(faults, place, options.severities);
  return addExternalFindings({ findings, pages: crawled.pages, links: crawled.links }, externals, place, options);
}

type Place = Pick<OwnerContext, 'site' | 'content' | 'editedFiles'>;

/** Edits of the out folder are not part of a live site. */
const NO_FILES: ReadonlySet<string> = new Set();

/** Checks the links to other sites, adds their findings, and removes findings that should not be reported. */
async function addExternalFindings(
  result: CheckResult,
  externals: readonly LinkFault[],
  place: Place,
  { external, internal, isExcluded, severities }: LinkCheckOptions,
): Promise<CheckedLinks> {
  const isReported = ({ code, target }: Finding) =>
    // The links of a missing page were not checked, so it is always reported.
    code === 'PAGE_FILE_MISSING' || (internal && (target === null || !isExcluded(target)));
  const inside = result.findings.filter(isReported);
  if (external === null) return { ...result, findings: inside, verdicts: null };
  const decisions = await checkExternal([...new Set(externals.map(({ key }) => key))].sort(), external);
  const outside = await createFindings(createExternalFaults(externals, decisions), place, severities);
  return { ...result, findings: [...inside, ...outside], verdicts: countVerdicts(decisions) };
}

async function createFindings(
  faults: readonly LinkFault[],
  place: Place,
  severities: RuleSeverities,
): Promise<readonly Finding[]> {
  const findings = createFindingList(severities);
  for (const fault of await locateLinkFaults(faults, { ...place, origin: place.site.origin })) findings.add(fault);
  return findings.list();
}

/** An address on this share of the crawled pages is assumed to be in their header or footer. */
const SHARED_SHARE = 0.5;
const SHARED_PAGES = 5;

/** Numbers the crawled pages: first all pages of the last build, then those that it does not have. */
function createLiveIndex(crawled: CrawledSite, build: LoadedBuild | null, origin: string) {
  const known = build === null ? [] : build.input.routes;
  const numberByPath = new Map(known.map(({ path }, number) => [path, number]));
  const routes = [...known];
  const numberOf = (path: string) => {
    const number = numberByPath.get(path);
    if (number !== undefined) return number;
    numberByPath.set(path, routes.length);
    routes.push(createUnknownRoute(path));
    return routes.length - 1;
  };
  const site: SiteIndex = {
    origin: build?.input.origin ?? origin,
    routes,
    numberOf: (path) => numberByPath.get(path),
    canonicalOf: () => null,
    resolve: () => ({ kind: 'other' }),
    hasFile: () => false,
  };
  return {
    site,
    createFault: (fault: Omit<LinkFault, 'pages' | 'isShared'>, paths: readonly string[]): LinkFault => ({
      ...fault,
      isShared: paths.length >= SHARED_PAGES && paths.length >= crawled.pages * SHARED_SHARE,
      pages: paths.map((path) => numberOf(withoutBase(path, site.origin) ?? path)),
    }),
  };
}

/** A page that the last build does not have. */
function createUnknownRoute(path: string): SiteIndex['routes'][number] {
  return {
    name: '',
    path,
    locale: 'en',
    page: '',
    kind: 'page',
    template: '',
    languageTag: '',
    alternates: [],
    isIndexable: true,
    isInSitemap: false,
    entry: null,
  };
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

function countVerdicts(decisions: ReadonlyMap<string, Decision>): Readonly<Record<Verdict, number>> {
  const counts = { ok: 0, moved: 0, broken: 0, blocked: 0, unknown: 0 };
  for (const { verdict } of decisions.values()) counts[verdict] += 1;
  return counts;
}
