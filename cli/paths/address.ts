// Parses addresses of links. Whether a page or file exists there is not checked.

import { isPlainForeign } from '../../templates/components/resolve-link.ts';
import { pathOfHref, urlOf } from './site-path.ts';

/** A parsed address. */
export type Address =
  /** An address of this site: decoded path, and decoded anchor or ''. */
  | { readonly kind: 'own'; readonly path: string; readonly anchor: string; readonly isSlashless: boolean }
  /** An http(s) address of another host, without its fragment. */
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

/** A site path without encoded characters or '..', as most addresses are. */
const PLAIN_PATH = /^\/(?:[\w-]+\/)*(?:[\w-]+(?:\.[\w-]+)+)?$/;

const SLASH = 0x2f;

/** The path of a simple address of this site; null if {@link parseAddress} is needed. */
export function plainPathOf(href: string, origin: string): string | null {
  const isPath = href.charCodeAt(0) === SLASH;
  if (!isPath && !href.startsWith(origin)) return null;
  const path = isPath ? href : href.slice(origin.length);
  return PLAIN_PATH.test(path) ? path : null;
}

/** Parses an address. `base` is the path of the page with the link. */
export function parseAddress(href: string, base: string, origin: string): Address {
  if (isPlainForeign(href, origin)) return { kind: 'external', url: href };
  const url = URL.parse(href, urlOf(origin, base));
  if (url === null) return { kind: 'invalid' };
  if (url.protocol !== 'https:' && url.protocol !== 'http:')
    return { kind: OTHER_SCHEMES.has(url.protocol) ? 'other' : 'unknown-scheme' };
  if (url.host !== hostOf(origin))
    return { kind: 'external', url: url.href.slice(0, url.href.length - url.hash.length) };
  if (url.origin !== origin) return { kind: 'insecure' };
  const path = pathOfHref(url.pathname);
  if (path === null) return { kind: 'dead' };
  const isSlashless = path.endsWith('/') && !url.pathname.endsWith('/');
  return { kind: 'own', path, anchor: decodeAnchor(url.hash), isSlashless };
}

function hostOf(origin: string): string {
  return origin.slice(origin.indexOf('//') + 2);
}

/** The id of a hash; '' for `#top` and text directives, which need no element (HTML, "Scrolling to a fragment"). */
function decodeAnchor(hash: string): string {
  const [anchor = ''] = hash.slice(1).split(':~:');
  if (anchor.toLowerCase() === 'top') return '';
  try {
    return decodeURIComponent(anchor);
  } catch {
    return anchor;
  }
}

/** Equal for all spellings of an address: path and anchor inside the site, the URL elsewhere. */
export function addressKey(href: string, base: string): string {
  const url = URL.parse(href, base);
  if (url === null) return href;
  if (url.origin !== new URL(base).origin) return url.href.slice(0, url.href.length - url.hash.length);
  const anchor = decodeAnchor(url.hash);
  return `${pathOfHref(url.pathname) ?? url.pathname}${anchor === '' ? '' : `#${anchor}`}`;
}
