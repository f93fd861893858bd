// Parses addresses of links. Whether a page or file exists there is not checked.

import { basePathOf, hostOriginOf, withoutBase } from '../../config/site-address.ts';
import { isPlainForeign } from '../../templates/components/resolve-link.ts';
import { type SitePath, toSitePath } from '../files/brands.ts';
import { decodePercent } from '../text/read-address.ts';
import { pathOfHref, urlOf } from './site-path.ts';

/** A parsed address. */
export type Address =
  /** An address of this site: decoded path, and decoded anchor or ''. */
  | { readonly kind: 'own'; readonly path: SitePath; readonly anchor: string; readonly isSlashless: boolean }
  /** An http(s) address outside of the site, without its fragment. */
  | { readonly kind: 'external'; readonly url: string }
  /** This site, with the other scheme. */
  | { readonly kind: 'insecure' }
  /** Mail, telephone and similar. */
  | { readonly kind: 'other' }
  /** An invalid path of this site. */
  | { readonly kind: 'dead' }
  | { readonly kind: 'unknown-scheme' }
  /** Not a URL. */
  | { readonly kind: 'invalid' };

const OTHER_SCHEME = /^(?:mailto|tel|sms|data|blob|geo|webcal|whatsapp|viber|tg):$/;

/** A site path without encoded characters or '..', as most addresses are. */
const PLAIN_PATH = /^\/(?:[\w-]+\/)*(?:[\w-]+(?:\.[\w-]+)+)?$/;

const SLASH = 0x2f;

/** The path of a simple address of this site; null if {@link parseAddress} is needed. */
export function plainPathOf(href: string, origin: string): SitePath | null {
  const start = href.charCodeAt(0) === SLASH ? basePathOf(origin) : origin;
  if (!href.startsWith(start)) return null;
  const path = href.slice(start.length);
  return PLAIN_PATH.test(path) ? toSitePath(path) : null;
}

/** A query that URL parsing does not change, as share links have. */
const PLAIN_QUERY = /\?[\w.~%+=&-]*$/;
/** An id of the same page, except `#top`. */
const PLAIN_ANCHOR = /^#(?!top$)[\w-]+$/i;
const MAIL_OR_PHONE = /^(?:mailto|tel):(?!\/)/i;

/** Whether an address is outside of the site and would not be changed by URL parsing. */
export function isForeign(href: string, origin: string): boolean {
  return isPlainForeign(href.replace(PLAIN_QUERY, ''), origin);
}

/** Parses an address. `base` is the path of the page with the link. */
export function parseAddress(href: string, base: SitePath, origin: string): Address {
  if (isForeign(href, origin)) return { kind: 'external', url: href };
  if (PLAIN_ANCHOR.test(href)) return { kind: 'own', path: base, anchor: href.slice(1), isSlashless: false };
  if (MAIL_OR_PHONE.test(href)) return { kind: 'other' };
  const url = URL.parse(href, urlOf(origin, base));
  if (url === null) return { kind: 'invalid' };
  if (!/^https?:$/.test(url.protocol)) return { kind: OTHER_SCHEME.test(url.protocol) ? 'other' : 'unknown-scheme' };
  const host = hostOriginOf(origin);
  const pathname = url.host === host.slice(host.indexOf('//') + 2) ? withoutBase(url.pathname, origin) : null;
  if (pathname === null) return { kind: 'external', url: url.href.slice(0, url.href.length - url.hash.length) };
  if (url.origin !== host) return { kind: 'insecure' };
  const path = pathOfHref(pathname);
  if (path === null) return { kind: 'dead' };
  const isSlashless = path.endsWith('/') && !url.pathname.endsWith('/');
  return { kind: 'own', path, anchor: decodeAnchor(url.hash), isSlashless };
}

/** The id of a hash; '' for `#top` and text directives, which need no element (HTML, "Scrolling to a fragment"). */
function decodeAnchor(hash: string): string {
  const [anchor = ''] = hash.slice(1).split(':~:');
  return anchor.toLowerCase() === 'top' ? '' : (decodePercent(anchor) ?? anchor);
}

/** Equal for all spellings of an address: path and anchor of an internal one, URL of an external one. */
export function addressKey(href: string, base: SitePath, origin: string): string {
  const url = URL.parse(href, urlOf(origin, base));
  if (url === null) return href;
  const pathname = url.origin === hostOriginOf(origin) ? withoutBase(url.pathname, origin) : null;
  if (pathname === null) return url.href.slice(0, url.href.length - url.hash.length);
  const anchor = decodeAnchor(url.hash);
  return `${pathOfHref(pathname) ?? pathname}${anchor === '' ? '' : `#${anchor}`}`;
}
