// Checks the pages of a site in route order. A page is checked from its brief, which was stored when it was rendered. Its HTML is
// read only if there is no brief, or if the brief shows a fault. Memory holds page numbers, hashes and faulty links, but no pages.

import { localeRow } from '../../config/locales.ts';
import type { StoredVersion } from '../content/snapshot/load-version.ts';
import type { PageFacts } from '../facts/page-facts.ts';
import { outFileOf } from '../paths/site-path.ts';
import type { CheckInput, CheckRoute } from './check-input.ts';
import { createFindingList, type Finding, type FindingList, placeOf } from './findings.ts';
import { createLinkFaultList, type LinkFaultList, locateLinkFaults } from './links/link-faults.ts';
import { createLinkCheck, type ExternalLinkHandler, type LinkCheck } from './links/link-rules.ts';
import { noBuild } from './no-build.ts';
import { digestText, type PageBrief, type ReadPage } from './page-brief.ts';
import { type AlternateCheck, createAlternateCheck } from './rules/alternate-rules.ts';
import { type FaultOwner, findPageFaults, type PageFault } from './rules/page-rules.ts';
import { findRedirectFaults } from './rules/redirect-rules.ts';
import { findSitemapFaults } from './rules/sitemap-rules.ts';
import { createUniquenessCheck, type UniquenessCheck } from './rules/uniqueness-rules.ts';
import { createSiteIndex, type SiteIndex } from './site-index.ts';

export interface CheckResult {
  readonly findings: readonly Finding[];
  readonly pages: number;
  readonly links: number;
}

/** What to check, and the content to search. */
export interface CheckOptions {
  /** The snapshot to search for entries with faulty links. If null, the page's own entry is reported. */
  readonly content: StoredVersion | null;
  /** All rules, or only those for links. */
  readonly scope: 'all' | 'links';
  /** Called with every link to another host; null if those are not checked. */
  readonly onExternal: ExternalLinkHandler;
}

/** The state of one check. */
interface SiteCheck {
  readonly input: CheckInput;
  readonly options: CheckOptions;
  readonly site: SiteIndex;
  readonly findings: FindingList;
  readonly linkFaults: LinkFaultList;
  readonly links: LinkCheck;
  readonly alternates: AlternateCheck;
  readonly texts: UniquenessCheck;
  /** By page number. */
  readonly hasNoindex: Uint8Array;
  readonly isRendered: Uint8Array;
}

/** A page that is being checked. */
interface CheckedPage {
  /** Its number in route order. */
  readonly page: number;
  readonly route: CheckRoute;
  /** Key of its header and footer. */
  readonly chrome: string;
}

/** Checks all pages and returns the findings, errors first. */
export async function checkSite(input: CheckInput, options: CheckOptions): Promise<CheckResult> {
  const check = startCheck(input, options);
  const { site, links, findings } = check;
  let pages = 0;
  for (const rendered of input.listPages()) {
    const page = site.numberOf(rendered.path);
    const route = page === undefined ? undefined : site.routes[page];
    if (page === undefined || route === undefined)
      throw noBuild(`The last build has a record of ${rendered.path}, but routes.json does not list it.`);
    pages += 1;
    checkPage(check, { page, route, chrome: rendered.chrome }, rendered);
  }
  links.finish(input);
  if (options.scope === 'all') addSiteFaults(check);
  await addLinkFaults(check);
  return { findings: findings.list(), pages, links: links.count() };
}

function startCheck(input: CheckInput, options: CheckOptions): SiteCheck {
  const site = createSiteIndex(input);
  const linkFaults = createLinkFaultList();
  return {
    input,
    options,
    site,
    findings: createFindingList(input.severities),
    linkFaults,
    links: createLinkCheck(site, linkFaults, options.onExternal),
    alternates: createAlternateCheck(site),
    texts: createUniquenessCheck(site),
    hasNoindex: new Uint8Array(site.routes.length),
    isRendered: new Uint8Array(site.routes.length),
  };
}

function checkPage(check: SiteCheck, checked: CheckedPage, { path, chrome, brief }: ReadPage): void {
  const { input, options, hasNoindex, isRendered } = check;
  const { page, route } = checked;
  isRendered[page] = 1;
  hasNoindex[page] = route.isIndexable ? 0 : 1;
  const fragment = input.fragmentFacts.get(chrome);
  if (fragment === undefined) throw noBuild(`The stored header and footer of ${path} are missing.`);
  // Briefs have no links to other hosts.
  if (brief !== null && options.onExternal === null && checkBrief(check, checked, brief)) return;
  const facts = input.readFacts(path, chrome);
  // A missing file is reported as PAGE_FILE_MISSING only.
  if (facts !== null) checkFacts(check, checked, facts, fragment);
}

/** Checks a page from its brief. Returns false, and stores nothing, if its HTML has to be read. */
function checkBrief(check: SiteCheck, { page, route, chrome }: CheckedPage, brief: PageBrief): boolean {
  const { input, options, links, alternates, texts } = check;
  if (options.scope === 'links') return links.checkBrief(page, chrome, brief);
  if (!isAsPlanned(brief, route) || !alternates.isPlanned(page, brief.alternates)) return false;
  if (!links.checkBrief(page, chrome, brief)) return false;
  texts.checkPage(page, brief, () => input.readFacts(route.path, chrome));
  addFaults(check, route, brief.faults);
  return true;
}

/** Whether the page matches the plan. All other faults of the page are stored in its brief. */
function isAsPlanned({ hasCanonical, hasNoindex, language }: PageBrief, route: CheckRoute): boolean {
  return (
    hasCanonical === (route.kind !== 'error') && hasNoindex !== route.isIndexable && language === route.languageTag
  );
}

function checkFacts(
  check: SiteCheck,
  { page, route, chrome }: CheckedPage,
  facts: PageFacts,
  fragment: PageFacts,
): void {
  const { options, site, links, alternates, texts, hasNoindex } = check;
  hasNoindex[page] = facts.hasNoindex ? 1 : 0;
  links.checkPage(page, { chrome, facts }, fragment);
  if (options.scope === 'links') return;
  alternates.checkPage(page, facts);
  const { title, description } = facts;
  texts.checkPage(page, { title: digestText(title), description: digestText(description) }, () => facts);
  addFaults(check, route, findPageFaults({ ...route, canonical: site.canonicalOf(page) }, facts, fragment));
}

const FIX_EDIT = 'Build again: the file was changed after the build.';

function addFaults({ input, findings }: SiteCheck, route: CheckRoute, faults: readonly PageFault[]): void {
  for (const { owner, ...fault } of faults) {
    const file = outFileOf(route.path);
    const isEdit = owner.kind !== 'entry' && input.editedFiles.has(file);
    const place = isEdit ? { where: { file }, fix: FIX_EDIT } : { where: placeOf(owner, route) };
    findings.add({ ...fault, ...place, path: route.path });
  }
}

/** Adds the faults that can be found only after all pages were read. */
function addSiteFaults(check: SiteCheck): void {
  const { input, site, findings, alternates, texts, hasNoindex } = check;
  for (const fault of alternates.findFaults()) addOfPage(check, fault, { kind: 'program' });
  for (const { field, ...fault } of texts.findFaults()) addOfPage(check, fault, { kind: 'entry', field });
  for (const { code, page, url, what } of findSitemapFaults(input, site, (number) => hasNoindex[number] === 1)) {
    const path = page === null ? null : (site.routes[page]?.path ?? null);
    findings.add({ code, where: { file: 'sitemap.xml' }, what, path, target: url });
  }
  addOrphans(check);
  for (const { code, where, what, target } of findRedirectFaults(input.redirects, site))
    findings.add({ code, where, what, path: where.path ?? null, target });
}

function addOfPage(
  check: SiteCheck,
  { page, ...fault }: { readonly page: number } & Pick<Finding, 'code' | 'what'> & { readonly target?: string },
  owner: FaultOwner,
): void {
  const route = check.site.routes[page];
  if (route !== undefined) addFaults(check, route, [{ ...fault, owner }]);
}

/** Pages that are linked from campaigns, print or events. */
const CAMPAIGN_PAGES: readonly string[] = [
  'lp-slug',
  'page-constructor-slug',
  'newmr',
  'cxua',
  'giftbag',
  'report-for-dmwf',
  'report-for-saastock',
];

function addOrphans(check: SiteCheck): void {
  const { site, links, isRendered } = check;
  for (const [page, { path, page: name, locale, isInSitemap }] of site.routes.entries()) {
    const isHomePage = path === `${localeRow(locale).prefix}/`;
    if (!isInSitemap || isRendered[page] !== 1 || isHomePage || CAMPAIGN_PAGES.includes(name)) continue;
    if (links.isLinked(page)) continue;
    const what = `No other page links to ${path}.`;
    addOfPage(check, { code: 'PAGE_ORPHAN', page, what }, { kind: 'entry', field: 'title' });
  }
}

/** Reports each faulty link where it is written: the field of an entry or global, else the template. */
async function addLinkFaults({ input, options, site, findings, linkFaults }: SiteCheck): Promise<void> {
  const { origin, editedFiles } = input;
  const context = { site, origin, content: options.content, editedFiles };
  for (const fault of await locateLinkFaults(linkFaults.list(), context)) findings.add(fault);
}
