// Opens the site: config, messages, content and routes. This file is the entry of a bundle, which runs again after each change of
// config or messages (code/bundle-site.ts).

import { join } from 'node:path';
import type { SiteConfig } from '../../../config/define-site.ts';
import { PROJECT } from '../../files/project.ts';
import { ImageCache, imageCacheDirOf } from '../../images/image-cache.ts';
import { publicDirOf } from '../../outputs/public-files.ts';
import type { Report } from '../../report/report-event.ts';
import { loadSite, type SiteFlags } from '../../settings/load-site.ts';
import { assertGoodWords } from '../../words/check-words.ts';
import { ContentStore } from './content-store.ts';
import { PreviewFiles } from './preview-files.ts';
import type { ShownOptions } from './preview-snapshot.ts';
import { type ReusableState, Site } from './site.ts';

/** The options of a site. */
export interface SiteOptions extends ShownOptions {
  readonly flags: SiteFlags;
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Origin of the sample service, which is used if no other service is configured. */
  readonly sampleUrl: string | null;
  /** With equal keys, the same content gives the same rows. */
  readonly schemaKey: string;
  readonly cacheDir: string;
  /** Whether to load the tag manager, the chat and similar services. */
  readonly withIntegrations: boolean;
  readonly report: Report;
  /** Stops all reads. Abort it before stopping the preview. */
  readonly signal: AbortSignal;
}

/** Opens a site. Reuses the content of the previous one, or reads it. @throws SiteError for invalid messages or settings. */
export type OpenSite = (options: SiteOptions, previous: ReusableState | null) => Promise<Site>;

/** See {@link OpenSite}. */
export const openSite: OpenSite = async (options, previous) => {
  const { report, sampleUrl, cacheDir } = options;
  const sampleAssetsDir = join(PROJECT, 'content/sample/assets/');
  const { site: loaded, contentToken: token } = await loadSite(options.flags, options.environment);
  // After the tables, which have keys of messages.
  assertGoodWords();
  const site = options.withIntegrations ? loaded : withoutIntegrations(loaded);
  const { url } = site.content;
  const service =
    url === null ? { url: sampleUrl ?? '', isSample: true, token: null } : { url, isSample: false, token };
  const key = `${options.schemaKey} ${url}`;
  const store = new ContentStore({ ...options, site, service });
  const reused = previous !== null && previous.key === key && store.reuse(previous) ? previous : null;
  const isStale = reused === null && store.loadLast();
  if (isStale) {
    const text = 'Showing the content of the last run until the service has been read.';
    report({ kind: 'log', level: 'info', text });
  } else if (reused === null) await store.read();
  const imageCache = new ImageCache(imageCacheDirOf(site, cacheDir));
  const orders = previous?.orders ?? [];
  const files = new PreviewFiles({ ...options, site, service, openClient: () => store.client }, reused?.files);
  return new Site({
    ...{ options, site, service, key, store, sampleAssetsDir, imageCache, orders, files, report },
    hasRules: store.failure === null || reused !== null,
    isStale,
    publicDir: publicDirOf(site, PROJECT),
  });
};

/** Editors are not counted as visitors, and send nothing to third parties. */
function withoutIntegrations(site: SiteConfig): SiteConfig {
  const off = {
    gtmId: null,
    chatAppId: null,
    formsPortal: null,
    geoUrl: null,
    copyrightBadgeId: null,
    consent: 'none',
  } as const;
  return { ...site, integrations: { ...site.integrations, ...off } };
}
