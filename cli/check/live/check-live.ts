// Checks a live site: crawls it, and applies the rules to its pages. If it is the site of the last build, findings name entries.

import { once } from 'node:events';
import { LinkChecker } from 'linkinator';
import type { OutPath } from '../../files/brands.ts';
import type { CheckInput, CheckRoute } from '../check-input.ts';
import { type CheckOptions, type CheckResult, checkSite } from '../check-site.ts';
import type { Fault } from '../findings.ts';
import type { OwnerContext } from '../links/link-faults.ts';
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
  await using _sender = crawled.sender;
  const styleFaults = await checkStylesheets(crawled, options);
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
    redirects: { exact: [], segments: [] },
    readPages: (paths) => rendered.filter(({ path }) => paths?.has(path) !== false),
    hasFile: () => false,
    sitemap: crawled.sitemap,
    severities: { ...ofLive, ...options.severities, ...SKIPPED },
  };
  const site = new LiveIndex(input, crawled, owners);
  const findOwnFaults = (checked: CheckedSite) => [
    ...findLimits(crawled, origin),
    ...styleFaults,
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

/** More stylesheets than any page needs. */
const MAX_STYLESHEETS = 100;

/** linkinator opens the fonts and pictures that the stylesheets of the site name. */
async function checkStylesheets(
  crawled: CrawledSite,
  { concurrency, timeoutMs, userAgent, isExcluded, signal }: CrawlOptions,
): Promise<readonly Fault[]> {
  const { answers, addresses, sender } = crawled;
  const sheets = [...answers].flatMap(([key, answer]) =>
    answer.kind === 'file' && /^text\/css\b/i.test(answer.contentType) ? [addresses.urlOf(key).href] : [],
  );
  if (sheets.length === 0) return [];
  const isRead = (link: string) => {
    const key = addresses.keyOf(link);
    return key !== null && !addresses.isInsecure(new URL(link)) && crawled.isAllowed(key) && !isExcluded(link);
  };
  const check = new LinkChecker().check({
    ...{ path: sheets.slice(0, MAX_STYLESHEETS), checkCss: true, retry: true },
    ...{ concurrency, timeout: timeoutMs, userAgent },
    linksToSkip: async (link) => {
      if (isRead(link)) await sender.pace(new URL(link));
      return !isRead(link);
    },
  });
  await Promise.race([check, once(signal, 'abort')]);
  signal.throwIfAborted();
  const { links } = await check;
  return links.flatMap(({ url, parent, state, status = 0 }): readonly Fault[] => {
    if (state !== 'BROKEN' || parent === undefined) return [];
    const [file, href] = [addresses.shorten(parent, parent), addresses.shorten(url, parent)];
    const why = status === 0 ? 'did not answer' : `returned status ${status}`;
    const what = `The stylesheet ${file} names ${href}, which ${why}.`;
    return [{ code: 'CSS_URL_DEAD', where: { file }, what, path: null, target: href }];
  });
}
