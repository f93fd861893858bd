// Everything of the site that is no page: assets, sitemap, robots, feeds, lists, search data, redirect maps and pages.
// Staged here; what belongs beside the site comes back as state files.

import { readFileSync } from 'node:fs';
import { FEED_ENTRIES } from '../../config/constants.ts';
import type { HostName } from '../../config/define-site.ts';
import type { Locale } from '../../config/locales.ts';
import type { ListName } from '../../config/pages.ts';
import { cardOf, type IndexRow } from '../content/content-snapshot.ts';
import type { Problem } from '../errors.ts';
import type { ReadyImage } from '../images/image-order.ts';
import type { MadeImages } from '../images/make-images.ts';
import type { OutputFile } from '../output/output-file.ts';
import type { OutputSession } from '../output/output-session.ts';
import { type BuildOptions, isWanted } from './build-options.ts';
import type { CodeBundles } from './code-bundles.ts';
import { REPORT_FILE } from './hosts/host-report.ts';
import { renderHosts } from './hosts/render-hosts.ts';
import { type LocaleMaps, loadMaps, type MadeMap, printMaps } from './kept-maps.ts';
import { renderFeed } from './outputs/feed.ts';
import { findCategoryCollisions, type ListCard, renderListFiles } from './outputs/list-json.ts';
import { renderRobots } from './outputs/robots.ts';
import { renderSearchIndex } from './outputs/search-index.ts';
import { renderSitemap } from './outputs/sitemap.ts';
import { createCard } from './page-input/card-inputs.ts';
import type { LocaleContext } from './page-input/locale-context.ts';
import { renderClientRedirects, renderNeutralRedirects } from './redirect-maps.ts';
import { renderRedirectPages } from './redirect-pages.ts';
import type { RenderedSite } from './render-site.ts';
import type { RoutePlan } from './route-plan.ts';
import type { SiteModel } from './site-model.ts';
import { urlOf } from './site-path.ts';

/** What the stage takes. */
export interface OutputsInput {
  readonly model: SiteModel;
  readonly plan: RoutePlan;
  readonly bundles: CodeBundles;
  readonly rendered: RenderedSite;
  readonly images: MadeImages;
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

/** Makes and stages them. Files of other locales, and shared ones in a build of some locales, are made and not written. */
export function createOutputs(input: OutputsInput): CreatedOutputs {
  const { model, plan, bundles, rendered, images, session, options } = input;
  const { site } = model;
  const hosts = renderHosts({
    rules: plan.redirects,
    site,
    headers: { contentSecurityPolicy: rendered.contentSecurityPolicy.header, hashedPath: HASHED_PATH },
  });
  const redirectPages = site.build.host === null ? createRedirectPages(input) : { files: [], problems: [] };
  const sitemap = renderSitemap(site.origin, plan.routes);
  const assets = [...bundles.assets, ...rendered.assets];
  const filePaths = new Set<string>();
  const stage = (file: OutputFile) => {
    filePaths.add(`/${file.path}`);
    if (file.kind === 'asset' || isWanted(file.locale, options.locales)) session.write(file);
  };
  for (const asset of assets) stage(asset);
  for (const image of images.files) {
    filePaths.add(`/${image.path}`);
    stageImage(session, image);
  }
  for (const file of redirectPages.files) stage(file);
  for (const file of [...sitemap, renderRobots(sitemap.length === 0 ? null : `${site.origin}/sitemap.xml`)])
    stage(file);
  const maps = stageMaps(input, filePaths);
  for (const file of renderClientRedirects(plan.redirects, site.locales)) stage(file);
  for (const file of createHostFiles(input, hosts.filesByHost)) stage(file);
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
      printMaps(maps),
      ...[...hosts.reportByHost].map(([host, content]) => ({ path: `hosts/${host}/${REPORT_FILE}`, content })),
    ],
    problems: [
      ...hosts.problems,
      ...redirectPages.problems,
      ...[...rendered.contexts.values()].flatMap(findLocaleCollisions),
    ],
    assetCount: assets.length + images.files.length,
    assetBytes:
      assets.reduce((sum, { content }) => sum + Buffer.byteLength(content), 0) +
      images.files.reduce((sum, { bytes }) => sum + bytes, 0),
  };
}

/** Takes over the maps of locales that show what they showed, and makes the others. */
function stageMaps({ rendered, session, options }: OutputsInput, filePaths: Set<string>): Map<Locale, LocaleMaps> {
  const last =
    options.isForced || options.locales !== 'all' ? new Map<Locale, LocaleMaps>() : loadMaps(options.cacheDir);
  const maps = new Map<Locale, LocaleMaps>();
  for (const [locale, context] of rendered.contexts) {
    const key = rendered.localeKeys.get(locale);
    const known = last.get(locale);
    const kept = key !== undefined && known?.key === key ? keepMaps(known, locale, session) : [];
    const keptPaths = new Set(kept.map(({ path }) => path));
    const files = [...kept];
    for (const { path } of kept) filePaths.add(`/${path}`);
    const isWhole = kept.length > 0 && kept.length === known?.files.length;
    for (const file of isWhole ? [] : renderLocaleFiles(context)) {
      if (keptPaths.has(file.path)) continue;
      filePaths.add(`/${file.path}`);
      if (isWanted(locale, options.locales)) files.push({ path: file.path, ...session.write(file) });
    }
    if (key !== undefined) maps.set(locale, { key, files });
  }
  return maps;
}

/** Those that the out folder still holds. */
function keepMaps({ files }: LocaleMaps, locale: Locale, session: OutputSession): readonly MadeMap[] {
  return files.filter(({ path, sha256, bytes }) =>
    session.keep({ path, sha256, bytes, kind: 'map', locale, owner: null }),
  );
}

/** An image that the out folder has already is not even read. */
function stageImage(session: OutputSession, { path, file, sha256, bytes }: ReadyImage): void {
  const place = { path, kind: 'asset', locale: null, owner: null } as const;
  if (!session.keep({ ...place, sha256, bytes })) session.write({ ...place, content: readFileSync(file) });
}

function textOf(content: OutputFile['content']): string {
  return typeof content === 'string' ? content : new TextDecoder().decode(content);
}

function createRedirectPages({ model, plan, bundles, rendered }: OutputsInput): ReturnType<typeof renderRedirectPages> {
  return renderRedirectPages({
    rules: plan.redirects,
    site: model.site,
    scriptHref: bundles.redirectScript,
    contentSecurityPolicy: rendered.contentSecurityPolicy.meta,
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
  return files.map(({ name, content }) => ({ path: name, content, kind: 'map', locale: null, owner: null }));
}

const DETAIL_PAGE_BY_LIST = { blog: 'blog-slug', 'e-books': 'e-books-slug', webinars: 'webinars-slug' } as const;

/** Feed, lists and search data of one locale; a list without its page has none. */
export function* renderLocaleFiles(context: LocaleContext): Iterable<OutputFile> {
  const { row, paged, listed } = context.locale;
  const place = { locale: row.locale, site: row.site };
  // Lists and search data show the articles on the same cards.
  const articles = new Map(listed.blog.map((article) => [article, createListCards(context, 'blog', article)]));
  const cardsOf = (list: ListName) => (entry: IndexRow) => articles.get(entry) ?? createListCards(context, list, entry);
  for (const list of listsOf(context))
    yield* renderListFiles({ ...place, list, cards: paged[list].flatMap(cardsOf(list)) });
  if (context.hrefOfPage('blog') === null) return;
  yield renderSearchIndex({ ...place, cards: listed.blog.flatMap(cardsOf('blog')) });
  yield renderBlogFeed(context);
}

/** The lists that have their page in the locale. */
function listsOf(context: LocaleContext): readonly ListName[] {
  return (['blog', 'e-books', 'webinars'] as const).filter((list) => context.hrefOfPage(list) !== null);
}

function findLocaleCollisions(context: LocaleContext): readonly Problem[] {
  return listsOf(context).flatMap((list) => findCategoryCollisions(context.locale.paged[list]));
}

function createListCards(context: LocaleContext, list: ListName, row: IndexRow): readonly ListCard[] {
  return createCard(context, DETAIL_PAGE_BY_LIST[list], row).map((card) => ({
    ...card,
    slug: row.slug,
    ...(list === 'webinars' ? context.describeEvent(row) : context.describeEntry(row)),
  }));
}

function renderBlogFeed(context: LocaleContext): OutputFile {
  const { site, locale, routes } = context;
  const blog = locale.pageBySlug.get('blog');
  return renderFeed({
    locale: locale.row.locale,
    origin: site.origin,
    brand: site.brand.name,
    title: context.word('meta.feedTitle', { brand: site.brand.name }),
    description: blog === undefined ? null : cardOf(blog).description,
    blogUrl: urlOf(site.origin, `${locale.row.prefix}/blog/`),
    entries: locale.listed.blog.slice(0, FEED_ENTRIES).flatMap((row) => {
      const route = routes.findDetail('blog-slug', locale.row.locale, row.slug);
      if (route === null) return [];
      const { title, categories, date, lastModified } = row;
      const { description } = cardOf(row);
      return [
        { title, url: urlOf(site.origin, route.path), description, author: null, categories, date, lastModified },
      ];
    }),
  });
}
