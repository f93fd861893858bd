// A view of the site for one version of the content: model, routes, and the data of pages. Pages and files are created on request.

import { readFile } from 'node:fs/promises';
import type { SiteConfig } from '../../../config/define-site.ts';
import type { Entry } from '../../../content/collections.ts';
import type { TemplateBundle } from '../../../templates/page-input.ts';
import type { ContentSnapshot } from '../../content/snapshot/content-snapshot.ts';
import { createAssetFile, type OutputFile } from '../../files/output-file.ts';
import type { ImageCache } from '../../images/image-cache.ts';
import type { ImageOrder, ImageOrders } from '../../images/image-order.ts';
import { makeImages } from '../../pipeline/make-images.ts';
import { createListPrinter, planLists, renderMapFiles } from '../../pipeline/map-files.ts';
import { planRoutes } from '../../plan/plan-routes.ts';
import { loadRedirectEntries } from '../../plan/redirects/parse-redirect.ts';
import type { PageRoute, RoutePlan } from '../../plan/route-plan.ts';
import { createSiteModel } from '../../plan/site-model.ts';
import { createPageKit, type LinkedFiles, type PageKit } from '../../render/page-kit.ts';

/** What a view is created from. */
export interface ViewInput {
  readonly site: SiteConfig;
  readonly snapshot: ContentSnapshot;
  /** Files behind `/assets/…` of the sample content. */
  readonly sampleAssetsDir: string;
  readonly imageCache: ImageCache;
  /** Images of this and earlier views, newest first, because open pages may be older than the content. */
  readonly orders: ImageOrders[];
}

/** The data of pages, and all files but pages. */
export interface ViewKit extends PageKit {
  /** A file by its path in the out folder: feeds, lists, maps, images. */
  readonly findFile: (path: string, renderCard: TemplateBundle['renderCard']) => Promise<OutputFile | null>;
  /** Paths of these files, without images, which are only known when a page shows them. */
  readonly listFiles: () => Promise<ReadonlySet<string>>;
}

/** A view of the site. */
export interface SiteView {
  readonly plan: RoutePlan;
  readonly routeByPath: ReadonlyMap<string, PageRoute>;
  readonly findEntry: (route: PageRoute) => Promise<Entry | null>;
  /** The kit for the given bundled files. The last one is cached. */
  readonly kitFor: (files: LinkedFiles) => Promise<ViewKit>;
}

/** Number of kits whose images are remembered. */
const MAX_ORDERS = 20;

/** Creates the view of a snapshot. */
export async function createSiteView({ site, snapshot, ...input }: ViewInput): Promise<SiteView> {
  const { imageCache, orders, sampleAssetsDir } = input;
  const visible = createSiteModel(site, snapshot);
  const plan = planRoutes(visible, { redirectEntries: loadRedirectEntries(visible) });
  let last: { readonly key: string; readonly kit: Promise<ViewKit> } | null = null;
  const createKit = async (files: LinkedFiles): Promise<ViewKit> => {
    const kit = await createPageKit({ model: plan.model, plan, bundles: files, imageCache, sampleAssetsDir });
    orders.unshift(kit.images.orders);
    orders.splice(MAX_ORDERS);
    const fileByPath = lazily(() => loadFiles(plan, kit));
    const listByPath = lazily(async () => new Map(planLists(kit.contexts).map((list) => [list.path, list])));
    return {
      ...kit,
      findFile: async (path, renderCard) => {
        // Live previews fill the list of earlier kits, but a page that is still shown keeps its own pictures.
        const order = [kit.images.orders, ...orders].find((each) => each.has(path))?.get(path);
        if (order !== undefined) return loadImage(order, { model: plan.model, cache: imageCache });
        const list = (await listByPath()).get(path);
        if (list !== undefined) return createListPrinter(renderCard)(list);
        return kit.assets.find((file) => file.path === path) ?? (await fileByPath()).get(path) ?? null;
      },
      listFiles: async () =>
        new Set([
          ...kit.assets.map(({ path }) => path),
          ...(await fileByPath()).keys(),
          ...(await listByPath()).keys(),
        ]),
    };
  };
  return {
    plan,
    routeByPath: new Map(plan.routes.map((route) => [route.path, route])),
    findEntry: createEntryFinder(snapshot),
    kitFor: (files) => {
      const key = JSON.stringify(files);
      if (last?.key === key) return last.kit;
      const next = { key, kit: createKit(files) };
      last = next;
      // Try again on the next request.
      next.kit.catch(() => {
        if (last === next) last = null;
      });
      return next.kit;
    },
  };
}

/** Makes an image unless it is cached; null if it cannot be made. */
async function loadImage(
  order: ImageOrder,
  { model, cache }: { readonly model: RoutePlan['model']; readonly cache: ImageCache },
): Promise<OutputFile | null> {
  const { signal } = new AbortController();
  const { files } = await makeImages({
    orders: [order],
    faults: [],
    model,
    cache,
    mayForget: false,
    signal,
    report: () => {},
  });
  const [image] = files;
  return image === undefined ? null : createAssetFile(image.path, await readFile(image.file));
}

/** The maps but lists, by path. */
async function loadFiles(plan: RoutePlan, { contexts }: PageKit): Promise<ReadonlyMap<string, OutputFile>> {
  const files = await Array.fromAsync(renderMapFiles(plan, contexts));
  return new Map(files.map((file) => [file.path, file]));
}

function lazily<T>(create: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | null = null;
  return () => {
    made ??= create();
    return made;
  };
}

/** Reads single entries. */
function createEntryFinder({ records, markEntry }: ContentSnapshot): SiteView['findEntry'] {
  return async ({ entry: row }) => {
    if (row === null) return null;
    const entry = records.readEntry(row);
    return markEntry?.(entry, row.collection) ?? entry;
  };
}
