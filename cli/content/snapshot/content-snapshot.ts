// All content of a build: a light index in memory, and the entries on disk as received, in ranges of at most RANGE_SIZE entries
// that are stored once by content hash.

import type { Collection, Global, GlobalName } from '../../../content/collections.ts';
import type { Term } from '../../../content/fields.ts';
import type { Problem } from '../../errors.ts';
import type { RowCard } from './row-card.ts';

/** The part of an entry that stays in memory: where it is stored, whether it is visible, and what cards and routes need. */
export interface IndexRow {
  readonly collection: Collection;
  readonly site: string;
  readonly id: string;
  /** Empty only in `redirects`. */
  readonly slug: string;
  readonly title: string;
  /** ISO 8601. */
  readonly date: string | null;
  readonly lastModified: string | null;
  /** Null if the service sends none: then the date decides in `blog_articles`. */
  readonly status: string | null;
  readonly isPrivate: boolean;
  readonly originId: string | null;
  readonly editUrl: string | null;
  /** BCP 47, where the entry is not in its locale's language. */
  readonly language: string | null;
  readonly isHiddenFromIndex: boolean;
  readonly isNoindex: boolean;
  /** Webinars: current rather than previous. */
  readonly isCurrent: boolean;
  readonly categories: readonly Term[];
  /** `pages` only: the slug of the article that leads the blog. */
  readonly heroSlug: string | null;
  /** `pages` only: its blueprint is `page_constructor` or it has blocks. */
  readonly isConstructorPage: boolean;
  /** Webinars: start of the event. */
  readonly eventDate: string | null;
  /** Webinars: IANA name of its time zone; null is the site's. */
  readonly eventTimeZone: string | null;
  /** Webinars: planned length. */
  readonly durationMinutes: number | null;
  /** SHA-256 of the range file that holds the entry, its line there, and the SHA-256 of that line. */
  readonly range: string;
  readonly line: number;
  readonly digest: string;
  readonly card: RowCard;
  /** Addresses of its images and linked files, as they are written. */
  readonly files: readonly string[];
}

/** One collection of one site. */
export interface CollectionSnapshot {
  readonly collection: Collection;
  readonly site: string;
  /** `stale` and `empty` are fallbacks for a failed read (--on-fetch-error). */
  readonly source: 'service' | 'stale' | 'empty';
  /** In the order of the service. */
  readonly rows: readonly IndexRow[];
  /** SHA-256 of each range file, in order. */
  readonly ranges: readonly string[];
}

/** A global of one site; null if it is unset there. */
export interface GlobalSnapshot {
  readonly name: GlobalName;
  readonly site: string;
  readonly value: Global | null;
}

/** An image or linked file of the content service. */
export interface ContentFile {
  /** See `fileKey` in ../files/file-addresses.ts. */
  readonly address: string;
  /** SHA-256 of its bytes, under which it is stored; null where the site cannot have it. */
  readonly sha256: string | null;
  readonly bytes: number;
  /** Of its address, else of its content type: '.jpg'; empty where neither says. */
  readonly extension: string;
  /** Why the site cannot have it, and what to do. */
  readonly fault: { readonly what: string; readonly fix: string } | null;
}

/** Everything that one build shows. */
export interface ContentSnapshot {
  /** The snapshot's file, for `--snapshot`. */
  readonly file: string;
  /** Folder of the range files. */
  readonly rangesDir: string;
  /** Whether this process wrote or read all ranges. Else each one is verified when it is opened. */
  readonly areRangesVerified: boolean;
  /** SHA-256 over content and clock-independent facts: equal digests mean equal content. */
  readonly digest: string;
  /** ISO 8601: the moment as of which the site is built. */
  readonly clock: string;
  readonly service: { readonly url: string; readonly isSample: boolean };
  readonly collections: readonly CollectionSnapshot[];
  readonly globals: readonly GlobalSnapshot[];
  /** Images and files that the site has of its own; null where pages load them from the content service, as those of the sample. */
  readonly files: readonly ContentFile[] | null;
  /** Folder of their bytes. */
  readonly filesDir: string;
  /** Some are not downloaded yet, and pages load them from the content service. In a preview only. */
  readonly areFilesMissing?: boolean;
  /** Warnings and notices found while loading: unset globals, stale collections. */
  readonly problems: readonly Problem[];
}
