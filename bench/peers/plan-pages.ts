// Plans the pages of the bench site with the stages of a build, for tools that read planned pages.

import { bundleCode } from '../../cli/code/bundle-code.ts';
import { loadContent } from '../../cli/content/load-content.ts';
import { loadImageRecipe } from '../../cli/images/image-cache.ts';
import { createImageResolver } from '../../cli/images/image-resolver.ts';
import { hrefOf, hrefOfFile, outFileOf } from '../../cli/paths/site-path.ts';
import type { RunningBuild } from '../../cli/pipeline/build-options.ts';
import { createLinkResolver } from '../../cli/plan/links.ts';
import { planRoutes } from '../../cli/plan/plan-routes.ts';
import { loadRedirectEntries } from '../../cli/plan/redirects/parse-redirect.ts';
import { createSiteModel } from '../../cli/plan/site-model.ts';
import { createContentSecurityPolicy } from '../../cli/render/csp.ts';
import { loadTemplates } from '../../cli/render/load-templates.ts';
import { createPageInputs } from '../../cli/render/page-input/create-page-input.ts';
import { loadLocaleContexts } from '../../cli/render/page-input/locale-context.ts';
import { createManifest } from '../../cli/render/page-kit.ts';
import type { SiteConfig } from '../../config/define-site.ts';
import type { ChromeFragment, PageInput, WordsInput } from '../../templates/page-input.ts';

/** The input of a page with its shared values, and the rendered page. */
export interface PlannedInput {
  readonly input: PageInput;
  readonly path: string;
  readonly file: string;
  readonly words: WordsInput;
  readonly chrome: ChromeFragment;
  /** Key of its messages and its chrome. */
  readonly sharedKey: string;
  readonly html: () => string;
}

/** All pages in the order of the routes, without error pages, which not every peer can write. */
export async function* planPages(site: SiteConfig, options: RunningBuild): AsyncIterable<PlannedInput> {
  const visible = createSiteModel(site, await loadContent(site, options));
  const plan = planRoutes(visible, { redirectEntries: loadRedirectEntries(visible) });
  const { model } = plan;
  const bundles = await bundleCode(options);
  const templates = loadTemplates(bundles.templatesFile);
  const contentOrigin = new URL(options.service.url).origin;
  const contexts = loadLocaleContexts({
    model,
    routes: plan.routes,
    links: createLinkResolver(site, plan.redirects),
    images: createImageResolver({
      site,
      serviceUrl: options.service.url,
      localImages: new Map(),
      shownOrigin: contentOrigin,
      recipe: loadImageRecipe(),
    }),
    bannerStylesheets: new Map(),
  });
  const policy = createContentSecurityPolicy(site, contentOrigin);
  const inputs = createPageInputs({
    stylesheet: hrefOf(bundles.stylesheet),
    fontByScript: { Latn: hrefOf(bundles.fontByScript.Latn), Cyrl: hrefOf(bundles.fontByScript.Cyrl) },
    script: hrefOf(bundles.script),
    icons: { ...bundles.icons, manifest: hrefOfFile(createManifest(site, bundles.icons).path) },
    contentSecurityPolicy: policy.meta,
  });
  const chromes = new Map<string, ChromeFragment>();
  const { records } = model.snapshot;
  for (const route of plan.routes) {
    const { path } = route;
    const file = outFileOf(path);
    const context = contexts.get(route.locale);
    if (context === undefined || !file.endsWith('index.html')) continue;
    const {
      input,
      words: ownWords,
      chrome: ownChrome,
      chromeWords,
    } = inputs.create(context, {
      route,
      entry: route.entry && records.readEntry(route.entry),
    });
    const words = ownWords.value;
    const { key, value } = ownChrome;
    const chrome = chromes.get(key) ?? templates.renderChrome(value.input, chromeWords.value, 'c');
    chromes.set(key, chrome);
    const html = () => templates.renderPage(input, { chrome, words });
    yield { input, path, file, words, chrome, sharedKey: `${key}-${ownWords.key}`, html };
  }
}
