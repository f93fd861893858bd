// Checks a live site: crawls it, and applies the rules to its pages. If it is the site of the last build, findings name entries.

import type { OutPath } from '../../files/brands.ts';
import type { CheckInput, CheckRoute } from '../check-input.ts';
import { type CheckOptions, type CheckResult, checkSite } from '../check-site.ts';
import type { OwnerContext } from '../links/link-faults.ts';
import { findUrlFaults } from '../links/link-rules.ts';
import type { LoadedBuild } from '../load-build.ts';
import { LIVE_SEVERITIES, type RuleSeverities } from '../rules/rules.ts';
import type { CheckedSite } from '../rules/site-rules.ts';
import { type CrawledSite, type CrawlOptions, crawlSite } from './crawl-site.ts';
import { LiveIndex, listLivePages } from './live-index.ts';
import { findLimits, findLiveFaults } from './live-rules.ts';

export interface LiveCheck extends CheckResult {
  readonly crawled: CrawledSite;
  /** The build, if the live site is its site. */
  readonly build: LoadedBuild | null;
}

/** An address on this share of the crawled pages is assumed to be in their header or footer. */
const SHARED_SHARE = 0.5;
const SHARED_PAGES = 5;

/** @throws SiteError as `crawlSite`. */
export async function checkLiveSite(
  options: CrawlOptions & Pick<CheckOptions, 'withExternals'> & Pick<CheckInput, 'severities'>,
  lastBuild: LoadedBuild | null,
): Promise<LiveCheck> {
  const crawled = await crawlSite(options);
  const { addresses, pages } = crawled;
  const { origin } = addresses;
  const isOwn = lastBuild !== null && addresses.keyOf(`${lastBuild.input.origin}/`) !== null;
  const build = isOwn ? lastBuild : null;
  const owners: OwnerContext = {
    routes: build?.input.routes ?? [],
    origin: build?.input.origin ?? origin,
    content: build?.content ?? null,
    // Edits of the out folder are not part of a live site.
    editedFiles: new Set<OutPath>(),
    sharedFrom: Math.max(SHARED_PAGES, pages.length * SHARED_SHARE),
  };
  const planned = new Map<string, CheckRoute>(owners.routes.map((route) => [route.path, route]));
  const { routes, rendered } = listLivePages(crawled, planned);
  const ofLive = options.isAudit ? { ...LIVE_SEVERITIES, ...(crawled.refused > 0 ? UNREAD : {}) } : {};
  const input: CheckInput = {
    ...{ origin, routes, stylesheets: [], fragmentFacts: new Map(), editedFiles: new Set() },
    redirects: { root: null, exact: [], segments: [] },
    readPages: (paths) => rendered.filter(({ path }) => paths?.has(path) !== false),
    hasFile: () => false,
    sitemap: crawled.sitemap,
    severities: { ...ofLive, ...options.severities, ...SKIPPED },
  };
  const site = new LiveIndex(input, crawled, owners);
  const findOwnFaults = (checked: CheckedSite) => [
    ...findLimits(crawled, origin),
    ...crawled.stylesheets.flatMap(({ path, urls }) => [...findUrlFaults(path, urls, site)]),
    ...(options.isAudit ? findLiveFaults({ ...checked, crawled, site }) : []),
  ];
  const scope = options.isAudit ? 'all' : 'links';
  const result = checkSite(input, { ...options, content: owners.content, scope, findOwnFaults }, site);
  return { ...result, crawled, build };
}

/** Pages above the limit may link to others. */
const UNREAD: RuleSeverities = { PAGE_ORPHAN: 'off' };
const SKIPPED = Object.fromEntries(Object.entries(LIVE_SEVERITIES).filter(([, severity]) => severity === 'off'));
/** Codes of the rules that make no sense for a live site. */
export const SKIPPED_CODES: readonly string[] = Object.keys(SKIPPED);
