// The settings for the scripts of a page: its locale and the configured services. They are in a data block of each page, so that the
// scripts are the same for every site.

import type { ThirdPartyId } from '../config/third-parties.ts';

/** The data block, as JSON. */
export interface ClientConfig {
  readonly locale: string;
  readonly languageTag: string;
  /** Handle of the site in the content service, which is part of the paths of lists and search data. */
  readonly site: string;
  readonly homeHref: string;
  /** Folder of the site on its host: '/site'. Missing at the root. */
  readonly base?: string;
  /** Path prefix of each locale of the site; '' for the default one. */
  readonly prefixes: readonly string[];
  /** Middleware of the page (config/pages.ts). */
  readonly middleware: readonly string[];
  /** ISO 3166-1 alpha-2: default country of phone numbers. */
  readonly country: string;
  /** Returns `{ country }`. */
  readonly geoUrl: string | null;
  /** Scripts of the configured services. */
  readonly scripts: Readonly<Partial<Record<ThirdPartyId, string>>>;
  readonly chatAppId: string | null;
  readonly formsPortal: string | null;
  /** Language of the forms provider's forms. */
  readonly formsLanguage: string;
  readonly copyrightBadgeId: string | null;
  /** Whether third-party services load only after the visitor accepts. */
  readonly asksConsent: boolean;
}

let base: string | undefined;

/** Adds the folder of the site to a path such as '/lists/…'. Absolute URLs are returned unchanged. */
export function mounted(path: string): string {
  return path.startsWith('/') ? `${basePath()}${path}` : path;
}

/** Folder of the site on its host: '/site', or ''. */
export function basePath(): string {
  base ??= readClientConfig(document)?.base ?? '';
  return base;
}

/** The settings of a document; null if it has none. */
export function readClientConfig(page: Document): ClientConfig | null {
  const json = page.querySelector('script[data-client-config]')?.textContent;
  // Written by the build.
  return json === null || json === undefined ? null : (JSON.parse(json) as ClientConfig);
}
