// Everything that pages are made with, brought together once, and then the pages.

import { HOSTS_WITHOUT_HEADERS } from '../../config/define-site.ts';
import type { Locale } from '../../config/locales.ts';
import type { Problem } from '../errors.ts';
import type { ImageCache } from '../images/image-cache.ts';
import type { ImageFault, ImageOrder } from '../images/image-order.ts';
import { createImageResolver } from '../images/image-resolver.ts';
import { loadLocalImages } from '../images/local-images.ts';
import type { OutputFile } from '../output/output-file.ts';
import type { OutputSession } from '../output/output-session.ts';
import { createBannerStylesheets } from './banner-stylesheets.ts';
import { type BuildOptions, isWanted } from './build-options.ts';
import type { CodeBundles } from './code-bundles.ts';
import { createLinkResolver } from './links.ts';
import { type ContentSecurityPolicy, createContentSecurityPolicy } from './outputs/csp.ts';
import { createPageInputs } from './page-input/create-page-input.ts';
import { type LocaleContext, loadLocaleContexts } from './page-input/locale-context.ts';
import { type RenderedPages, renderPages } from './render-pages.ts';
import type { RoutePlan } from './route-plan.ts';
import type { SiteModel } from './site-model.ts';

/** What the render stage takes. */
export interface RenderSiteInput {
  readonly model: SiteModel;
  readonly plan: RoutePlan;
  readonly bundles: CodeBundles;
  readonly imageCache: ImageCache;
  readonly session: OutputSession;
  readonly options: BuildOptions;
}

/** Rendered pages with what later outputs are made of. */
export interface RenderedSite extends RenderedPages {
  readonly contexts: ReadonlyMap<Locale, LocaleContext>;
  /** Stylesheets of the banners. */
  readonly assets: readonly OutputFile[];
  /** Files of images that pages asked for. */
  readonly imageOrders: readonly ImageOrder[];
  /** Images that pages asked for and that cannot be shown. */
  readonly imageFaults: readonly ImageFault[];
  readonly contentSecurityPolicy: ContentSecurityPolicy;
  /** What pages found wrong with their content, each once. */
  readonly problems: readonly Problem[];
}

/** Renders every page of the wanted locales into staging. */
export async function renderSite(input: RenderSiteInput): Promise<RenderedSite> {
  const { model, plan, bundles, imageCache, session, options } = input;
  const { site } = model;
  const { isSample, url } = model.snapshot.service;
  const serviceUrl = isSample ? null : url;
  const images = createImageResolver({
    site,
    serviceUrl,
    localImages: await loadLocalImages(isSample ? options.sampleAssetsDir : null, imageCache),
    recipe: imageCache.recipe,
  });
  const banners = createBannerStylesheets(model);
  const problemByText = new Map<string, Problem>();
  let notes = 0;
  const contexts = await loadLocaleContexts({
    model,
    routes: plan.routes,
    links: createLinkResolver(site, plan.redirects),
    images,
    bannerStylesheets: banners.hrefByLocale,
    note: (problem) => {
      notes += 1;
      problemByText.set(JSON.stringify(problem), problem);
    },
  });
  const policy = createContentSecurityPolicy(site, {
    contentOrigin: serviceUrl === null ? null : new URL(serviceUrl).origin,
    embeds: [],
  });
  const rendered = await renderPages({
    routes: plan.routes.filter(({ locale }) => isWanted(locale, options.locales)),
    snapshot: model.snapshot,
    contexts,
    inputs: createPageInputs({
      stylesheet: bundles.stylesheet,
      fontByScript: bundles.fontByScript,
      script: bundles.script,
      icon: bundles.icon,
      shareImage: bundles.shareImage,
      contentSecurityPolicy: HOSTS_WITHOUT_HEADERS.includes(site.build.host) ? policy.meta : null,
    }),
    findKey: () => null,
    countNotes: () => notes,
    templatesFile: bundles.templatesFile,
    session,
    cacheDir: options.cacheDir,
    mayReuse: !options.isForced,
    workers: options.workers,
    codes: bundles.templates,
    report: options.report,
    signal: options.signal,
  });
  return {
    ...rendered,
    contexts,
    assets: banners.files,
    imageOrders: [...images.orders.values()],
    imageFaults: images.listFaults(),
    contentSecurityPolicy: policy,
    problems: [...problemByText.values()],
  };
}
