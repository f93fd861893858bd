// What one preview was asked to do, checked.

import type { Report } from '../report/report-event.ts';
import type { SiteFlags } from '../settings/load-site.ts';

/** The options of one preview. Folders are absolute. */
export interface PreviewOptions {
  /** Address to listen on; loopback unless asked otherwise. */
  readonly host: string;
  /** Port to listen on; 0 lets the system choose. */
  readonly port: number;
  /** A port in use is an error, not a reason to take the next one. */
  readonly isPortStrict: boolean;
  readonly site: SiteFlags;
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly cacheDir: string;
  /** Folder of the last build, to compare pages with. */
  readonly outDir: string;
  /** ISO 8601; null is now. */
  readonly clock: string | null;
  readonly withDrafts: boolean;
  readonly withFuture: boolean;
  /** Loads the tag manager, the chat and the like. */
  readonly withIntegrations: boolean;
  /** Milliseconds between two readings of the content service; 0 never asks by itself. */
  readonly pollMs: number;
  readonly report: Report;
  readonly signal: AbortSignal;
}
