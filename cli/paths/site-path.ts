// Converts between four kinds of addresses: a path is a decoded site path ('/ua/blog/огляд/'), an href is its encoded form in HTML with
// the folder of the site, a url is absolute, an outFile is relative to the out folder.

import { basePathOf, withoutBase } from '../../config/site-address.ts';
import { type Href, type OutPath, type SitePath, toOutPath, toSitePath } from '../files/brands.ts';

export const ROOT_PATH: SitePath = toSitePath('/');

/** The folder of the site: '/site', or ''. */
let base = '';

/** Sets the folder that hrefs begin with. Settings are loaded once per process. */
export function setBaseOf(origin: string): void {
  base = basePathOf(origin);
}

/** A path without characters to encode, as most paths are. */
const PLAIN_PATH = /^[\w\-./~]*$/;

/** The href of a decoded, NFC-normalized site path. */
export function hrefOf(path: SitePath): Href {
  return `${base}${encodePath(path)}` as Href;
}

/** The href of an encoded site path, such as the target of a redirect. An absolute URL is returned unchanged. */
export function mountHref(to: string): string {
  return to.startsWith('/') ? `${base}${to}` : to;
}

/** A decoded, NFC-normalized path or a part of one, percent-encoded with upper-case hex (RFC 3986). */
export function encodePath(path: string): string {
  if (PLAIN_PATH.test(path)) return path;
  return encodeURI(path).replace(/[?#]/g, (character) => (character === '?' ? '%3F' : '%23'));
}

/** The absolute URL of a site path. */
export function urlOf(origin: string, path: SitePath): string {
  return `${origin}${encodePath(path)}`;
}

/** The canonical URL of a page: absolute, percent-encoded; null for an error page. */
export function canonicalOf(
  origin: string,
  { kind, path }: { readonly kind: string; readonly path: SitePath },
): string | null {
  return kind === 'error' ? null : urlOf(origin, path);
}

/** The path of the Atom feed of a blog. */
export function feedPathOf(blogPath: SitePath): SitePath {
  return toSitePath(`${blogPath}feed.xml`);
}

/** The path of the calendar file of a webinar's page. */
export function calendarPathOf(webinarPath: SitePath): SitePath {
  return toSitePath(`${webinarPath}event.ics`);
}

/** The file of a site path: '/blog/' → 'blog/index.html', '/404.html' → '404.html'. */
export function outFileOf(path: SitePath): OutPath {
  return toOutPath(path.endsWith('/') ? `${path.slice(1)}index.html` : path.slice(1));
}

/** The address of a file of the out folder: 'blog/index.html' → '/blog/', 'ads.txt' → '/ads.txt'. */
export function pathOfOutFile(file: OutPath): SitePath {
  return toSitePath(`/${file.replace(/(^|\/)index\.html$/, '$1')}`);
}

/** The href of a file of the out folder. */
export function hrefOfFile(file: OutPath): Href {
  return hrefOf(pathOfOutFile(file));
}

/** The files that hosts look for at a site path. A name without a dot can be a page or a file: '/CNAME/' → 'CNAME'. */
export function outFilesOf(path: SitePath): readonly OutPath[] {
  return path.endsWith('/') && path.length > 1 ? [outFileOf(path), toOutPath(path.slice(1, -1))] : [outFileOf(path)];
}

/** The site path of a URL with any scheme; null outside of the site, and like {@link pathOfHref}. */
export function pathOfUrl(url: URL, origin: string): SitePath | null {
  if (url.host !== new URL(origin).host) return null;
  const pathname = withoutBase(url.pathname, origin);
  return pathname === null ? null : pathOfHref(pathname);
}

/**
 * The site path of the path part of an href without the folder of the site: decoded, NFC, with a trailing slash unless it names a
 * file. Null if it cannot be decoded or has an encoded slash.
 */
export function pathOfHref(pathname: string): SitePath | null {
  if (/%2f/i.test(pathname) || !pathname.isWellFormed()) return null;
  try {
    const path = decodeURIComponent(pathname).normalize('NFC');
    const lastSegment = path.slice(path.lastIndexOf('/') + 1);
    return toSitePath(path.endsWith('/') || lastSegment.includes('.') ? path : `${path}/`);
  } catch {
    return null;
  }
}
