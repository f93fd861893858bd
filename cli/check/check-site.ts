// Checks the pages of a site in route order, from the facts that were stored when they were rendered. Memory holds page numbers,
// hashes and faulty links, but the facts of one page at a time.

import { localeRow } from '../../config/locales.ts';
import type { StoredVersion } from '../content/snapshot/load-version.ts';
import { NO_FACTS } from '../facts/page-facts.ts';
import { outFileOf } from '../paths/site-path.ts';
import type { CheckInput, CheckRoute, ReadPage } from './check-input.ts';
import { createFindingList, type Finding, type FindingList, placeOf } from './findings.ts';
import { noBuild } from './last-build.ts';
import { createLinkFaultList, type LinkFaultList, locateLinkFaults } from './links/link-faults.ts';
import { createLinkCheck, type ExternalLinkHandler, type LinkCheck } from './links/link-rules.ts';
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
  /** All rules, only those for links, or only those that a page can break alone. */
  readonly scope: 'all' | 'links' | 'page';
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

/** Checks all pages and returns the findings, errors first. */
export async function checkSite(input: CheckInput, options: CheckOptions): Promise<CheckResult> {
  const check = startCheck(input, options);
  const { site, links, findings } = check;
  let pages = 0;
  for (const rendered of input.readPages()) {
    const page = site.numberOf(rendered.path);
    if (page === undefined)
      throw noBuild(`The last build has a record of ${rendered.path}, but routes.json does not list it.`);
    pages += 1;
    checkPage(check, page, rendered);
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

function checkPage(check: SiteCheck, page: number, { path, chrome, facts }: ReadPage): void {
  const { input, options, site, links, alternates, texts, hasNoindex, isRendered } = check;
  const route = site.routes[page];
  const fragment = chrome === null ? NO_FACTS : input.fragmentFacts.get(chrome);
  if (fragment === undefined) throw noBuild(`The stored header and footer of ${path} are missing.`);
  isRendered[page] = 1;
  // A missing file is reported as PAGE_FILE_MISSING only.
  if (route === undefined || facts === null) return;
  hasNoindex[page] = facts.hasNoindex ? 1 : 0;
  links.checkPage({ page, chrome, facts, fragment });
  if (options.scope === 'links') return;
  alternates.checkPage(page, facts);
  texts.checkPage(page, facts);
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
