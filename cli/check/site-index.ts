// Where the links of a site lead, and where its faults are fixed. Absolute hrefs that are slow to resolve are cached.

import { LRUCache } from 'lru-cache';
import { hostOriginOf } from '../../config/site-address.ts';
import type { SitePath } from '../files/brands.ts';
import { IMAGE_ROUTE_PATH } from '../images/image-addresses.ts';
import { addressKey, isForeign, parseAddress, plainPathOf } from '../paths/address.ts';
import { canonicalOf, pathOfUrl, ROOT_PATH } from '../paths/site-path.ts';
import { findRedirect } from '../plan/redirects/find-redirect.ts';
import type { CheckInput, CheckRoute, LinkTarget } from './check-input.ts';
import { isPrivate } from './external/send-request.ts';
import { type Fault, locateFault } from './findings.ts';
import type { OwnerContext } from './links/link-faults.ts';
import type { PageFault } from './rules/page-rules.ts';

/** Such an href has the same target on every page. */
const ABSOLUTE_HREF = /^(?:\/|https?:\/\/)/;
/** For hrefs on many pages: assets, images, links of the header. */
const MAX_CACHED = 10_000;

/** A site that is checked: where its links lead, and where its faults are fixed. Page numbers are positions in route order. */
export class SiteIndex {
  /** Whether it is a live site, of which not everything is known. */
  readonly isLive: boolean = false;
  readonly origin: string;
  readonly routes: readonly CheckRoute[];
  /** Where to search for entries with faulty links. */
  readonly owners: Omit<OwnerContext, 'content'>;
  protected readonly input: CheckInput;
  /** Whether visitors reach it on the Internet. */
  readonly isPublic: boolean;
  readonly #numberByPath: ReadonlyMap<SitePath, number>;
  readonly #cached = new LRUCache<string, LinkTarget>({
    max: MAX_CACHED,
    memoMethod: (href) => this.#parse(href, ROOT_PATH),
  });

  constructor(input: CheckInput) {
    this.origin = input.origin;
    this.routes = input.routes;
    this.owners = input;
    this.input = input;
    this.isPublic = !isPrivate(new URL(input.origin).hostname);
    this.#numberByPath = new Map(input.routes.map(({ path }, number) => [path, number]));
  }

  numberOf(path: SitePath): number | undefined {
    return this.#numberByPath.get(path);
  }

  /** The canonical URL; null for error pages. */
  canonicalOf(page: number): string | null {
    const route = this.routes[page];
    return route === undefined ? null : canonicalOf(this.origin, route);
  }

  /** `base` is the path of the page with the href. */
  resolve(href: string, base: SitePath): LinkTarget {
    // Most links are plain paths, which need no parsing.
    const plain = plainPathOf(href, this.origin);
    if (plain !== null) return this.#findTarget(plain, '', false);
    if (isForeign(href, this.origin)) return { kind: 'external', url: href };
    return ABSOLUTE_HREF.test(href) ? this.#cached.memo(href) : this.#parse(href, base);
  }

  #parse(href: string, base: SitePath): LinkTarget {
    const address = parseAddress(href, base, this.origin);
    return address.kind === 'own' ? this.#findTarget(address.path, address.anchor, address.isSlashless) : address;
  }

  #findTarget(path: SitePath, anchor: string, isSlashless: boolean): LinkTarget {
    const page = this.#numberByPath.get(path);
    if (page !== undefined) return { kind: 'page', page, anchor, isSlashless };
    if (this.input.hasFile(path) || path.startsWith(IMAGE_ROUTE_PATH)) return { kind: 'file' };
    const found = findRedirect(this.input.redirects, path);
    return found === null || found.status === 410 ? { kind: 'dead' } : { kind: 'redirect', to: found.to };
  }

  /** The page of an absolute URL of this site. */
  pageOf(href: string): number | undefined {
    const plain = href.startsWith('/') ? null : plainPathOf(href, this.origin);
    if (plain !== null) return this.numberOf(plain);
    const url = URL.parse(href);
    if (url === null || url.origin !== hostOriginOf(this.origin)) return undefined;
    const path = pathOfUrl(url, this.origin);
    return path === null ? undefined : this.numberOf(path);
  }

  keyOf(href: string, path: SitePath): string {
    return addressKey(href, path, this.origin);
  }

  /** Why an absolute URL is no page of the site. */
  whyNoPage(href: string): string {
    const target = this.resolve(href, ROOT_PATH);
    if (target.kind === 'redirect') return `is redirected to ${target.to}`;
    return (target.kind === 'dead' ? target.why : undefined) ?? 'is not a page of this site';
  }

  /** Whether an address that is no page may be right: on a live site, where not everything is read. */
  mayBeRight(_href: string): boolean {
    return false;
  }

  /** Whether visitors get it over https. */
  get isSecure(): boolean {
    return this.origin.startsWith('https:');
  }

  locate(fault: PageFault, route: CheckRoute): Fault {
    return locateFault(fault, route, this.input.editedFiles);
  }
}
