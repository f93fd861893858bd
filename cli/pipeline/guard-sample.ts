// The embedded sample content never replaces a real site: a lost variable would otherwise publish it.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { SiteError } from '../errors.ts';
import { findRealSite } from '../publish/real-site-marker.ts';

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
