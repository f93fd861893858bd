// Everything that pages are made with, brought together once: contexts, images, links, the policy, and where pages tell
// what they found wrong.

import { HOSTS_WITHOUT_HEADERS, type SiteConfig } from '../../config/define-site.ts';
import type { Locale } from '../../config/locales.ts';
import type { ContentSnapshot } from '../content/snapshot/content-snapshot.ts';
import type { Problem } from '../errors.ts';
import type { OutputFile } from '../files/output-file.ts';
import type { ImageCache } from '../images/image-cache.ts';
import { createImageResolver, type ImageResolver } from '../images/image-resolver.ts';
import { loadContentImages, loadLocalImages } from '../images/local-images.ts';
import { hrefOf } from '../paths/site-path.ts';
import { createLinkResolver, createOwnFiles, type LinkResolver, linkServiceFiles } from '../plan/links.ts';
import type { RoutePlan } from '../plan/route-plan.ts';
import type { SiteModel } from '../plan/site-model.ts';
import { createBannerStylesheets } from './banner-stylesheets.ts';
import { type ContentSecurityPolicy, createContentSecurityPolicy } from './csp.ts';
import { createPageInputs, type PageAssets, type PageInputs } from './page-input/create-page-input.ts';
import { loadLocaleContexts, type SiteContext } from './page-input/locale-context.ts';
import { createReadRecorder, type ReadRecorder } from './page-input/read-recorder.ts';

/** Site paths of the bundled files that pages link. */
export type LinkedFiles = Omit<PageAssets, 'contentSecurityPolicy'>;

/** What a kit is made of. */
export interface PageKitInput {
  readonly model: SiteModel;
  readonly plan: RoutePlan;
  readonly bundles: LinkedFiles;
  readonly imageCache: ImageCache;
  /** Files behind `/assets/…` of the embedded sample content. */
  readonly sampleAssetsDir: string;
}

/** What pages are made with. */
export interface PageKit {
  readonly contexts: ReadonlyMap<Locale, SiteContext>;
  readonly inputs: PageInputs;
  readonly images: ImageResolver;
  readonly links: LinkResolver;
  readonly reads: ReadRecorder;
  /** Stylesheets of the banners. */
  readonly assets: readonly OutputFile[];
  readonly contentSecurityPolicy: ContentSecurityPolicy;
  /** What pages found wrong with their content, each once. */
  readonly problems: () => readonly Problem[];
}

/** Whether images and files of the content service are the site's own. */
function ownsFiles({ files }: Pick<ContentSnapshot, 'files'>, { content }: SiteConfig): boolean {
  return files !== null && content.files === 'own';
}

/** Puts the kit of one build together. Reads the small collections that pages join. */
export async function createPageKit(input: PageKitInput): Promise<PageKit> {
  const { model, plan, bundles, imageCache, sampleAssetsDir } = input;
  const { site } = model;
  const { isSample, url } = model.snapshot.service;
  const serviceUrl = isSample ? null : url;
  const hasOwnFiles = ownsFiles(model.snapshot, site);
  const localImages = hasOwnFiles
    ? await loadContentImages(model.snapshot, imageCache)
    : await loadLocalImages(isSample ? sampleAssetsDir : null, imageCache);
  const images = createImageResolver({
    site,
    serviceUrl,
    localImages,
    recipe: imageCache.recipe,
  });
  const banners = createBannerStylesheets(model);
  const problemByText = new Map<string, Problem>();
  const reads = createReadRecorder((problem) => problemByText.set(JSON.stringify(problem), problem));
  const files = hasOwnFiles
    ? createOwnFiles([url, ...site.content.fileOrigins], images)
    : linkServiceFiles(serviceUrl, plan.routes);
  const links = createLinkResolver(site, plan.redirects, files);
  const contexts = await loadLocaleContexts({
    model,
    routes: plan.routes,
    links,
    images,
    bannerStylesheets: banners.hrefByLocale,
    reads,
  });
  const policy = createContentSecurityPolicy(site, {
    contentOrigin:
      serviceUrl === null || (hasOwnFiles && model.snapshot.areFilesMissing !== true)
        ? null
        : new URL(serviceUrl).origin,
  });
  return {
    contexts,
    inputs: createPageInputs({
      stylesheet: hrefOf(bundles.stylesheet),
      fontByScript: Object.fromEntries(
        Object.entries(bundles.fontByScript).map(([script, path]) => [script, hrefOf(path)]),
      ),
      script: hrefOf(bundles.script),
      icon: hrefOf(bundles.icon),
      contentSecurityPolicy: HOSTS_WITHOUT_HEADERS.includes(site.build.host) ? policy.meta : null,
    }),
    images,
    links,
    reads,
    assets: banners.files,
    contentSecurityPolicy: policy,
    problems: () => [...problemByText.values()],
  };
}
