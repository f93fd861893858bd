// Everything that pages are made with, brought together once, and then the pages.

import { HOSTS_WITHOUT_HEADERS } from '../../config/define-site.ts';
import type { Locale } from '../../config/locales.ts';
import type { Problem } from '../errors.ts';
import type { OutputFile } from '../output/output-file.ts';
import type { OutputSession } from '../output/output-session.ts';
import { createBannerStylesheets } from './banner-stylesheets.ts';
import { type BuildOptions, isWanted } from './build-options.ts';
import { loadTemplates } from './bundle-code.ts';
import type { CodeBundles } from './code-bundles.ts';
import { createImageResolver } from './images.ts';
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
  readonly session: OutputSession;
  readonly options: BuildOptions;
}

/** Rendered pages with what later outputs are made of. */
export interface RenderedSite extends RenderedPages {
  readonly contexts: ReadonlyMap<Locale, LocaleContext>;
  /** Assets that pages asked for: banner stylesheets, local images. */
  readonly assets: readonly OutputFile[];
  readonly contentSecurityPolicy: ContentSecurityPolicy;
  /** What pages found wrong with their content, each once. */
  readonly problems: readonly Problem[];
}

/** Renders every page of the wanted locales into staging. */
export async function renderSite({ model, plan, bundles, session, options }: RenderSiteInput): Promise<RenderedSite> {
  const { site } = model;
  const { isSample, url } = model.snapshot.service;
  const serviceUrl = isSample ? null : url;
  const images = createImageResolver({ site, serviceUrl, localDir: isSample ? options.sampleAssetsDir : null });
  const banners = createBannerStylesheets(model);
  const problemByText = new Map<string, Problem>();
  const contexts = await loadLocaleContexts({
    model,
    routes: plan.routes,
    links: createLinkResolver(site, plan.redirects),
    images,
    bannerStylesheets: banners.hrefByLocale,
    note: (problem) => problemByText.set(JSON.stringify(problem), problem),
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
      script: bundles.script,
      icon: bundles.icon,
      shareImage: bundles.shareImage,
      contentSecurityPolicy: HOSTS_WITHOUT_HEADERS.includes(site.build.host) ? policy.meta : null,
    }),
    templates: await loadTemplates(bundles.templatesFile),
    session,
    cacheDir: options.cacheDir,
    mayReuse: !options.isForced,
    codes: bundles.templates,
    report: options.report,
    signal: options.signal,
  });
  return {
    ...rendered,
    contexts,
    assets: [...banners.files, ...images.listFiles()],
    contentSecurityPolicy: policy,
    problems: [...problemByText.values()],
  };
}
