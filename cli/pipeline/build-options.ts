// The validated options of a build.

import type { DatabaseSync } from 'node:sqlite';
import type { Locale } from '../../config/locales.ts';
import type { PublicFiles } from '../outputs/public-files.ts';
import type { Report } from '../report/report-event.ts';

/** What to do when content cannot be fetched after all retries (decisions, "When content cannot be fetched"). */
export type FetchErrorPolicy = 'fail' | 'stale' | 'empty';

/** What to do with an invalid entry: stop, or show its version from the last build. */
export type EntryErrorPolicy = 'fail' | 'keep';

/** The options of one build. Folders are absolute. */
export interface BuildOptions {
  readonly service: { readonly url: string; readonly isSample: boolean; readonly token: string | null };
  /** Files behind `/assets/…` of the embedded sample content. */
  readonly sampleAssetsDir: string;
  /** The locales whose files are written. */
  readonly locales: readonly Locale[] | 'all';
  readonly outDir: string;
  readonly cacheDir: string;
  readonly snapshotFile: string | null;
  /** ISO 8601. */
  readonly clock: string | null;
  readonly onFetchError: FetchErrorPolicy;
  /** By default `fail`. */
  readonly onEntryError?: EntryErrorPolicy;
  readonly allowShrink: boolean;
  /** File or URL of the report that the shrink guard compares with. Null: the report of the last build. */
  readonly baseline: string | null;
  /** Refuse to build the sample content. */
  readonly requiresContent?: boolean;
  /** Render every page and ignore the cache. */
  readonly isForced: boolean;
  /** The second try of a build whose images could not be made: what it found out about them is used, even if it is forced. */
  readonly isRepeated?: boolean;
  /** Read all content, not only what changed. By default false. */
  readonly isFull?: boolean;
  /** Use an out folder that has files of other programs. */
  readonly isAdopted?: boolean;
  /** Rendering threads. Null: depends on the number of pages and cores. */
  readonly workers: number | null;
  readonly isStrict: boolean;
  readonly isDryRun: boolean;
  /** Flush each step of publishing to disk, so that the site survives a power cut. */
  readonly isSynced: boolean;
  /** Key of all code, so that a build computes it only once. */
  readonly codeKey?: string;
  /** The owner's own files, so that a build reads them only once. */
  readonly publicFiles?: PublicFiles;
  readonly report: Report;
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
