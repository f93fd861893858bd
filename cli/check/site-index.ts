// Resolves hrefs to a page, file or redirect of this site, to nothing, or to another host. Absolute hrefs that are slow to resolve
// are cached.

import { LRUCache } from 'lru-cache';
import { hostOriginOf } from '../../config/site-address.ts';
import { isPlainForeign } from '../../templates/components/resolve-link.ts';
import { IMAGE_ROUTE_PATH } from '../images/image-addresses.ts';
import { type Address, parseAddress, plainPathOf } from '../paths/address.ts';
import { canonicalOf, pathOfUrl } from '../paths/site-path.ts';
import { findRedirect } from '../plan/redirects/find-redirect.ts';
import type { CheckInput, CheckRoute } from './check-input.ts';

/** Where an href leads. */
export type LinkTarget =
  /** `page` is the page number; `anchor` is decoded and may be ''. */
  | { readonly kind: 'page'; readonly page: number; readonly anchor: string; readonly isSlashless: boolean }
  | { readonly kind: 'file' }
  | { readonly kind: 'redirect'; readonly to: string }
  | Exclude<Address, { readonly kind: 'own' }>;

/** Finds planned pages and files. Page numbers are positions in route order. */
export interface SiteIndex {
  readonly origin: string;
  readonly routes: readonly CheckRoute[];
  readonly numberOf: (path: string) => number | undefined;
  /** The canonical URL; null for error pages. */
  readonly canonicalOf: (page: number) => string | null;
  /** `base` is the path of the page with the href. */
  readonly resolve: (href: string, base: string) => LinkTarget;
  /** Whether a decoded site path is a file other than a page. */
  readonly hasFile: (path: string) => boolean;
}

export type IndexInput = Pick<CheckInput, 'origin' | 'routes' | 'hasFile' | 'redirects'>;

/** Such an href has the same target on every page. */
const ABSOLUTE_HREF = /^(?:\/|https?:\/\/)/;
/** For hrefs on many pages: assets, images, links of the header. */
const MAX_CACHED = 10_000;

/** Indexes the plan. */
export function createSiteIndex({ origin, routes, hasFile, redirects }: IndexInput): SiteIndex {
  const numberByPath = new Map(routes.map(({ path }, number) => [path, number]));
  const cached = new LRUCache<string, LinkTarget>({ max: MAX_CACHED });
  const isFile = (path: string) => hasFile(path) || path.startsWith(IMAGE_ROUTE_PATH);
  const findTarget = (path: string, anchor: string, isSlashless: boolean): LinkTarget => {
    const page = numberByPath.get(path);
    if (page !== undefined) return { kind: 'page', page, anchor, isSlashless };
    if (isFile(path)) return { kind: 'file' };
    const found = findRedirect(redirects, path);
    return found === null || found.status === 410 ? { kind: 'dead' } : { kind: 'redirect', to: found.to };
  };
  const parse = (href: string, base: string): LinkTarget => {
    const address = parseAddress(href, base, origin);
    return address.kind === 'own' ? findTarget(address.path, address.anchor, address.isSlashless) : address;
  };
  return {
    origin,
    routes,
    numberOf: (path) => numberByPath.get(path),
    canonicalOf: (page) => {
      const route = routes[page];
      return route === undefined ? null : canonicalOf(origin, route);
    },
    hasFile: isFile,
    resolve: (href, base) => {
      // Most links are plain paths, which need no parsing.
      const plain = plainPathOf(href, origin);
      if (plain !== null) return findTarget(plain, '', false);
      if (isPlainForeign(href, origin)) return { kind: 'external', url: href };
      if (!ABSOLUTE_HREF.test(href)) return parse(href, base);
      const target = cached.get(href) ?? parse(href, base);
      cached.set(href, target);
      return target;
    },
  };
}

/** The page of an absolute URL of this site. */
export function pageOfUrl(site: SiteIndex, href: string): number | undefined {
  const plain = href.startsWith('/') ? null : plainPathOf(href, site.origin);
  if (plain !== null) return site.numberOf(plain);
  const url = URL.parse(href);
  if (url === null || url.origin !== hostOriginOf(site.origin)) return undefined;
  const path = pathOfUrl(url, site.origin);
  return path === null ? undefined : site.numberOf(path);
}
