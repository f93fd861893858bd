// What a href of a page means inside this site: a page, a file, a redirect, a dead end, another host. Answers are kept
// for the last hrefs that mean the same everywhere, but for those that are found at once.

import { isPlainForeign } from '../../templates/components/resolve-link.ts';
import { findRedirect } from '../build/find-redirect.ts';
import { pathOfHref, urlOf } from '../build/site-path.ts';
import { IMAGE_ROUTE_PATH } from '../images/image-route.ts';
import type { CheckInput, CheckRoute } from './check-input.ts';

/** What a href leads to. */
export type LinkTarget =
  /** `page` is the number of its route; `anchor` is decoded, '' for the page itself. */
  | { readonly kind: 'page'; readonly page: number; readonly anchor: string; readonly isSlashless: boolean }
  | { readonly kind: 'file' }
  | { readonly kind: 'redirect'; readonly to: string }
  | { readonly kind: 'dead' }
  /** An http(s) address of another host, without its fragment. */
  | { readonly kind: 'external'; readonly url: string }
  /** The own host under the other scheme. */
  | { readonly kind: 'insecure' }
  /** Mail, telephone and the like. */
  | { readonly kind: 'other' }
  | { readonly kind: 'unknown-scheme' };

/** Looks things up in the plan. A page is its number in route order. */
export interface SiteIndex {
  readonly origin: string;
  readonly routes: readonly CheckRoute[];
  readonly numberOf: (path: string) => number | undefined;
  /** `base` is the path of the page that has the href. */
  readonly resolve: (href: string, base: string) => LinkTarget;
  /** Whether a decoded site path is a file that is no page. */
  readonly hasFile: (path: string) => boolean;
}

const OTHER_SCHEMES = new Set([
  'mailto:',
  'tel:',
  'sms:',
  'data:',
  'blob:',
  'geo:',
  'webcal:',
  'whatsapp:',
  'viber:',
  'tg:',
]);

/** A site path that means itself: nothing in it is encoded, composed, or a step up. Most links are one, and none is kept. */
const PLAIN_PATH = /^\/(?:[\w-]+\/)*$/;

/** An href that means the same on every page. */
const WHOLE_ADDRESS = /^(?:\/|https?:\/\/)/;
/** Answers that are kept, for what many pages name: assets, images, the pages of the header. */
const ANSWERS_KEPT = 10_000;

/** Indexes the plan. */
export function createSiteIndex({ origin, routes, hasFile, redirects }: CheckInput): SiteIndex {
  const numberByPath = new Map(routes.map(({ path }, number) => [path, number]));
  const host = new URL(origin).host;
  const ownStart = `${origin}/`;
  const known = new Map<string, LinkTarget>();
  const isFile = (path: string) => hasFile(path) || path.startsWith(IMAGE_ROUTE_PATH);
  const resolve = (href: string, base: string): LinkTarget => {
    const url = URL.parse(href, urlOf(origin, base));
    if (url === null) return { kind: 'unknown-scheme' };
    if (url.protocol !== 'https:' && url.protocol !== 'http:')
      return { kind: OTHER_SCHEMES.has(url.protocol) ? 'other' : 'unknown-scheme' };
    if (url.host !== host) return { kind: 'external', url: url.href.slice(0, url.href.length - url.hash.length) };
    if (url.origin !== origin) return { kind: 'insecure' };
    const path = pathOfHref(url.pathname);
    if (path === null) return { kind: 'dead' };
    const page = numberByPath.get(path);
    if (page !== undefined) {
      const isSlashless = path.endsWith('/') && !url.pathname.endsWith('/');
      return { kind: 'page', page, anchor: decodeAnchor(url.hash), isSlashless };
    }
    if (isFile(path)) return { kind: 'file' };
    const found = findRedirect(redirects, path);
    return found === null || found.status === 410 ? { kind: 'dead' } : { kind: 'redirect', to: found.to };
  };
  return {
    origin,
    routes,
    numberOf: (path) => numberByPath.get(path),
    hasFile: isFile,
    resolve: (href, base) => {
      const path = href.startsWith(ownStart) ? href.slice(origin.length) : href;
      if (PLAIN_PATH.test(path)) {
        const page = numberByPath.get(path);
        if (page !== undefined) return { kind: 'page', page, anchor: '', isSlashless: false };
      }
      if (isPlainForeign(href, origin)) return { kind: 'external', url: href };
      if (!WHOLE_ADDRESS.test(href)) return resolve(href, base);
      const earlier = known.get(href);
      if (earlier !== undefined) return earlier;
      const answer = resolve(href, base);
      if (known.size >= ANSWERS_KEPT) known.clear();
      known.set(href, answer);
      return answer;
    },
  };
}

/** The id that a hash means; '' for the page itself: `#top` and text directives always lead somewhere (HTML, "Scrolling to a fragment"). */
function decodeAnchor(hash: string): string {
  const [anchor = ''] = hash.slice(1).split(':~:');
  if (anchor.toLowerCase() === 'top') return '';
  try {
    return decodeURIComponent(anchor);
  } catch {
    return anchor;
  }
}

/** How two spellings of one address are told to be the same: path and anchor inside the site, the address elsewhere. */
export function addressKey(href: string, base: string): string {
  const url = URL.parse(href, base);
  if (url === null) return href;
  if (url.origin !== new URL(base).origin) return url.href.slice(0, url.href.length - url.hash.length);
  return `${pathOfHref(url.pathname) ?? url.pathname}${decodeAnchor(url.hash) === '' ? '' : `#${decodeAnchor(url.hash)}`}`;
}
