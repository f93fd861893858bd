// The validated options of a build.

import type { DatabaseSync } from 'node:sqlite';
import type { Locale } from '../../config/locales.ts';
import type { ContentOptions } from '../content/load-content.ts';
import type { PublicFiles } from '../outputs/public-files.ts';

/** The options of one build. Folders are absolute. */
export interface BuildOptions extends Omit<ContentOptions, 'database'> {
  /** Files behind `/assets/…` of the embedded sample content. */
  readonly sampleAssetsDir: string;
  /** The locales whose files are written. */
  readonly locales: readonly Locale[] | 'all';
  readonly outDir: string;
  /** File or URL of the report that the shrink guard compares with. Null: the report of the last build. */
  readonly baseline: string | null;
  /** Refuse to build the sample content. */
  readonly requiresContent?: boolean;
  /** Render every page and ignore the cache. */
  readonly isForced: boolean;
  /** Use an out folder that has files of other programs. */
  readonly isAdopted?: boolean;
  /** Rendering threads. Null: depends on the number of pages and cores. */
  readonly workers: number | null;
  readonly isStrict: boolean;
  readonly isDryRun: boolean;
  /** Flush each step of publishing to disk, so that the site survives a power cut. */
  readonly isSynced: boolean;
  /** The owner's own files, so that a build reads them only once. */
  readonly publicFiles?: PublicFiles;
  readonly signal: AbortSignal;
}

/** The options of a build that runs, with the open database of its cache folder. */
export interface RunningBuild extends BuildOptions {
  readonly database: DatabaseSync;
}

/** Whether files of a locale are written. Files without a locale are written only with `all`. */
export function isWanted(locale: Locale | null, wanted: BuildOptions['locales']): boolean {
  return wanted === 'all' || (locale !== null && wanted.includes(locale));
}
