// The Content-Security-Policy: one strict policy for the whole site, plus the hosts of the configuration. Pages have no inline script
// or style, so no hashes are needed.

import { listThirdParties, type SiteConfig } from '../../config/define-site.ts';
import type { HostDirective } from '../../config/third-parties.ts';

/** The policy as a header, and for `<meta>`, in which browsers do not allow `frame-ancestors`. */
export interface ContentSecurityPolicy {
  readonly header: string;
  readonly meta: string;
}

type Directive = HostDirective | 'default-src' | 'base-uri' | 'manifest-src';
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
  'manifest-src': ["'self'"],
  'form-action': ["'self'"],
  'base-uri': [],
};

/** Creates the policy of a site (web standards, section 7). `contentOrigin`: that of a content service from which pages load images. */
export function createContentSecurityPolicy(site: SiteConfig, contentOrigin: string | null): ContentSecurityPolicy {
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

/** A directive with the sources of all parts; none if `default-src 'none'` is enough. */
function renderDirective(directive: string, parts: readonly Sources[]): readonly string[] {
  const sources = new Set(
    parts.flatMap((part) => Object.entries(part).flatMap(([name, list]) => (name === directive ? (list ?? []) : []))),
  );
  if (sources.size > 0) return [`${directive} ${[...sources].join(' ')}`];
  return directive === 'default-src' || directive === 'base-uri' ? [`${directive} 'none'`] : [];
}

/** The origin of an address; none if there is no address, or for our own origin, which is 'self'. */
function originOf(address: string | null, own: string): readonly string[] {
  if (address === null) return [];
  const { origin } = new URL(address, own);
  return origin === own ? [] : [origin];
}
