// `sitegen why PATH|URL`: prints the entries that a page of the last build shows, and why it was rendered or reused.

import { join, relative, resolve, sep } from 'node:path';
import { findPartialBuild } from '../check/last-build.ts';
import type { StoredRoute } from '../check/load-build.ts';
import { type ExitCode, SiteError, usageError } from '../errors.ts';
import { openStoredPages, type PageRecord, type PageRow, type ShownEntry } from '../facts/page-store.ts';
import { readJsonFields } from '../files/read-json-fields.ts';
import { pathOfHref } from '../paths/site-path.ts';
import type { BuildReport } from '../pipeline/build-report.ts';
import type { BuildFlags, CommandContext } from './build.ts';

export type WhyFlags = Pick<BuildFlags, 'outDir' | 'cacheDir'>;

/** The result, as printed with `--json`. */
interface WhyResult {
  readonly route: StoredRoute;
  readonly isReused: boolean;
  readonly page: PageRow;
  readonly record: PageRecord;
  /** Files that its HTML loads. */
  readonly assets: readonly string[];
}

type Describe = (entry: Pick<ShownEntry, 'collection' | 'id'>) => string;

/** @throws SiteError WHY_NO_BUILD (exit 2), WHY_NO_PAGE (exit 1). */
export async function runWhy(target: string, flags: WhyFlags, { reporter }: CommandContext): Promise<ExitCode> {
  const cacheDir = resolve(flags.cacheDir);
  const routes = loadRoutes(cacheDir);
  const route = findRoute(routes, target, resolve(flags.outDir)) ?? (await refuse(routes, target));
  const pages = openStoredPages(cacheDir);
  if (pages === null) throw noBuild(`${flags.cacheDir} has no records of ${route.path}.`);
  try {
    const page = pages.find(route.path);
    if (page === undefined) throw noBuild(`${flags.cacheDir} has no records of ${route.path}.`);
    const record = pages.read(route.path);
    // A build does not repair the records of pages that it reuses.
    if (record === null)
      throw usageError(
        'WHY_NO_BUILD',
        `The record of ${route.path} in ${flags.cacheDir} is damaged. Run "sitegen build --force" to render all pages again.`,
      );
    const isReused = record.renderedAt !== pages.lastRenderedAt() || wasUnchanged(cacheDir);
    const assets = pages.readFacts(page.path)?.assets ?? [];
    const result: WhyResult = { route, isReused, page, record, assets };
    reporter.printResult({ text: describe(result, createDescriber(routes, route)), data: result });
    return 0;
  } finally {
    pages.close();
  }
}

/** If the last build rendered nothing, only its report shows that. */
function wasUnchanged(cacheDir: string): boolean {
  const { sizes } = readJsonFields<BuildReport>(join(cacheDir, 'report.json'));
  return sizes !== undefined && sizes.reused === sizes.pages;
}

/** Describes entries of the site of a page: those with a page of their own by their title. */
function createDescriber(routes: readonly StoredRoute[], { locale }: StoredRoute): Describe {
  const titles = new Map(
    routes.flatMap((route) => {
      if (route.entry === null || route.locale !== locale) return [];
      const { collection, id, title, site } = route.entry;
      return [[`${collection} ${id}`, `${collection} › "${title}" (${site}) ${id}`] as const];
    }),
  );
  return ({ collection, id }) => titles.get(`${collection} ${id}`) ?? `${collection} › ${id}`;
}

function loadRoutes(cacheDir: string): readonly StoredRoute[] {
  const { routes } = readJsonFields<{ readonly routes: readonly StoredRoute[] }>(join(cacheDir, 'routes.json'));
  if (routes !== undefined) return routes;
  throw findPartialBuild('WHY_NO_BUILD', cacheDir) ?? noBuild(`There is no build in ${cacheDir}.`);
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
  const path = (pathOfTarget(target) ?? target)
    .toLowerCase()
    .replace(/(?:index)?\.html?$/, '/')
    .replace(/\/{2,}/g, '/');
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
  return usageError(
    'WHY_NO_BUILD',
    `${what} Run "sitegen build" first, or pass the cache folder of a build with --cache-dir.`,
  );
}

/** Names of parts of a page's input, and other reasons. All other parts are named by their fields. */
const TEXTS: Readonly<Record<string, string>> = {
  new: 'the page was new',
  output: 'its output file was changed or deleted',
  code: 'its code changed (template or program)',
  words: 'its messages changed',
  site: 'links to styles and scripts, feed, publisher or languages changed',
  chrome: 'its header, footer or banner changed',
  shows: 'it shows other entries',
  route: 'its template or language changed',
  switcher: 'its language links changed',
  finalHrefs: 'targets of its links changed',
};

function describe({ route, isReused, page, record, assets }: WhyResult, nameOf: Describe): string {
  const reasons = describeReasons(record.reason);
  const shown = Map.groupBy(record.shows, ({ as }) => as);
  return [
    `${route.path}  ${route.name}, ${route.outFile}, ${page.bytes} bytes`,
    isReused
      ? `The last build reused it, because its code and everything it shows are unchanged. It was rendered at ${record.renderedAt}: ${reasons}.`
      : `The last build rendered it: ${reasons}.`,
    ...[...shown].flatMap(([as, entries]) => list(as, entries.map(nameOf))),
    ...list('code', [record.parts.code ?? '']),
    ...list('assets', assets),
  ].join('\n');
}

function describeReasons(reasons: PageRecord['reason']): string {
  const fields = reasons.filter((reason) => TEXTS[reason] === undefined);
  return [
    ...reasons.flatMap((reason) => TEXTS[reason] ?? []),
    ...(fields.length === 0 ? [] : [`parts of its input changed: ${fields.join(', ')}`]),
  ].join('; ');
}

function list(title: string, items: readonly string[]): readonly string[] {
  return items.map((item, index) => `  ${(index === 0 ? title : '').padEnd(12)}${item}`);
}
