// A site of which something is to be made: pages, images, what is made of all pages, checks; then it is published.

import { openPageCache, type PageCache } from '../cache/page-cache.ts';
import { readPages } from '../check/briefs/read-pages.ts';
import { checkSite } from '../check/check-site.ts';
import { contentPlacesOf } from '../check/links/find-owners.ts';
import { readSitemapUrls } from '../check/rules/sitemap-rules.ts';
import { applySeverities, parseSeverities } from '../check/severities.ts';
import { createFactsReader } from '../facts/stored-facts.ts';
import { type ImageCache, imageCacheDirOf, openImageCache } from '../images/image-cache.ts';
import type { OutputSession } from '../publish/output-session.ts';
import { assertNoErrors } from './assert-no-errors.ts';
import type { BuildOptions } from './build-options.ts';
import type { BuildReport } from './build-report.ts';
import { addImages, type CreatedOutputs, createOutputs } from './create-outputs.ts';
import { makeImages } from './make-images.ts';
import type { PreparedSite } from './prepare-site.ts';
import { publishOutput } from './publish-output.ts';
import type { RenderedSite } from './render-site.ts';
import type { StageClock } from './stage-clock.ts';
import type { Stamps } from './unchanged-site.ts';

/** What a site's pages come from: rendering, or parts that other machines rendered. */
export type BringPages = (site: {
  readonly prepared: PreparedSite;
  readonly imageCache: ImageCache;
  readonly cache: PageCache;
  readonly session: OutputSession;
  readonly stages: StageClock;
  readonly options: BuildOptions;
}) => Promise<RenderedSite>;

/** What the stages take. */
interface MakeSiteInput {
  readonly prepared: PreparedSite;
  readonly stamps: Stamps;
  readonly bringPages: BringPages;
  readonly session: OutputSession;
  readonly stages: StageClock;
  readonly options: BuildOptions;
}

/** Runs the stages. Until the last of them nothing outside staging has changed. @throws SiteError of whatever is wrong with the site. */
export async function makeSite(input: MakeSiteInput): Promise<BuildReport> {
  const { options } = input;
  const wanted = options.locales === 'all' ? input.prepared.model.site.locales : options.locales;
  const cache = openPageCache(options.cacheDir, {
    locales: options.isForced ? [] : wanted,
    isSynced: options.isSynced,
    warn: (text) => options.report({ kind: 'log', level: 'warning', text }),
  });
  try {
    return await makeWith(cache, input);
  } finally {
    cache.close();
  }
}

async function makeWith(cache: PageCache, input: MakeSiteInput): Promise<BuildReport> {
  const { prepared, stamps, bringPages, session, stages, options } = input;
  const { content, model, plan, bundles, planned, guard } = prepared;
  const { site } = model;
  const severities = parseSeverities(site.checks);
  const imageCache = openImageCache(imageCacheDirOf(site, options.cacheDir), options);
  const rendered = await bringPages({ prepared, imageCache, cache, session, stages, options });
  const images = await stages.run('images', () =>
    makeImages({
      orders: rendered.imageOrders,
      faults: rendered.imageFaults,
      model,
      cache: imageCache,
      mayForget: options.locales === 'all',
      signal: options.signal,
      report: options.report,
    }),
  );
  const outputs = await stages.run('outputs', async () =>
    addImages(await createOutputs({ model, plan, bundles, kit: rendered, session, options }), images, session),
  );
  const { findings } = await stages.run('check', () => checkMade(input, { cache, rendered, outputs, severities }));
  const found = [
    ...planned,
    ...rendered.problems,
    ...images.problems,
    ...applySeverities(outputs.problems, severities),
    ...findings,
  ];
  const problems = [...content.problems, ...guard, ...found];
  assertNoErrors(problems, options);
  const report = await stages.run('publish', () =>
    publishOutput({
      model,
      plan,
      rendered,
      cache,
      images,
      outputs,
      problems,
      stamp: stamps.create(prepared, found),
      session,
      stages,
      options,
    }),
  );
  return { ...report, stages: stages.times() };
}

/** What was made, and how strictly it is checked. */
interface MadeSite {
  readonly rendered: RenderedSite;
  readonly cache: PageCache;
  readonly outputs: CreatedOutputs;
  readonly severities: ReturnType<typeof parseSeverities>;
}

/** Checks the pages that were made, before they are published. */
function checkMade(
  { prepared: { model, plan }, session, options }: MakeSiteInput,
  { rendered, cache, outputs, severities }: MadeSite,
): ReturnType<typeof checkSite> {
  return checkSite(
    {
      origin: model.site.origin,
      routes: plan.routes,
      listPages: () => readPages(rendered.rows, cache),
      fragmentFacts: rendered.fragmentFacts,
      readFacts: createFactsReader([session.staging.stagingDir, options.outDir], rendered.fragmentFacts),
      editedFiles: new Set(),
      hasFile: (path) => outputs.filePaths.has(path),
      stylesheets: outputs.stylesheets,
      sitemapUrls: readSitemapUrls(outputs.sitemaps),
      redirects: plan.redirects,
      severities,
    },
    { content: contentPlacesOf(model.snapshot), scope: 'all', onExternal: null },
  );
}
