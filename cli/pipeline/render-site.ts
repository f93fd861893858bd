// The render stage: what pages are made with, and then the pages.

import { availableParallelism } from 'node:os';
import type { PageCache } from '../cache/page-cache.ts';
import type { CodeBundles } from '../code/code-bundles.ts';
import type { Problem } from '../errors.ts';
import type { ImageFault, ImageOrder } from '../images/image-order.ts';
import type { PageRoute } from '../plan/route-plan.ts';
import { createPageKit, type PageKit, type PageKitInput } from '../render/page-kit.ts';
import { type PageSink, type RenderedPages, type RenderInput, renderPages } from '../render/render-pages.ts';
import { PAGES_WORTH_THREAD, planThreads } from '../render/render-threads.ts';
import { createPageReads } from '../render/reuse/page-reads.ts';
import { type BuildOptions, isWanted } from './build-options.ts';

/** What the render stage takes. */
export interface RenderSiteInput extends Omit<PageKitInput, 'sampleAssetsDir'> {
  readonly bundles: CodeBundles;
  /** Takes the pages. */
  readonly sink: PageSink;
  readonly cache: PageCache;
  /** Which of the wanted locales' routes are rendered. */
  readonly isMine?: (position: number) => boolean;
  readonly options: BuildOptions;
}

/** Rendered pages with what later outputs are made of. */
export interface RenderedSite extends RenderedPages, Pick<PageKit, 'contexts' | 'assets' | 'contentSecurityPolicy'> {
  /** Image files that pages use. */
  readonly imageOrders: readonly ImageOrder[];
  /** Images that pages use and that cannot be shown. */
  readonly imageFaults: readonly ImageFault[];
  /** What pages found wrong with their content, each once. */
  readonly problems: readonly Problem[];
}

/** Renders every page of the wanted locales into staging. */
export async function renderSite(input: RenderSiteInput): Promise<RenderedSite> {
  const { plan, bundles, sink, cache, isMine = () => true, options } = input;
  const routes = listWanted(plan.routes, options).filter((_, position) => isMine(position));
  const threads = planThreads(countThreads(routes.length, options.workers), {
    templatesFile: bundles.templatesFile,
    staging: sink.staging,
    origin: input.model.site.origin,
  });
  // Every page is to be rendered: the threads get ready while this one does.
  if (cache.count === 0 && routes.length >= PAGES_WORTH_THREAD) threads.start();
  try {
    return await renderWith(input, { routes, cache, threads });
  } finally {
    // Images that are made next need the memory.
    await threads.close();
  }
}

/** As many threads as asked for; else one a core, as far as there are pages worth one. */
function countThreads(pages: number, asked: number | null): number {
  return asked ?? Math.max(1, Math.min(availableParallelism(), Math.floor(pages / PAGES_WORTH_THREAD)));
}

/** Makes what pages are made with, and renders them. */
async function renderWith(
  input: RenderSiteInput,
  rendering: Pick<RenderInput, 'routes' | 'cache' | 'threads'>,
): Promise<RenderedSite> {
  const { model, bundles, sink, options } = input;
  const kit = await createPageKit({ ...input, sampleAssetsDir: options.sampleAssetsDir });
  const rendered = await renderPages({
    ...rendering,
    snapshot: model.snapshot,
    kit,
    pageReads: createPageReads(kit, { site: model.site, service: model.snapshot.service }),
    sink,
    codes: bundles.templates,
    report: options.report,
    signal: options.signal,
  });
  return {
    ...rendered,
    contexts: kit.contexts,
    assets: kit.assets,
    contentSecurityPolicy: kit.contentSecurityPolicy,
    imageOrders: [...kit.images.orders.values()],
    imageFaults: kit.images.listFaults(),
    problems: kit.problems(),
  };
}

/** The routes of the locales that are asked for. */
export function listWanted(routes: readonly PageRoute[], { locales }: BuildOptions): readonly PageRoute[] {
  return routes.filter(({ locale }) => isWanted(locale, locales));
}
