// The Content-Security-Policy: one constant text for the whole site, strict, wider only by what is configured. Pages
// have no inline script or style, so there are no hashes to keep.

import { listThirdParties, type SiteConfig } from '../../config/define-site.ts';
import type { HostDirective } from '../../config/third-parties.ts';

/** What pages load beside what the configuration names. */
export interface PolicySources {
  /** Origin of the content service where its images are shown from there; else null. */
  readonly contentOrigin: string | null;
}

/** The policy as a header, and as `<meta>`, where `frame-ancestors` would be ignored with a warning. */
export interface ContentSecurityPolicy {
  readonly header: string;
  readonly meta: string;
}

type Directive = HostDirective | 'default-src' | 'base-uri';
type Sources = { readonly [D in Directive]?: readonly string[] | undefined };

const STRICT: Readonly<Record<Directive, readonly string[]>> = {
  'default-src': [],
  'script-src': ["'self'"],
  'style-src': ["'self'"],
  'img-src': ["'self'", 'data:'],
  'font-src': ["'self'"],
  'connect-src': ["'self'"],
  'frame-src': [],
  'media-src': [],
  'form-action': ["'self'"],
  'base-uri': [],
};

/** The site's policy (web standards, section 7). Equal input gives equal text. */
export function createContentSecurityPolicy(site: SiteConfig, { contentOrigin }: PolicySources): ContentSecurityPolicy {
  const { imageCdn, demoEndpoint, geoUrl } = site.integrations;
  const endpoint = originOf(demoEndpoint, site.origin);
  const parts: readonly Sources[] = [
    STRICT,
    {
      'img-src': [originOf(imageCdn, site.origin), originOf(contentOrigin, site.origin)].flat(),
      'connect-src': [originOf(geoUrl, site.origin), endpoint].flat(),
      'form-action': endpoint,
    },
    ...listThirdParties(site).map(({ id }) => site.thirdParties[id].hosts),
  ];
  const meta = Object.keys(STRICT)
    .flatMap((directive) => renderDirective(directive, parts))
    .join('; ');
  return { header: `${meta}; frame-ancestors 'none'`, meta };
}

/** A directive with the sources of all parts; one that adds nothing to `default-src 'none'` is left out. */
function renderDirective(directive: string, parts: readonly Sources[]): readonly string[] {
  const sources = new Set(
    parts.flatMap((part) => Object.entries(part).flatMap(([name, list]) => (name === directive ? (list ?? []) : []))),
  );
  if (sources.size > 0) return [`${directive} ${[...sources].join(' ')}`];
  return directive === 'default-src' || directive === 'base-uri' ? [`${directive} 'none'`] : [];
}

/** The origin of an address as a list of one; empty for our own, which is 'self', and for none. */
function originOf(address: string | null, own: string): readonly string[] {
  if (address === null) return [];
  const { origin } = new URL(address, own);
  return origin === own ? [] : [origin];
}
