// The options of a build, checked.

import type { Locale } from '../../config/locales.ts';
import type { Report } from '../report/report-event.ts';

/** What to do when content cannot be fetched after all retries (decisions, section 5). */
export type FetchErrorPolicy = 'fail' | 'stale' | 'empty';

/** What to do with an entry that cannot be shown: stop, or keep its version of the last build. */
export type EntryErrorPolicy = 'fail' | 'keep';

/** The options of one build. Folders are absolute. */
export interface BuildOptions {
  /** Where content comes from. */
  readonly service: { readonly url: string; readonly isSample: boolean; readonly token: string | null };
  /** Files behind `/assets/…` of the embedded sample content. */
  readonly sampleAssetsDir: string;
  /** `all`, or the locales whose files are written. */
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
  /** File or URL of the report to compare with; null is the last build's. */
  readonly baseline: string | null;
  /** The sample content is refused. */
  readonly requiresContent?: boolean;
  /** Render every page, ignoring what the last build left. */
  readonly isForced: boolean;
  /** Read all content, not only what changed. By default false. */
  readonly isFull?: boolean;
  /** Take over an out folder with foreign files. */
  readonly isAdopted?: boolean;
  /** Rendering threads; null leaves it to the number of pages and cores. */
  readonly workers: number | null;
  readonly isStrict: boolean;
  readonly isDryRun: boolean;
  /** Wait for the disk at each step of publishing, so that a power cut breaks nothing. */
  readonly isSynced: boolean;
  /** Key of all code of the program: read once a build. */
  readonly codeKey?: string;
  readonly report: Report;
  readonly signal: AbortSignal;
}

/** Whether files of a locale are written; files without a locale are written with `all` only. */
export function isWanted(locale: Locale | null, wanted: BuildOptions['locales']): boolean {
  return wanted === 'all' || (locale !== null && wanted.includes(locale));
}
