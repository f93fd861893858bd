// The four words for where something is: a path is a decoded site path ('/ua/blog/огляд/'), an href is what HTML
// prints of it (percent-encoded), a url is absolute, an outFile is relative to the out folder. Made here only.
// What each page's input says is joined: JSON prints an object of texts that lie in one piece in half the time, and a text
// put together any other way lies in several.

/** A path of which nothing is to be encoded: most are. */
const PLAIN_PATH = /^[\w\-./~]*$/;

/** A decoded, NFC-normalised site path as HTML prints it: percent-encoded, upper-case hex (RFC 3986). */
export function hrefOf(path: string): string {
  if (PLAIN_PATH.test(path)) return path;
  return encodeURI(path).replace(/[?#]/g, (character) => (character === '?' ? '%3F' : '%23'));
}

/** The absolute URL of a site path. */
export function urlOf(origin: string, path: string): string {
  return [origin, hrefOf(path)].join('');
}

/** The URL under which a page is to be known: absolute, percent-encoded; null of an error page. */
export function canonicalOf(
  origin: string,
  { kind, path }: { readonly kind: string; readonly path: string },
): string | null {
  return kind === 'error' ? null : urlOf(origin, path);
}

/** The Atom feed of a blog, from the path of its list page. */
export function feedPathOf(blogPath: string): string {
  return [blogPath, 'feed.xml'].join('');
}

/** The file of a site path: '/blog/' → 'blog/index.html', '/404.html' → '404.html'. */
export function outFileOf(path: string): string {
  return [path.slice(1), path.endsWith('/') ? 'index.html' : ''].join('');
}

/**
 * The site path of an href's path part: decoded, NFC, with a trailing slash unless it names a file. Null if it cannot
 * be decoded or has an encoded slash, which no path here can mean.
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
