// What a link of the content leads to in the end: own-origin addresses become paths, a redirect's source its final
// target, other hosts open in a new tab. Relied on afterwards: no printed link goes through a redirect.

import type { SiteConfig } from '../../config/define-site.ts';
import type { LinkInput } from '../../templates/page-input.ts';
import { findAttributes } from './find-attributes.ts';
import { findFinalHref } from './find-redirect.ts';
import type { RedirectRules } from './redirect-rules.ts';
import { hrefOf, pathOfHref } from './site-path.ts';

/** Resolves links as editors write them. */
export interface LinkResolver {
  /** A link field with its caption. */
  readonly resolve: (label: string, href: string) => LinkInput;
  /** Final hrefs of the links in some HTML, where they differ from what stands there. */
  readonly findFinalHrefs: (html: string) => Readonly<Record<string, string>>;
}

const OTHER_SCHEME = /^[a-z][a-z0-9+.-]*:/i;
const LINK_ATTRIBUTE = /\shref\s*=\s*(?:"([^"]*)"|'([^']*)')/gi;

/** Makes the resolver of one build. */
export function createLinkResolver(site: SiteConfig, rules: RedirectRules): LinkResolver {
  const finalHrefOf = (href: string) => {
    const internal = toInternalHref(href, site.origin);
    return internal === null ? href : findFinalHref(rules, internal);
  };
  return {
    resolve: (label, href) => {
      const final = finalHrefOf(href.trim());
      return { label, href: final, isOuter: isOuter(final) };
    },
    findFinalHrefs: (html) => {
      const changed: Record<string, string> = {};
      for (const href of findAttributes(html, LINK_ATTRIBUTE)) {
        const final = finalHrefOf(href);
        if (final !== href) changed[href] = final;
      }
      return changed;
    },
  };
}

/** Whether a printed href leaves the site. */
function isOuter(href: string): boolean {
  return /^https?:\/\//i.test(href);
}

/** A site path with its query and hash, encoded and with its trailing slash; null for anything that is no page of ours. */
function toInternalHref(href: string, origin: string): string | null {
  if (href === '' || href.startsWith('#') || href.startsWith('?')) return null;
  const isAbsolute = OTHER_SCHEME.test(href) || href.startsWith('//');
  if (!isAbsolute && !href.startsWith('/')) return null;
  if (!URL.canParse(href, origin)) return null;
  const url = new URL(href, origin);
  if (url.origin !== origin) return null;
  const path = pathOfHref(url.pathname);
  return path === null ? null : `${hrefOf(path)}${url.search}${url.hash}`;
}
