// A release of 500,000 objects without a build: a manifest as a build writes it, a first release whose pages go nowhere, then one edit
// by the real command.

import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { toOutPath, toSitePath } from '../cli/files/brands.ts';
import { sha256 } from '../cli/files/content-hash.ts';
import { type ManifestFile, writeManifest } from '../cli/publish/manifest.ts';
import { PAGE_CACHE_CONTROL } from '../cli/publish/response-headers.ts';
import { loadBuiltSite } from '../cli/release/built-site.ts';
import { openTarget } from '../cli/release/open-target.ts';
import { publishSite } from '../cli/release/publish-site.ts';
import site from '../site.config.ts';
import type { S3Server } from '../tests/release/s3-double.ts';
import { ownFoldersIn } from './last-build.ts';
import { measureRun, resultOf, SITEGEN } from './measure.ts';
import { ORIGIN, PROJECT } from './place.ts';
import type { Figure } from './suite.ts';

const OBJECTS = 500_000;
/** Pages of one edit, in all parts of the site. */
const EDITED = [7, 90_011, 180_023, 270_007, 350_001, 410_101, 470_017, 499_990];
const TARGET = 's3://site';

interface LargeRelease {
  readonly folder: string;
  readonly server: S3Server;
  readonly environment: Readonly<Record<string, string>>;
}

/** Measures traffic and memory of one edit. */
export async function benchLargeRelease({ folder, server, environment }: LargeRelease): Promise<readonly Figure[]> {
  const { out, cache } = ownFoldersIn(folder);
  mkdirSync(cache, { recursive: true });
  mkdirSync(out, { recursive: true });
  const locales = [...site.locales];
  const report = { status: 'written', isSample: false, origin: ORIGIN, locales, problems: [] };
  writeFileSync(join(cache, 'report.json'), JSON.stringify(report));
  const manifestFile = join(cache, 'manifest.json');
  const rows = Array.from({ length: OBJECTS }, (_, index) => describePage(index, pageOf(index, 'first')));
  writeManifest(manifestFile, rows);
  await publishFirst(out, cache, environment);
  for (const index of EDITED) {
    const text = pageOf(index, 'edited');
    const row = describePage(index, text);
    rows[index] = row;
    mkdirSync(dirname(join(out, row.path)), { recursive: true });
    writeFileSync(join(out, row.path), text);
  }
  writeManifest(manifestFile, rows);
  rows.length = 0;
  const figures: Figure[] = [];
  for (const [name, args] of [
    ['large, an edit', ['publish', TARGET, '-o', out, '--cache-dir', cache]],
    ['large, unchanged', ['publish', TARGET, '-o', out, '--cache-dir', cache]],
    ['large, releases', ['releases', TARGET]],
  ] as const) {
    Object.assign(server, { bytes: 0 });
    server.requests.length = 0;
    const measured = await measureRun(SITEGEN, [...args, '--json'], {
      cwd: PROJECT,
      environment: { ...process.env, ...environment },
    });
    const { written = [] } = resultOf<{ readonly written?: readonly string[] }>(measured);
    process.stdout.write(
      `${OBJECTS} objects, ${name}: ${written.length} written, ${server.requests.length} requests, ` +
        `${(server.bytes / 1e6).toFixed(2)} MB moved, ${measured.seconds.toFixed(2)} s, peak ${Math.round(measured.peakBytes / 1e6)} MB\n`,
    );
    figures.push({ name: `${name}, peak memory`, articles: null, value: measured.peakBytes / 1e6, unit: 'MB' });
    figures.push({ name: `${name}, traffic`, articles: null, value: server.bytes / 1e6, unit: 'MB' });
  }
  return figures;
}

/** The pages themselves would only take time. */
async function publishFirst(outDir: string, cacheDir: string, environment: LargeRelease['environment']): Promise<void> {
  Object.assign(process.env, environment);
  using target = await openTarget(TARGET, site, process.env);
  const store = { ...target.site, put: async () => true };
  const site500k = loadBuiltSite({ outDir, cacheDir, site, hasRedirects: true, allowShrink: false });
  const quiet = { report: () => {}, signal: new AbortController().signal, environment: {} };
  const options = { releasesKept: 10, maxDeletes: null, isDryRun: false, isAdopted: false, isAudited: false };
  await publishSite(
    { ...target, site: store },
    {
      ...site500k,
      read: async ({ sha256: hash }) => Buffer.from(hash),
    },
    { ...options, ...quiet },
  );
}

function pageOf(index: number, version: string): string {
  return `<!doctype html><html><title>${index}</title><p>${version}</p></html>`;
}

function describePage(index: number, text: string): ManifestFile {
  const path = `blog/article-${String(index).padStart(6, '0')}-of-the-bench/index.html`;
  return {
    path: toOutPath(path),
    sha256: sha256(text),
    bytes: text.length,
    contentType: 'text/html; charset=utf-8',
    cacheControl: PAGE_CACHE_CONTROL,
    kind: 'page',
    locale: 'en',
    owner: toSitePath(`/${path.slice(0, -'index.html'.length)}`),
  };
}
