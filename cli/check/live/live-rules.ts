// Rules for what only a live site has: its responses, and what they say about each other.

import type { Fault } from '../findings.ts';
import type { PageFault } from '../rules/page-rules.ts';
import type { RuleCode } from '../rules/rules.ts';
import { type CheckedSite, faultOfPage } from '../rules/site-rules.ts';
import type { CrawledSite } from './crawl-site.ts';
import type { LiveIndex } from './live-index.ts';
import { isIndexed, type LivePage } from './read-page.ts';
import { findBlocks, robotsFault } from './robots-txt.ts';

interface LiveSite extends CheckedSite {
  readonly crawled: CrawledSite;
  readonly site: LiveIndex;
}

const LIVE_RULES: readonly ((live: LiveSite) => Iterable<Fault>)[] = [
  findCanonicalFaults,
  findMissingPages,
  findCopies,
  findHeavyPages,
  findRedirects,
  findRobotsFaults,
];

export function* findLiveFaults(live: LiveSite): Iterable<Fault> {
  for (const find of LIVE_RULES) yield* find(live);
}

export function* findLimits({ refused, firstRefused, limited }: CrawledSite, origin: string): Iterable<Fault> {
  if (refused > 0)
    yield siteFault('CRAWL_LIMIT', origin, {
      what: `The crawl stopped at its page limit: at least ${refused} more pages were not checked, such as ${firstRefused}.`,
      target: 'pages',
    });
  if (limited > 0)
    yield siteFault('CRAWL_LIMIT', origin, {
      what: `${limited} addresses were not checked: the site asked for fewer requests, or loads too many files.`,
      fix: 'Lower --rate, or raise --pages: for each page of the limit, 20 files are checked.',
      target: 'requests',
    });
}

function siteFault(code: RuleCode, origin: string, fault: Pick<Fault, 'what' | 'target' | 'fix'>): Fault {
  return { code, where: { url: `${origin}/` }, path: null, ...fault };
}

const pageFault = (code: RuleCode, what: string): PageFault => ({ code, owner: { kind: 'program' }, what });

/** A canonical URL leads to an indexable page that names itself. */
function* findCanonicalFaults(live: LiveSite): Iterable<Fault> {
  for (const [number, page] of live.crawled.pages.entries()) {
    const { canonical } = page.facts;
    const fault = canonical === null ? null : describeTarget(canonical, page, live);
    if (canonical === null && isIndexed(page))
      yield* faultOfPage(live, number, pageFault('CANONICAL_MISSING', 'The page has no canonical URL.'));
    if (fault !== null)
      yield* faultOfPage(live, number, pageFault('CANONICAL_TARGET', `The canonical URL ${canonical} ${fault}.`));
  }
}

/** What is wrong with a canonical URL; null if it is right, or on another site. */
function describeTarget(canonical: string, source: LivePage, { crawled, site }: LiveSite): string | null {
  const target = site.resolve(canonical);
  if (target.kind === 'dead' || target.kind === 'redirect') return site.whyNoPage(canonical);
  if (target.kind === 'page' && target.isSlashless) return 'is redirected';
  if (target.kind === 'insecure') return 'has the other scheme';
  const page = target.kind === 'page' ? crawled.pages[target.page] : undefined;
  if (page === undefined || page === source) return null;
  if (page.facts.hasNoindex && !source.facts.hasNoindex) return 'is noindex';
  const names = page.facts.canonical;
  return names === null || names === page.url ? null : 'names another canonical URL itself';
}

/** Pages that do not exist have status 404 or 410. */
function* findMissingPages(live: LiveSite): Iterable<Fault> {
  const { crawled, input } = live;
  if (crawled.notFound !== null)
    yield siteFault('SOFT_404', input.origin, { what: 'Paths that do not exist get status 200.', target: 'all' });
  for (const [number, { isMissing }] of crawled.pages.entries())
    if (isMissing)
      yield* faultOfPage(live, number, pageFault('SOFT_404', 'The page says that it does not exist, with status 200.'));
}

/** No two indexable pages have the same text. */
function* findCopies(live: LiveSite): Iterable<Fault> {
  const texts = live.crawled.pages.flatMap((page, number) =>
    page.textKey === null || !isIndexed(page) ? [] : [{ number, text: page.textKey, path: page.path }],
  );
  for (const pages of Map.groupBy(texts, ({ text }) => text).values()) {
    const [first] = pages;
    if (first === undefined || pages.length === 1) continue;
    const what = `${pages.length} pages have the text of ${first.path}.`;
    for (const { number } of pages) yield* faultOfPage(live, number, pageFault('PAGE_TWICE', what));
  }
}

/** Bytes of the HTML, and of a page with all files of the site that it names, before compression. */
const MAX_HTML = 500_000;
const MAX_PAGE = 5_000_000;

function* findHeavyPages(live: LiveSite): Iterable<Fault> {
  const { addresses, pages } = live.crawled;
  const kilobytes = (bytes: number) => `${Math.round(bytes / 1000).toLocaleString('en')} kB`;
  for (const [number, { bytes, facts }] of pages.entries()) {
    const all = facts.assets.reduce((sum, href) => {
      const { end } = live.site.trailOf(addresses.keyOf(href) ?? '');
      return typeof end !== 'string' && end.kind === 'file' ? sum + end.bytes : sum;
    }, bytes);
    if (bytes > MAX_HTML)
      yield* faultOfPage(live, number, pageFault('PAGE_HEAVY', `The HTML has ${kilobytes(bytes)}.`));
    else if (all > MAX_PAGE)
      yield* faultOfPage(live, number, pageFault('PAGE_HEAVY', `The page has ${kilobytes(all)} with its files.`));
  }
}

/** Each redirect leads straight to a page. */
function* findRedirects({ crawled, site, input }: LiveSite): Iterable<Fault> {
  for (const [key, { kind }] of crawled.answers) {
    if (kind !== 'redirect') continue;
    const { hops, end } = site.trailOf(key);
    const names = [key, ...hops.map((url) => crawled.addresses.shorten(url, site.origin))];
    const trail = names.join(' → ');
    const fault = (code: RuleCode, what: string, target = key) => siteFault(code, input.origin, { what, target });
    if (end === 'loop') yield fault('REDIRECT_LOOP', `The redirect ends in a loop: ${trail}.`, names.toSorted()[0]);
    else if (typeof end !== 'string' && end.kind === 'failed')
      yield fault('REDIRECT_TARGET_MISSING', `The redirect ends at an address that ${end.why}: ${trail}.`);
    else if (hops.length > 1)
      yield fault('REDIRECT_CHAIN_EMITTED', `The redirect takes ${hops.length} hops instead of one: ${trail}.`);
  }
}

/** robots.txt hides nothing that the sitemap lists or pages need, and names the sitemap. */
function* findRobotsFaults({ crawled }: LiveSite): Iterable<Fault> {
  const { robots, sitemap, missingSitemaps, addresses, pages } = crawled;
  const inIndex = missingSitemaps.filter((url) => robots?.getSitemaps().includes(url) !== true);
  for (const url of inIndex) {
    const what = `A sitemap index names ${url}, which cannot be read as a sitemap.`;
    yield { code: 'SITEMAP_DEAD', where: { file: 'sitemap.xml' }, what, path: null, target: url };
  }
  if (robots === null) return;
  const listed = sitemap?.flatMap(({ url }) => addresses.keyOf(url) ?? []) ?? [];
  const assets = pages.flatMap(({ facts }) => facts.assets.filter((href) => /^\/.*\.(?:css|m?js)(?:\?|$)/.test(href)));
  yield* findBlocks(robots, {
    pages: listed.map((key) => ({ key, path: addresses.pathOf(addresses.urlOf(key)) })),
    assets: [...new Set(assets)],
  });
  for (const url of missingSitemaps.filter((each) => !inIndex.includes(each)))
    yield robotsFault('ROBOTS_TXT_SITEMAP', `names the sitemap ${url}, which cannot be read`, url);
  if (sitemap !== null && robots.getSitemaps().length === 0)
    yield robotsFault('ROBOTS_TXT_SITEMAP', 'does not name the sitemap', '');
}
