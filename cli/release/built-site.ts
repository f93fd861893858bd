// Loads the last build as the objects of a release. Unfinished, partial, shrunk or modified builds are refused before the target
// is touched.

import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';
import { HOSTS_WITHOUT_HEADERS, type SiteConfig } from '../../config/define-site.ts';
import { basePathOf } from '../../config/site-address.ts';
import { type LastReport, readReport, readState } from '../check/last-build.ts';
import { joinNames, SiteError, systemErrorCode, usageError } from '../errors.ts';
import { toOutPath } from '../files/brands.ts';
import { sha256 } from '../files/content-hash.ts';
import { leadsToPages } from '../plan/find-collisions.ts';
import { type ManifestFile, readManifest } from '../publish/manifest.ts';
import { findPlaces } from '../publish/output-places.ts';
import { isHashedAsset, PAGE_CACHE_CONTROL } from '../publish/response-headers.ts';
import type { ReadObject } from './kept-bytes.ts';
import { type HistoryRow, readHistory } from './release-history.ts';
import type { ReleaseHost, ReleaseObject } from './release-record.ts';

export interface BuiltSite {
  readonly origin: string;
  readonly isSample: boolean;
  readonly host: ReleaseHost;
  /** Sorted by key. */
  readonly rows: () => Iterable<ReleaseObject>;
  readonly read: ReadObject;
  /** What its pages were made from, in parts. */
  readonly history: () => Iterable<readonly HistoryRow[]>;
}

interface BuiltSiteOptions {
  readonly outDir: string;
  readonly cacheDir: string;
  readonly site: Pick<SiteConfig, 'locales' | 'build'>;
  readonly hasRedirects: boolean;
  readonly allowShrink: boolean;
}

const redirectsSchema = z.array(z.object({ Key: z.string(), WebsiteRedirectLocation: z.string() }));

/** @throws SiteError exit 2: PUBLISH_NO_BUILD, PUBLISH_PARTIAL; exit 3: PUBLISH_SHRUNK. */
export function loadBuiltSite(options: BuiltSiteOptions): BuiltSite {
  const { outDir, cacheDir, site } = options;
  const report = readReport(cacheDir, noBuild);
  const { snapshot, origin, isSample } = report;
  if (report.status === 'dry-run') throw noBuild(`The last build in ${cacheDir} wrote no site.`);
  const missing = site.locales.filter((locale) => !report.locales.includes(locale));
  if (missing.length > 0)
    throw usageError(
      'PUBLISH_PARTIAL',
      `The last build wrote only ${joinNames(report.locales)}, without ${joinNames(missing)}. Nothing was published. Run "sitegen build" without --locale first.`,
    );
  if (!options.allowShrink) assertNotShrunk(report);
  const { manifestFile } = findPlaces(outDir, cacheDir);
  const manifest = [manifestFile, join(cacheDir, 'manifest.json')].find((file) => existsSync(file));
  if (manifest === undefined) throw noBuild(`There is no build in ${cacheDir}: manifest.json is missing.`);
  const redirects = options.hasRedirects && site.build.host === 's3' ? loadRedirects(cacheDir, report) : [];
  return {
    origin,
    isSample,
    host: { name: site.build.host, headers: loadHeaders(cacheDir, site.build.host) },
    rows: () => createObjects(manifest, redirects),
    read: async (object) => readOut(outDir, object),
    history: () => readHistory(cacheDir, snapshot.digest),
  };
}

/** A build with `--allow-shrink` lists what was missing in its report. */
function assertNotShrunk({ problems }: LastReport): void {
  const found = problems.find(
    ({ code, severity }) =>
      code === 'CONTENT_EMPTY' || (severity === 'notice' && ['CONTENT_SHRUNK', 'PAGE_VANISHED'].includes(code)),
  );
  if (found === undefined) return;
  const message = `The last build lacks content that earlier builds had (${found.code}, --allow-shrink). Nothing was published. If this is intended, publish with --allow-shrink, too.`;
  throw new SiteError({ code: 'PUBLISH_SHRUNK', exitCode: 3, message });
}

/** The files of a build and the redirects, sorted by key as both are. */
function* createObjects(manifestFile: string, redirects: readonly ReleaseObject[]): Generator<ReleaseObject> {
  const left = [...redirects];
  for (const file of readManifest(manifestFile)) {
    for (; left[0] !== undefined && left[0].key < file.path; left.shift()) yield left[0];
    const redirect = left[0]?.key === file.path ? (left.shift()?.redirect ?? null) : null;
    const { path: key, sha256: hash, bytes, contentType, cacheControl } = file;
    yield { key, sha256: hash, bytes, contentType, cacheControl, redirect, stage: stageOf(file), kept: null };
  }
  yield* left;
}

/** Pages without a route are redirect pages. */
function stageOf(file: ManifestFile): ReleaseObject['stage'] {
  if (isHashedAsset(file)) return 'asset';
  if (leadsToPages(file.path)) return 'late';
  if (file.kind !== 'page') return 'data';
  return file.owner === null ? 'late' : 'page';
}

/** Redirects of S3 objects, which are empty. Keys are relative to the target, which holds the site's folder. */
function loadRedirects(cacheDir: string, { origin }: LastReport): readonly ReleaseObject[] {
  const rows = readState(cacheDir, 'hosts/s3/object-redirects.json', redirectsSchema, noBuild);
  const folder = `${basePathOf(origin)}/`.slice(1);
  const headers = { contentType: 'text/html; charset=utf-8', cacheControl: PAGE_CACHE_CONTROL };
  const empty = { sha256: sha256(''), bytes: 0, ...headers, stage: 'late', kept: null } as const;
  return rows
    .filter(({ Key }) => Key.startsWith(folder))
    .map(({ Key, WebsiteRedirectLocation: redirect }) => ({
      key: toOutPath(Key.slice(folder.length)),
      redirect,
      ...empty,
    }))
    .sort((one, other) => (one.key < other.key ? -1 : 1));
}

/** Builds write the same headers for all hosts. Those of Netlify are the easiest to read. */
function loadHeaders(cacheDir: string, host: ReleaseHost['name']): ReleaseHost['headers'] {
  const file = join(cacheDir, 'hosts/netlify/_headers');
  if (HOSTS_WITHOUT_HEADERS.includes(host) || !existsSync(file)) return [];
  const [, ofAllPaths = ''] = /^[^\n]*\n((?: {2}.*\n)*)/.exec(readFileSync(file, 'utf8')) ?? [];
  return [...ofAllPaths.matchAll(/^ {2}([^:]+): (.*)$/gm)].map(([, name = '', value = '']) => [name, value]);
}

/** Reads an object of the build. @throws SiteError PUBLISH_CHANGED (exit 2). */
function readOut(outDir: string, { key, bytes, sha256: hash }: ReleaseObject): Buffer {
  let change = 'was modified';
  try {
    // Redirects of S3 objects are no files.
    const found = bytes === 0 ? Buffer.alloc(0) : readFileSync(join(outDir, key));
    if (sha256(found) === hash) return found;
  } catch (cause) {
    if (!['ENOENT', 'ENOTDIR', 'EISDIR'].includes(systemErrorCode(cause) ?? '')) throw cause;
    change = 'is missing';
  }
  throw usageError(
    'PUBLISH_CHANGED',
    `${outDir} has changed since the build: ${key} ${change}. Publishing stopped. Run "sitegen build" again, then publish.`,
  );
}

function noBuild(what: string): SiteError {
  return usageError(
    'PUBLISH_NO_BUILD',
    `${what} Nothing was published. Run "sitegen build" first, or set its folders with --out-dir and --cache-dir.`,
  );
}
