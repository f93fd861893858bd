// The site as one version of the content makes it: model, routes, and the data of pages. Pages and files are created on request, as in a
// build.

import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { SiteConfig } from '../../../config/define-site.ts';
import type { Entry } from '../../../content/collections.ts';
import type { TemplateBundle } from '../../../templates/page-input.ts';
import type { Problem } from '../../errors.ts';
import { createAssetFile, type OutputFile } from '../../files/output-file.ts';
import { PROJECT } from '../../files/project.ts';
import type { ImageCache } from '../../images/image-cache.ts';
import type { ImageOrder, ImageOrders } from '../../images/image-order.ts';
import { makeImages } from '../../pipeline/make-images.ts';
import { createListPrinter, type ListJob, planLists, renderMapFiles } from '../../pipeline/map-files.ts';
import { planRoutes } from '../../plan/plan-routes.ts';
import { loadRedirectEntries } from '../../plan/redirects/parse-redirect.ts';
import type { PageRoute, RoutePlan } from '../../plan/route-plan.ts';
import { createSiteModel, type SiteModel } from '../../plan/site-model.ts';
import type { PageJob } from '../../render/page-input/create-page-input.ts';
import type { LocaleContext } from '../../render/page-input/locale-context.ts';
import { createPageKit, type LinkedFiles, type PageKit } from '../../render/page-kit.ts';
import { DECISIONS, readDecisions } from '../../translations/decisions.ts';
import { describeError } from '../describe-failure.ts';
import { markSnapshot, type Origin } from './marks.ts';
import type { PreviewContent } from './preview-snapshot.ts';

/** What views are created from besides content. */
export interface ViewInput {
  readonly site: SiteConfig;
  /** Files behind `/assets/…` of the sample content. */
  readonly sampleAssetsDir: string;
  readonly imageCache: ImageCache;
  /** Images of this and earlier views, newest first, because open pages may be older than the content. */
  readonly orders: ImageOrders[];
}

export interface PageCode {
  /** The bundled files that pages link to. */
  readonly files: LinkedFiles;
  readonly templates: Templates;
}

export interface Templates extends Pick<TemplateBundle, 'renderCard'> {
  readonly render: (job: PageJob) => string;
}

/** Number of kits whose images are remembered. */
const MAX_ORDERS = 20;

export class SiteView {
  readonly plan: RoutePlan;
  readonly routeByPath: ReadonlyMap<string, PageRoute>;
  /** Problems of invalid entries by the path of their page. */
  readonly problemsByPath: PreviewContent['problemsByPath'];
  /** Problems of unsaved values; null unless it is a live preview. */
  readonly unsaved: readonly Problem[] | null;
  readonly #input: ViewInput;
  #translations: ReturnType<typeof loadTranslations> | null = null;
  #marked: { readonly view: SiteView; readonly origins: readonly Origin[] } | null = null;
  /** Those of the last bundled files. */
  #last: { readonly key: string; readonly pages: Promise<ViewPages> } | null = null;

  constructor(
    input: ViewInput,
    { snapshot, problemsByPath }: PreviewContent,
    unsaved: readonly Problem[] | null = null,
  ) {
    const visible = createSiteModel(input.site, snapshot);
    this.plan = planRoutes(visible, { redirectEntries: loadRedirectEntries(visible) });
    this.routeByPath = new Map(this.plan.routes.map((route) => [route.path, route]));
    this.problemsByPath = problemsByPath;
    this.unsaved = unsaved;
    this.#input = input;
  }

  /** The state of all translations, and the problems of translations.yaml, which then counts as empty. */
  translations(): ReturnType<typeof loadTranslations> {
    this.#translations ??= loadTranslations(this.plan.model);
    return this.#translations;
  }

  /** The view with marks in its content, and their origins. */
  marked() {
    if (this.#marked === null) {
      const { snapshot, origins } = markSnapshot(this.plan.model.snapshot);
      const content = { snapshot, problemsByPath: this.problemsByPath };
      this.#marked = { view: new SiteView({ ...this.#input, orders: [] }, content), origins };
    }
    return this.#marked;
  }

  /** The entry of a page; null if it has none. */
  readonly findEntry = ({ entry: row }: PageRoute): Entry | null => {
    if (row === null) return null;
    const { records, markEntry } = this.plan.model.snapshot;
    const entry = records.readEntry(row);
    return markEntry?.(entry, row.collection) ?? entry;
  };

  /** The pages with the given bundled files. */
  pagesWith(files: LinkedFiles): Promise<ViewPages> {
    const key = JSON.stringify(files);
    if (this.#last?.key === key) return this.#last.pages;
    const last = { key, pages: this.#createPages(files) };
    this.#last = last;
    // Try again on the next request.
    last.pages.catch(() => {
      if (this.#last === last) this.#last = null;
    });
    return last.pages;
  }

  async #createPages(bundles: LinkedFiles): Promise<ViewPages> {
    const { imageCache, sampleAssetsDir, orders } = this.#input;
    const { plan } = this;
    const kit = await createPageKit({ model: plan.model, plan, bundles, imageCache, sampleAssetsDir });
    orders.unshift(kit.images.orders);
    orders.splice(MAX_ORDERS);
    return openPages(this, kit, this.#input);
  }
}

async function loadTranslations({ snapshot, site }: SiteModel) {
  // Detecting languages takes long to load.
  const { openTranslations } = await import('../../translations/find-translations.ts');
  try {
    const decisions = readDecisions(join(PROJECT, DECISIONS));
    return { translations: openTranslations(snapshot, site, decisions), problems: [] };
  } catch (cause) {
    const problems = describeError(cause).map(({ problem }) => problem);
    return { translations: openTranslations(snapshot, site), problems };
  }
}

export type ViewPages = ReturnType<typeof openPages>;

/** The data of pages, and all files but pages. */
function openPages({ plan, findEntry }: SiteView, kit: PageKit, { orders, imageCache }: ViewInput) {
  /** By path. */
  let maps: Promise<ReadonlyMap<string, OutputFile>> | null = null;
  let lists: ReadonlyMap<string, ListJob> | null = null;
  const renderMaps = () => {
    maps ??= Array.fromAsync(renderMapFiles(plan, kit.contexts)).then(
      (files) => new Map(files.map((file) => [file.path, file])),
    );
    return maps;
  };
  const listJobs = () => {
    lists ??= new Map(planLists(kit.contexts).map((list) => [list.path, list]));
    return lists;
  };
  const contextOf = ({ locale }: PageRoute): LocaleContext => {
    const context = kit.contexts.get(locale);
    if (context === undefined) throw new Error(`No context for ${locale}.`);
    return context;
  };
  return {
    kit,
    contextOf,
    /** Everything that a page is rendered from. */
    createJob: (route: PageRoute): PageJob => kit.inputs.create(contextOf(route), { route, entry: findEntry(route) }),
    /** A file by its path in the out folder: feeds, lists, maps, images. */
    findFile: async (path: string, { renderCard }: Templates): Promise<OutputFile | null> => {
      // Live previews fill the list of earlier kits, but a page that is still shown keeps its own pictures.
      const order = [kit.images.orders, ...orders].find((each) => each.has(path))?.get(path);
      if (order !== undefined) return makeImage(order, plan.model, imageCache);
      const list = listJobs().get(path);
      if (list !== undefined) return createListPrinter(renderCard)(list);
      return kit.assets.find((file) => file.path === path) ?? (await renderMaps()).get(path) ?? null;
    },
    /** Paths of these files, without images, which are only known when a page shows them. */
    listFiles: async (): Promise<ReadonlySet<string>> => {
      const assets = kit.assets.map(({ path }) => path);
      return new Set([...assets, ...(await renderMaps()).keys(), ...listJobs().keys()]);
    },
  };
}

/** Makes an image unless it is cached; null if it cannot be made. */
async function makeImage(order: ImageOrder, model: SiteModel, cache: ImageCache): Promise<OutputFile | null> {
  const { signal } = new AbortController();
  const options = { faults: [], mayForget: false, signal, report: () => {} };
  const [image] = (await makeImages({ ...options, orders: [order], model, cache })).files;
  return image === undefined ? null : createAssetFile(image.path, await readFile(image.file));
}
