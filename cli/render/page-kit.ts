// Creates everything that page inputs are created with: contexts, images, links, Content-Security-Policy.

import { GROUND_COLOURS } from '../../config/constants.ts';
import { HOSTS_WITHOUT_HEADERS, type SiteConfig } from '../../config/define-site.ts';
import type { Locale } from '../../config/locales.ts';
import type { Global } from '../../content/collections.ts';
import type { PageCode } from '../code/code-bundles.ts';
import { type Href, type OutPath, type SitePath, toOutPath } from '../files/brands.ts';
import { contentHash } from '../files/content-hash.ts';
import { createAssetFile, type OutputFile } from '../files/output-file.ts';
import type { ImageCache } from '../images/image-cache.ts';
import { createImageResolver, type ImageResolver } from '../images/image-resolver.ts';
import { loadContentImages, loadLocalImages } from '../images/local-images.ts';
import { hrefOf, hrefOfFile, ROOT_PATH } from '../paths/site-path.ts';
import { createLinkResolver, createOwnFiles, type LinkResolver, linkServiceFiles } from '../plan/links.ts';
import type { RoutePlan } from '../plan/route-plan.ts';
import type { SiteModel } from '../plan/site-model.ts';
import { type ContentSecurityPolicy, createContentSecurityPolicy } from './csp.ts';
import { createPageInputs, type PageInputs } from './page-input/create-page-input.ts';
import { type LocaleContext, loadLocaleContexts } from './page-input/locale-context.ts';

/** Site paths of the bundled files. */
export type LinkedFiles = Pick<PageCode, 'stylesheet' | 'fontByScript' | 'script' | 'icons'>;

export interface PageKitInput {
  readonly model: SiteModel;
  readonly plan: RoutePlan;
  readonly bundles: LinkedFiles;
  readonly imageCache: ImageCache;
  /** Folder of `/assets/…` of the sample content. */
  readonly sampleAssetsDir: string;
}

export interface PageKit {
  readonly contexts: ReadonlyMap<Locale, LocaleContext>;
  readonly inputs: PageInputs;
  readonly images: ImageResolver;
  readonly links: LinkResolver;
  /** Stylesheets of banners. */
  readonly assets: readonly OutputFile[];
  readonly contentSecurityPolicy: ContentSecurityPolicy;
}

export async function createPageKit(input: PageKitInput): Promise<PageKit> {
  const { model, plan, bundles, imageCache, sampleAssetsDir } = input;
  const { site } = model;
  const { isSample, url } = model.snapshot.service;
  const serviceUrl = isSample ? null : url;
  // Whether the site publishes the images and files of the content service itself.
  const hasOwnFiles = model.snapshot.files !== null && site.content.files === 'own';
  const measuring = { cache: imageCache, maxPixels: site.content.maxImagePixels };
  const localImages = hasOwnFiles
    ? await loadContentImages(model.snapshot, measuring)
    : await loadLocalImages(isSample ? sampleAssetsDir : null, measuring);
  const usesServiceImages = !hasOwnFiles || model.snapshot.areFilesMissing === true;
  const shownOrigin = serviceUrl !== null && usesServiceImages ? new URL(serviceUrl).origin : null;
  const images = createImageResolver({ site, serviceUrl, localImages, shownOrigin, recipe: imageCache.recipe });
  const banners = createBannerStylesheets(model);
  const files = hasOwnFiles
    ? createOwnFiles([url, ...site.content.fileOrigins], images)
    : linkServiceFiles(serviceUrl, plan.routes);
  const links = createLinkResolver(site, plan.redirects, files);
  const bannerStylesheets = banners.hrefByLocale;
  const contexts = loadLocaleContexts({ model, routes: plan.routes, links, images, bannerStylesheets });
  const manifest = createManifest(site, bundles.icons);
  const contentSecurityPolicy = createContentSecurityPolicy(site, shownOrigin);
  const inputs = createPageInputs({
    stylesheet: hrefOf(bundles.stylesheet),
    fontByScript: mapValues(bundles.fontByScript),
    script: hrefOf(bundles.script),
    icons: { ...mapValues(bundles.icons), manifest: hrefOfFile(manifest.path) },
    contentSecurityPolicy: HOSTS_WITHOUT_HEADERS.includes(site.build.host) ? contentSecurityPolicy.meta : null,
  });
  return { contexts, inputs, images, links, assets: [...banners.files, manifest], contentSecurityPolicy };
}

/** The values were validated by the content schema. */
export function createBannerStylesheets(model: SiteModel) {
  const fileByPath = new Map<OutPath, OutputFile>();
  const hrefByLocale = new Map<Locale, Href>();
  for (const { row, globals } of model.locales) {
    if (globals.top_banner === null || !globals.top_banner.enabled) continue;
    const content = renderBannerCss(globals.top_banner);
    if (content === '') continue;
    const path = toOutPath(`assets/banner-${contentHash(content)}.css`);
    fileByPath.set(path, createAssetFile(path, content));
    hrefByLocale.set(row.locale, hrefOfFile(path));
  }
  return { hrefByLocale, files: [...fileByPath.values()] };
}

function renderBannerCss({ height, background_color, object_fit }: Global<'top_banner'>): string {
  const properties = [
    ...(height === null ? [] : [`--banner-height:${height}px`]),
    ...(background_color === null ? [] : [`--banner-background:${background_color}`]),
    ...(object_fit === null ? [] : [`--banner-fit:${object_fit}`]),
  ];
  return properties.length === 0 ? '' : `:root{${properties.join(';')}}\n`;
}

/** Hrefs of site paths. */
function mapValues<Name extends string>(paths: Readonly<Record<Name, SitePath>>) {
  const hrefs = Object.entries<SitePath>(paths).map(([name, path]) => [name, hrefOf(path)]);
  return Object.fromEntries(hrefs) as Record<Name, Href>;
}

/** The web app manifest: name and icons of the site on a home screen. */
export function createManifest({ brand }: SiteConfig, { small, large }: LinkedFiles['icons']): OutputFile {
  const icon = (path: SitePath, size: number) => ({ src: hrefOf(path), sizes: `${size}x${size}`, type: 'image/png' });
  const manifest = {
    name: brand.name,
    start_url: hrefOf(ROOT_PATH),
    display: 'browser',
    icons: [icon(small, 192), icon(large, 512)],
    theme_color: GROUND_COLOURS.light,
    background_color: GROUND_COLOURS.light,
  };
  const content = `${JSON.stringify(manifest)}\n`;
  return createAssetFile(toOutPath(`assets/site-${contentHash(content)}.webmanifest`), content);
}
