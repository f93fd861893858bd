// Checks the pages of a site in route order, from the facts that were stored when they were rendered. Memory holds page numbers,
// hashes and faulty links, but the facts of one page at a time.

import type { StoredVersion } from '../content/snapshot/load-version.ts';
import { NO_FACTS } from '../facts/page-facts.ts';
import { type CheckInput, type CheckRoute, type ReadPage, SiteIndex } from './check-input.ts';
import { type Fault, type Finding, FindingList, locateFault } from './findings.ts';
import { noBuild } from './last-build.ts';
import { locateLinkFaults, type OwnerContext } from './links/link-faults.ts';
import { type ExternalLinkHandler, LinkCheck } from './links/link-rules.ts';
import { findAlternateFaults } from './rules/alternate-rules.ts';
import { findPageFaults, type PageFault } from './rules/page-rules.ts';
import { findRedirectFaults } from './rules/redirect-rules.ts';
import { type CheckedSite, findOrphans, findSharedTexts, findSitemapFaults, KnownPages } from './rules/site-rules.ts';

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
  readonly onExternal: ExternalLinkHandler | null;
  /** Undefined if the site is a build. */
  readonly live?: LiveOptions;
}

/** What is different on a live site. */
interface LiveOptions {
  readonly index: SiteIndex;
  readonly locate: CheckedSite['locate'];
  /** Faults of what only a live site has: its responses. */
  readonly findFaults: (checked: CheckedSite) => Iterable<Fault>;
  /** Whether visitors get it over https. */
  readonly isSecure: boolean;
  /** Its build, to search for entries. */
  readonly owners: OwnerContext;
}

/** Rules about several pages, or about other files of the site. */
const SITE_RULES: readonly ((checked: CheckedSite) => Iterable<Fault>)[] = [
  findAlternateFaults,
  findSharedTexts,
  findSitemapFaults,
  findOrphans,
  findRedirectFaults,
];

/** Checks all pages and returns the findings, errors first. */
export function checkSite(input: CheckInput, options: CheckOptions): CheckResult {
  const { live } = options;
  const site = live?.index ?? new SiteIndex(input);
  const locate =
    live?.locate ?? ((fault: PageFault, route: CheckRoute) => locateFault(fault, route, input.editedFiles));
  const pages = new KnownPages(site);
  const findings = new FindingList(input.severities);
  const links = new LinkCheck(site, options.onExternal);
  const isSecure = live?.isSecure ?? site.origin.startsWith('https:');
  let count = 0;
  for (const rendered of input.readPages()) {
    const page = readPage(rendered, site, input);
    count += 1;
    pages.isRendered[page.number] = 1;
    // A missing file is reported as PAGE_FILE_MISSING only.
    if (page.facts === null) continue;
    const { number, route, facts, fragment } = page;
    links.checkPage({ page: number, chrome: rendered.chrome, facts, fragment });
    if (options.scope === 'links') continue;
    pages.add(number, facts);
    const plan = { ...route, canonical: site.canonicalOf(number), sharedIds: fragment.ids, isSecure };
    for (const fault of findPageFaults(facts, plan)) findings.add(locate(fault, route));
  }
  const linkFaults = links.finish(input);
  const checked = { input, site, pages, isLinked: (page: number) => links.isLinked(page), locate };
  if (options.scope === 'all') for (const find of SITE_RULES) for (const fault of find(checked)) findings.add(fault);
  for (const fault of live?.findFaults(checked) ?? []) findings.add(fault);
  // Each faulty link where it is written: the field of an entry or global, else the template.
  const context = { ...input, content: options.content, ...live?.owners };
  for (const fault of locateLinkFaults(linkFaults, context)) findings.add(fault);
  return { findings: findings.list(), pages: count, links: links.count };
}

/** A page with its plan, and the facts of its header and footer. */
function readPage({ path, chrome, facts }: ReadPage, site: SiteIndex, { fragmentFacts }: CheckInput) {
  const number = site.numberOf(path);
  const route = site.routes[number ?? -1];
  if (number === undefined || route === undefined)
    throw noBuild(`The last build has a record of ${path}, but routes.json does not list it.`);
  const fragment = chrome === null ? NO_FACTS : fragmentFacts.get(chrome);
  if (fragment === undefined) throw noBuild(`The stored header and footer of ${path} are missing.`);
  return { number, route, facts, fragment };
}
