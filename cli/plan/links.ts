// Resolves links of the content to their final targets: URLs of this site become paths, sources of redirects become their
// targets, links to other hosts open in a new tab.

import { LRUCache } from 'lru-cache';
import type { SiteConfig } from '../../config/define-site.ts';
import { PLAIN_PATH, resolveLink } from '../../templates/components/resolve-link.ts';
import type { LinkInput } from '../../templates/page-input.ts';
import { hrefOf, pathOfHref } from '../paths/site-path.ts';
import { decodeEntities } from '../text/find-attributes.ts';
import { findFinalHref, findRedirect } from './redirects/find-redirect.ts';
import type { RedirectRules } from './redirects/redirect-rules.ts';

/** Resolves links. */
export interface LinkResolver {
  /** A link with its label; null if it is not a web, mail or telephone link. */
  readonly resolve: (label: string, href: string) => LinkInput | null;
  /** Final hrefs of the links in a rich text that change. */
  readonly findFinalHrefs: (hrefs: Iterable<string>) => Readonly<Record<string, string>>;
  /** The final href of one link. */
  readonly finalHrefOf: (href: string) => string;
  /** Whether the target of a link depends on pages or redirects of the site. */
  readonly isOwn: (href: string) => boolean;
}

const MAX_CACHED = 20_000;
const OTHER_SCHEME = /^[a-z][a-z0-9+.-]*:/i;
/** A host that URL parsing does not change. Recognizes most external links without parsing. */
const PLAIN_HOST = /^https?:\/\/((?:[a-z0-9-]+\.)+[a-z]{2,})\//;
/** Empty, mail and telephone links, and anchors of the same page. */
const NO_PATH = /^(?:$|[#?]|mailto:|tel:)/i;
const LINK_ATTRIBUTE = /\shref\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))/gi;

/** Creates the resolver of a build. */
export function createLinkResolver(
  site: SiteConfig,
  rules: RedirectRules,
  findServiceFile: FindServiceFile = () => null,
): LinkResolver {
  const cached = new LRUCache<string, string>({ max: MAX_CACHED });
  const { hostname } = new URL(site.origin);
  const isOwn = (href: string) => {
    const plainHost = PLAIN_HOST.exec(href)?.[1];
    return plainHost === undefined ? !NO_PATH.test(href) : plainHost === hostname;
  };
  const finalHrefOf = (href: string) => {
    if (!isOwn(href)) return href;
    // Most internal links: no redirect starts there.
    if (PLAIN_PATH.test(href) && findRedirect(rules, href) === null) return href;
    const known = cached.get(href);
    if (known !== undefined) return known;
    const internal = toInternalHref(href, site.origin);
    const found = internal === null ? href : findFinalHref(rules, internal);
    const final = found === internal && href.startsWith('/') ? (findServiceFile(found) ?? found) : found;
    cached.set(href, final);
    return final;
  };
  return {
    isOwn,
    finalHrefOf,
    resolve: (label, href) => {
      const link = resolveLink(finalHrefOf(href.trim()), { origin: site.origin, finalHrefs: {} });
      return link === null ? null : { label, ...link };
    },
    findFinalHrefs: (hrefs) => {
      const changed: Record<string, string> = {};
      for (const href of hrefs) {
        const final = finalHrefOf(href);
        if (final !== href) changed[href] = final;
      }
      return changed;
    },
  };
}

/** The hrefs in HTML, found by pattern: text that looks like an href is included. */
export function* listHrefs(html: string): Generator<string> {
  for (const [, double, single, bare] of html.matchAll(LINK_ATTRIBUTE))
    yield decodeEntities(double ?? single ?? bare ?? '').trim();
}

/** A site path with query and hash, encoded and with trailing slash; null for everything else. */
function toInternalHref(href: string, origin: string): string | null {
  if (href === '' || href.startsWith('#') || href.startsWith('?')) return null;
  const isAbsolute = OTHER_SCHEME.test(href) || href.startsWith('//');
  if (!isAbsolute && !href.startsWith('/')) return null;
  const url = URL.parse(href, origin);
  // Of this host, with any scheme.
  if (url === null || url.host !== new URL(origin).host || !/^https?:$/.test(url.protocol)) return null;
  // Two slashes at the start would mean another host.
  const path = pathOfHref(url.pathname.replace(/^\/+/, '/'));
  return path === null ? null : `${hrefOf(path)}${url.search}${url.hash}`;
}

/** The URL of a file of the content service, which editors link to by path (/assets/guide.pdf); null for other paths. */
type FindServiceFile = (href: string) => string | null;

/** The last segment has an extension other than those of files that a build writes. */
const SERVICE_FILE = /^\/(?:[^?#]*\/)?[^/?#]+\.(?!(?:html?|xml|json|txt)(?:[?#]|$))[a-z][a-z0-9]{1,4}(?:[?#]|$)/i;
const QUERY = /[?#].*$/s;

/** A path of a route is always a page, not a file. The sample content has no service, and so no files. */
export function createServiceFiles(
  serviceUrl: string | null,
  routes: readonly { readonly path: string }[],
): FindServiceFile {
  if (serviceUrl === null) return () => null;
  let pages: ReadonlySet<string> | null = null;
  return (href) => {
    if (!SERVICE_FILE.test(href)) return null;
    pages ??= new Set(routes.map(({ path }) => path));
    return pages.has(`${href.replace(QUERY, '')}/`) ? null : `${serviceUrl}${href}`;
  };
}
