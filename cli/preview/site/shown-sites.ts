// The shown site, and the sites of live previews, which have unsaved values.

import { LRUCache } from 'lru-cache';
import type { SiteConfig } from '../../../config/define-site.ts';
import { listAddresses } from '../../content/files/named-files.ts';
import type { OutputFile } from '../../files/output-file.ts';
import type { ImageCache } from '../../images/image-cache.ts';
import type { ImageOrders } from '../../images/image-order.ts';
import { pathOfHref } from '../../paths/site-path.ts';
import type { FileRequest, RequestedSite, ShownSite, SiteRequest } from './answer-request.ts';
import type { ContentStore } from './content-store.ts';
import { createEditedEntries, readLiveContent } from './live-preview.ts';
import { createMarkedView, type MarkedView } from './marked-view.ts';
import type { PreviewFiles } from './preview-files.ts';
import { createPreviewContent } from './preview-snapshot.ts';
import { createSiteView } from './site-view.ts';
import { receivedOf, type StoredContent } from './stored-content.ts';

/** What to show besides published content. */
export interface ShownOptions {
  /** ISO 8601; null is now. */
  readonly clock: string | null;
  readonly withDrafts: boolean;
  readonly withFuture: boolean;
  readonly sampleAssetsDir: string;
}

/** What sites are created from. */
export interface ShownSitesInput {
  readonly options: ShownOptions;
  readonly site: SiteConfig;
  readonly service: { readonly url: string; readonly isSample: boolean };
  readonly store: ContentStore;
  readonly imageCache: ImageCache;
  readonly orders: ImageOrders[];
  readonly files: PreviewFiles;
}

/** The shown site and its live previews. */
export interface ShownSites {
  readonly current: () => ShownSite;
  /** Creates the site again from the current content. */
  readonly update: () => Promise<void>;
  /** Downloads missing images and files. Resolves to whether there are new ones, so that the site must be updated. */
  readonly loadFiles: () => Promise<boolean>;
  /** Whether a scheduled entry has become due since the site was created. */
  readonly isDue: () => boolean;
  /**
   * The site for a request: with unsaved values if the service knows its token. `pathname` is without the folder of the site, here and
   * below.
   */
  readonly siteFor: (request: RequestWithToken & Pick<SiteRequest, 'isRepeated'>) => Promise<RequestedSite>;
  /** The site that was last shown for such a request. */
  readonly lastSiteFor: (request: RequestWithToken) => ShownSite;
  readonly findFile: (path: string, request: FileRequest) => Promise<OutputFile | null>;
}

type RequestWithToken = Pick<SiteRequest, 'pathname' | 'token'>;

/** Number of live previews in memory, for their images and the toolbar. */
const MAX_LIVE_SITES = 4;

/** Creates the site from the content of the store. */
export async function createShownSites(input: ShownSitesInput): Promise<ShownSites> {
  const { options, store } = input;
  let shown = await createShownSite(input, store.content());
  const live = new LRUCache<string, RequestedSite>({ max: MAX_LIVE_SITES });
  const readLive = createLiveReader(input);
  return {
    current: () => shown,
    update: async () => {
      shown = await createShownSite(input, store.content());
    },
    loadFiles: () => input.files.update(listNamed(store.content())),
    isDue: () => options.clock === null && isAnyDue(shown, new Date().toISOString()),
    siteFor: async (request) => {
      const published = { ...shown, isLive: false, problems: [] };
      if (request.isRepeated === true) return live.get(liveKey(request)) ?? published;
      const site = await readLive(request);
      if (site !== null) live.set(liveKey(request), site);
      return site ?? published;
    },
    lastSiteFor: (request) => live.get(liveKey(request)) ?? shown,
    findFile: async (path, { files, renderCard }) => {
      for (const { view } of [shown, ...live.values()]) {
        const file = await (await view.kitFor(files)).findFile(path, renderCard);
        if (file !== null) return file;
      }
      return null;
    },
  };
}

function liveKey({ pathname, token }: RequestWithToken): string {
  return `${token} ${pathOfHref(pathname) ?? '/'}`;
}

/** Creates the site of a live preview; null for a request without a token that the service knows. */
function createLiveReader(input: ShownSitesInput) {
  const { service, store } = input;
  const edited = createEditedEntries();
  return async ({ pathname, token }: RequestWithToken): Promise<RequestedSite | null> => {
    const path = pathOfHref(pathname);
    if (token === null || path === null) return null;
    const records = store.records.withUnsaved();
    const place = { client: store.client(), serviceUrl: service.url, records, edited, content: store.content() };
    const read = await readLiveContent(place, path, token);
    if (!read.isConfirmed) return null;
    return { ...(await createShownSite(input, read.content, records)), isLive: true, problems: read.problems };
  };
}

async function createShownSite(
  { options, site, service, store, imageCache, orders, files }: ShownSitesInput,
  stored: StoredContent,
  records = store.records,
): Promise<ShownSite> {
  const own = files.find(listNamed(stored));
  const content = createPreviewContent(stored, {
    records,
    clock: options.clock ?? new Date().toISOString(),
    service: { url: service.url, isSample: service.isSample },
    drafts: options.withDrafts,
    future: options.withFuture,
    files: { files: own?.files ?? null, filesDir: files.dir, areFilesMissing: own?.areMissing ?? false },
  });
  const { sampleAssetsDir } = options;
  const input = { site, sampleAssetsDir, imageCache };
  const view = await createSiteView({ ...input, snapshot: content.snapshot, orders });
  let marked: Promise<MarkedView> | null = null;
  return {
    content,
    view,
    marked: () => {
      marked ??= createMarkedView(content.snapshot, input);
      return marked;
    },
  };
}

/** The addresses of images and files in the content. */
function listNamed(stored: StoredContent): ReadonlySet<string> {
  return listAddresses(receivedOf(stored));
}

function isAnyDue({ content: { snapshot } }: ShownSite, now: string): boolean {
  return snapshot.collections.some(({ rows }) =>
    rows.some(({ date }) => date !== null && date > snapshot.clock && date <= now),
  );
}
