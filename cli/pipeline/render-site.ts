// The render stage.

import { availableParallelism } from 'node:os';
import type { CodeBundles } from '../code/code-bundles.ts';
import type { BuildPages } from '../facts/page-store.ts';
import type { PageRoute } from '../plan/route-plan.ts';
import { createPageKit, type PageKit, type PageKitInput } from '../render/page-kit.ts';
import { type PageSink, type RenderedPages, renderPages } from '../render/render-pages.ts';
import { PAGES_WORTH_THREAD } from '../render/render-queue.ts';
import { type BuildOptions, isWanted } from './build-options.ts';

/** Input of the stage. */
export interface RenderSiteInput extends Omit<PageKitInput, 'sampleAssetsDir'> {
  readonly bundles: CodeBundles;
  readonly sink: PageSink;
  readonly pages: BuildPages;
  /** Whether to render a route of the wanted locales, by its position. Default: all. */
  readonly isMine?: (position: number) => boolean;
  readonly options: BuildOptions;
}

/** The rendered pages, and what they were created with. */
export interface RenderedSite extends RenderedPages {
  readonly kit: PageKit;
}

/** Renders the pages of the wanted locales into staging. */
export async function renderSite(input: RenderSiteInput): Promise<RenderedSite> {
  const { model, plan, bundles, isMine = () => true, options } = input;
  const routes = listWanted(plan.routes, options).filter((_, position) => isMine(position));
  const kit = await createPageKit({ ...input, sampleAssetsDir: options.sampleAssetsDir });
  // One per core, but not more than the number of pages justifies.
  const threads = Math.max(1, Math.min(availableParallelism(), Math.floor(routes.length / PAGES_WORTH_THREAD)));
  const rendered = await renderPages({
    ...input,
    routes,
    threads: options.workers ?? threads,
    templatesFile: bundles.templatesFile,
    snapshot: model.snapshot,
    kit,
    codes: bundles.templates,
    report: options.report,
    signal: options.signal,
  });
  return { ...rendered, kit };
}

/** The routes of the wanted locales. */
export function listWanted(routes: readonly PageRoute[], { locales }: BuildOptions): readonly PageRoute[] {
  return routes.filter(({ locale }) => isWanted(locale, locales));
}
