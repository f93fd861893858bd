// Reads the last build for the checks, from its cache folder and out folder.

import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fastGlob from 'fast-glob';
import * as z from 'zod';
import type { StoredVersion } from '../content/snapshot/load-version.ts';
import type { Problem } from '../errors.ts';
import { NO_FACTS } from '../facts/page-facts.ts';
import { openStoredPages } from '../facts/page-store.ts';
import { type OutPath, type SitePath, toOutPath } from '../files/brands.ts';
import { hashFile } from '../files/content-hash.ts';
import { neutralRedirects } from '../outputs/redirect-maps.ts';
import { isSitemap } from '../outputs/sitemap.ts';
import { outFileOf, outFilesOf, pathOfOutFile } from '../paths/site-path.ts';
import { findRedirect } from '../plan/redirects/find-redirect.ts';
import { loadManifest, type ManifestFile } from '../publish/manifest.ts';
import { finishLastBuild } from '../publish/open-output.ts';
import type { Report } from '../report/report-event.ts';
import { type CheckInput, type CheckRoute, createPageReader } from './check-input.ts';
import { findPartialBuild, noBuild, readReport, readState } from './last-build.ts';
import type { RuleSeverities } from './rules/rules.ts';
import { readSitemapUrls } from './rules/site-rules.ts';

/** Absolute paths. */
export interface BuildFolders {
  readonly outDir: string;
  readonly cacheDir: string;
}

export interface LoadedBuild {
  readonly input: CheckInput;
  readonly folder: ReturnType<typeof compareFolder>;
  /** Text of robots.txt; null if there is none. */
  readonly robots: string | null;
  /** Problems from other stages of the build. */
  readonly problems: readonly Problem[];
  readonly content: StoredVersion;
}

const ROUTE_FIELDS = ['path', 'outFile', 'inSitemap', 'entry', 'alternates'];
const routeSchema = z.custom<StoredRoute>((route) => ROUTE_FIELDS.every((field) => field in Object(route)));
const routesSchema = z.object({ version: z.literal(1), routes: z.array(routeSchema) });

/** A row of routes.json. */
export interface StoredRoute extends Omit<CheckRoute, 'isIndexable' | 'isInSitemap'> {
  readonly outFile: OutPath;
  readonly noindex: boolean;
  readonly inSitemap: boolean;
}

/** @throws SiteError CHECK_NO_BUILD (exit 2) if the build is missing or incomplete. */
export async function loadBuild(
  { outDir, cacheDir }: BuildFolders,
  severities: RuleSeverities,
  tell: Report,
): Promise<LoadedBuild> {
  await finishLastBuild(outDir, cacheDir, tell);
  const report = readReport(cacheDir, noBuild);
  const partial = findPartialBuild('CHECK_NO_BUILD', cacheDir);
  if (partial !== null) throw partial;
  const { routes } = readState(cacheDir, 'routes.json', routesSchema, noBuild);
  if (!existsSync(outDir)) throw noBuild(`The folder ${outDir} does not exist.`);
  const manifest = loadManifest(join(cacheDir, 'manifest.json'));
  if (manifest === null) throw noBuild(`There is no build in ${cacheDir}: manifest.json is missing.`);
  const outFiles = new Set(routes.map(({ outFile }) => outFile));
  const folder = compareFolder(outDir, manifest.files);
  const { files, hashByFile } = folder;
  const { rows, stored } = findPages(cacheDir, routes);
  // Of pages that were edited, or whose build was killed at its end.
  const others = rows.filter(({ path, sha256 }) => (hashByFile.get(outFileOf(path)) ?? sha256) !== sha256);
  const otherFiles = new Set(others.map(({ path }) => outFileOf(path)));
  const redirects = readState(cacheDir, 'redirects.json', neutralRedirects, noBuild);
  // Redirect pages are no files of their own.
  const hasFile = (path: SitePath) => {
    const found = [toOutPath(path.slice(1)), ...outFilesOf(path)].find((file) => files.has(file));
    if (found === undefined || outFiles.has(found)) return false;
    return found === path.slice(1) || findRedirect(redirects, path) === null;
  };
  const read = (file: string) => readFileSync(join(outDir, file), 'utf8');
  const sitemaps = [...files].filter((path) => isSitemap({ path }));
  // Stylesheets that only older pages load may name files that were deleted.
  const retired = new Set(manifest.files.flatMap(({ path, outdatedBy }) => (outdatedBy === undefined ? [] : [path])));
  const stylesheets = [...files].filter((file) => file.endsWith('.css') && !retired.has(file));
  return {
    input: {
      origin: report.origin,
      routes: routes.map(({ noindex, inSitemap, ...route }) => ({
        ...route,
        isIndexable: !noindex,
        isInSitemap: inSitemap,
      })),
      readPages: createPageReader(rows, stored, [outDir], otherFiles),
      fragmentFacts: new Map(rows.map(({ chrome }) => [chrome, stored.findChrome(chrome)?.facts ?? NO_FACTS])),
      editedFiles: new Set(folder.changed.filter((file) => outFiles.has(file))),
      hasFile,
      stylesheets: stylesheets.map((file) => ({ path: pathOfOutFile(file), text: read(file) })),
      sitemap: sitemaps.length === 0 ? null : readSitemapUrls(sitemaps.map((path) => ({ path, text: read(path) }))),
      redirects,
      severities,
    },
    folder,
    robots: files.has(toOutPath('robots.txt')) ? read('robots.txt') : null,
    problems: report.problems,
    content: { cacheDir, digest: report.snapshot.digest },
  };
}

/** Compares the folder with its manifest. */
function compareFolder(outDir: string, rows: readonly ManifestFile[]) {
  // With hidden files and links, because everything in the folder would be published.
  const options = { cwd: outDir, dot: true, followSymbolicLinks: false, onlyFiles: false, markDirectories: true };
  const found = fastGlob.sync('**', options).filter((path) => !path.endsWith('/'));
  const files = new Set(found.map((path) => toOutPath(path.normalize('NFC'))));
  const known = new Set(rows.map(({ path }) => path));
  const listed = rows.filter(({ path }) => files.has(path));
  const hashByFile = new Map(listed.map(({ path }) => [path, hashFile(join(outDir, path))]));
  const isMissing = ({ path, outdatedBy }: ManifestFile) => outdatedBy === undefined && !files.has(path);
  return {
    files,
    missing: rows.filter(isMissing).map(({ path }) => path),
    changed: listed.filter(({ path, sha256 }) => hashByFile.get(path) !== sha256).map(({ path }) => path),
    stray: [...files].filter((file) => !known.has(file)).sort(),
    hashByFile,
  };
}

/** The records of the pages, in route order. */
function findPages(cacheDir: string, routes: readonly StoredRoute[]) {
  const stored = openStoredPages(cacheDir);
  const rows = routes.flatMap(({ path }) => stored?.find(path) ?? []);
  if (stored === null || rows.length < routes.length)
    throw noBuild(
      `The records of the last build in ${cacheDir} are missing, incomplete, damaged or from another version.`,
    );
  return { rows, stored };
}
