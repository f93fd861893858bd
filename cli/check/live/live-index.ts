// Makes a crawled site the input of the checks: its pages with their facts, and where its links lead.

import leven from 'leven';
import type { SitePath } from '../../files/brands.ts';
import { parseAddress } from '../../paths/address.ts';
import { ROOT_PATH } from '../../paths/site-path.ts';
import type { CheckInput, CheckRoute, LinkTarget, ReadPage } from '../check-input.ts';
import type { Fault } from '../findings.ts';
import type { OwnerContext } from '../links/link-faults.ts';
import { isLanguageTag } from '../rules/alternate-rules.ts';
import type { PageFault } from '../rules/page-rules.ts';
import { SiteIndex } from '../site-index.ts';
import type { Answer, CrawledSite } from './crawl-site.ts';
import { isIndexed } from './read-page.ts';
import type { Alternates } from './read-sitemaps.ts';

/** The redirects from an address, and what is at their end. */
interface Trail {
  /** Absolute URLs. */
  readonly hops: readonly string[];
  readonly end: Exclude<Answer, { readonly kind: 'redirect' }> | 'loop' | 'unread' | 'other-site';
}

/** Finds pages and files of a crawled site. */
export class LiveIndex extends SiteIndex {
  override readonly isLive = true;
  override readonly owners: OwnerContext;
  readonly #crawled: CrawledSite;
  readonly #found = new Map<string, LinkTarget>();
  readonly #planned: ReadonlyMap<SitePath, CheckRoute>;

  /** `owners` is its build, to search for entries. */
  constructor(input: CheckInput, crawled: CrawledSite, owners: OwnerContext) {
    super(input);
    this.owners = owners;
    this.#crawled = crawled;
    this.#planned = new Map(owners.routes.map((route) => [route.path, route]));
  }

  override get isSecure(): boolean {
    return this.#crawled.addresses.isSecure;
  }

  /** Names the entry of a page that the build has too; else only the page. Equal faults of many pages are one finding. */
  override locate({ owner, ...fault }: PageFault, { path }: CheckRoute): Fault {
    const route = this.#planned.get(path);
    const target = fault.target ?? fault.what;
    if (route === undefined) return { ...fault, path, target, where: { url: `${this.origin}/` } };
    return super.locate({ owner, ...fault, target }, route);
  }

  /** What the page says of itself, or its URL. */
  override canonicalOf(page: number): string | null {
    const found = this.#crawled.pages[page];
    return found === undefined ? null : (found.facts.canonical ?? found.url);
  }

  override pageOf(href: string): number | undefined {
    const answer = URL.canParse(href)
      ? this.#crawled.answers.get(this.#crawled.addresses.keyOf(href) ?? '')
      : undefined;
    return answer?.kind === 'page' ? answer.page : undefined;
  }

  override mayBeRight(href: string): boolean {
    return ['file', 'external'].includes(this.resolve(href).kind);
  }

  override keyOf(href: string, path: SitePath): string {
    // A query may name another page.
    return href.includes('?') ? href : super.keyOf(href, path);
  }

  override resolve(href: string): LinkTarget {
    return this.#found.getOrInsertComputed(href, () => this.#resolve(href));
  }

  trailOf(key: string): Trail {
    const hops: string[] = [];
    const seen = new Set<string>();
    for (let next: string | null = key; ; ) {
      if (next === null) return { hops, end: 'other-site' };
      if (seen.has(next)) return { hops, end: 'loop' };
      seen.add(next);
      const answer = this.#crawled.answers.get(next);
      if (answer === undefined) return { hops, end: 'unread' };
      if (answer.kind !== 'redirect') return { hops, end: answer };
      hops.push(answer.to);
      next = this.#crawled.addresses.keyOf(answer.to);
    }
  }

  #resolve(href: string): LinkTarget {
    const address = parseAddress(href, ROOT_PATH, this.origin);
    const url = URL.parse(href, this.origin);
    if (url === null) return { kind: 'invalid' };
    if (!/^https?:$/.test(url.protocol))
      return { kind: leven(url.protocol, 'https:') > 2 ? 'other' : 'unknown-scheme' };
    if (this.#crawled.addresses.isInsecure(url)) return { kind: 'insecure' };
    const key = this.#crawled.addresses.keyOf(url);
    if (key === null) return { kind: 'external', url: url.href.slice(0, url.href.length - url.hash.length) };
    const { hops, end } = this.trailOf(key);
    const last = hops.at(-1);
    const to = last === undefined ? key : this.#crawled.addresses.shorten(last, this.origin);
    if (end === 'loop') return { kind: 'dead', why: 'redirects in a loop' };
    if (typeof end !== 'string' && end.kind === 'failed')
      return { kind: 'dead', why: last === undefined ? end.why : `is redirected to ${to}, which ${end.why}` };
    const page = typeof end !== 'string' && end.kind === 'page' ? end.page : undefined;
    const isSlashless = to === key.replace(/(?=[?]|$)/, '/');
    // Apps in the browser have paths in the fragment.
    const anchor = address.kind === 'own' && !/^[/!]/.test(address.anchor) ? address.anchor : '';
    if (page !== undefined && (last === undefined || isSlashless)) return { kind: 'page', page, anchor, isSlashless };
    if (last !== undefined) return { kind: 'redirect', to, ...(page === undefined ? {} : { page }) };
    return typeof end === 'string' ? { kind: 'file' } : { kind: 'file', ...findWrongType(key, end) };
  }
}

/** Types by path. Feeds and others are no pages, so only types that show the source of a page are wrong. */
const EXPECTED: readonly { readonly path: RegExp; readonly wrong: RegExp; readonly name: string }[] = [
  { path: /(?:\/|\.html?)$/i, wrong: /^(?:$|text\/plain|application\/octet-stream)/i, name: 'text/html' },
  { path: /\.css$/i, wrong: /^(?!text\/css\b)/i, name: 'text/css' },
  {
    path: /\.m?js$/i,
    wrong: /^(?!(?:text|application)\/(?:x-)?(?:javascript|ecmascript)\b)/i,
    name: 'text/javascript',
  },
  { path: /\.(?:avif|gif|ico|jpe?g|png|svg|webp)$/i, wrong: /^text\/html\b/i, name: 'an image' },
];

function findWrongType(key: string, end: Answer): { readonly wrongType?: string } {
  const type = end.kind === 'file' ? end.contentType : '';
  const path = key.replace(/\?.*/s, '');
  const row = EXPECTED.find((each) => each.path.test(path));
  if (end.kind !== 'file' || row?.wrong.test(type) !== true) return {};
  return {
    wrongType: `${key} is served ${type === '' ? 'without a Content-Type' : `as ${type}`}, not as ${row.name}.`,
  };
}

/**
 * The pages as routes, which are planned as they are, and their facts. Language links in the sitemap count as those of the page. A build
 * knows what is meant to be in the sitemap.
 */
export function listLivePages(
  { pages, sitemap, refused }: CrawledSite,
  planned: ReadonlyMap<string, CheckRoute>,
): { readonly routes: readonly CheckRoute[]; readonly rendered: readonly ReadPage[] } {
  const inSitemap = new Map<string, Alternates>(sitemap?.map(({ url, alternates }) => [url, alternates]));
  const routes = pages.map((page): CheckRoute => {
    const { path, url, facts } = page;
    const isIndexable = isIndexed(page);
    const listed = inSitemap.get(url) ?? [];
    const { page: name = '', isInSitemap } = planned.get(path) ?? {};
    return {
      ...{ name, page: name, template: '', kind: 'page', entry: null, path, isIndexable },
      locale: facts.language ?? '',
      alternates: listed.length > 0 ? listed : facts.alternates,
      // Pages of a list are found through its first one.
      isInSitemap: isInSitemap ?? (inSitemap.has(url) || (isIndexable && refused === 0 && !/[?]|\/\d+\/?$/.test(url))),
      languageTag: isLanguageTag(facts.language ?? '') ? (facts.language ?? '') : 'a language tag',
    };
  });
  const rendered = pages.map(({ path, url, facts }, number) => ({
    path,
    chrome: null,
    facts: {
      ...facts,
      canonical: facts.canonical ?? url,
      alternates: facts.alternates.length > 0 ? facts.alternates : (routes[number]?.alternates ?? []),
    },
  }));
  return { routes, rendered };
}
