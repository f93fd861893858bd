// The render stage: what pages are made with, and then the pages.

import type { Locale } from '../../config/locales.ts';
import { shrinkHeap } from '../content/limit-heap-growth.ts';
import type { Problem } from '../errors.ts';
import type { ImageFault, ImageOrder } from '../images/image-order.ts';
import { type BuildOptions, isWanted } from './build-options.ts';
import type { CodeBundles } from './code-bundles.ts';
import { findCodeKey } from './code-key.ts';
import { createPageKit, type PageKit, type PageKitInput } from './page-kit.ts';
import { type PageSink, type RenderedPages, renderPages } from './render-pages.ts';
import { createRouteKeys } from './route-keys.ts';
import type { PageRoute } from './route-plan.ts';

/** What the render stage takes. */
export interface RenderSiteInput extends Omit<PageKitInput, 'sampleAssetsDir'> {
  readonly bundles: CodeBundles;
  /** Takes the pages. */
  readonly sink: PageSink;
  /** The folder of the records. */
  readonly recordsDir: string;
  readonly mayReuse: boolean;
  /** Which of the wanted locales' routes are rendered. */
  readonly isMine?: (position: number) => boolean;
  readonly options: BuildOptions;
}

/** Rendered pages with what later outputs are made of. */
export interface RenderedSite extends RenderedPages, Pick<PageKit, 'contexts' | 'assets' | 'contentSecurityPolicy'> {
  /** Files of images that pages asked for. */
  readonly imageOrders: readonly ImageOrder[];
  /** Images that pages asked for and that cannot be shown. */
  readonly imageFaults: readonly ImageFault[];
  /** What pages found wrong with their content, each once. */
  readonly problems: readonly Problem[];
  /** Key of all that a locale shows, by locale; one that cannot be told is left out. */
  readonly localeKeys: ReadonlyMap<Locale, string>;
}

/** Renders every page of the wanted locales into staging. */
export async function renderSite(input: RenderSiteInput): Promise<RenderedSite> {
  const { model, plan, bundles, sink, recordsDir, mayReuse, isMine = () => true, options } = input;
  const kit = await createPageKit({ ...input, sampleAssetsDir: options.sampleAssetsDir });
  const { codeKey = findCodeKey() } = options;
  const keys = createRouteKeys({ site: model.site, plan, bundles, kit, codeKey });
  shrinkHeap(plan.routes.length);
  const rendered = await renderPages({
    routes: listWanted(plan.routes, options).filter((_, position) => isMine(position)),
    snapshot: model.snapshot,
    kit,
    keys,
    templatesFile: bundles.templatesFile,
    origin: model.site.origin,
    sink,
    recordsDir,
    mayReuse,
    workers: options.workers,
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
    localeKeys: new Map(
      [...kit.contexts].flatMap(([locale, context]) => {
        const key = keys.findLocaleKey(context);
        return key === null ? [] : [[locale, key] as const];
      }),
    ),
  };
}

/** The routes of the locales that are asked for. */
export function listWanted(routes: readonly PageRoute[], { locales }: BuildOptions): readonly PageRoute[] {
  return routes.filter(({ locale }) => isWanted(locale, locales));
}
