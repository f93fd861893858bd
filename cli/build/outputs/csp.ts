// The Content-Security-Policy: one constant text for the whole site, strict, wider only by what is configured. Pages
// have no inline script or style, so there are no hashes to keep.

import type { SiteConfig } from '../../../config/define-site.ts';
import type { EMBED_PROVIDERS } from '../../../content/blocks.ts';

/** What pages load beside what the configuration names. */
export interface PolicySources {
  /** Origin of the content service where its images are shown from there; else null. */
  readonly contentOrigin: string | null;
  /** Providers whose embeds stand in some page. */
  readonly embeds: readonly (typeof EMBED_PROVIDERS)[number][];
}

/** The policy as a header, and as `<meta>`, where `frame-ancestors` would be ignored with a warning. */
export interface ContentSecurityPolicy {
  readonly header: string;
  readonly meta: string;
}

type Directive =
  | 'default-src'
  | 'script-src'
  | 'style-src'
  | 'img-src'
  | 'font-src'
  | 'connect-src'
  | 'frame-src'
  | 'media-src'
  | 'form-action'
  | 'base-uri';
type Sources = Readonly<Partial<Record<Directive, readonly string[]>>>;

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

const TAG_MANAGER: Sources = {
  'script-src': ['https://www.googletagmanager.com'],
  'img-src': ['https://www.googletagmanager.com', 'https://*.google-analytics.com'],
  'connect-src': [
    'https://www.googletagmanager.com',
    'https://*.google-analytics.com',
    'https://*.analytics.google.com',
  ],
};
const CHAT: Sources = {
  'script-src': ['https://widget.intercom.io', 'https://js.intercomcdn.com'],
  'style-src': ["'unsafe-inline'"],
  'img-src': ['https://*.intercomcdn.com', 'https://*.intercomassets.com'],
  'font-src': ['https://fonts.intercomcdn.com', 'https://js.intercomcdn.com'],
  'connect-src': ['https://*.intercom.io', 'wss://*.intercom.io', 'https://*.intercomcdn.com'],
  'frame-src': ['https://intercom-sheets.com'],
  'media-src': ['https://js.intercomcdn.com'],
};
const FORMS: Sources = {
  'script-src': ['https://js.hsforms.net', 'https://*.hsforms.com'],
  'style-src': ["'unsafe-inline'"],
  'img-src': ['https://*.hsforms.com', 'https://*.hubspot.com'],
  'connect-src': ['https://*.hsforms.com', 'https://*.hubspot.com'],
  'frame-src': ['https://*.hsforms.net', 'https://*.hsforms.com'],
  'form-action': ['https://*.hsforms.com'],
};
const COPYRIGHT_BADGE: Sources = { 'script-src': ['https://images.dmca.com'], 'img-src': ['https://images.dmca.com'] };
const EMBEDS: Readonly<Record<PolicySources['embeds'][number], Sources>> = {
  instagram: { 'script-src': ['https://www.instagram.com'], 'frame-src': ['https://www.instagram.com'] },
  reddit: { 'script-src': ['https://embed.reddit.com'], 'frame-src': ['https://embed.reddit.com'] },
  twitter: {
    'script-src': ['https://platform.twitter.com'],
    'frame-src': ['https://platform.twitter.com'],
    'img-src': ['https://syndication.twitter.com'],
  },
  // Their settings decide, not their place in a page.
  forms: {},
  'copyright-badge': {},
};

/** The site's policy (web standards, section 7). Equal input gives equal text. */
export function createContentSecurityPolicy(
  site: SiteConfig,
  { contentOrigin, embeds }: PolicySources,
): ContentSecurityPolicy {
  const { imageCdn, demoEndpoint, geoUrl, gtmId, chatAppId, formsPortal, copyrightBadgeId } = site.integrations;
  const endpoint = originOf(demoEndpoint, site.origin);
  const parts: readonly Sources[] = [
    STRICT,
    {
      'img-src': [originOf(imageCdn, site.origin), originOf(contentOrigin, site.origin)].flat(),
      'connect-src': [originOf(geoUrl, site.origin), endpoint].flat(),
      'form-action': endpoint,
    },
    ...(gtmId === null ? [] : [TAG_MANAGER]),
    ...(chatAppId === null ? [] : [CHAT]),
    ...(formsPortal === null ? [] : [FORMS]),
    ...(copyrightBadgeId === null ? [] : [COPYRIGHT_BADGE]),
    ...Object.entries(EMBEDS).flatMap(([provider, sources]) =>
      embeds.some((name) => name === provider) ? [sources] : [],
    ),
  ];
  const meta = Object.keys(STRICT)
    .flatMap((directive) => renderDirective(directive, parts))
    .join('; ');
  return { header: `${meta}; frame-ancestors 'none'`, meta };
}

/** A directive with the sources of all parts; one that adds nothing to `default-src 'none'` is left out. */
function renderDirective(directive: string, parts: readonly Sources[]): readonly string[] {
  const sources = new Set(
    parts.flatMap((part) => Object.entries(part).flatMap(([name, list]) => (name === directive ? list : []))),
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
