// Social links for search engines: only web addresses name the profiles of the organization. Footers show all usable links.

import { hostOriginOf } from '../../config/site-address.ts';
import { resolveLink } from '../../templates/components/resolve-link.ts';
import { type Problem, placeOfEntry } from '../errors.ts';
import type { SiteModel } from './site-model.ts';
import { readVisible } from './site-model.ts';

/** The absolute http(s) URL of a resolved link; null for any other link. */
export function webAddressOf(href: string, origin: string): string | null {
  if (/^\/(?!\/)/.test(href)) return `${hostOriginOf(origin)}${href}`;
  return /^https?:\/\/[^/]/i.test(href) ? href : null;
}

/** A warning for each visible social link that is no web address. */
export function findSocialProblems(model: SiteModel): readonly Problem[] {
  return model.locales.flatMap(({ row: { site } }) =>
    readVisible(model, 'social_links', site).flatMap(({ title, link, edit_url: editUrl }): readonly Problem[] => {
      const { origin } = model.site;
      const resolved = link === null ? null : resolveLink(link.trim(), { origin, finalHrefs: {} });
      if (link === null || (resolved !== null && webAddressOf(resolved.href, origin) !== null)) return [];
      const loss =
        resolved === null
          ? 'Footers are shown without it'
          : 'Footers show it, but the structured data for search engines is without it';
      return [
        {
          code: 'SOCIAL_LINK_INVALID',
          severity: 'warning',
          where: placeOfEntry({ collection: 'social_links', title, site, editUrl }, 'link'),
          what: `The social link "${link}" is not a web address. ${loss}.`,
          fix: 'Write the whole address of the profile, such as "https://www.linkedin.com/company/example", publish, and build again.',
        },
      ];
    }),
  );
}
