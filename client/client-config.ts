// The build's settings for the scripts of a page: its locale, and the services that the owner has configured. Each page has
// them in a data block, so the scripts are the same for every site.

/** A third-party service that pages may load (table in `config/third-parties.ts`). */
type ThirdPartyId = 'tag-manager' | 'chat' | 'forms' | 'copyright-badge' | 'instagram' | 'reddit' | 'twitter';

/** The data block, as JSON. */
export interface ClientConfig {
  readonly locale: string;
  readonly languageTag: string;
  /** The content service's handle of the locale's site: a part of the paths of lists and search data. */
  readonly site: string;
  readonly homeHref: string;
  /** Path prefix of each locale of the site; '' for the default one. */
  readonly prefixes: readonly string[];
  /** Steps that a navigation to this page passes. */
  readonly middleware: readonly string[];
  /** ISO 3166-1 alpha-2: the country of phone numbers until the visitor's own is known. */
  readonly country: string;
  /** Answers `{ country, ip }`. */
  readonly geoUrl: string | null;
  /** Script of each service that is configured; nothing else is ever loaded. */
  readonly scripts: Readonly<Partial<Record<ThirdPartyId, string>>>;
  readonly chatAppId: string | null;
  readonly formsPortal: string | null;
  readonly copyrightBadgeId: string | null;
}

/** The data block of a document; null in other documents. */
export function readClientConfig(page: Document): ClientConfig | null {
  const json = page.querySelector('script[data-client-config]')?.textContent;
  // The build wrote it from a value of this type.
  return json === null || json === undefined ? null : (JSON.parse(json) as ClientConfig);
}
