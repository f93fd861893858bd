// The stages of a changed site: pages, images, all other files, checks, and the commit that publishes it.

import type { Locale } from '../../config/locales.ts';
import { createPageReader } from '../check/check-input.ts';
import { checkSite } from '../check/check-site.ts';
import { readSitemapUrls } from '../check/rules/site-rules.ts';
import { applySeverities, parseSeverities } from '../check/severities.ts';
import { isDamage, moveAside } from '../database/open-database.ts';
import { errorMessage, type Problem } from '../errors.ts';
import { type BuildPages, openBuildPages } from '../facts/page-store.ts';
import { ImageCache, imageCacheDirOf } from '../images/image-cache.ts';
import type { OutputSession } from '../publish/output-session.ts';
import { capProblems } from '../report/clean-problem.ts';
import type { BuildOptions, RunningBuild } from './build-options.ts';
import { type BuildReport, createReport, type MadeSite } from './build-report.ts';
import { createOutputs } from './create-outputs.ts';
import { makeImages, unmadeImages } from './make-images.ts';
import { assertNoErrors, type PreparedSite } from './plan-content.ts';
import type { RenderedSite } from './render-site.ts';
import type { StageClock } from './stage-clock.ts';
import { createStamp, publishState } from './unchanged-site.ts';

/** Puts the pages of a site into staging: renders them, or merges parts that other machines rendered. */
export type ProvidePages = (site: {
  readonly prepared: PreparedSite;
  readonly imageCache: ImageCache;
  readonly pages: BuildPages;
  readonly session: OutputSession;
  readonly stages: StageClock;
  readonly options: BuildOptions;
}) => Promise<RenderedSite>;

export interface MakeSiteInput {
  readonly prepared: PreparedSite;
  /** For the stamp. */
  readonly key: string;
  readonly providePages: ProvidePages;
  readonly session: OutputSession;
  readonly stages: StageClock;
  readonly options: RunningBuild;
}

/** Runs the stages. Only the last one writes outside of staging. @throws SiteError with the problems of the site. */
export async function makeSite(input: MakeSiteInput): Promise<BuildReport> {
  const { options } = input;
  const pages = openBuildPages(options.cacheDir, {
    locales: options.isForced ? [] : wantedLocales(input.prepared, options),
    isSynced: options.isSynced,
    warn: (text) => options.report({ kind: 'log', level: 'warning', text }),
  });
  try {
    return await runStages(pages, input);
  } finally {
    pages.close();
  }
}

function wantedLocales({ model }: PreparedSite, { locales }: RunningBuild): readonly Locale[] {
  return locales === 'all' ? model.site.locales : locales;
}

async function runStages(pages: BuildPages, input: MakeSiteInput): Promise<BuildReport> {
  const { prepared, providePages, session, stages, options } = input;
  const { content, model, plan, bundles, planned, guard } = prepared;
  const { site } = model;
  const imageCache = new ImageCache(imageCacheDirOf(site, options.cacheDir), options);
  const rendered = await providePages({ prepared, imageCache, pages, session, stages, options });
  const { kit } = rendered;
  const [orders, faults] = [[...kit.images.orders.values()], kit.images.listFaults()];
  const mayForget = options.locales === 'all';
  const images = await stages.run('images', () =>
    makeImages({ ...options, orders, faults, model, cache: imageCache, mayForget }),
  );
  if (images.unmade.length > 0) throw unmadeImages(images.unmade);
  const outputs = await stages.run('outputs', () =>
    createOutputs({ model, plan, bundles, kit, images, session, options }),
  );
  const made = { rendered, images, outputs };
  const { findings } = await stages.run('check', () => checkMade(made, pages, input));
  const found = [
    ...planned,
    ...kit.inputs.problems(),
    ...applySeverities([...images.problems, ...outputs.problems], parseSeverities(site.checks)),
    ...findings.map(({ code, severity, where, what, fix }) => ({ code, severity, where, what, fix })),
  ];
  const known = [...content.problems, ...guard];
  assertNoErrors([...known, ...found], options);
  const report = await stages.run('write', () => writeMade(made, pages, { ...input, known, found }));
  return { ...report, stages: stages.times };
}

/** Checks the staged site. */
function checkMade(
  { rendered, outputs }: MadeSite,
  pages: BuildPages,
  { prepared: { model, plan }, session, options }: MakeSiteInput,
): ReturnType<typeof checkSite> {
  const fragmentFacts = new Map([...rendered.chromes].map(([key, { facts }]) => [key, facts]));
  return checkSite(
    {
      origin: model.site.origin,
      routes: plan.routes,
      readPages: createPageReader(rendered.rows, pages, [session.staging.stagingDir, options.outDir]),
      fragmentFacts,
      editedFiles: new Set(),
      hasFile: (path) => outputs.filePaths.has(path),
      stylesheets: outputs.stylesheets,
      sitemap: readSitemapUrls(outputs.sitemaps),
      redirects: plan.redirects,
      severities: parseSeverities(model.site.checks),
    },
    { content: { cacheDir: options.cacheDir, digest: model.snapshot.digest }, scope: 'all' },
  );
}

/** Commits the site with its state files (redirects, hosts, report). A dry run only counts files. */
async function writeMade(
  made: MadeSite,
  pages: BuildPages,
  input: MakeSiteInput & { readonly known: readonly Problem[]; readonly found: readonly Problem[] },
): Promise<BuildReport> {
  const { prepared, key, known, found, session, stages, options } = input;
  const listed = capProblems([...known, ...found]);
  const report = createReport(made, {
    prepared,
    ...listed,
    stamp: createStamp(key, prepared, options, listed.problems.slice(known.length)),
    output: session.preview(options),
    stages: stages.times,
    options,
  });
  options.report({ kind: 'problems', problems: [...known, ...found] });
  if (options.isDryRun) return report;
  await publishState(session, report, options);
  storePages(made, pages, input);
  return report;
}

/** The site is already written, so an error is only a warning. */
function storePages({ rendered }: MadeSite, pages: BuildPages, { prepared, options }: MakeSiteInput): void {
  try {
    pages.publish({ locales: wantedLocales(prepared, options), ...rendered });
  } catch (cause) {
    if (isDamage(cause)) {
      pages.close();
      moveAside(options.cacheDir, (text) => options.report({ kind: 'log', level: 'warning', text }));
      return;
    }
    const why = errorMessage(cause).replace(/\.$/, '');
    const text = `The site was written, but its pages were not stored: ${why}. The next build renders more pages.`;
    options.report({ kind: 'log', level: 'warning', text });
  }
}
