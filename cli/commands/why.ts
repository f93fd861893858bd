// `sitegen why PATH|URL`: shows what a page of the last build depends on, and why it was rendered or reused.

import { existsSync, readFileSync } from 'node:fs';
import { join, relative, resolve, sep } from 'node:path';
import { type CachedPages, openCachedPages, type PageRecord, type PageRow } from '../cache/page-cache.ts';
import { findPartialBuild } from '../check/last-build.ts';
import { type ExitCode, SiteError } from '../errors.ts';
import { pathOfHref } from '../paths/site-path.ts';
import type { BuildReport } from '../pipeline/build-report.ts';
import { parseRead, type ReadKind, splitFirst } from '../render/page-input/read-recorder.ts';
import type { CommandContext } from './build.ts';

/** The flags as commander parsed them. */
export interface WhyFlags {
  readonly outDir: string;
  readonly cacheDir: string;
}

interface StoredRoute {
  readonly name: string;
  readonly path: string;
  readonly page: string;
  readonly outFile: string;
}

/** The result, as printed with `--json`. */
interface WhyResult {
  readonly route: StoredRoute;
  readonly isReused: boolean;
  readonly page: PageRow;
  readonly record: PageRecord;
  /** Files that its HTML loads; empty if the HTML is missing. */
  readonly assets: readonly string[];
}

type UsedEntry = NonNullable<PageRecord['entry']>;
/** Describes the entry with an id. */
type TitleOf = (id: string) => string | undefined;

/** @throws SiteError WHY_NO_BUILD (exit 2), WHY_NO_PAGE (exit 1). */
export async function runWhy(target: string, flags: WhyFlags, { reporter }: CommandContext): Promise<ExitCode> {
  const cacheDir = resolve(flags.cacheDir);
  const routes = loadRoutes(cacheDir);
  const route = findRoute(routes, target, resolve(flags.outDir)) ?? (await refuse(routes, target));
  const records = openCachedPages(cacheDir);
  if (records === null) throw noBuild(`${flags.cacheDir} has no records of ${route.path}.`);
  try {
    const row = records.find(route.path);
    if (row === undefined) throw noBuild(`${flags.cacheDir} has no records of ${route.path}.`);
    const record = records.read(route.path);
    if (record === null) throw damaged(`The record of ${route.path} in ${flags.cacheDir} is damaged.`);
    const assets = [...records.readFacts([row])].flatMap(([, facts]) => facts?.assets ?? []);
    const isReused = row.isReused || wasUnchanged(cacheDir);
    const result: WhyResult = { route, isReused, page: row, record, assets };
    const titles = loadTitles(records, routes);
    reporter.printResult({ text: describe(result, (id) => titles.get(id)), data: result });
    return 0;
  } finally {
    records.close();
  }
}

/** A build of an unchanged site leaves the records as they are. Only its report shows that all pages were reused. */
function wasUnchanged(cacheDir: string): boolean {
  const file = join(cacheDir, 'report.json');
  if (!existsSync(file)) return false;
  const { sizes }: Pick<BuildReport, 'sizes'> = JSON.parse(readFileSync(file, 'utf8'));
  return sizes.reused === sizes.pages;
}

/** Descriptions of entries with a page, by id. */
function loadTitles(records: CachedPages, routes: readonly StoredRoute[]): ReadonlyMap<string, string> {
  return new Map(
    routes.flatMap(({ path }) => {
      const entry = records.read(path)?.entry ?? null;
      return entry === null ? [] : [[entry.id, describeEntry(entry)] as const];
    }),
  );
}

function describeEntry({ collection, site, title, id }: UsedEntry): string {
  return `${collection} › "${title}" (${site}) ${id}`;
}

function loadRoutes(cacheDir: string): readonly StoredRoute[] {
  const file = join(cacheDir, 'routes.json');
  if (!existsSync(file))
    throw findPartialBuild('WHY_NO_BUILD', cacheDir) ?? noBuild(`There is no build in ${cacheDir}.`);
  const { routes }: { routes: readonly StoredRoute[] } = JSON.parse(readFileSync(file, 'utf8'));
  return routes;
}

/** Finds a route by path, URL or file (in the out folder, or relative to the current one). */
function findRoute(routes: readonly StoredRoute[], target: string, outDir: string): StoredRoute | undefined {
  const file = relative(outDir, resolve(target)).replaceAll(sep, '/');
  const path = pathOfTarget(target);
  return routes.find((candidate) => [target, file].includes(candidate.outFile) || candidate.path === path);
}

function pathOfTarget(target: string): string | null {
  const pathname = URL.canParse(target) ? new URL(target).pathname : target.replace(/[?#].*$/, '');
  return pathOfHref(pathname.startsWith('/') ? pathname : `/${pathname}`);
}

/** @throws SiteError WHY_NO_PAGE (exit 1). */
async function refuse(routes: readonly StoredRoute[], target: string): Promise<never> {
  const { closestMatch } = await import('leven');
  const path = pathOfTarget(target) ?? target;
  const paths = routes.map((route) => route.path);
  const nearest = closestMatch(path, paths, { maxDistance: Math.ceil(path.length / 4) });
  const meant = nearest === undefined ? '' : ` Did you mean ${nearest}?`;
  throw new SiteError({
    code: 'WHY_NO_PAGE',
    exitCode: 1,
    message: `The last build has no page ${target}.${meant} See .sitegen/routes.json for all pages, and .sitegen/redirects.json for redirects.`,
  });
}

function noBuild(what: string): SiteError {
  return new SiteError({
    code: 'WHY_NO_BUILD',
    exitCode: 2,
    message: `${what} Run "sitegen build" first, or pass the cache folder of a build with --cache-dir.`,
  });
}

/** A build does not repair the records of pages that it reuses. */
function damaged(what: string): SiteError {
  return new SiteError({
    code: 'WHY_NO_BUILD',
    exitCode: 2,
    message: `${what} Run "sitegen build --force" to render all pages again.`,
  });
}

/** Reasons other than changed reads. */
const TEXT_BY_REASON: Readonly<Record<string, string>> = {
  new: 'the page was new',
  record: 'its record was missing or damaged',
  code: 'its code changed (template or program)',
  output: 'its output file was changed or deleted',
};

/** Titles of the kinds of reads, in the order of the output. */
const TITLES: Readonly<Record<ReadKind, string>> = {
  entry: 'entry',
  'page-entry': 'entry',
  card: 'cards',
  list: 'lists',
  related: 'lists',
  neighbours: 'lists',
  collection: 'collections',
  global: 'globals',
  shared: 'shared',
  page: 'pages',
  'list-page': 'pages',
  detail: 'pages',
  localisations: 'languages',
  switcher: 'languages',
  link: 'links',
  image: 'images',
  'share-image': 'images',
  chrome: 'header',
  site: 'head',
  'template-words': 'messages',
  words: 'messages',
  route: 'address',
  settings: 'settings',
  clock: 'clock',
};

/** Descriptions of reads without a meaningful key. */
const TEXTS: Readonly<Partial<Record<ReadKind, string>>> = {
  switcher: 'language switcher',
  chrome: 'header, footer and banner',
  site: 'links to styles and scripts, feed, publisher, languages',
  route: 'path, template, alternates and dates of the page',
  settings: 'site.config.ts and the content service',
  clock: 'the time of the build',
};

function describe({ route, isReused, page, record, assets }: WhyResult, titleOf: TitleOf): string {
  const reads = record.reads.names.map((name) => describeRead(name, titleOf));
  const reasons = describeReasons(record.reason, titleOf);
  const titles = [...new Set(Object.values(TITLES))];
  return [
    `${route.path}  ${route.name}, ${route.outFile}, ${page.bytes} bytes`,
    isReused
      ? `The last build reused it, because its code and everything it reads are unchanged. It was last rendered because ${reasons}.`
      : `The last build rendered it: ${reasons}.`,
    ...titles.flatMap((title) =>
      list(
        title,
        reads.flatMap((read) => (read.title === title ? [read.text] : [])),
      ),
    ),
    ...list('code', [page.code]),
    ...list('assets', assets),
  ].join('\n');
}

/** Maximum number of listed reads per kind. */
const MAX_READS = 5;

function describeReasons(reasons: PageRecord['reason'], titleOf: TitleOf): string {
  const changed = Map.groupBy(
    reasons.filter((reason) => !Object.hasOwn(TEXT_BY_REASON, reason)).map((name) => describeRead(name, titleOf)),
    ({ title }) => title,
  );
  return [
    ...reasons.flatMap((reason) => TEXT_BY_REASON[reason] ?? []),
    ...[...changed].map(([title, reads]) => {
      const named = reads.slice(0, MAX_READS).map(({ text }) => text);
      const more = reads.length - named.length;
      return `${title} changed: ${named.join(', ')}${more === 0 ? '' : ` and ${more} more`}`;
    }),
  ].join('; ');
}

function describeRead(name: string, titleOf: TitleOf): { readonly title: string; readonly text: string } {
  const [kind, key] = parseRead(name);
  const [, id] = splitFirst(key);
  const isEntry = kind === 'entry' || kind === 'card';
  if (kind === 'share-image') return { title: TITLES[kind], text: describeShareImage(key) };
  return {
    title: TITLES[kind],
    text: (isEntry ? titleOf(id) : TEXTS[kind]) ?? describeByKey(kind, key, titleOf),
  };
}

/** Describes related and neighbouring entries by their entry, and other reads by their key. */
function describeByKey(kind: ReadKind, key: string, titleOf: TitleOf): string {
  const [, id] = splitFirst(key);
  if (kind === 'related') return `related to ${titleOf(id) ?? id}`;
  return kind === 'neighbours' ? `before and after ${titleOf(key) ?? key}` : key;
}

function list(title: string, items: readonly string[]): readonly string[] {
  return items.map((item, index) => `  ${(index === 0 ? title : '').padEnd(12)}${item}`);
}

function describeShareImage(key: string): string {
  const { title }: { readonly title: string | null } = JSON.parse(key);
  return title === null ? 'share image of the brand' : `share image "${title}"`;
}
