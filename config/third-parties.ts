// Third-party services with their script and their hosts by directive of the Content-Security-Policy. Only configured services are
// loaded. `thirdParties` in `site.config.ts` can replace parts of a row, such as a script on the domain of the site.

/** Directives that services can extend. */
export type HostDirective =
  | 'script-src'
  | 'style-src'
  | 'img-src'
  | 'font-src'
  | 'connect-src'
  | 'frame-src'
  | 'media-src'
  | 'form-action';

/** A service. `{id}` in the URL of the script is replaced by the configured id. */
export interface ThirdParty {
  readonly script: string;
  readonly hosts: { readonly [D in HostDirective]?: readonly string[] | undefined };
}

/** Services for embeds in content, besides the forms provider. */
export const SOCIAL_EMBEDS = ['instagram', 'reddit', 'twitter'] as const;

/** All services. */
export const THIRD_PARTIES = {
  'tag-manager': {
    script: 'https://www.googletagmanager.com/gtm.js?id={id}',
    hosts: {
      'script-src': ['https://www.googletagmanager.com'],
      'img-src': ['https://www.googletagmanager.com', 'https://*.google-analytics.com'],
      'connect-src': [
        'https://www.googletagmanager.com',
        'https://*.google-analytics.com',
        'https://*.analytics.google.com',
      ],
    },
  },
  // The two services below need inline styles (see their documentation).
  chat: {
    script: 'https://widget.intercom.io/widget/{id}',
    hosts: {
      'script-src': ['https://widget.intercom.io', 'https://js.intercomcdn.com'],
      'style-src': ["'unsafe-inline'"],
      'img-src': ['https://*.intercomcdn.com', 'https://*.intercomassets.com'],
      'font-src': ['https://fonts.intercomcdn.com', 'https://js.intercomcdn.com'],
      'connect-src': ['https://*.intercom.io', 'wss://*.intercom.io', 'https://*.intercomcdn.com'],
      'frame-src': ['https://intercom-sheets.com'],
      'media-src': ['https://js.intercomcdn.com'],
    },
  },
  forms: {
    script: 'https://js.hsforms.net/forms/embed/v2.js',
    hosts: {
      'script-src': ['https://js.hsforms.net', 'https://*.hsforms.com'],
      'style-src': ["'unsafe-inline'"],
      'img-src': ['https://*.hsforms.com', 'https://*.hubspot.com'],
      'connect-src': ['https://*.hsforms.com', 'https://*.hubspot.com'],
      'frame-src': ['https://*.hsforms.net', 'https://*.hsforms.com'],
      'form-action': ['https://*.hsforms.com'],
    },
  },
  'copyright-badge': {
    script: 'https://images.dmca.com/Badges/DMCABadgeHelper.min.js',
    hosts: { 'script-src': ['https://images.dmca.com'], 'img-src': ['https://images.dmca.com'] },
  },
  instagram: {
    script: 'https://www.instagram.com/embed.js',
    hosts: { 'script-src': ['https://www.instagram.com'], 'frame-src': ['https://www.instagram.com'] },
  },
  reddit: {
    script: 'https://embed.reddit.com/widgets.js',
    hosts: { 'script-src': ['https://embed.reddit.com'], 'frame-src': ['https://embed.reddit.com'] },
  },
  twitter: {
    script: 'https://platform.twitter.com/widgets.js',
    hosts: {
      'script-src': ['https://platform.twitter.com'],
      'frame-src': ['https://platform.twitter.com'],
      'img-src': ['https://syndication.twitter.com'],
    },
  },
} as const satisfies Readonly<Record<string, ThirdParty>>;

/** Name of a service. */
export type ThirdPartyId = keyof typeof THIRD_PARTIES;
