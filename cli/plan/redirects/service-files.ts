// Links to files of the content service, as its editor writes them: a path such as /assets/guide.pdf, which is no page of the site.

/** The address of a file of the content service; null for a path that is none. */
export type FindServiceFile = (href: string) => string | null;

/** The last segment has an extension, and none of a file that a build writes. */
const FILE = /^\/(?:[^?#]*\/)?[^/?#]+\.(?!(?:html?|xml|json|txt)(?:[?#]|$))[a-z][a-z0-9]{1,4}(?:[?#]|$)/i;
const QUERY = /[?#].*$/s;

/** Finds files of a service; a path of a route is a page, whatever it looks like. Without a service (the sample) none is found. */
export function createServiceFiles(
  serviceUrl: string | null,
  routes: readonly { readonly path: string }[],
): FindServiceFile {
  if (serviceUrl === null) return () => null;
  let pages: ReadonlySet<string> | null = null;
  return (href) => {
    if (!FILE.test(href)) return null;
    pages ??= new Set(routes.map(({ path }) => path));
    return pages.has(`${href.replace(QUERY, '')}/`) ? null : `${serviceUrl}${href}`;
  };
}
