// Links of a build or of a live site, inside it and to other sites: one story for both, so that the report is the same.

import type { SiteConfig } from '../../../config/define-site.ts';
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
import { createSuspectList, findSuspectOwners, type OwnerContext, type Suspect } from './suspects.ts';

/** What is asked of the links. */
export interface LinkQuestion {
  readonly site: SiteConfig;
  readonly severities: RuleSeverities;
  /** Whether links inside the site are told of, and whether those to other sites are looked at. */
  readonly internal: boolean;
  readonly external: ExternalOptions | null;
  readonly isExcluded: (url: string) => boolean;
}

/** What was found. */
export interface CheckedLinks extends CheckResult {
  readonly verdicts: Readonly<Record<Verdict, number>> | null;
}

/** Checks the links of the last build. */
export async function checkBuildLinks(build: LoadedBuild, question: LinkQuestion): Promise<CheckedLinks> {
  const externals = createSuspectList();
  const result = await checkBuild(build, {
    site: question.site,
    scope: 'links',
    onExternal:
      question.external === null
        ? null
        : (url, href, pages, isShared) => {
            if (!question.isExcluded(url))
              externals.add({ code: 'EXTERNAL_UNKNOWN', href, key: url, isShared, what: '' }, pages);
          },
  });
  const { editedFiles } = build.input;
  const place = { site: createSiteIndex(build.input), content: build.content, editedFiles };
  return joinFindings(result, externals.list(), place, question);
}

/** Checks the links of a live site. The last build, where there is one, tells who wrote them. */
export async function checkLiveLinks(
  crawl: CrawlOptions,
  build: LoadedBuild | null,
  question: LinkQuestion,
): Promise<CheckedLinks> {
  const crawled = await crawlSite(crawl);
  const live = createLiveIndex(crawled, build, crawl.url.origin);
  const suspects = crawled.faults.map(({ code, href, what, paths }) =>
    live.createSuspect({ code, href, key: addressKey(href, `${live.site.origin}/`), what }, paths),
  );
  const externals = [...crawled.externals].map(([url, paths]) =>
    live.createSuspect({ code: 'EXTERNAL_UNKNOWN', href: url, key: url, what: '' }, paths),
  );
  const place = { site: live.site, content: build?.content ?? null, editedFiles: NO_FILES };
  const findings = await ownFindings(suspects, place, question.severities);
  return joinFindings({ findings, pages: crawled.pages, links: crawled.links }, externals, place, question);
}

type Place = Pick<OwnerContext, 'site' | 'content' | 'editedFiles'>;

/** What lies in the folder of the last build says nothing about a live site. */
const NO_FILES: ReadonlySet<string> = new Set();

/** Adds what is held of links to other sites, and leaves out what was not asked for. */
async function joinFindings(
  result: CheckResult,
  externals: readonly Suspect[],
  place: Place,
  { external, internal, isExcluded, severities }: LinkQuestion,
): Promise<CheckedLinks> {
  const isTold = ({ code, target }: Finding) =>
    // Of a page whose file is gone nothing was looked at: that is told whatever was asked for.
    code === 'PAGE_FILE_MISSING' || (internal && (target === null || !isExcluded(target)));
  const inside = result.findings.filter(isTold);
  if (external === null) return { ...result, findings: inside, verdicts: null };
  const decisions = await checkExternal([...new Set(externals.map(({ key }) => key))].sort(), external);
  const outside = await ownFindings(createExternalSuspects(externals, decisions), place, severities);
  return { ...result, findings: [...inside, ...outside], verdicts: countVerdicts(decisions) };
}

async function ownFindings(
  suspects: readonly Suspect[],
  place: Place,
  severities: RuleSeverities,
): Promise<readonly Finding[]> {
  const { site } = place;
  const findings = createFindingList(severities);
  for (const { suspect, where, page } of await findSuspectOwners(suspects, { ...place, origin: site.origin })) {
    const path = page === null ? null : (site.routes[page]?.path ?? null);
    findings.add({ code: suspect.code, where, what: suspect.what, path, target: suspect.href });
  }
  return findings.list();
}

/** An address on this share of the crawled pages stands in their header or footer. */
const SHARED_SHARE = 0.5;
const SHARED_PAGES = 5;

/** Pages of a crawl by number: those of the last build where it has them, the others as they come. */
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
    createSuspect: (suspect: Omit<Suspect, 'pages' | 'isShared'>, paths: readonly string[]): Suspect => ({
      ...suspect,
      isShared: paths.length >= SHARED_PAGES && paths.length >= crawled.pages * SHARED_SHARE,
      pages: paths.map(numberOf),
    }),
  };
}

/** A page that the last build does not have: its address is all that is known of it. */
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

/** The links that are not plainly good, each with its rule; `key` is the address that was looked at. */
function createExternalSuspects(
  links: readonly Suspect[],
  decisions: ReadonlyMap<string, Decision>,
): readonly Suspect[] {
  return links.flatMap((link) => {
    const decision = decisions.get(link.key);
    const code = decision === undefined ? null : CODE_BY_VERDICT[decision.verdict];
    if (decision === undefined || code === null) return [];
    return [{ ...link, code, what: `${link.href} is ${decision.verdict}. ${decision.reason}` }];
  });
}

/** How many addresses have each verdict. */
function countVerdicts(decisions: ReadonlyMap<string, Decision>): Readonly<Record<Verdict, number>> {
  const counts = { ok: 0, moved: 0, broken: 0, blocked: 0, unknown: 0 };
  for (const { verdict } of decisions.values()) counts[verdict] += 1;
  return counts;
}
