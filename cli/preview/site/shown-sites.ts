// The site that is shown, and what live previews of single pages see in its place.

import type { SiteConfig } from '../../../config/define-site.ts';
import { listAddresses } from '../../content/files/named-files.ts';
import type { OutputFile } from '../../files/output-file.ts';
import type { ImageCache } from '../../images/image-cache.ts';
import type { ImageOrders } from '../../images/image-order.ts';
import { pathOfHref } from '../../paths/site-path.ts';
import type { RequestedSite, ShownSite, SiteRequest } from './answer-request.ts';
import { type ContentStore, pruneRanges } from './content-store.ts';
import { type EditedEntries, readLiveContent } from './live-preview.ts';
import { createMarkedView, type MarkedView } from './marked-view.ts';
import type { PreviewFiles } from './preview-files.ts';
import { createPreviewContent } from './preview-snapshot.ts';
import { createSiteView } from './site-view.ts';

/** What is shown beside what is published. */
export interface ShownOptions {
  /** ISO 8601; null is now. */
  readonly clock: string | null;
  readonly withDrafts: boolean;
  readonly withFuture: boolean;
  readonly sampleAssetsDir: string;
}

/** What sites are made of. */
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
  /** Makes the site of the content as it is now. */
  readonly renew: () => Promise<void>;
  /** Downloads images and files that the site lacks. Resolves with whether it has to be made again. */
  readonly loadFiles: () => Promise<boolean>;
  /** Whether the clock has passed the date of a scheduled entry since the site was made. */
  readonly isDue: () => boolean;
  /**
   * The site as a request sees it: with unsaved values where it carries a token that the service knows. `pathname` is without the
   * folder of the site, here and below.
   */
  readonly shownFor: (request: Pick<SiteRequest, 'pathname' | 'token' | 'isRepeated'>) => Promise<RequestedSite>;
  /** The site that was shown last for a request. */
  readonly lastFor: (request: Pick<SiteRequest, 'pathname' | 'token'>) => ShownSite;
  readonly findFile: (path: string, files: SiteRequest['files']) => Promise<OutputFile | null>;
}

/** Views of live previews that are cached for their images and the toolbar. */
const MAX_LIVE_VIEWS = 4;

/** Makes the site of the content of the store. */
export async function createShownSites(input: ShownSitesInput): Promise<ShownSites> {
  const { options, service, store } = input;
  const create = (content: ReturnType<ContentStore['content']>) => createShownSite(input, content);
  let shown = await create(store.content());
  const live = createLiveViews();
  const edited: EditedEntries = new Map();
  return {
    current: () => shown,
    renew: async () => {
      const before = shown;
      shown = await create(store.content());
      // Pages that are being made may still read what was shown before.
      const sites = [shown, before, ...live.all()];
      await pruneRanges(
        store.rangesDir,
        sites.map(({ content }) => content.snapshot),
      );
    },
    loadFiles: () => input.files.update(listNamed(store.content())),
    isDue: () => options.clock === null && isAnyDue(shown, new Date().toISOString()),
    shownFor: async (request) => {
      const published = { ...shown, isLive: false, problems: [] };
      const path = pathOfHref(request.pathname);
      if (request.token === null || path === null) return published;
      const last = live.find(request);
      if (request.isRepeated === true) return last ?? published;
      const { rangesDir } = store;
      const place = { client: store.client(), serviceUrl: service.url, rangesDir, edited, content: store.content() };
      const read = await readLiveContent(place, path, request.token);
      if (!read.isConfirmed) return published;
      return live.put(request, { ...(await create(read.content)), isLive: true, problems: read.problems });
    },
    lastFor: (request) => live.find(request) ?? shown,
    findFile: async (path, files) => {
      for (const { view } of [shown, ...live.all()]) {
        const file = await (await view.kitFor(files)).findFile(path);
        if (file !== null) return file;
      }
      return null;
    },
  };
}

async function createShownSite(
  { options, site, service, store, imageCache, orders, files }: ShownSitesInput,
  stored: ReturnType<ContentStore['content']>,
): Promise<ShownSite> {
  const own = files.find(listNamed(stored));
  const content = createPreviewContent(stored, {
    rangesDir: store.rangesDir,
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

/** The addresses of images and files that the content names. */
function listNamed(stored: ReturnType<ContentStore['content']>): ReadonlySet<string> {
  const reads = [...stored.values()];
  return listAddresses({
    collections: reads.filter((read) => read.kind === 'collection'),
    globals: reads.flatMap((read) => (read.kind === 'global' ? [read.global] : [])),
  });
}

function isAnyDue({ content: { snapshot } }: ShownSite, now: string): boolean {
  return snapshot.collections.some(({ rows }) =>
    rows.some(({ date }) => date !== null && date > snapshot.clock && date <= now),
  );
}

/** The newest live previews, by token and path. */
function createLiveViews() {
  const views = new Map<string, RequestedSite>();
  const keyOf = ({ pathname, token }: Pick<SiteRequest, 'pathname' | 'token'>) =>
    `${token} ${pathOfHref(pathname) ?? '/'}`;
  return {
    all: () => views.values(),
    find: (request: Pick<SiteRequest, 'pathname' | 'token'>) =>
      request.token === null ? undefined : views.get(keyOf(request)),
    put: (request: Pick<SiteRequest, 'pathname' | 'token'>, site: RequestedSite): RequestedSite => {
      views.delete(keyOf(request));
      views.set(keyOf(request), site);
      for (const oldest of [...views.keys()].slice(0, -MAX_LIVE_VIEWS)) views.delete(oldest);
      return site;
    },
  };
}
