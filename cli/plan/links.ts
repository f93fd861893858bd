// Resolves links in content to their final targets: URLs of this site become paths, redirected paths become their targets, links to
// other hosts open in a new tab.

import { LRUCache } from 'lru-cache';
import type { SiteConfig } from '../../config/define-site.ts';
import { withoutBase } from '../../config/site-address.ts';
import { PLAIN_PATH, resolveLink } from '../../templates/components/resolve-link.ts';
import type { LinkInput } from '../../templates/page-input.ts';
import { toSitePath } from '../files/brands.ts';
import type { ImageResolver } from '../images/image-resolver.ts';
import { encodePath, pathOfHref } from '../paths/site-path.ts';
import { findFinalHref, findRedirect } from './redirects/find-redirect.ts';
import type { RedirectRules } from './redirects/redirect-rules.ts';

/** Resolves links. */
export interface LinkResolver {
  /** The link for a template; null if it is not a web, mail or telephone link. */
  readonly resolve: (label: string, href: string) => LinkInput | null;
  /** Final hrefs of the links in a rich text that change. */
  readonly findFinalHrefs: (hrefs: Iterable<string>) => Readonly<Record<string, string>>;
}

const MAX_CACHED = 20_000;
const OTHER_SCHEME = /^[a-z][a-z0-9+.-]*:/i;
/** A host that URL parsing does not change. Recognizes most external links without parsing. */
const PLAIN_HOST = /^https?:\/\/((?:[a-z0-9-]+\.)+[a-z]{2,})\//;
/** Empty, mail and telephone links, and anchors of the same page. */
const NO_PATH = /^(?:$|[#?]|mailto:|tel:)/i;

/** Creates the resolver of a build. */
export function createLinkResolver(
  site: SiteConfig,
  rules: RedirectRules,
  files: ServiceFiles = NO_FILES,
): LinkResolver {
  const findHref = (href: string) => {
    const internal = toInternalHref(href, site.origin);
    const found = internal === null ? href : findFinalHref(rules, internal);
    // A redirect of the site wins over a file.
    return found === (internal ?? href) ? (files.find(href) ?? found) : found;
  };
  const cached = new LRUCache<string, string>({ max: MAX_CACHED, memoMethod: findHref });
  const { hostname } = new URL(site.origin);
  const take = (href: string) => {
    const final = finalHrefOf(href);
    if (final !== href) files.take(href);
    return final;
  };
  /** Whether the target of a link depends on pages, redirects or files of the site. */
  const isOwn = (href: string) => {
    const plainHost = PLAIN_HOST.exec(href)?.[1];
    return plainHost === undefined ? !NO_PATH.test(href) : plainHost === hostname || files.hostnames.has(plainHost);
  };
  const finalHrefOf = (href: string) => {
    if (!isOwn(href)) return href;
    // Most internal links: no redirect starts there.
    if (PLAIN_PATH.test(href) && findRedirect(rules, toSitePath(href)) === null) return href;
    return cached.memo(href);
  };
  return {
    resolve: (label, href) => {
      const final = take(href.trim());
      const link = final === '' ? null : resolveLink(final, { origin: site.origin, finalHrefs: {} });
      return link === null ? null : { label, ...link };
    },
    findFinalHrefs: (hrefs) => {
      const changed: Record<string, string> = {};
      for (const href of hrefs) {
        const final = take(href);
        if (final !== href) changed[href] = final;
      }
      return changed;
    },
  };
}

/** A site path with query and hash, encoded, with trailing slash and without the folder; null for everything else. */
function toInternalHref(href: string, origin: string): string | null {
  if (href === '' || href.startsWith('#') || href.startsWith('?')) return null;
  const isAbsolute = OTHER_SCHEME.test(href) || href.startsWith('//');
  if (!isAbsolute && !href.startsWith('/')) return null;
  const url = URL.parse(href, origin);
  // Any scheme: http links to this site are internal.
  if (url === null || url.host !== new URL(origin).host || !/^https?:$/.test(url.protocol)) return null;
  // Editors write paths without the folder of the site.
  const pathname = isAbsolute ? withoutBase(url.pathname, origin) : url.pathname;
  // Two slashes would start a host name.
  const path = pathname === null ? null : pathOfHref(pathname.replace(/^\/+/, '/'));
  return path === null ? null : `${encodePath(path)}${url.search}${url.hash}`;
}

/** Files of the content service that editors link to, such as /assets/guide.pdf. */
export interface ServiceFiles {
  /** Hosts of the files: that of the service, and others that files are downloaded from. */
  readonly hostnames: ReadonlySet<string>;
  /** The href of a file; empty if it cannot be published, null for a link to anything else. */
  readonly find: (href: string) => string | null;
  /** Publishes the file of a link. */
  readonly take: (href: string) => void;
}

const NO_FILES: ServiceFiles = { hostnames: new Set(), find: () => null, take: () => {} };

/** A path with an extension that no generated file has. */
const SERVICE_FILE =
  /^\/(?![/\\])(?:[^?#]*\/)?[^/?#]+\.(?!(?:html?|xml|json|txt)(?:[?#]|$))[a-z][a-z0-9]{1,4}(?:[?#]|$)/i;
const QUERY = /[?#].*$/s;

/** Links files on the service, for sites that do not publish them. A path with a route is a page. The sample content has no files. */
export function linkServiceFiles(
  serviceUrl: string | null,
  routes: readonly { readonly path: string }[],
): ServiceFiles {
  if (serviceUrl === null) return NO_FILES;
  let pages: ReadonlySet<string> | null = null;
  return {
    ...NO_FILES,
    find: (href) => {
      if (!SERVICE_FILE.test(href)) return null;
      pages ??= new Set(routes.map(({ path }) => path));
      return pages.has(`${href.replace(QUERY, '')}/`) ? null : `${serviceUrl}${href}`;
    },
  };
}

/** Links downloaded files on the site itself. Content can link to them by path or by URL. */
export function createOwnFiles(
  origins: readonly string[],
  { findFile, takeFile }: Pick<ImageResolver, 'findFile' | 'takeFile'>,
): ServiceFiles {
  return { hostnames: new Set(origins.map((origin) => new URL(origin).hostname)), find: findFile, take: takeFile };
}
