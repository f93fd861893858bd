// Everything of the site that is no page: assets, sitemap, robots, feeds, lists, search data, redirect maps and pages.
// Staged here; what belongs beside the site comes back as state files.

import { readFileSync } from 'node:fs';
import type { HostName } from '../../config/define-site.ts';
import type { CodeBundles } from '../code/code-bundles.ts';
import type { Problem } from '../errors.ts';
import { createMapFile, type OutputFile } from '../files/output-file.ts';
import type { ReadyImage } from '../images/image-order.ts';
import { REPORT_FILE, renderHosts } from '../outputs/hosts/render-hosts.ts';
import { findCategoryCollisions } from '../outputs/list-json.ts';
import { renderClientRedirects, renderNeutralRedirects } from '../outputs/redirect-maps.ts';
import { renderRedirectPages } from '../outputs/redirect-pages.ts';
import { renderRobots } from '../outputs/robots.ts';
import { renderSitemap } from '../outputs/sitemap.ts';
import type { RoutePlan } from '../plan/route-plan.ts';
import type { SiteModel } from '../plan/site-model.ts';
import type { OutputSession } from '../publish/output-session.ts';
import type { SiteContext } from '../render/page-input/locale-context.ts';
import type { PageKit } from '../render/page-kit.ts';
import { type BuildOptions, isWanted } from './build-options.ts';
import { listsOf, renderLocaleFiles } from './locale-files.ts';
import type { MadeImages } from './make-images.ts';
import { printRoutes } from './routes-json.ts';

/** What the stage takes. */
export interface OutputsInput {
  readonly model: SiteModel;
  readonly plan: RoutePlan;
  readonly bundles: CodeBundles;
  readonly kit: Pick<PageKit, 'contexts' | 'assets' | 'contentSecurityPolicy'>;
  readonly session: OutputSession;
  readonly options: BuildOptions;
}

/** What the stage made. */
export interface CreatedOutputs {
  /** Site paths of every staged file that is no page, for the link check. */
  readonly filePaths: ReadonlySet<string>;
  /** Stylesheets by site path, and the texts of the sitemap's files. */
  readonly stylesheets: readonly { readonly path: string; readonly text: string }[];
  readonly sitemaps: readonly string[];
  /** Files of the cache folder: neutral redirects, maps per host. */
  readonly stateFiles: readonly { readonly path: string; readonly content: string }[];
  readonly problems: readonly Problem[];
  readonly assetCount: number;
  readonly assetBytes: number;
}

const HASHED_PATH = '/assets/';

/**
 * Makes and stages all but images. Files of other locales, and shared ones that are there already in a build of some locales,
 * are made and not written.
 */
export async function createOutputs(input: OutputsInput): Promise<CreatedOutputs> {
  const { model, plan, bundles, kit, session, options } = input;
  const { site } = model;
  const sitemap = await renderSitemap(site.origin, plan.routes);
  const hosts = renderHosts({
    rules: plan.redirects,
    site,
    headers: { contentSecurityPolicy: kit.contentSecurityPolicy.header, hashedPath: HASHED_PATH },
  });
  const redirectPages = site.build.host === null ? createRedirectPages(input) : { files: [], problems: [] };
  const assets = [...bundles.assets, ...kit.assets];
  const filePaths = new Set<string>();
  const stage = (file: OutputFile) => {
    filePaths.add(`/${file.path}`);
    const isMissing = file.locale === null && options.locales !== 'all' && !session.has(file.path);
    if (file.kind === 'asset' || isMissing || isWanted(file.locale, options.locales)) session.write(file);
  };
  for (const asset of assets) stage(asset);
  for (const file of redirectPages.files) stage(file);
  for (const file of [...sitemap, renderRobots(sitemap.length === 0 ? null : `${site.origin}/sitemap.xml`)])
    stage(file);
  for (const context of kit.contexts.values()) for (const file of renderLocaleFiles(context)) stage(file);
  for (const file of renderClientRedirects(plan.redirects, site.locales)) stage(file);
  for (const file of createHostFiles(input, hosts.filesByHost)) stage(file);
  const routes = options.isDryRun ? null : printRoutes(site.origin, plan.routes, options);
  if (routes !== null) session.writeState('routes.json', routes);
  return {
    filePaths,
    stylesheets: assets
      .filter(({ path }) => path.endsWith('.css'))
      .map(({ path, content }) => ({ path: `/${path}`, text: textOf(content) })),
    sitemaps: sitemap.map(({ content }) => textOf(content)),
    stateFiles: [
      { path: 'redirects.json', content: renderNeutralRedirects(plan.redirects) },
      ...[...hosts.filesByHost].flatMap(([host, files]) =>
        files.map(({ name, content }) => ({ path: `hosts/${host}/${name}`, content })),
      ),
      ...[...hosts.reportByHost].map(([host, content]) => ({ path: `hosts/${host}/${REPORT_FILE}`, content })),
    ],
    problems: [
      ...hosts.problems,
      ...redirectPages.problems,
      ...[...kit.contexts.values()].flatMap(findLocaleCollisions),
    ],
    assetCount: assets.length,
    assetBytes: assets.reduce((sum, { content }) => sum + Buffer.byteLength(content), 0),
  };
}

/** Stages the images too, which are made when all pages have asked for theirs. */
export function addImages(outputs: CreatedOutputs, { files }: MadeImages, session: OutputSession): CreatedOutputs {
  for (const image of files) stageImage(session, image);
  return {
    ...outputs,
    filePaths: new Set([...outputs.filePaths, ...files.map(({ path }) => `/${path}`)]),
    assetCount: outputs.assetCount + files.length,
    assetBytes: files.reduce((sum, { bytes }) => sum + bytes, outputs.assetBytes),
  };
}

/** An image that the out folder has already is not even read. */
function stageImage(session: OutputSession, { path, file, sha256, bytes }: ReadyImage): void {
  const place = { path, kind: 'asset', locale: null, owner: null } as const;
  if (!session.keep({ ...place, sha256, bytes })) session.write({ ...place, content: readFileSync(file) });
}

function textOf(content: OutputFile['content']): string {
  return typeof content === 'string' ? content : new TextDecoder().decode(content);
}

function createRedirectPages({ model, plan, bundles, kit }: OutputsInput): ReturnType<typeof renderRedirectPages> {
  return renderRedirectPages({
    rules: plan.redirects,
    site: model.site,
    scriptHref: bundles.redirectScript,
    contentSecurityPolicy: kit.contentSecurityPolicy.meta,
    paths: plan.routes.values().map(({ path }) => path),
  });
}

/** Hosts that read their files from the site itself; a server's configuration has no place among visitors' files. */
const HOSTS_READING_THE_SITE: readonly (HostName | null)[] = ['netlify', 'cloudflare', 'vercel'];

/** The configured host's own files stand in the site. */
function createHostFiles(
  { model }: OutputsInput,
  filesByHost: ReturnType<typeof renderHosts>['filesByHost'],
): readonly OutputFile[] {
  const { host } = model.site.build;
  const files = host === null || !HOSTS_READING_THE_SITE.includes(host) ? [] : (filesByHost.get(host) ?? []);
  return files.map(({ name, content }) => createMapFile(name, content));
}

function findLocaleCollisions(context: SiteContext): readonly Problem[] {
  return listsOf(context).flatMap((list) => findCategoryCollisions(context.locale.paged[list]));
}
