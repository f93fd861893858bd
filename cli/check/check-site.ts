// Checks the pages of a site in route order, from the facts that were stored when they were rendered. Memory holds page numbers,
// hashes and faulty links, but the facts of one page at a time.

import type { StoredVersion } from '../content/snapshot/load-version.ts';
import { NO_FACTS } from '../facts/page-facts.ts';
import type { CheckInput } from './check-input.ts';
import { type Fault, type Finding, groupFaults } from './findings.ts';
import { noBuild } from './last-build.ts';
import { type LinkFault, locateLinkFaults, type OwnerContext } from './links/link-faults.ts';
import { findStylesheetFaults, LinkCheck } from './links/link-rules.ts';
import { findAlternateFaults } from './rules/alternate-rules.ts';
import { findPageFaults } from './rules/page-rules.ts';
import { findRedirectFaults } from './rules/redirect-rules.ts';
import { type CheckedSite, findOrphans, findSharedTexts, findSitemapFaults, KnownPages } from './rules/site-rules.ts';
import { SiteIndex } from './site-index.ts';

export interface CheckResult {
  readonly findings: readonly Finding[];
  readonly pages: number;
  readonly links: number;
  /** Links to other hosts, whose key is their URL. */
  readonly externals: readonly LinkFault[];
  /** Where to search for the entries of links. */
  readonly owners: OwnerContext;
}

export interface CheckOptions {
  /** The snapshot to search for entries with faulty links. If null, the page's own entry is reported. */
  readonly content: StoredVersion | null;
  /** All rules, only those for links, or only those that a page can break alone. */
  readonly scope: 'all' | 'links' | 'page';
  readonly withExternals?: boolean;
  /** Finds faults of what only a live site has: its responses. */
  readonly findOwnFaults?: (checked: CheckedSite) => Iterable<Fault>;
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
export function checkSite(
  input: CheckInput,
  { content, scope, withExternals = false, findOwnFaults = () => [] }: CheckOptions,
  site: SiteIndex = new SiteIndex(input),
): CheckResult {
  const pages = new KnownPages(site);
  const links = new LinkCheck(site, withExternals);
  const owners = { ...site.owners, content };
  let count = 0;
  function* findFaults(): Iterable<Fault> {
    for (const { path, chrome, facts } of input.readPages()) {
      const number = site.numberOf(path) ?? -1;
      const route = site.routes[number];
      if (route === undefined)
        throw noBuild(`The last build has a record of ${path}, but routes.json does not list it.`);
      const fragment = chrome === null ? NO_FACTS : input.fragmentFacts.get(chrome);
      if (fragment === undefined) throw noBuild(`The stored header and footer of ${path} are missing.`);
      count += 1;
      pages.isRendered[number] = 1;
      // A missing file is reported as FILE_MISSING only.
      if (facts === null) continue;
      links.checkPage({ page: number, chrome, facts, fragment });
      if (scope === 'links') continue;
      pages.add(number, facts);
      const plan = { ...route, canonical: site.canonicalOf(number), sharedIds: fragment.ids, isSecure: site.isSecure };
      for (const fault of findPageFaults(facts, plan)) yield site.locate(fault, route);
    }
    const linkFaults = links.finish(input);
    const checked = { input, site, pages, isLinked: links.isLinked };
    if (scope === 'all') for (const find of SITE_RULES) yield* find(checked);
    yield* findStylesheetFaults(input.stylesheets, site);
    yield* findOwnFaults(checked);
    // Each faulty link where it is written: the field of an entry or global, else the template.
    yield* locateLinkFaults(linkFaults, owners);
  }
  const findings = groupFaults(findFaults(), input.severities);
  return { findings, pages: count, links: links.count, externals: links.externals.list(), owners };
}
