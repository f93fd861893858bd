// Resolves hrefs to a page, file or redirect of this site, to nothing, or to another host. Absolute hrefs that are slow to resolve
// are cached.

import { LRUCache } from 'lru-cache';
import { isPlainForeign } from '../../templates/components/resolve-link.ts';
import { IMAGE_ROUTE_PATH } from '../images/image-addresses.ts';
import { type Address, parseAddress, plainPathOf } from '../paths/address.ts';
import { canonicalOf } from '../paths/site-path.ts';
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

/** Such an href has the same target on every page. */
const ABSOLUTE_HREF = /^(?:\/|https?:\/\/)/;
/** For hrefs on many pages: assets, images, links of the header. */
const MAX_CACHED = 10_000;

/** Indexes the plan. */
export function createSiteIndex({ origin, routes, hasFile, redirects }: CheckInput): SiteIndex {
  const numberByPath = new Map(routes.map(({ path }, number) => [path, number]));
  const cached = new LRUCache<string, LinkTarget>({ max: MAX_CACHED });
  const isFile = (path: string) => hasFile(path) || path.startsWith(IMAGE_ROUTE_PATH);
  const resolve = (href: string, base: string): LinkTarget => {
    const address = parseAddress(href, base, origin);
    if (address.kind !== 'own') return address;
    const { path, anchor, isSlashless } = address;
    const page = numberByPath.get(path);
    if (page !== undefined) return { kind: 'page', page, anchor, isSlashless };
    if (isFile(path)) return { kind: 'file' };
    const found = findRedirect(redirects, path);
    return found === null || found.status === 410 ? { kind: 'dead' } : { kind: 'redirect', to: found.to };
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
      const known = cached.get(href);
      if (known !== undefined) return known;
      const path = plainPathOf(href, origin);
      const page = path === null ? undefined : numberByPath.get(path);
      if (page !== undefined) return { kind: 'page', page, anchor: '', isSlashless: false };
      if (isPlainForeign(href, origin)) return { kind: 'external', url: href };
      if (!ABSOLUTE_HREF.test(href)) return resolve(href, base);
      const target = resolve(href, base);
      cached.set(href, target);
      return target;
    },
  };
}
