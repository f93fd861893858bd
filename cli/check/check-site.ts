// What is wrong with the rendered site, found in the briefs of its pages, and in the HTML of those of which that is not
// enough: one stream in route order past every rule. Held are numbers of pages, hashes, and each address that is wrong once.

import { localeRow } from '../../config/locales.ts';
import type { PageFacts } from '../build/page-facts.ts';
import { createAlternateCheck } from './alternate-rules.ts';
import type { CheckInput, CheckRoute } from './check-input.ts';
import type { ContentPlaces } from './find-owners.ts';
import { createFindingList, type Finding, type FindingList } from './findings.ts';
import { createPageChecks, createSiteKey, type SiteChecks } from './kept-checks.ts';
import { createLinkCheck, type ExternalSink } from './link-rules.ts';
import { noBuild } from './no-build.ts';
import { digestText } from './page-brief.ts';
import { type FaultOwner, findPageFaults, type PageFault } from './page-rules.ts';
import { placeOf } from './places.ts';
import type { ReadPage } from './read-pages.ts';
import { findRedirectFaults } from './redirect-findings.ts';
import { type RightPage, type SettledBrief, settleBrief } from './settled-brief.ts';
import { createSiteIndex, followRoutes, type SiteIndex } from './site-index.ts';
import { findSitemapFaults } from './sitemap-rules.ts';
import { findSuspectOwners, type OwnerContext } from './suspect-owners.ts';
import { createSuspectList, type Suspect } from './suspects.ts';
import { createUniquenessCheck } from './uniqueness-rules.ts';

/** What the checks may ask beside their input. */
export interface CheckContext {
  /** The snapshot, for who wrote what; null where it is gone: then a page's own entry stands for its owner. */
  readonly content: ContentPlaces | null;
  /** Which rules run: all, or those about links alone. */
  readonly scope: 'all' | 'links';
  /** Is told of every address of another host; null where nobody asks. */
  readonly onExternal: ExternalSink;
  /** Briefs of pages by their numbers, as far as they are known already; others are read. */
  readonly findBrief: (page: number) => SettledBrief | null;
  /** What a build knows of the one before; null where nothing is taken over. */
  readonly lastChecks: LastChecks | null;
}

/** For checks of all rules, of a site of which each page has its record. */
interface LastChecks {
  /** What decides where addresses lead, besides the routes: files, redirects, the program. */
  readonly rest: readonly string[];
  /** Of the build that pages were taken over from; null where they are not known. */
  readonly last: SiteChecks | null;
}

/** What was found, and how much was looked at. */
export interface CheckResult {
  readonly findings: readonly Finding[];
  readonly pages: number;
  readonly links: number;
  /** For the next build; null where nobody asks. */
  readonly checks: SiteChecks | null;
}

/** A page that is looked at whole. */
interface WholePage {
  readonly route: CheckRoute;
  readonly chrome: string;
  readonly facts: PageFacts;
}

/** Everything that is wrong, errors first. */
export async function checkSite(input: CheckInput, context: CheckContext): Promise<CheckResult> {
  const { lastChecks } = context;
  const result = await checkPages(input, context);
  if (result !== null) return result;
  const anew = lastChecks === null ? null : { ...lastChecks, last: null };
  const whole = await checkPages(input, { ...context, lastChecks: anew });
  if (whole === null) throw new Error('A site without checks of the last build was not checked.');
  return whole;
}

/** Null where a page that was taken over must be looked at for what it links to. */
async function checkPages(input: CheckInput, context: CheckContext): Promise<CheckResult | null> {
  const { lastChecks } = context;
  const site = createSiteIndex(input);
  const findings = createFindingList(input.severities);
  const suspects = createSuspectList();
  const links = createLinkCheck(site, suspects, context.onExternal);
  const alternates = createAlternateCheck(site);
  const texts = createUniquenessCheck(site);
  const saysNoindex = new Uint8Array(site.routes.length);
  const isSeen = new Uint8Array(site.routes.length);
  const isLooked = new Uint8Array(site.routes.length);
  const key = lastChecks && createSiteKey(site.routes, [site.origin, alternates.digestPlan(), ...lastChecks.rest]);
  const known = lastChecks?.last?.key === key ? (lastChecks?.last?.pages ?? null) : null;
  const checks = createPageChecks(key === null ? 0 : site.routes.length);
  let pages = 0;
  const addFaults = (route: CheckRoute, faults: readonly PageFault[]) => {
    for (const { code, owner, what, target } of faults)
      findings.add({
        code,
        where: placeOf(owner, route),
        what,
        path: route.path,
        ...(target === undefined ? {} : { target }),
      });
  };
  const takeRight = (page: number, route: CheckRoute, chrome: string, right: RightPage) => {
    texts.checkPage(page, right, () => input.readFacts(route.path, chrome));
    addFaults(route, right.faults);
  };
  /** Most pages are right, and known to be by their brief. */
  const checkInBrief = (page: number, route: CheckRoute, rendered: ReadPage): boolean => {
    const { path, chrome, bytes } = rendered;
    // Addresses of other hosts are in no brief.
    const isEnough = context.onExternal === null && input.isAsRendered(path, bytes);
    const brief = isEnough ? (context.findBrief(page) ?? readSettled(rendered, site)) : null;
    if (brief === null) return false;
    if (context.scope === 'links') return links.checkBrief(page, chrome, brief);
    if (!isAsPlanned(brief, route) || !alternates.isPlanned(page, brief.alternates)) return false;
    if (!links.checkBrief(page, chrome, brief)) return false;
    takeRight(page, route, chrome, brief);
    // Whether the other page has that id is asked each time.
    if (key !== null && !brief.hasAnchors) checks.setRight(page, chrome, brief);
    return true;
  };
  /** What was right, and means what it meant. */
  const takeOver = (page: number, route: CheckRoute, rendered: ReadPage): boolean => {
    const right = rendered.isReused ? (known?.findRight(page) ?? null) : null;
    if (right === null) return false;
    // That of the page's row, which is not read for it.
    const { chrome } = right;
    links.takeOver(page, chrome, right.links);
    takeRight(page, route, chrome, right);
    checks.setRight(page, chrome, right);
    return true;
  };
  /** Whether it is known of each page who links to it. */
  const takeLinks = (): boolean => {
    for (const page of site.routes.keys()) {
      const before = known?.findLinking(page) ?? null;
      const isSure = before !== null && isLooked[before] === 0;
      if (isSure) links.noteLinked(page);
      const linking = isSure ? before : links.findLinking(page);
      if (linking !== null) checks.setLinking(page, linking);
      else if (before !== null) return false;
    }
    return true;
  };
  const checkWhole = (page: number, { route, chrome, facts }: WholePage) => {
    const fragment = input.fragmentFacts.get(chrome) ?? null;
    saysNoindex[page] = facts.hasNoindex ? 1 : 0;
    links.checkPage(page, { chrome, facts }, fragment);
    if (context.scope === 'links') return;
    alternates.checkPage(page, facts);
    const { title, description } = facts;
    texts.checkPage(page, { title: digestText(title), description: digestText(description) }, () => facts);
    addFaults(route, findPageFaults({ ...route, canonical: site.canonicalOf(page) }, facts, fragment));
  };
  const numberOf = followRoutes(site);
  for (const rendered of input.listPages()) {
    const page = numberOf(rendered.path);
    const route = page === undefined ? undefined : site.routes[page];
    if (page === undefined || route === undefined) throw new Error(`A record of ${rendered.path}, which has no route.`);
    pages += 1;
    isSeen[page] = 1;
    saysNoindex[page] = route.isIndexable ? 0 : 1;
    if (takeOver(page, route, rendered)) continue;
    if (!input.fragmentFacts.has(rendered.chrome))
      throw noBuild(`What the last build knew of header and footer of ${route.path} is gone.`);
    isLooked[page] = 1;
    if (checkInBrief(page, route, rendered)) continue;
    const facts = input.readFacts(rendered.path, rendered.chrome);
    // Of a page whose file is gone, that alone is told.
    if (facts !== null) checkWhole(page, { route, chrome: rendered.chrome, facts });
  }
  if (key !== null && !takeLinks()) return null;
  links.finish(input);
  if (context.scope === 'all') {
    alternates.finish((page, code, what, target) => addOfPage(findings, site, page, { code, what, target }));
    texts.finish((code, doubles, what) => {
      for (const page of doubles) addOfPage(findings, site, page, { code, what, target: what });
    });
    for (const { code, page, url, what } of findSitemapFaults(input, site, (number) => saysNoindex[number] === 1))
      findings.add({
        code,
        where: { file: 'sitemap.xml' },
        what,
        path: page === null ? null : (site.routes[page]?.path ?? null),
        target: url,
      });
    addOrphans(findings, site, (page) => isSeen[page] === 1 && !links.isLinked(page));
    for (const { code, where, what, target } of findRedirectFaults(input.redirects, site))
      findings.add({ code, where, what, path: where.path ?? null, target });
  }
  await addSuspects(findings, suspects.list(), { site, origin: input.origin, content: context.content });
  return {
    findings: findings.list(),
    pages,
    links: links.count(),
    checks: key === null ? null : { key, pages: checks },
  };
}

/** Whether a page says of itself what the plan says; what is wrong with it was then found when it was rendered. */
function isAsPlanned({ hasCanonical, hasNoindex, language }: SettledBrief, route: CheckRoute): boolean {
  return (
    hasCanonical === (route.kind !== 'error') && hasNoindex !== route.isIndexable && language === route.languageTag
  );
}

/** The brief that stands behind a page's record. */
function readSettled({ readBrief }: ReadPage, { numberOf }: SiteIndex): SettledBrief | null {
  const brief = readBrief();
  return brief === null ? null : settleBrief({ brief, pages: [] }, numberOf);
}

type PageFinding = { readonly code: Finding['code']; readonly what: string; readonly target: string };

/** Titles and descriptions are the entry's; alternates follow from the plan. */
function addOfPage(findings: FindingList, site: SiteIndex, page: number, { code, what, target }: PageFinding): void {
  const route = site.routes[page];
  if (route === undefined) return;
  const field = code === 'TITLE_TWICE' ? 'seo_title' : 'seo_description';
  const owner: FaultOwner = code.startsWith('ALTERNATE_')
    ? { kind: 'file', file: 'cli/build/plan-alternates.ts' }
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
async function addSuspects(findings: FindingList, suspects: readonly Suspect[], context: OwnerContext): Promise<void> {
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
