// The environment variables of sitegen and the settings that they set.

/** A variable. */
export interface Variable {
  readonly name: string;
  /** Path of the setting in `site.config.ts`; null if it has none. */
  readonly field: string | null;
  /** The flag for the same setting. */
  readonly flag?: '--origin' | '--content-url' | '--content-rpm';
  readonly isNumber?: true;
  /** `1` or `0`. */
  readonly isSwitch?: true;
}

/** All `SITEGEN_` variables. */
export const VARIABLES: readonly Variable[] = [
  { name: 'SITEGEN_ORIGIN', field: 'origin', flag: '--origin' },
  { name: 'SITEGEN_CONTENT_URL', field: 'content.url', flag: '--content-url' },
  { name: 'SITEGEN_CONTENT_TOKEN', field: null },
  { name: 'SITEGEN_CONTENT_CLIENT_ID', field: 'content.clientId' },
  { name: 'SITEGEN_CONTENT_FILES', field: 'content.files' },
  { name: 'SITEGEN_CONTENT_RPM', field: 'content.requestsPerMinute', flag: '--content-rpm', isNumber: true },
  { name: 'SITEGEN_CONTENT_RETRY_BASE_MS', field: 'content.retryBaseMs', isNumber: true },
  { name: 'SITEGEN_CONTENT_TIMEOUT_MS', field: 'content.timeoutMs', isNumber: true },
  { name: 'SITEGEN_IMAGE_CDN', field: 'integrations.imageCdn' },
  { name: 'SITEGEN_IMAGE_CACHE', field: 'build.imageCacheDir' },
  { name: 'SITEGEN_PUBLIC_DIR', field: 'build.publicDir' },
  { name: 'SITEGEN_SHARE_IMAGES', field: 'build.shareImages' },
  { name: 'SITEGEN_NOINDEX', field: 'build.noindex', isSwitch: true },
  { name: 'SITEGEN_SIGN_IN_URL', field: 'integrations.signInUrl' },
  { name: 'SITEGEN_HELP_CENTRE_URL', field: 'integrations.helpCentreUrl' },
  { name: 'SITEGEN_DEMO_ENDPOINT', field: 'integrations.demoEndpoint' },
  { name: 'SITEGEN_GTM_ID', field: 'integrations.gtmId' },
  { name: 'SITEGEN_CHAT_APP_ID', field: 'integrations.chatAppId' },
  { name: 'SITEGEN_FORMS_PORTAL', field: 'integrations.formsPortal' },
  { name: 'SITEGEN_CONSENT', field: 'integrations.consent' },
  { name: 'SITEGEN_GEO_URL', field: 'integrations.geoUrl' },
  { name: 'SITEGEN_CONTROL_PANEL_ORIGIN', field: 'preview.controlPanelOrigin' },
  { name: 'SITEGEN_PREVIEW_TOKEN', field: null },
  { name: 'SITEGEN_COPYRIGHT_BADGE_ID', field: 'integrations.copyrightBadgeId' },
  { name: 'SITEGEN_PUBLISH_TARGET', field: 'publish.target' },
  { name: 'SITEGEN_PUBLISH_CLOUDFRONT', field: 'publish.cloudfront' },
];
