// One of the two sites that are compared. All kinds of sites look the same from here on: files by path, read when they are asked
// for, and what is known of the build that made them.

import type { SnapshotRecord } from '../content/snapshot/snapshot-file.ts';

/** A page, a redirect that is a file or an object, something that a page loads, or another file. */
type FileRole = 'page' | 'redirect' | 'asset' | 'other';

/** A file of a site. */
export interface SideFile {
  readonly sha256: string;
  readonly role: FileRole;
  /** Where a redirect leads, as written. */
  readonly target?: string;
  /** An X-Robots-Tag of the host that keeps a page out of search results, where the page itself does not. */
  readonly robotsTag?: string;
}

/** The entry of a page. */
export interface PageEntry {
  readonly collection: string;
  readonly site: string;
  readonly id: string;
  readonly title: string;
  readonly editUrl: string | null;
}

/** The snapshot of a build. */
export interface SideContent {
  readonly record: SnapshotRecord;
  readonly rangesDir: string;
}

/** What is known of the build of a site. */
export interface SideBuild {
  /** Key of its code, words and tables; null where it was not noted. */
  readonly code: string | null;
  /** Null where its snapshot is no longer at hand. */
  readonly content: SideContent | null;
  /** The entry of a page; null for other pages, and where it is not known. */
  readonly entryOf: (path: string) => PageEntry | null;
  /** Names of what a page read; empty where that is not known. */
  readonly readsOf: (path: string) => readonly string[];
}

/** A site. */
export interface SiteSide {
  /** For people: `out/`, `release 000043 of s3://bucket`. */
  readonly name: string;
  /** By path relative to its root, decoded. */
  readonly files: ReadonlyMap<string, SideFile>;
  /** Null where there is no such file. */
  readonly read: (path: string) => Promise<Buffer | null>;
  readonly build: SideBuild;
  /** Deletes what was made to read the site. */
  readonly close: () => Promise<void>;
}

/** A site of which only its files are known. */
export const UNKNOWN_BUILD: SideBuild = { code: null, content: null, entryOf: () => null, readsOf: () => [] };

/** The site path of a page's file: `blog/index.html` → `/blog/`. */
export function pathOfFile(file: string): string {
  return `/${file.replace(/(^|\/)index\.html$/, '$1')}`;
}

/** Paths of the pages of a site. */
export function listPages(files: SiteSide['files']): ReadonlyMap<string, SideFile> {
  return new Map([...files].flatMap(([file, row]) => (row.role === 'page' ? [[pathOfFile(file), row] as const] : [])));
}
