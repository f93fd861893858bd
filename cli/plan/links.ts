// The final target of a link in the content: own-origin addresses become paths, a redirect's source its final
// target, other hosts open in a new tab. Guarantee: no printed link goes through a redirect.

import { LRUCache } from 'lru-cache';
import type { SiteConfig } from '../../config/define-site.ts';
import { PLAIN_PATH, resolveLink } from '../../templates/components/resolve-link.ts';
import type { LinkInput } from '../../templates/page-input.ts';
import { hrefOf, pathOfHref } from '../paths/site-path.ts';
import { decodeEntities } from '../text/find-attributes.ts';
import { findFinalHref, findRedirect } from './redirects/find-redirect.ts';
import type { RedirectRules } from './redirects/redirect-rules.ts';

/** Resolves links as editors write them. */
export interface LinkResolver {
  /** A link field with its caption; null where it is neither web, mail nor telephone, as in rich text. */
  readonly resolve: (label: string, href: string) => LinkInput | null;
  /** Final hrefs of links in rich text, where they differ. */
  readonly findFinalHrefs: (hrefs: Iterable<string>) => Readonly<Record<string, string>>;
  /** The final href of one link. */
  readonly finalHrefOf: (href: string) => string;
  /** Whether pages or redirects of the site decide what a link leads to. */
  readonly isOwn: (href: string) => boolean;
}

/** Links repeat; what is beyond this many is looked up again. */
const HREFS_CACHED = 20_000;
const OTHER_SCHEME = /^[a-z][a-z0-9+.-]*:/i;
/** A host that URL parsing leaves as it is: recognises most foreign links without parsing. */
const PLAIN_HOST = /^https?:\/\/((?:[a-z0-9-]+\.)+[a-z]{2,})\//;
/** What leads nowhere else, to a person, or to a part of the same page. */
const NO_PATH = /^(?:$|[#?]|mailto:|tel:)/i;
const LINK_ATTRIBUTE = /\shref\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))/gi;

/** Makes the resolver of one build. */
export function createLinkResolver(
  site: SiteConfig,
  rules: RedirectRules,
  findServiceFile: FindServiceFile = () => null,
): LinkResolver {
  const cached = new LRUCache<string, string>({ max: HREFS_CACHED });
  const { hostname } = new URL(site.origin);
  const isOwn = (href: string) => {
    const plainHost = PLAIN_HOST.exec(href)?.[1];
    return plainHost === undefined ? !NO_PATH.test(href) : plainHost === hostname;
  };
  const finalHrefOf = (href: string) => {
    if (!isOwn(href)) return href;
    // Most internal links are like this, and hardly one is the source of a redirect.
    if (PLAIN_PATH.test(href) && findRedirect(rules, href) === null) return href;
    const earlier = cached.get(href);
    if (earlier !== undefined) return earlier;
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

/** The hrefs in some HTML, and what looks like one. */
export function* listHrefs(html: string): Generator<string> {
  for (const [, double, single, bare] of html.matchAll(LINK_ATTRIBUTE))
    yield decodeEntities(double ?? single ?? bare ?? '').trim();
}

/** A site path with its query and hash, encoded and with its trailing slash; null for anything that is no page of ours. */
function toInternalHref(href: string, origin: string): string | null {
  if (href === '' || href.startsWith('#') || href.startsWith('?')) return null;
  const isAbsolute = OTHER_SCHEME.test(href) || href.startsWith('//');
  if (!isAbsolute && !href.startsWith('/')) return null;
  const url = URL.parse(href, origin);
  // The own host with whatever scheme an editor typed.
  if (url === null || url.host !== new URL(origin).host || !/^https?:$/.test(url.protocol)) return null;
  // A path that begins with two slashes would be printed as another host.
  const path = pathOfHref(url.pathname.replace(/^\/+/, '/'));
  return path === null ? null : `${hrefOf(path)}${url.search}${url.hash}`;
}

/** The address of a file of the content service, which editors link to by its path (/assets/guide.pdf); null for other paths. */
type FindServiceFile = (href: string) => string | null;

/** The last segment has an extension, and none of a file that a build writes. */
const SERVICE_FILE = /^\/(?:[^?#]*\/)?[^/?#]+\.(?!(?:html?|xml|json|txt)(?:[?#]|$))[a-z][a-z0-9]{1,4}(?:[?#]|$)/i;
const QUERY = /[?#].*$/s;

/** Finds files of a service; a path of a route is a page, whatever it looks like. Without a service (the sample) none is found. */
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
