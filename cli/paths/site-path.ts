// Converts between the four kinds of addresses: a path is a decoded site path ('/ua/blog/огляд/'), an href is its encoded form in
// HTML, a url is absolute, an outFile is relative to the out folder.

/** A path without characters to encode, as most paths are. */
const PLAIN_PATH = /^[\w\-./~]*$/;

/** The href of a decoded, NFC-normalized site path: percent-encoded, upper-case hex (RFC 3986). */
export function hrefOf(path: string): string {
  if (PLAIN_PATH.test(path)) return path;
  return encodeURI(path).replace(/[?#]/g, (character) => (character === '?' ? '%3F' : '%23'));
}

/** The absolute URL of a site path. */
export function urlOf(origin: string, path: string): string {
  return `${origin}${hrefOf(path)}`;
}

/** The canonical URL of a page: absolute, percent-encoded; null for an error page. */
export function canonicalOf(
  origin: string,
  { kind, path }: { readonly kind: string; readonly path: string },
): string | null {
  return kind === 'error' ? null : urlOf(origin, path);
}

/** The path of the Atom feed of a blog. */
export function feedPathOf(blogPath: string): string {
  return `${blogPath}feed.xml`;
}

/** The path of the calendar file of a webinar's page. */
export function calendarPathOf(webinarPath: string): string {
  return `${webinarPath}event.ics`;
}

/** The file of a site path: '/blog/' → 'blog/index.html', '/404.html' → '404.html'. */
export function outFileOf(path: string): string {
  return path.endsWith('/') ? `${path.slice(1)}index.html` : path.slice(1);
}

/**
 * The site path of the path part of an href: decoded, NFC, with a trailing slash unless it names a file. Null if it cannot be
 * decoded or has an encoded slash.
 */
export function pathOfHref(pathname: string): string | null {
  if (/%2f/i.test(pathname) || !pathname.isWellFormed()) return null;
  try {
    const path = decodeURIComponent(pathname).normalize('NFC');
    const lastSegment = path.slice(path.lastIndexOf('/') + 1);
    return path.endsWith('/') || lastSegment.includes('.') ? path : `${path}/`;
  } catch {
    return null;
  }
}
