// Rules that compare pages with each other, with the plan and with the sitemap. Memory holds what they need of each page, not its facts.

import { isDeepStrictEqual } from 'node:util';
import { findLocaleRow } from '../../../config/locales.ts';
import type { PageFacts } from '../../facts/page-facts.ts';
import { sha256 } from '../../files/content-hash.ts';
import type { Alternate } from '../../plan/route-plan.ts';
import { decodeEntities } from '../../text/find-attributes.ts';
import { printableText } from '../../text/printable-text.ts';
import type { CheckInput } from '../check-input.ts';
import type { Fault } from '../findings.ts';
import type { SiteIndex } from '../site-index.ts';
import type { PageFault } from './page-rules.ts';
import type { RuleCode } from './rules.ts';

/** The pages of a site, by their numbers. Those that are not rendered are assumed to be as planned. */
export class KnownPages {
  readonly site: SiteIndex;
  readonly isRendered: Uint8Array;
  readonly hasNoindex: Uint8Array;
  readonly hasOtherCanonical: Uint8Array;
  readonly languages: string[];
  /** A list that is as planned is the array of the plan, which the pages of a group may share. */
  readonly alternates: (readonly Alternate[])[];
  readonly titles = new SharedTexts();
  readonly descriptions = new SharedTexts();

  constructor(site: SiteIndex) {
    const { routes } = site;
    this.site = site;
    this.isRendered = new Uint8Array(routes.length);
    this.hasNoindex = Uint8Array.from(routes, ({ isIndexable }) => (isIndexable ? 0 : 1));
    this.hasOtherCanonical = new Uint8Array(routes.length);
    this.languages = routes.map(({ languageTag }) => languageTag);
    this.alternates = routes.map(({ alternates }) => alternates);
  }

  add(page: number, { alternates, hasNoindex, canonical, language, title, description }: PageFacts): void {
    if (!isDeepStrictEqual(alternates, this.alternates[page])) this.alternates[page] = alternates;
    if (language !== this.languages[page]) this.languages[page] = language ?? '';
    this.hasNoindex[page] = hasNoindex ? 1 : 0;
    this.hasOtherCanonical[page] = canonical === this.site.canonicalOf(page) ? 0 : 1;
    const route = this.site.routes[page];
    if (route?.isIndexable !== true) return;
    this.titles.add(page, route.locale, title);
    this.descriptions.add(page, route.locale, description);
  }
}

class SharedTexts {
  /** First pages by the hash of their text. */
  readonly #firstPages = new Map<string, number>();
  /** By their first page: pages with the same text, at least two, in route order. */
  readonly shared = new Map<number, { readonly text: string; readonly pages: number[] }>();

  add(page: number, locale: string, written: string | null): void {
    const text = written?.trim() ?? '';
    const first = text === '' ? page : this.#firstPages.getOrInsert(`${locale} ${sha256(text).slice(0, 16)}`, page);
    if (first === page) return;
    this.shared
      .getOrInsertComputed(first, () => ({ text: printableText(text, SHOWN_LENGTH), pages: [first] }))
      .pages.push(page);
  }
}

const SHOWN_LENGTH = 80;
/** Pages that a message names. */
const MOST_NAMED = 5;

/** A site after all its pages were read. */
export interface CheckedSite {
  readonly input: CheckInput;
  readonly site: SiteIndex;
  readonly pages: KnownPages;
  /** Which pages another page links to. */
  readonly isLinked: Uint8Array;
}

export function faultOfPage({ site }: CheckedSite, page: number, fault: PageFault): readonly Fault[] {
  const route = site.routes[page];
  return route === undefined ? [] : [site.locate(fault, route)];
}

export function* findSharedTexts(checked: CheckedSite): Iterable<Fault> {
  const { site } = checked;
  const { titles, descriptions } = checked.pages;
  for (const [code, name, field, texts] of [
    ['TITLE_TWICE', 'title', 'seo_title', titles],
    ['DESCRIPTION_TWICE', 'description', 'seo_description', descriptions],
  ] as const)
    for (const { text, pages } of texts.shared.values()) {
      const paths = pages.slice(0, MOST_NAMED).map((page) => site.routes[page]?.path);
      const more = pages.length > MOST_NAMED ? ' …' : '';
      const shared = `${pages.length} pages have the ${name} "${text}"`;
      // The paths are no part of what identifies a finding.
      const what = `${shared}: ${paths.join(', ')}${more}.`;
      const fault = { code, owner: { kind: 'entry', field }, what, target: `${shared}.` } as const;
      for (const page of pages) yield* faultOfPage(checked, page, fault);
    }
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

export function* findOrphans(checked: CheckedSite): Iterable<Fault> {
  const { site, pages, isLinked } = checked;
  for (const [page, { path, page: name, locale, isInSitemap }] of site.routes.entries()) {
    const isHomePage = path === `${findLocaleRow(locale)?.prefix ?? ''}/`;
    if (!isInSitemap || pages.isRendered[page] !== 1 || isHomePage || CAMPAIGN_PAGES.includes(name)) continue;
    const what = `No other page links to ${path}.`;
    if (isLinked[page] !== 1)
      yield* faultOfPage(checked, page, { code: 'PAGE_ORPHAN', owner: { kind: 'entry', field: 'title' }, what });
  }
}

/** Compares the sitemap (sitemaps.org protocol) with the plan and the pages: it lists the canonical URLs of all indexable pages. */
export function* findSitemapFaults({ input: { sitemap }, site, pages }: CheckedSite): Iterable<Fault> {
  if (sitemap === null) return;
  let file = 'sitemap.xml';
  const fault = (code: RuleCode, page: number, target: string, what: string): Fault => {
    return { code, where: { file }, what: `The sitemap ${what}.`, path: site.routes[page]?.path ?? null, target };
  };
  const isListed = new Uint8Array(site.routes.length);
  let next = 0;
  for (const { url, ...listed } of sitemap) {
    ({ file } = listed);
    while (site.routes[next]?.isInSitemap === false) next += 1;
    // Most URLs are in route order.
    const page = url === site.canonicalOf(next) ? next : (site.pageOf(url) ?? -1);
    const canonical = site.canonicalOf(page);
    if (page !== -1) next = page + 1;
    if (page === -1 && site.mayBeRight(url)) continue;
    if (page === -1) yield fault('SITEMAP_DEAD', page, url, `names ${url}, which ${site.whyNoPage(url)}`);
    else if (isListed[page] === 1) yield fault('SITEMAP_TWICE', page, url, `names ${url} twice`);
    isListed[page] = 1;
    // A page of a live site may also be no page of its own.
    const isHidden = site.routes[page]?.isIndexable === false && !site.isLive;
    if (isHidden || pages.hasNoindex[page] === 1)
      yield fault('SITEMAP_NOINDEX', page, url, `names ${url}, which is noindex`);
    else if (page !== -1 && url !== canonical)
      yield fault('SITEMAP_NOT_CANONICAL', page, url, `names ${url}, but the canonical URL is ${canonical}`);
  }
  file = 'sitemap.xml';
  for (const [page, { isInSitemap }] of site.routes.entries()) {
    const url = isInSitemap && isListed[page] !== 1 ? site.canonicalOf(page) : null;
    if (url !== null) yield fault('SITEMAP_PAGE_MISSING', page, url, `does not name ${url}`);
  }
}

const LOCATION = /<loc>([^<]*)<\/loc>/g;
const INDEX = /<sitemapindex\b/;

/** Every page URL of some sitemaps. A sitemap index lists files, not pages. */
export function* readSitemapUrls(
  files: Iterable<{ readonly path: string; readonly text: string }>,
): NonNullable<CheckInput['sitemap']> {
  for (const { path, text } of files) {
    if (INDEX.test(text)) continue;
    for (const [, location = ''] of text.matchAll(LOCATION)) yield { url: decodeEntities(location.trim()), file: path };
  }
}
