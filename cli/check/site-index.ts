// What a href of a page means inside this site: a page, a file, a redirect, a dead end, another host. Answers are kept
// for the last hrefs that mean the same everywhere, but for those that are found at once.

import { LRUCache } from 'lru-cache';
import { isPlainForeign } from '../../templates/components/resolve-link.ts';
import { IMAGE_ROUTE_PATH } from '../images/image-addresses.ts';
import { type Address, parseAddress, plainPathOf } from '../paths/address.ts';
import { canonicalOf } from '../paths/site-path.ts';
import { findRedirect } from '../plan/redirects/find-redirect.ts';
import type { CheckInput, CheckRoute } from './check-input.ts';

/** What a href leads to. */
export type LinkTarget =
  /** `page` is the number of its route; `anchor` is decoded, '' for the page itself. */
  | { readonly kind: 'page'; readonly page: number; readonly anchor: string; readonly isSlashless: boolean }
  | { readonly kind: 'file' }
  | { readonly kind: 'redirect'; readonly to: string }
  | Exclude<Address, { readonly kind: 'own' }>;

/** Looks things up in the plan. A page is its number in route order. */
export interface SiteIndex {
  readonly origin: string;
  readonly routes: readonly CheckRoute[];
  readonly numberOf: (path: string) => number | undefined;
  /** The URL under which a page is to be known; null of error pages. */
  readonly canonicalOf: (page: number) => string | null;
  /** `base` is the path of the page that has the href. */
  readonly resolve: (href: string, base: string) => LinkTarget;
  /** Whether a decoded site path is a file that is no page. */
  readonly hasFile: (path: string) => boolean;
}

/** An href that means the same on every page. */
const WHOLE_ADDRESS = /^(?:\/|https?:\/\/)/;
/** Answers that are kept, for what many pages name: assets, images, the pages of the header. */
const ANSWERS_CACHED = 10_000;

/** Indexes the plan. */
export function createSiteIndex({ origin, routes, hasFile, redirects }: CheckInput): SiteIndex {
  const numberByPath = new Map(routes.map(({ path }, number) => [path, number]));
  const cached = new LRUCache<string, LinkTarget>({ max: ANSWERS_CACHED });
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
      const earlier = cached.get(href);
      if (earlier !== undefined) return earlier;
      const path = plainPathOf(href, origin);
      const page = path === null ? undefined : numberByPath.get(path);
      if (page !== undefined) return { kind: 'page', page, anchor: '', isSlashless: false };
      if (isPlainForeign(href, origin)) return { kind: 'external', url: href };
      if (!WHOLE_ADDRESS.test(href)) return resolve(href, base);
      const answer = resolve(href, base);
      cached.set(href, answer);
      return answer;
    },
  };
}

/** As `numberOf`, for paths that come in route order: most are found without a look at the table. */
export function followRoutes({ routes, numberOf }: SiteIndex): SiteIndex['numberOf'] {
  let next = 0;
  return (path) => {
    const page = routes[next]?.path === path ? next : numberOf(path);
    if (page !== undefined) next = page + 1;
    return page;
  };
}
