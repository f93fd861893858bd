// Where a link or image of rich text leads, as a browser would read it (WHATWG URL): own links become paths with a
// trailing slash, foreign ones absolute URLs; any other scheme than web, mail and telephone leads nowhere.

import type { LinkRules } from '../contexts.ts';

/** A link as it may be printed. */
export interface ResolvedLink {
  readonly href: string;
  /** It leads to another host. */
  readonly isOuter: boolean;
}

/** Links that URL parsing would not change. Most links are such, and parsing is slow. */
export const PLAIN_PATH = /^\/(?:[\w~-][\w.~-]*\/)*$/;
const PLAIN_URL = /^https:\/\/(?!xn--)(?:[a-z0-9][a-z0-9-]*\.(?!xn--))+[a-z]{2,}\/(?:[\w~-][\w.~-]*(?:\/|$))*$/;
const WEB_SCHEMES = ['http:', 'https:'];
const OTHER_SCHEMES = ['mailto:', 'tel:'];

/** The link of an editor's href, or null where it may lead nowhere. */
export function resolveLink(rawHref: string, rules: LinkRules): ResolvedLink | null {
  const href = findFinalHref(rawHref, rules);
  return resolvePlain(href, rules.origin) ?? resolveParsed(href, rules);
}

/** Whether links of a text may lead elsewhere than written. On most pages none does. */
export function hasFinalHrefs({ finalHrefs }: LinkRules): boolean {
  for (const _ in finalHrefs) return true;
  return false;
}

/** A link that URL parsing leaves as it is, which has nothing to escape; null of any other. */
export function resolvePlain(href: string, origin: string): ResolvedLink | null {
  if (PLAIN_PATH.test(href)) return { href, isOuter: false };
  return isPlainForeign(href, origin) ? { href, isOuter: true } : null;
}

function resolveParsed(href: string, rules: LinkRules): ResolvedLink | null {
  const url = parseUrl(href, rules.origin);
  if (url === null) return null;
  if (OTHER_SCHEMES.includes(url.protocol)) return { href: url.href, isOuter: false };
  if (!WEB_SCHEMES.includes(url.protocol)) return null;
  if (!isOwn(url, rules.origin)) return { href: url.href, isOuter: true };
  if (isRelative(href)) return { href: cleanRelative(href), isOuter: false };
  return { href: `${withTrailingSlash(pathOf(url))}${url.search}${url.hash}`, isOuter: false };
}

/** Whether an address is another host's, and such that URL parsing would leave it as it is. */
export function isPlainForeign(href: string, origin: string): boolean {
  return PLAIN_URL.test(href) && !href.startsWith(hostOf(origin), HOST_START);
}

/** The source of an editor's image, or null where it is no http(s) address. */
export function resolveSource(rawSource: string, rules: LinkRules): string | null {
  const source = findFinalHref(rawSource, rules);
  const url = parseUrl(source, rules.origin);
  if (url === null || !WEB_SCHEMES.includes(url.protocol)) return null;
  if (!isOwn(url, rules.origin)) return url.href;
  return isRelative(source) ? cleanRelative(source) : `${pathOf(url)}${url.search}`;
}

/** Without its host, a path that begins with two slashes would name another host. */
function pathOf({ pathname }: URL): string {
  return pathname.replace(/^\/+/, '/');
}

/** Behind `https://`. */
const HOST_START = 8;
let lastHost = { origin: '', host: '/' };

/** The host of an origin with the slash behind it. Cached: each link needs it, of one origin. */
function hostOf(origin: string): string {
  if (lastHost.origin !== origin) lastHost = { origin, host: `${origin.slice(origin.indexOf('//') + 2)}/` };
  return lastHost.host;
}

function findFinalHref(raw: string, { finalHrefs }: LinkRules): string {
  const trimmed = raw.trim();
  const key = [raw, trimmed].find((href) => Object.hasOwn(finalHrefs, href));
  return (key === undefined ? undefined : finalHrefs[key]) ?? trimmed;
}

/** A protocol-relative address takes the scheme of the origin; here it is always read as https. */
function parseUrl(href: string, origin: string): URL | null {
  return URL.parse(/^[\\/]{2}/.test(href) ? `https:${href}` : href, origin);
}

/** Same host, in any scheme. */
function isOwn(url: URL, origin: string): boolean {
  return url.host === new URL(origin).host;
}

/** Fragments, queries and paths without a leading slash: only the page itself knows what they lead to. */
function isRelative(href: string): boolean {
  return !/^[\\/]|^[a-z][a-z0-9+.-]*:/i.test(withoutControls(href));
}

/** URL parsers drop these characters, so that they could hide a scheme. */
function withoutControls(href: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for
  return href.replace(/[\u0000-\u001f]/g, '');
}

function cleanRelative(href: string): string {
  return withoutControls(href).replaceAll('\\', '/');
}

/** Every route ends in a slash; a last segment with a dot is a file. */
function withTrailingSlash(pathname: string): string {
  const isFile = pathname.slice(pathname.lastIndexOf('/') + 1).includes('.');
  return pathname.endsWith('/') || isFile ? pathname : `${pathname}/`;
}
