// Resolves links of the content to their final targets: URLs of this site become paths, sources of redirects become their
// targets, links to other hosts open in a new tab.

import { LRUCache } from 'lru-cache';
import type { SiteConfig } from '../../config/define-site.ts';
import { withoutBase } from '../../config/site-address.ts';
import { PLAIN_PATH, resolveLink } from '../../templates/components/resolve-link.ts';
import type { LinkInput } from '../../templates/page-input.ts';
import type { ImageResolver } from '../images/image-resolver.ts';
import { encodePath, pathOfHref } from '../paths/site-path.ts';
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
  /** Publishes the file of the content that a link leads to. */
  readonly takeFile: (href: string) => void;
  /** Whether the target of a link depends on pages, redirects or files of the site. */
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
  files: ServiceFiles = NO_FILES,
): LinkResolver {
  const cached = new LRUCache<string, string>({ max: MAX_CACHED });
  const { hostname } = new URL(site.origin);
  const take = (href: string) => {
    const final = finalHrefOf(href);
    if (final !== href) files.take(href);
    return final;
  };
  const isOwn = (href: string) => {
    const plainHost = PLAIN_HOST.exec(href)?.[1];
    return plainHost === undefined ? !NO_PATH.test(href) : plainHost === hostname || files.hostnames.has(plainHost);
  };
  const finalHrefOf = (href: string) => {
    if (!isOwn(href)) return href;
    // Most internal links: no redirect starts there.
    if (PLAIN_PATH.test(href) && findRedirect(rules, href) === null) return href;
    const known = cached.get(href);
    if (known !== undefined) return known;
    const internal = toInternalHref(href, site.origin);
    const found = internal === null ? href : findFinalHref(rules, internal);
    // A redirect of the site wins over a file.
    const final = found === (internal ?? href) ? (files.find(href) ?? found) : found;
    cached.set(href, final);
    return final;
  };
  return {
    isOwn,
    finalHrefOf,
    takeFile: (href) => {
      files.take(href);
    },
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

/** The hrefs in HTML, found by pattern: text that looks like an href is included. */
export function* listHrefs(html: string): Generator<string> {
  for (const [, double, single, bare] of html.matchAll(LINK_ATTRIBUTE))
    yield decodeEntities(double ?? single ?? bare ?? '').trim();
}

/** A site path with query and hash, encoded, with trailing slash and without the folder; null for everything else. */
function toInternalHref(href: string, origin: string): string | null {
  if (href === '' || href.startsWith('#') || href.startsWith('?')) return null;
  const isAbsolute = OTHER_SCHEME.test(href) || href.startsWith('//');
  if (!isAbsolute && !href.startsWith('/')) return null;
  const url = URL.parse(href, origin);
  // Of this host, with any scheme.
  if (url === null || url.host !== new URL(origin).host || !/^https?:$/.test(url.protocol)) return null;
  // Editors write paths without the folder of the site.
  const pathname = isAbsolute ? withoutBase(url.pathname, origin) : url.pathname;
  // Two slashes at the start would mean another host.
  const path = pathname === null ? null : pathOfHref(pathname.replace(/^\/+/, '/'));
  return path === null ? null : `${encodePath(path)}${url.search}${url.hash}`;
}

/** Files that editors link to by their URL on the content service: /assets/guide.pdf. */
export interface ServiceFiles {
  /** Hosts whose whole URLs can be files: that of the service, and the others that files are downloaded from. */
  readonly hostnames: ReadonlySet<string>;
  /** The href of a file; empty if it cannot be published, null for a link to anything else. */
  readonly find: (href: string) => string | null;
  /** Publishes the file of a link. */
  readonly take: (href: string) => void;
}

const NO_FILES: ServiceFiles = { hostnames: new Set(), find: () => null, take: () => {} };

/** The last segment has an extension other than those of files that a build writes. */
const SERVICE_FILE =
  /^\/(?![/\\])(?:[^?#]*\/)?[^/?#]+\.(?!(?:html?|xml|json|txt)(?:[?#]|$))[a-z][a-z0-9]{1,4}(?:[?#]|$)/i;
const QUERY = /[?#].*$/s;

/**
 * Links to files lead to the service. A path of a route is always a page, not a file. The sample content has no service, and so no
 * files.
 */
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

/** Files that were downloaded are the site's own, where content names them by a path or by a whole address. */
export function createOwnFiles(
  origins: readonly string[],
  { findFile, takeFile }: Pick<ImageResolver, 'findFile' | 'takeFile'>,
): ServiceFiles {
  return { hostnames: new Set(origins.map((origin) => new URL(origin).hostname)), find: findFile, take: takeFile };
}
