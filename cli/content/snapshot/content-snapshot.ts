// All content of a build: a light index in memory, and the entries in the database as received.

import type { DatabaseSync } from 'node:sqlite';
import type { CardFields, Collection, Entry, Global, GlobalName } from '../../../content/collections.ts';
import type { Asset, Term } from '../../../content/fields.ts';
import type { Problem } from '../../errors.ts';
import type { Digest } from '../../files/brands.ts';
import type { LightEntry } from '../intake/long-texts.ts';

/** The part of an entry that stays in memory: what decides whether it is visible, and what routes and lists need. */
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
  /** If null, the date decides whether an entry of `blog_articles` is visible. */
  readonly status: string | null;
  readonly isPrivate: boolean;
  readonly originId: string | null;
  readonly editUrl: string | null;
  /** BCP 47, if it differs from the language of the locale. */
  readonly language: string | null;
  readonly isHiddenFromIndex: boolean;
  readonly isNoindex: boolean;
  /** Webinars: upcoming, not past. */
  readonly isCurrent: boolean;
  readonly categories: readonly Term[];
  /** `pages` only: slug of the article that leads the blog. */
  readonly heroSlug: string | null;
  /** `pages` only: its blueprint is `page_constructor` or it has blocks. */
  readonly isConstructorPage: boolean;
  /** Webinars: start of the event. */
  readonly eventDate: string | null;
  /** Webinars: IANA time zone; null for that of the site. */
  readonly eventTimeZone: string | null;
  readonly durationMinutes: number | null;
  /** SHA-256 of its JSON, which names it in the database. */
  readonly digest: Digest;
  readonly files: readonly string[];
  /** What its pages leave out, such as unsafe links. */
  readonly warnings: readonly Problem[];
}

/** What a card shows beside its title, date and categories. */
export interface CardContent {
  readonly description: string | null;
  readonly image: Asset | null;
  readonly fields: CardFields;
}

export interface CollectionSnapshot {
  readonly collection: Collection;
  readonly site: string;
  /** `stale` and `empty` are fallbacks for a failed read (--on-fetch-error). */
  readonly source: 'service' | 'stale' | 'empty';
  /** In the order of the service. */
  readonly rows: readonly IndexRow[];
}

/** A global of a site; null if it is not set there. */
interface GlobalSnapshot {
  readonly name: GlobalName;
  readonly site: string;
  readonly value: Global | null;
}

/** An image or linked file of the content service. */
export interface ContentFile {
  /** See `fileKey` in ../files/file-addresses.ts. */
  readonly address: string;
  /** SHA-256 of its bytes, and the name of its stored copy; null if it could not be fetched. */
  readonly sha256: Digest | null;
  readonly bytes: number;
  /** '.jpg', from its address or content type; empty if neither has one. */
  readonly extension: string;
  /** Why it could not be fetched, and what to do. */
  readonly fault: { readonly what: string; readonly fix: string } | null;
}

/** Reads entries from the database; see RecordStore in record-store.ts. */
export interface EntryReader {
  readonly database: DatabaseSync;
  readRaw(digest: Digest): unknown;
  readEntry(row: Pick<IndexRow, 'digest' | 'collection'>): Entry;
  readLight(row: Pick<IndexRow, 'digest' | 'collection' | 'site'>): LightEntry;
}

export interface ContentSnapshot {
  /** Number of the version in the database; 0 in a preview, which shows unsaved values too. */
  readonly version: number;
  readonly records: EntryReader;
  /** SHA-256 of the content, without its time and origin. */
  readonly digest: Digest;
  /** ISO 8601: the site is built as of this time. */
  readonly clock: string;
  readonly service: { readonly url: string; readonly isSample: boolean };
  readonly collections: readonly CollectionSnapshot[];
  readonly globals: readonly GlobalSnapshot[];
  /** Images and files that are copied into the site; null if pages load them from the content service, as with the sample. */
  readonly files: readonly ContentFile[] | null;
  readonly filesDir: string;
  /** In a preview: some are not downloaded yet, and pages load them from the content service. */
  readonly areFilesMissing?: boolean;
  /** In a preview with Click to edit: marks an entry that pages show, after it was parsed. */
  readonly markEntry?: <C extends Collection>(entry: Entry<C>, collection: C) => Entry<C>;
  /** Warnings and notices from loading: unset globals, stale collections. */
  readonly problems: readonly Problem[];
}
