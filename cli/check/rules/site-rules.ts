// Every rule of a site while its pages go by in route order, and the findings at their end. Only numbers of pages, hashes,
// and each address that is wrong are kept.

import { localeRow } from '../../../config/locales.ts';
import type { PageFacts } from '../../facts/page-facts.ts';
import { outFileOf } from '../../paths/site-path.ts';
import type { CheckInput, CheckRoute } from '../check-input.ts';
import { createFindingList, type Finding, type FindingList, placeOf } from '../findings.ts';
import type { ContentPlaces } from '../links/find-owners.ts';
import { createLinkCheck, type ExternalSink } from '../links/link-rules.ts';
import { createSuspectList, findSuspectOwners, type Suspect } from '../links/suspects.ts';
import { digestText, type PageBrief } from '../page-brief.ts';
import { createSiteIndex, type SiteIndex } from '../site-index.ts';
import { createAlternateCheck } from './alternate-rules.ts';
import { type FaultOwner, findPageFaults, type PageFault } from './page-rules.ts';
import { findRedirectFaults } from './redirect-findings.ts';
import { findSitemapFaults } from './sitemap-rules.ts';
import { createUniquenessCheck } from './uniqueness-rules.ts';

/** What the rules may ask beside their input. */
export interface RulesContext {
  /** The snapshot, for who wrote what; null where it is gone: then a page's own entry is named. */
  readonly content: ContentPlaces | null;
  /** Which rules run: all, or those about links alone. */
  readonly scope: 'all' | 'links';
  /** Receives every address of another host; null where they are not checked. */
  readonly onExternal: ExternalSink;
}

/** A page that is checked. */
export interface CheckedPage {
  /** Its number in route order. */
  readonly page: number;
  readonly route: CheckRoute;
  /** Key of its header and footer. */
  readonly chrome: string;
}

const FIX_EDIT = 'Build again: the file was changed after the build.';

/** The rules of one site. */
export type SiteRules = ReturnType<typeof createSiteRules>;

/** Starts the rules. */
export function createSiteRules(input: CheckInput, { scope, onExternal, content }: RulesContext) {
  const site = createSiteIndex(input);
  const findings = createFindingList(input.severities);
  const suspects = createSuspectList();
  const links = createLinkCheck(site, suspects, onExternal);
  const alternates = createAlternateCheck(site);
  const texts = createUniquenessCheck(site);
  const checking: SiteChecking = {
    input,
    scope,
    site,
    findings,
    links,
    alternates,
    texts,
    hasNoindex: new Uint8Array(site.routes.length),
    isSeen: new Uint8Array(site.routes.length),
  };
  return {
    site,
    links,
    alternates,
    /** Notes that there is a page, before it is checked. */
    see: ({ page, route }: CheckedPage) => {
      checking.isSeen[page] = 1;
      checking.hasNoindex[page] = route.isIndexable ? 0 : 1;
    },
    /** Checks a page by its brief; false, and nothing noted, where its facts are needed. */
    checkBrief: (checked: CheckedPage, brief: PageBrief) => checkBrief(checking, checked, brief),
    /** Checks a page by all that it says. */
    checkFacts: (checked: CheckedPage, facts: PageFacts) => checkFacts(checking, checked, facts),
    /** After the last page. */
    finish: async (): Promise<readonly Finding[]> => {
      links.finish(input);
      if (scope === 'all') addSiteFaults(checking);
      const { origin, editedFiles } = input;
      await addSuspects(findings, suspects.list(), { site, origin, content, editedFiles });
      return findings.list();
    },
  };
}

/** What the rules share while pages go by. */
interface SiteChecking {
  readonly input: CheckInput;
  readonly scope: RulesContext['scope'];
  readonly site: SiteIndex;
  readonly findings: FindingList;
  readonly links: ReturnType<typeof createLinkCheck>;
  readonly alternates: ReturnType<typeof createAlternateCheck>;
  readonly texts: ReturnType<typeof createUniquenessCheck>;
  /** By number of the page. */
  readonly hasNoindex: Uint8Array;
  readonly isSeen: Uint8Array;
}

function checkBrief(checking: SiteChecking, checked: CheckedPage, brief: PageBrief): boolean {
  const { input, scope, links, alternates, texts } = checking;
  const { page, route, chrome } = checked;
  if (scope === 'links') return links.checkBrief(page, chrome, brief);
  if (!isAsPlanned(brief, route) || !alternates.isPlanned(page, brief.alternates)) return false;
  if (!links.checkBrief(page, chrome, brief)) return false;
  texts.checkPage(page, brief, () => input.readFacts(route.path, chrome));
  addFaults(checking, route, brief.faults);
  return true;
}

function checkFacts(checking: SiteChecking, { page, route, chrome }: CheckedPage, facts: PageFacts): void {
  const { input, scope, site, links, alternates, texts, hasNoindex } = checking;
  const fragment = input.fragmentFacts.get(chrome) ?? null;
  hasNoindex[page] = facts.hasNoindex ? 1 : 0;
  links.checkPage(page, { chrome, facts }, fragment);
  if (scope === 'links') return;
  alternates.checkPage(page, facts);
  const { title, description } = facts;
  texts.checkPage(page, { title: digestText(title), description: digestText(description) }, () => facts);
  addFaults(checking, route, findPageFaults({ ...route, canonical: site.canonicalOf(page) }, facts, fragment));
}

function addFaults({ input, findings }: SiteChecking, route: CheckRoute, faults: readonly PageFault[]): void {
  for (const { owner, ...fault } of faults) {
    const file = outFileOf(route.path);
    const isEdit = owner.kind !== 'entry' && input.editedFiles.has(file);
    const place = isEdit ? { where: { file }, fix: FIX_EDIT } : { where: placeOf(owner, route) };
    findings.add({ ...fault, ...place, path: route.path });
  }
}

/** What is known only when all pages were seen. */
function addSiteFaults({ input, site, findings, links, alternates, texts, hasNoindex, isSeen }: SiteChecking): void {
  alternates.finish((page, code, what, target) => addOfPage(findings, site, page, { code, what, target }));
  texts.finish((code, doubles, what) => {
    for (const page of doubles) addOfPage(findings, site, page, { code, what, target: what });
  });
  addSitemapFaults(findings, input, site, (page) => hasNoindex[page] === 1);
  addOrphans(findings, site, (page) => isSeen[page] === 1 && !links.isLinked(page));
  for (const { code, where, what, target } of findRedirectFaults(input.redirects, site))
    findings.add({ code, where, what, path: where.path ?? null, target });
}

/** Whether a page says of itself what the plan says. Anything else that is wrong with it is in its brief. */
function isAsPlanned({ hasCanonical, hasNoindex, language }: PageBrief, route: CheckRoute): boolean {
  return (
    hasCanonical === (route.kind !== 'error') && hasNoindex !== route.isIndexable && language === route.languageTag
  );
}

function addSitemapFaults(
  findings: FindingList,
  input: CheckInput,
  site: SiteIndex,
  hasNoindex: (page: number) => boolean,
): void {
  for (const { code, page, url, what } of findSitemapFaults(input, site, hasNoindex)) {
    const path = page === null ? null : (site.routes[page]?.path ?? null);
    findings.add({ code, where: { file: 'sitemap.xml' }, what, path, target: url });
  }
}

type PageFinding = { readonly code: Finding['code']; readonly what: string; readonly target: string };

/** Titles and descriptions are the entry's; alternates follow from the plan. */
function addOfPage(findings: FindingList, site: SiteIndex, page: number, { code, what, target }: PageFinding): void {
  const route = site.routes[page];
  if (route === undefined) return;
  const field = code === 'TITLE_TWICE' ? 'seo_title' : 'seo_description';
  const owner: FaultOwner = code.startsWith('ALTERNATE_')
    ? { kind: 'file', file: 'cli/plan/plan-alternates.ts' }
    : { kind: 'entry', field };
  findings.add({ code, where: placeOf(owner, route), what, path: route.path, target });
}

/** Pages that live on campaigns, in print or at events, and are linked from there. */
const CAMPAIGN_PAGES: readonly string[] = [
  'lp-slug',
  'page-constructor-slug',
  'newmr',
  'cxua',
  'giftbag',
  'report-for-dmwf',
  'report-for-saastock',
];

function addOrphans(findings: FindingList, site: SiteIndex, isOrphan: (page: number) => boolean): void {
  for (const [page, route] of site.routes.entries()) {
    if (!route.isInSitemap || !isOrphan(page) || CAMPAIGN_PAGES.includes(route.page)) continue;
    // Nobody needs to link the page at which visitors arrive.
    if (route.path === `${localeRow(route.locale).prefix}/`) continue;
    const what = `No other page links to ${route.path}.`;
    findings.add({
      code: 'PAGE_ORPHAN',
      where: placeOf({ kind: 'entry', field: 'title' }, route),
      what,
      path: route.path,
    });
  }
}

/** Each suspect once for everybody who wrote it: entries and globals by field, else the template. */
async function addSuspects(
  findings: FindingList,
  suspects: readonly Suspect[],
  context: Parameters<typeof findSuspectOwners>[1],
): Promise<void> {
  for (const { suspect, where, page } of await findSuspectOwners(suspects, context)) {
    const { code, what, href } = suspect;
    findings.add({
      code,
      where,
      what,
      path: page === null ? null : (context.site.routes[page]?.path ?? null),
      target: href,
    });
  }
}
