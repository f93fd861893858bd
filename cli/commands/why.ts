// `sitegen why PATH|URL`: what a page of the last build depends on, and why it was rendered or not.

import { existsSync, readFileSync } from 'node:fs';
import { join, relative, resolve, sep } from 'node:path';
import { type CachedPages, openCachedPages, type PageRecord, type PageRow } from '../cache/page-cache.ts';
import { findPartialBuild } from '../check/no-build.ts';
import { type ExitCode, SiteError } from '../errors.ts';
import { createFactsReader } from '../facts/stored-facts.ts';
import { pathOfHref } from '../paths/site-path.ts';
import type { BuildReport } from '../pipeline/build-report.ts';
import type { Reporter } from '../report/report.ts';

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

/** What the command found, for `--json`. */
interface WhyResult {
  readonly route: StoredRoute;
  readonly isReused: boolean;
  readonly record: PageRecord;
  /** What its HTML loads; empty where that is gone. */
  readonly assets: readonly string[];
  /** Its own entry first, then those whose cards it shows. */
  readonly entries: readonly UsedEntry[];
}

type UsedEntry = NonNullable<PageRecord['uses']['entry']>;

/** Prints it. @throws SiteError WHY_NO_BUILD (exit 2), WHY_NO_PAGE (exit 1). */
export function runWhy(target: string, flags: WhyFlags, { printResult }: Reporter): ExitCode {
  const cacheDir = resolve(flags.cacheDir);
  const route = findRoute(loadRoutes(cacheDir), target, resolve(flags.outDir));
  const records = openCachedPages(cacheDir);
  if (records === null) throw noBuild(`The records of ${route.path} are gone from ${flags.cacheDir}.`);
  try {
    const row = records.find(route.path);
    if (row === undefined) throw noBuild(`The records of ${route.path} are gone from ${flags.cacheDir}.`);
    const record = records.read(row);
    if (record === null) throw damaged(`The record of ${route.path} in ${flags.cacheDir} is damaged.`);
    const assets = findAssets(records, row, resolve(flags.outDir));
    const cards = record.shown.cards.flatMap((href) => findEntry(records, href));
    const entries = [...(record.uses.entry === null ? [] : [record.uses.entry]), ...cards];
    const result: WhyResult = { route, isReused: row.isReused || wasUnchanged(cacheDir), record, assets, entries };
    printResult({ text: describe(result), data: result });
    return 0;
  } finally {
    records.close();
  }
}

/** A build of an unchanged site leaves the records as they are: its report alone tells that every page was taken over. */
function wasUnchanged(cacheDir: string): boolean {
  const file = join(cacheDir, 'report.json');
  if (!existsSync(file)) return false;
  const { sizes }: Pick<BuildReport, 'sizes'> = JSON.parse(readFileSync(file, 'utf8'));
  return sizes.reused === sizes.pages;
}

function findAssets(records: CachedPages, { path, chrome }: PageRow, outDir: string): readonly string[] {
  const fragment = records.findFragment(chrome);
  if (fragment === undefined) return [];
  return createFactsReader([outDir], new Map([[chrome, fragment]]))(path, chrome)?.assets ?? [];
}

/** The entry of the page behind a card. */
function findEntry(records: CachedPages, href: string): readonly UsedEntry[] {
  const row = records.find(pathOfHref(href) ?? '');
  const entry = row === undefined ? null : records.read(row)?.uses.entry;
  return entry == null ? [] : [entry];
}

function loadRoutes(cacheDir: string): readonly StoredRoute[] {
  const file = join(cacheDir, 'routes.json');
  if (!existsSync(file))
    throw findPartialBuild('WHY_NO_BUILD', cacheDir) ?? noBuild(`There is no build in ${cacheDir}.`);
  const { routes }: { routes: readonly StoredRoute[] } = JSON.parse(readFileSync(file, 'utf8'));
  return routes;
}

/** By path, by URL, or by the file, from the out folder or from here. */
function findRoute(routes: readonly StoredRoute[], target: string, outDir: string): StoredRoute {
  const file = relative(outDir, resolve(target)).replaceAll(sep, '/');
  const pathname = URL.canParse(target) ? new URL(target).pathname : target.replace(/[?#].*$/, '');
  const path = pathOfHref(pathname.startsWith('/') ? pathname : `/${pathname}`);
  const route = routes.find((candidate) => [target, file].includes(candidate.outFile) || candidate.path === path);
  if (route !== undefined) return route;
  throw new SiteError({
    code: 'WHY_NO_PAGE',
    exitCode: 1,
    message: `The last build has no page ${target}. .sitegen/routes.json lists them all; .sitegen/redirects.json lists the redirects.`,
  });
}

function noBuild(what: string): SiteError {
  return new SiteError({
    code: 'WHY_NO_BUILD',
    exitCode: 2,
    message: `${what} Run "sitegen build" first, or name its folder with --cache-dir.`,
  });
}

/** A build that takes pages over does not read their records. */
function damaged(what: string): SiteError {
  return new SiteError({
    code: 'WHY_NO_BUILD',
    exitCode: 2,
    message: `${what} Run "sitegen build --force" to have every page rendered again.`,
  });
}

const TEXT_BY_REASON: Readonly<Record<string, string>> = {
  new: 'the page was new',
  record: 'the record of its last rendering was gone or damaged',
  template: 'the code of its template changed',
  output: 'its output file was changed or deleted',
  chrome: 'header, footer or banner changed',
  words: 'words that it reads changed',
  head: 'its head changed (title, description, alternates)',
  site: 'what pages have in common changed (links to styles and scripts, feed, policy, publisher, languages, picture)',
  // A page's texts are named by the hash of their entry.
  props: 'what it shows changed, or another field of its entry',
  related: 'the cards beside it changed',
  surroundings:
    'its languages, layout, breadcrumbs, language switcher, the targets of its links or the images in its text changed',
};

function describe({ route, isReused, record, assets, entries }: WhyResult): string {
  const reasons = record.reason.map((reason) => TEXT_BY_REASON[reason] ?? `its ${reason} changed`).join('; ');
  const named = entries.map(({ collection, site, title, id }) => `${collection} › "${title}" (${site}) ${id}`);
  return [
    `${route.path}  ${route.name}, ${route.outFile}, ${record.bytes} bytes`,
    isReused
      ? `The last build reused it: its input and code had not changed. It was last rendered because ${reasons}.`
      : `The last build rendered it: ${reasons}.`,
    ...list('entries', named),
    ...list('whole lists', record.shown.collections),
    ...list('fragments', [`header, footer and banner ${record.chrome}`]),
    ...list('words', [`${record.uses.words.join(', ')} ${record.parts.words ?? ''}`]),
    ...list('template', [`${record.uses.template} ${record.template}, ${record.uses.sources} source files`]),
    ...list('assets', assets),
  ].join('\n');
}

function list(title: string, items: readonly string[]): readonly string[] {
  return items.map((item, index) => `  ${(index === 0 ? title : '').padEnd(12)}${item}`);
}
