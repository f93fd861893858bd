// Renders one shard of a site on one of several machines. The result is a part: a folder with the pages of a range of routes and
// a database with their rows. Nothing is published.

import { join } from 'node:path';
import type { SiteConfig } from '../../config/define-site.ts';
import { errorMessage, isDiskFull, SiteError, systemErrorCode, usageError } from '../errors.ts';
import { openBuildPages } from '../facts/page-store.ts';
import { findCodeKey } from '../files/code-key.ts';
import { ImageCache, imageCacheDirOf } from '../images/image-cache.ts';
import type { BuildOptions, RunningBuild } from './build-options.ts';
import { guardSample, SAMPLE_SNAPSHOT } from './guard-sample.ts';
import { beginPart, endPart, PART_PAGES, type Shard } from './part-file.ts';
import { prepareSite } from './plan-content.ts';
import { listWanted, type RenderedSite, renderSite } from './render-site.ts';
import { StageClock } from './stage-clock.ts';
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

/**
 * Renders a part into its folder.
 * @throws SiteError PART_NOT_OURS, OUT_LOCKED, PART_UNWRITABLE (exit 2), and errors of a build before publishing.
 */
export async function buildPart(site: SiteConfig, options: BuildOptions, place: PartPlace): Promise<RenderedSite> {
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

async function renderPart(
  site: SiteConfig,
  options: RunningBuild,
  { shard, partDir }: PartPlace,
): Promise<RenderedSite> {
  const stages = new StageClock(options);
  const prepared = await prepareSite(site, options, stages);
  guardSample({ ...options, isSample: prepared.content.service.isSample, reason: SAMPLE_SNAPSHOT, outDir: null });
  const imageCache = new ImageCache(imageCacheDirOf(site, options.cacheDir), options);
  const { from, to } = shardRange(shard, listWanted(prepared.plan.routes, options).length);
  const pages = openBuildPages(partDir, { locales: [] });
  const staging = { stagingDir: join(partDir, PART_PAGES), shownOutDir: partDir };
  const rendered = await stages
    .run('render', () =>
      renderSite({
        ...prepared,
        imageCache,
        sink: { staging, add: () => {}, keep: () => false },
        pages,
        isMine: (position) => position >= from && position < to,
        options,
      }),
    )
    .then((site) => {
      pages.publish({ ...site, locales: prepared.model.site.locales });
      return site;
    })
    .finally(() => pages.close());
  imageCache.save({ mayForget: false });
  endPart(partDir, shard);
  return rendered;
}

const REFUSALS = ['EACCES', 'EPERM', 'EROFS', 'ENOTDIR', 'EEXIST', 'EISDIR'];

function explainUnwritable(cause: unknown, partDir: string): unknown {
  const isRefused = isDiskFull(cause) || REFUSALS.includes(systemErrorCode(cause) ?? '');
  if (cause instanceof SiteError || !isRefused) return cause;
  return usageError(
    'PART_UNWRITABLE',
    `The part ${partDir} could not be written: ${errorMessage(cause)}. Nothing was written. Make room, or name another folder with --part-dir or --cache-dir.`,
    cause,
  );
}
