// Renders one shard of a site on one of several machines. The result is a part: a folder with the pages of a range of routes and
// everything that the merging machine needs. Nothing is published.

import { join, relative, sep } from 'node:path';
import type { SiteConfig } from '../../config/define-site.ts';
import { CACHE_FILE } from '../cache/cache-file.ts';
import { openPageCache } from '../cache/page-cache.ts';
import type { ContentSnapshot } from '../content/snapshot/content-snapshot.ts';
import { errorMessage, isDiskFull, SiteError, systemErrorCode } from '../errors.ts';
import { findCodeKey } from '../files/code-key.ts';
import { hashFile, sha256 } from '../files/content-hash.ts';
import { imageCacheDirOf, openImageCache } from '../images/image-cache.ts';
import { moveSource } from '../images/image-order.ts';
import type { PageSink } from '../render/render-pages.ts';
import type { BuildOptions, RunningBuild } from './build-options.ts';
import { guardSample, SAMPLE_SNAPSHOT } from './guard-sample.ts';
import { beginPart, endPart, PART_PAGES, type PartFile, type Shard } from './part-file.ts';
import { type PreparedSite, prepareSite } from './prepare-site.ts';
import { listWanted, renderSite } from './render-site.ts';
import { createStageClock } from './stage-clock.ts';
import { withDatabase } from './with-database.ts';

/** A shard and the folder for its part. */
export interface PartPlace {
  readonly shard: Shard;
  readonly partDir: string;
}

/** The range of routes of a shard, without `to`. All ranges have the same length, give or take one. */
export function shardRange({ index, count }: Shard, routes: number): { readonly from: number; readonly to: number } {
  return { from: Math.floor(((index - 1) * routes) / count), to: Math.floor((index * routes) / count) };
}

/** Folder of the original images, which can differ between machines. */
export function imagesDirOf({ files, filesDir }: ContentSnapshot, { sampleAssetsDir }: BuildOptions): string {
  return files === null ? sampleAssetsDir : filesDir;
}

/** A key of everything that the bytes of pages depend on. */
export function findSiteKey({ content, model, bundles }: PreparedSite, options: BuildOptions): string {
  const { locales, codeKey: code = findCodeKey() } = options;
  // Each machine may have its own image cache.
  const site = { ...model.site, build: { ...model.site.build, imageCacheDir: null } };
  return sha256(
    JSON.stringify([content.digest, content.clock, content.service, site, locales, code, bundles.stylesheet]),
  );
}

/**
 * Renders a part into its folder.
 * @throws SiteError PART_NOT_OURS, OUT_LOCKED, PART_UNWRITABLE (exit 2), and errors of a build before publishing.
 */
export async function buildPart(site: SiteConfig, options: BuildOptions, place: PartPlace): Promise<PartFile> {
  try {
    const lock = await beginPart(place.partDir);
    const { snapshotsKept } = site.build;
    return await withDatabase({ ...options, snapshotsKept }, (database) =>
      renderPart(site, { ...options, codeKey: findCodeKey(), database }, place),
    ).finally(() => lock.release());
  } catch (cause) {
    throw explainUnwritable(cause, place.partDir);
  }
}

async function renderPart(site: SiteConfig, options: RunningBuild, { shard, partDir }: PartPlace): Promise<PartFile> {
  const stages = createStageClock(options);
  const prepared = await prepareSite(site, options, stages);
  guardSample({ ...options, isSample: prepared.content.service.isSample, reason: SAMPLE_SNAPSHOT, outDir: null });
  const imageCache = openImageCache(imageCacheDirOf(site, options.cacheDir), options);
  const { from, to } = shardRange(shard, listWanted(prepared.plan.routes, options).length);
  const cache = openPageCache(partDir, { locales: [], isSynced: false, warn: () => {} });
  const rendered = await stages.run('render', () =>
    renderSite({
      ...prepared,
      imageCache,
      sink: createPartSink(partDir),
      cache,
      isMine: (position) => position >= from && position < to,
      options,
    }),
  );
  cache.publish({ locales: prepared.model.site.locales, rows: rendered.rows, fragments: rendered.fragmentFacts });
  cache.close();
  imageCache.save({ mayForget: false });
  return endPart(partDir, {
    shard,
    site: findSiteKey(prepared, options),
    pages: rendered.pages,
    bytes: rendered.bytes,
    cache: hashFile(join(partDir, CACHE_FILE)),
    imageOrders: rendered.imageOrders.map((order) =>
      // Slashes, because another system may merge the shards.
      moveSource(order, (file) => relative(imagesDirOf(prepared.content, options), file).replaceAll(sep, '/')),
    ),
    imageFaults: [...rendered.imageFaults],
    problems: [...rendered.problems],
  });
}

function createPartSink(partDir: string): PageSink {
  return {
    staging: { stagingDir: join(partDir, PART_PAGES), shownOutDir: partDir },
    add: () => {},
    keep: () => false,
  };
}

const REFUSALS = ['EACCES', 'EPERM', 'EROFS', 'ENOTDIR', 'EEXIST', 'EISDIR'];

function explainUnwritable(cause: unknown, partDir: string): unknown {
  const isRefused = isDiskFull(cause) || REFUSALS.includes(systemErrorCode(cause) ?? '');
  if (cause instanceof SiteError || !isRefused) return cause;
  return new SiteError(
    {
      code: 'PART_UNWRITABLE',
      exitCode: 2,
      message: `The part ${partDir} could not be written: ${errorMessage(cause)}. Nothing was written. Make room, or name another folder with --part-dir or --cache-dir.`,
    },
    { cause },
  );
}
