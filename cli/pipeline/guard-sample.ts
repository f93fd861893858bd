// Prevents the sample content from replacing a real site, which would otherwise happen if a variable is lost. A real site is marked by
// a file next to the out folder, which also works with another cache folder.

import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { usageError } from '../errors.ts';
import { readJsonFields } from '../files/read-json-fields.ts';
import { findPlaces } from '../publish/output-places.ts';
import type { BuildReport } from './build-report.ts';

/** What to check. */
export interface SampleGuard {
  readonly isSample: boolean;
  /** Why the sample content is used, as the start of a sentence. */
  readonly reason: string;
  /** `--require-content`. */
  readonly requiresContent?: boolean | undefined;
  readonly cacheDir: string;
  /** Null if the build does not write to it. */
  readonly outDir: string | null;
}

/** The reason for builds of a snapshot. */
export const SAMPLE_SNAPSHOT = 'The snapshot has the sample content';
const SET_BOTH = 'Set SITEGEN_CONTENT_URL and SITEGEN_ORIGIN for the content of a service';

/** @throws SiteError exit 2: CONTENT_REQUIRED, SAMPLE_OVER_SITE. */
export function guardSample({ isSample, reason, requiresContent, cacheDir, outDir }: SampleGuard): void {
  if (!isSample) return;
  if (requiresContent === true)
    throw usageError(
      'CONTENT_REQUIRED',
      `${reason}, and --require-content refuses the sample content. Nothing was built. ${SET_BOTH}.`,
    );
  const origin = (outDir === null ? null : findRealSite(outDir, cacheDir)) ?? findBuiltSite(cacheDir);
  if (origin === null) return;
  throw usageError(
    'SAMPLE_OVER_SITE',
    `${reason}, and the sample content never replaces a real site: the last build here was of ${origin}. Nothing was built. ${SET_BOTH}, or build the sample into other folders with --out-dir and --cache-dir.`,
  );
}

const MARKER = 'real-site.txt';

/** Marks the out folder as that of a real site. Call it before publishing. */
export function markRealSite(outDir: string, cacheDir: string, origin: string): void {
  writeFileSync(join(findPlaces(outDir, cacheDir).sideDir, MARKER), `${origin}\n`);
}

/** The origin of the real site in an out folder; null if there is none. */
function findRealSite(outDir: string, cacheDir: string): string | null {
  const file = join(findPlaces(outDir, cacheDir).sideDir, MARKER);
  const isMarked = existsSync(file) && existsSync(outDir) && readdirSync(outDir).length > 0;
  return isMarked ? readFileSync(file, 'utf8').trim() : null;
}

/** The origin of the last build; null if there is none, or if it was a build of the sample. */
function findBuiltSite(cacheDir: string): string | null {
  const { isSample, origin } = readJsonFields<Pick<BuildReport, 'isSample' | 'origin'>>(join(cacheDir, 'report.json'));
  return isSample === false ? (origin ?? 'a real site') : null;
}
