// The shown site, and the sites of live previews, which have unsaved values.

import { LRUCache } from 'lru-cache';
import { listAddresses } from '../../content/files/file-store.ts';
import type { Problem } from '../../errors.ts';
import type { OutputFile } from '../../files/output-file.ts';
import { pathOfHref } from '../../paths/site-path.ts';
import type { ContentStore } from './content-store.ts';
import { createEditedEntries, readLiveContent } from './live-preview.ts';
import { markSnapshot, type Origin } from './marks.ts';
import type { PreviewFiles } from './preview-files.ts';
import { createPreviewContent, type PreviewContent } from './preview-snapshot.ts';
import { type PageCode, SiteView, type ViewInput } from './site-view.ts';
import { receivedOf, type StoredContent } from './stored-content.ts';

/** A version of the content and its view. */
export interface ShownSite {
  readonly content: PreviewContent;
  readonly view: SiteView;
  /** The view with marks in its content, and their origins. */
  readonly marked: () => { readonly view: SiteView; readonly origins: readonly Origin[] };
  /** Problems of unsaved values; null unless it is a live preview. */
  readonly unsaved: readonly Problem[] | null;
}

/** What to show besides published content. */
export interface ShownOptions {
  /** ISO 8601; null is now. */
  readonly clock: string | null;
  readonly withDrafts: boolean;
  readonly withFuture: boolean;
}

/** What sites are created from. */
export interface ShownSitesInput extends ViewInput {
  readonly options: ShownOptions;
  readonly service: { readonly url: string; readonly isSample: boolean };
  readonly store: ContentStore;
  readonly files: PreviewFiles;
}

interface RequestWithToken {
  /** Without the folder of the site. */
  readonly pathname: string;
  /** Of a live preview. */
  readonly token: string | null;
}

/** Number of live previews in memory, for their images and the toolbar. */
const MAX_LIVE_SITES = 4;

/** The shown site and its live previews. */
export class ShownSites {
  current: ShownSite;
  readonly #input: ShownSitesInput;
  readonly #live = new LRUCache<string, ShownSite>({ max: MAX_LIVE_SITES });
  readonly #edited = createEditedEntries();

  constructor(input: ShownSitesInput) {
    this.#input = input;
    this.current = createShownSite(input, input.store.content);
  }

  /** Creates the site again from the current content. */
  update(): void {
    this.current = createShownSite(this.#input, this.#input.store.content);
  }

  /** Downloads missing images and files. Resolves to whether there are new ones, so that the site must be updated. */
  loadFiles(): Promise<boolean> {
    return this.#input.files.update(listAddresses(receivedOf(this.#input.store.content)));
  }

  /** Whether a scheduled entry has become due since the site was created. */
  isDue(): boolean {
    const now = new Date().toISOString();
    const { clock, collections } = this.current.content.snapshot;
    const isDue = ({ date }: { readonly date: string | null }) => date !== null && date > clock && date <= now;
    return this.#input.options.clock === null && collections.some(({ rows }) => rows.some(isDue));
  }

  /** The site for a request: with unsaved values if the service knows its token. */
  async siteFor(request: RequestWithToken): Promise<ShownSite> {
    const path = pathOfHref(request.pathname);
    const { token } = request;
    const site = token === null || path === null ? null : await this.#readLive(path, token);
    if (site !== null) this.#live.set(liveKey(request), site);
    return site ?? this.current;
  }

  async #readLive(path: string, token: string): Promise<ShownSite | null> {
    const { service, store } = this.#input;
    const records = store.records.withUnsaved();
    const { client, content } = store;
    const place = { client, serviceUrl: service.url, records, edited: this.#edited, content };
    const read = await readLiveContent(place, path, token);
    return read === null ? null : createShownSite(this.#input, read.content, { records, unsaved: read.problems });
  }

  /** The site that was last shown for such a request. */
  lastSiteFor(request: RequestWithToken): ShownSite {
    return this.#live.get(liveKey(request)) ?? this.current;
  }

  async findFile(path: string, { files, templates }: PageCode): Promise<OutputFile | null> {
    for (const { view } of [this.current, ...this.#live.values()]) {
      const file = await (await view.pagesWith(files)).findFile(path, templates);
      if (file !== null) return file;
    }
    return null;
  }
}

function liveKey({ pathname, token }: RequestWithToken): string {
  return `${token} ${pathOfHref(pathname) ?? '/'}`;
}

function createShownSite(
  input: ShownSitesInput,
  stored: StoredContent,
  { records, unsaved }: Pick<ShownSite, 'unsaved'> & { readonly records: ContentStore['records'] } = {
    records: input.store.records,
    unsaved: null,
  },
): ShownSite {
  const { options, site, service, files } = input;
  const content = createPreviewContent(stored, {
    withDrafts: options.withDrafts,
    withFuture: options.withFuture,
    records,
    clock: options.clock ?? new Date().toISOString(),
    service: { url: service.url, isSample: service.isSample },
    ...files.find(listAddresses(receivedOf(stored))),
  });
  let marked: ReturnType<ShownSite['marked']> | null = null;
  return {
    content,
    view: new SiteView(input, content.snapshot),
    marked: () => {
      if (marked !== null) return marked;
      const { snapshot, origins } = markSnapshot(content.snapshot, site);
      marked = { view: new SiteView({ ...input, orders: [] }, snapshot), origins };
      return marked;
    },
    unsaved,
  };
}
