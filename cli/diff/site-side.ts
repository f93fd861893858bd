// One of the two compared sites. All kinds of sites have this interface: files by path, read on demand, and what is known about
// their build.

import type { RouteEntry } from '../check/check-input.ts';
import type { StoredVersion } from '../content/snapshot/load-version.ts';
import type { PageRecord } from '../facts/page-store.ts';

/** A redirect may be a file or an object; an asset is what pages load. */
type FileRole = 'page' | 'redirect' | 'asset' | 'other';

export interface SideFile {
  readonly sha256: string;
  readonly role: FileRole;
  /** Target of a redirect, as written. */
  readonly target?: string;
  /** An X-Robots-Tag of the host that hides the page from search engines, if the page itself does not. */
  readonly robotsTag?: string;
}

/** What is known about the build of a site. */
export interface SideBuild {
  /** Key of code, words and tables; null if unknown. */
  readonly code: string | null;
  /** Its content, which may have been deleted since; null if unknown. */
  readonly content: StoredVersion | null;
  /** Null if the page has no entry, or if it is unknown. */
  readonly entryOf: (path: string) => RouteEntry | null;
  /** Null if it is unknown. */
  readonly recordOf: (path: string) => PageRecord | null;
}

export interface SiteSide {
  /** For messages: `out/`, `release 000043 of s3://bucket`. */
  readonly name: string;
  /** By path relative to its root, decoded. */
  readonly files: ReadonlyMap<string, SideFile>;
  /** Null if there is no such file. */
  readonly read: (path: string) => Promise<Buffer | null>;
  readonly build: SideBuild;
  /** Deletes temporary files and closes connections. */
  readonly close: () => Promise<void>;
}

/** For sites of which only the files are known. */
export const UNKNOWN_BUILD: SideBuild = { code: null, content: null, entryOf: () => null, recordOf: () => null };

/** `blog/index.html` → `/blog/` */
export function pathOfFile(file: string): string {
  return `/${file.replace(/(^|\/)index\.html$/, '$1')}`;
}

/** Pages of a site by path. */
export function listPages(files: SiteSide['files']): ReadonlyMap<string, SideFile> {
  return new Map([...files].flatMap(([file, row]) => (row.role === 'page' ? [[pathOfFile(file), row] as const] : [])));
}
