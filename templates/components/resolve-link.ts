// Resolves links and images of rich text as browsers do (WHATWG URL). Internal links become paths with a trailing slash, external ones
// absolute URLs. Schemes other than web, mail and telephone are removed.

import { basePathOf, withoutBase } from '../../config/site-address.ts';
import { trimmed } from '../../content/trimmed.ts';
import type { LinkRules } from '../contexts.ts';

/** A link that can be printed. */
export interface ResolvedLink {
  readonly href: string;
  /** Whether it leads to another host. */
  readonly isOuter: boolean;
}

/** Most links, which need no URL parsing. */
export const PLAIN_PATH = /^\/(?:[\w~-][\w.~-]*\/)*$/;
const PLAIN_URL = /^https:\/\/(?!xn--)(?:[a-z0-9][a-z0-9-]*\.(?!xn--))+[a-z]{2,}\/(?:[\w~-][\w.~-]*(?:\/|$))*$/;
const WEB_SCHEMES = ['http:', 'https:'];
const OTHER_SCHEMES = ['mailto:', 'tel:'];
/** Nobody to write to, no number to dial. */
const EMPTY_ADDRESS = /^(?:mailto:|tel:[^\d*#]*)$/i;

/** Words before a colon, such as "see https:". The sanitizer reads them as a scheme. */
const HIDDEN_SCHEME = /^[a-z][a-z\d+.\s-]*:/i;

/** Resolves an href; null if it is not allowed. */
export function resolveLink(rawHref: string, rules: LinkRules): ResolvedLink | null {
  const href = findFinalHref(rawHref, rules);
  return resolvePlain(href, rules.origin) ?? resolveParsed(href, rules);
}

/** Whether some links have another final target. Most pages have none. */
export function hasFinalHrefs({ finalHrefs }: LinkRules): boolean {
  for (const _ in finalHrefs) return true;
  return false;
}

/** Resolves a simple link, which needs no URL parsing or escaping; null for any other. */
export function resolvePlain(href: string, origin: string): ResolvedLink | null {
  if (PLAIN_PATH.test(href)) return { href: `${basePathOf(origin)}${href}`, isOuter: false };
  return isPlainForeign(href, origin) ? { href, isOuter: true } : null;
}

function resolveParsed(href: string, rules: LinkRules): ResolvedLink | null {
  const url = parseUrl(href, rules.origin);
  if (url === null) return null;
  if (OTHER_SCHEMES.includes(url.protocol)) {
    const address = url.href.replace(/\s+/g, '');
    return EMPTY_ADDRESS.test(address) ? null : { href: address, isOuter: false };
  }
  if (!WEB_SCHEMES.includes(url.protocol)) return null;
  const path = findOwnPath(url, href, rules.origin);
  if (path === null) return { href: url.href, isOuter: true };
  if (isRelative(href)) return HIDDEN_SCHEME.test(href) ? null : { href: cleanRelative(href), isOuter: false };
  return {
    href: `${basePathOf(rules.origin)}${withTrailingSlash(path)}${url.search}${url.hash}`,
    isOuter: false,
  };
}

/** Whether a URL is outside of the site and would not be changed by URL parsing. */
export function isPlainForeign(href: string, origin: string): boolean {
  return PLAIN_URL.test(href) && !`${href}/`.startsWith(hostOf(origin), HOST_START);
}

/** Resolves the source of an image; null if it is not an http(s) URL. */
export function resolveSource(rawSource: string, rules: LinkRules): string | null {
  const source = findFinalHref(rawSource, rules);
  const url = parseUrl(source, rules.origin);
  if (url === null || !WEB_SCHEMES.includes(url.protocol)) return null;
  const path = findOwnPath(url, source, rules.origin);
  if (path === null) return url.href;
  return isRelative(source) ? cleanRelative(source) : `${basePathOf(rules.origin)}${path}${url.search}`;
}

/** After `https://`. */
const HOST_START = 8;
let lastHost = { origin: '', host: '/' };

/** The host of an address and its folder, with a slash. Cached, because every link needs it. */
function hostOf(origin: string): string {
  if (lastHost.origin !== origin) lastHost = { origin, host: `${origin.slice(origin.indexOf('//') + 2)}/` };
  return lastHost.host;
}

function findFinalHref(raw: string, { finalHrefs }: LinkRules): string {
  const href = trimmed(raw);
  const key = [raw, href].find((each) => Object.hasOwn(finalHrefs, each));
  return (key === undefined ? undefined : finalHrefs[key]) ?? href;
}

/** Protocol-relative URLs are read as https. */
function parseUrl(href: string, origin: string): URL | null {
  return URL.parse(/^[\\/]{2}/.test(href) ? `https:${href}` : href, origin);
}

/**
 * The path on this site with any scheme, without the folder of the site; null for other sites. Whole addresses name the folder,
 * paths do not.
 */
function findOwnPath({ host, pathname }: URL, written: string, origin: string): string | null {
  if (host !== new URL(origin).host) return null;
  const path = WHOLE_ADDRESS.test(withoutControls(written)) ? withoutBase(pathname, origin) : pathname;
  // Two slashes at the start would mean another host.
  return path?.replace(/^\/+/, '/') ?? null;
}

/** With a scheme or a host. */
const WHOLE_ADDRESS = /^(?:[a-z][a-z0-9+.-]*:|[\\/]{2})/i;

/** Fragments, queries and paths without a leading slash. */
function isRelative(href: string): boolean {
  return !/^[\\/]|^[a-z][a-z0-9+.-]*:/i.test(withoutControls(href));
}

/** URL parsers ignore these characters, so they could hide a scheme. */
function withoutControls(href: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are removed
  return href.replace(/[\u0000-\u001f]/g, '');
}

function cleanRelative(href: string): string {
  return withoutControls(href).replaceAll('\\', '/');
}

/** Pages end with a slash; a last segment with a dot is a file. */
function withTrailingSlash(pathname: string): string {
  const isFile = pathname.slice(pathname.lastIndexOf('/') + 1).includes('.');
  return pathname.endsWith('/') || isFile ? pathname : `${pathname}/`;
}
