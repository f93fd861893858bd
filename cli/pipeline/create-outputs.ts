// Stages all files but pages: assets, images, maps, redirect pages, files of the host, public files; and redirects
// for the cache folder, in a neutral format and in that of each host.

import { readFileSync } from 'node:fs';
import type { HostName } from '../../config/define-site.ts';
import type { CodeBundles } from '../code/code-bundles.ts';
import { type Problem, SiteError } from '../errors.ts';
import { type SitePath, toOutPath, toSitePath } from '../files/brands.ts';
import { createMapFile, type OutputFile } from '../files/output-file.ts';
import type { ReadyFile } from '../images/image-order.ts';
import { REPORT_FILE, renderHosts } from '../outputs/hosts/render-hosts.ts';
import { findCategoryCollisions } from '../outputs/list-json.ts';
import { checkPublicFiles } from '../outputs/public-files.ts';
import { renderNeutralRedirects } from '../outputs/redirect-maps.ts';
import { renderRedirectPages } from '../outputs/redirect-pages.ts';
import { isSitemap } from '../outputs/sitemap.ts';
import { encodePath, hrefOf, outFileOf, pathOfHref, pathOfOutFile } from '../paths/site-path.ts';
import type { RoutePlan } from '../plan/route-plan.ts';
import type { SiteModel } from '../plan/site-model.ts';
import type { OutputSession } from '../publish/output-session.ts';
import { loadTemplates } from '../render/load-templates.ts';
import type { PageKit } from '../render/page-kit.ts';
import { type BuildOptions, isWanted } from './build-options.ts';
import type { MadeImages } from './make-images.ts';
import { createListPrinter, listsOf, planLists, renderMapFiles } from './map-files.ts';
import { printRoutes } from './routes-json.ts';

/** Input of the stage. */
export interface OutputsInput {
  readonly model: SiteModel;
  readonly plan: RoutePlan;
  readonly bundles: CodeBundles;
  readonly kit: Pick<PageKit, 'contexts' | 'assets' | 'contentSecurityPolicy'>;
  readonly images: MadeImages;
  readonly session: OutputSession;
  readonly options: BuildOptions;
}

/** Result of the stage. */
export interface CreatedOutputs {
  /** Site paths of these files, for the link check. */
  readonly filePaths: ReadonlySet<SitePath>;
  /** With their site paths. */
  readonly stylesheets: readonly { readonly path: SitePath; readonly text: string }[];
  readonly sitemaps: readonly { readonly path: string; readonly text: string }[];
  readonly problems: readonly Problem[];
  readonly assetCount: number;
  readonly assetBytes: number;
}

/**
 * Creates and stages the files. A build of some locales writes their files and all assets; it writes other shared files only if they
 * are missing.
 */
export async function createOutputs(input: OutputsInput): Promise<CreatedOutputs> {
  const { model, plan, bundles, kit, images, session, options } = input;
  const { site } = model;
  const { contentSecurityPolicy } = kit;
  const hosts = renderHosts({ rules: plan.redirects, site, contentSecurityPolicy: contentSecurityPolicy.header });
  const assets = [...bundles.assets, ...kit.assets];
  const filePaths = new Set(images.files.map(({ path }) => pathOfOutFile(path)));
  const sitemaps: CreatedOutputs['sitemaps'][number][] = [];
  const isWritten = ({ path, kind, locale }: Pick<OutputFile, 'path' | 'kind' | 'locale'>) =>
    kind === 'asset' || isWanted(locale, options.locales) || (locale === null && !session.has(path));
  const stage = (file: OutputFile) => {
    filePaths.add(toSitePath(`/${file.path}`));
    if (isSitemap(file)) sitemaps.push({ path: file.path, text: textOf(file.content) });
    if (isWritten(file)) session.write(file);
  };
  for (const file of assets) stage(file);
  for await (const file of renderMapFiles(plan, kit.contexts)) stage(file);
  for (const path of stageLists(input, isWritten)) filePaths.add(path);
  const redirectPages = site.build.host === null ? createRedirectPages(input, filePaths) : { files: [], problems: [] };
  for (const file of redirectPages.files) stage(file);
  for (const file of createHostFiles(site.build.host, hosts.filesByHost)) stage(file);
  for (const image of images.files) stageCopy(session, image, 'asset');
  const generated = [...filePaths].map(outFileOf);
  const own = checkPublicFiles(options.publicFiles ?? { files: [], problems: [] }, { site, plan, generated });
  for (const file of own.files) {
    const { path } = file;
    const sitePath = pathOfOutFile(path);
    filePaths.add(toSitePath(`/${path}`)).add(pathOfHref(encodePath(sitePath)) ?? sitePath);
    if (isWritten({ path, kind: 'map', locale: null })) stageCopy(session, file, 'map');
  }
  const routes = options.isDryRun ? null : printRoutes(site.origin, plan.routes, options);
  if (routes !== null) session.writeState('routes.json', routes);
  if (options.locales === 'all') {
    session.writeState('redirects.json', renderNeutralRedirects(plan.redirects));
    for (const [host, files] of hosts.filesByHost)
      for (const { name, content } of files) session.writeState(`hosts/${host}/${name}`, content);
    for (const [host, content] of hosts.reportByHost) session.writeState(`hosts/${host}/${REPORT_FILE}`, content);
  }
  return {
    filePaths,
    stylesheets: assets
      .filter(({ path }) => path.endsWith('.css'))
      .map(({ path, content }) => ({ path: pathOfOutFile(path), text: textOf(content) })),
    sitemaps,
    problems: [
      ...hosts.problems,
      ...redirectPages.problems,
      ...own.problems,
      ...kit.contexts
        .values()
        .flatMap((context) => listsOf(context).flatMap((list) => findCategoryCollisions(context.locale.paged[list]))),
    ],
    assetCount: assets.length + images.files.length,
    assetBytes:
      assets.reduce((sum, { content }) => sum + Buffer.byteLength(content), 0) +
      images.files.reduce((sum, { bytes }) => sum + bytes, 0),
  };
}

/** Stages the lists, and returns the site paths of all of them. Cards of lists that are not written are not rendered. */
function stageLists(
  { bundles, kit, session }: OutputsInput,
  isWritten: (file: Pick<OutputFile, 'path' | 'kind' | 'locale'>) => boolean,
): readonly SitePath[] {
  const lists = planLists(kit.contexts);
  const print = createListPrinter(loadTemplates(bundles.templatesFile).renderCard);
  for (const list of lists) if (isWritten({ ...list, kind: 'map' })) session.write(print(list));
  return lists.map(({ path }) => pathOfOutFile(path));
}

/** Does not read files that are already in the out folder. @throws SiteError IMAGE_CHANGED (exit 1). */
function stageCopy(session: OutputSession, { path, file, sha256, bytes }: ReadyFile, kind: 'asset' | 'map'): void {
  const place = { path, kind, locale: null, owner: null } as const;
  if (session.keep({ ...place, sha256, bytes })) return;
  const staged = session.write({ ...place, content: readFileSync(file) });
  if (kind === 'map' || staged.sha256 === sha256) return;
  const message = `The image file ${file} was changed after it was made or measured. Nothing was written. Build again with --force.`;
  throw new SiteError({ code: 'IMAGE_CHANGED', exitCode: 1, message });
}

function textOf(content: OutputFile['content']): string {
  return typeof content === 'string' ? content : new TextDecoder().decode(content);
}

function createRedirectPages({ model, plan, bundles, kit }: OutputsInput, files: Iterable<SitePath>) {
  return renderRedirectPages({
    rules: plan.redirects,
    site: model.site,
    scriptHref: hrefOf(bundles.redirectScript),
    contentSecurityPolicy: kit.contentSecurityPolicy.meta,
    paths: plan.routes
      .values()
      .map(({ path }) => path)
      .toArray(),
    files,
  });
}

/** Hosts that read their configuration from the out folder. That of all other hosts is only in the cache folder. */
const HOSTS_READING_OUT_DIR: readonly HostName[] = ['netlify', 'cloudflare', 'vercel'];

function createHostFiles(
  host: HostName | null,
  filesByHost: ReturnType<typeof renderHosts>['filesByHost'],
): readonly OutputFile[] {
  const files = host !== null && HOSTS_READING_OUT_DIR.includes(host) ? (filesByHost.get(host) ?? []) : [];
  return files.map(({ name, content }) => createMapFile(toOutPath(name), content));
}
