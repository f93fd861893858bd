// The embedded sample content never replaces a real site: a lost variable would otherwise publish it. A file beside the out
// folder marks a real site, for builds with another cache folder.

import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { SiteError } from '../errors.ts';
import { findPlaces } from '../publish/output-places.ts';

/** Where a build writes, and whether it may be one of the sample. */
export interface SampleGuard {
  readonly isSample: boolean;
  /** Why it is the sample, as a clause. */
  readonly reason: string;
  /** `--require-content`. */
  readonly requiresContent?: boolean | undefined;
  readonly cacheDir: string;
  /** Null where the build leaves the out folder alone. */
  readonly outDir: string | null;
}

/** The reason where a snapshot is built. */
export const SAMPLE_SNAPSHOT = 'The snapshot holds the sample content';
const SET_BOTH = 'Set SITEGEN_CONTENT_URL and SITEGEN_ORIGIN for the content of a service';

/** @throws SiteError exit 2: CONTENT_REQUIRED, SAMPLE_OVER_SITE. */
export function guardSample({ isSample, reason, requiresContent, cacheDir, outDir }: SampleGuard): void {
  if (!isSample) return;
  if (requiresContent === true)
    throw new SiteError({
      code: 'CONTENT_REQUIRED',
      exitCode: 2,
      message: `${reason}, and --require-content refuses the sample content. Nothing was built. ${SET_BOTH}.`,
    });
  const origin = (outDir === null ? null : findRealSite(outDir, cacheDir)) ?? findBuiltSite(cacheDir);
  if (origin === null) return;
  throw new SiteError({
    code: 'SAMPLE_OVER_SITE',
    exitCode: 2,
    message: `${reason}, and the sample content never replaces a real site: the last build here was of ${origin}. Nothing was built. ${SET_BOTH}, or build the sample into other folders with --out-dir and --cache-dir.`,
  });
}

const MARKER = 'real-site.txt';

/** Writes the origin of the real site that is about to be published beside the out folder. */
export function markRealSite(outDir: string, cacheDir: string, origin: string): void {
  writeFileSync(join(findPlaces(outDir, cacheDir).sideDir, MARKER), `${origin}\n`);
}

/** The origin of the real site in an out folder; null where it is empty, or holds something else. */
function findRealSite(outDir: string, cacheDir: string): string | null {
  const file = join(findPlaces(outDir, cacheDir).sideDir, MARKER);
  const isMarked = existsSync(file) && existsSync(outDir) && readdirSync(outDir).length > 0;
  return isMarked ? readFileSync(file, 'utf8').trim() : null;
}

/** The origin of the last build of a cache folder; null where there is none, or it was the sample's. */
function findBuiltSite(cacheDir: string): string | null {
  try {
    const report: { readonly isSample?: boolean; readonly origin?: string } = JSON.parse(
      readFileSync(join(cacheDir, 'report.json'), 'utf8'),
    );
    return report.isSample === false ? (report.origin ?? 'a real site') : null;
  } catch {
    return null; // Absent or damaged: no build of this folder is known.
  }
}
