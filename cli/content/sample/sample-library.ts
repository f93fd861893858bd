// The sample content in memory, which no request changes.

import { createHash } from 'node:crypto';
import { COLLECTIONS, type Collection } from '../../../content/collections.ts';

/** A mapping of a YAML file. */
export type StoredFields = Readonly<Record<string, unknown>>;

/** An entry as its file stores it. */
export interface SampleEntry {
  readonly collection: Collection;
  readonly site: string;
  /** A UUID derived from collection, site and slug. */
  readonly id: string;
  readonly slug: string;
  /** File and line: 'content/sample/faq/en.yaml:12'. */
  readonly source: string;
  readonly title: string;
  readonly published: boolean;
  /** ISO 8601; null in undated collections. */
  readonly date: string | null;
  /** ISO 8601. */
  readonly updatedAt: string;
  readonly order: number | null;
  /** All other fields, also `content`. */
  readonly fields: StoredFields;
}

/** A file below `assets/`. */
export interface SampleAsset {
  readonly bytes: Uint8Array;
  readonly contentType: string;
}

/** Titles of the terms of a taxonomy, by slug, then by site. */
export type SampleTaxonomy = ReadonlyMap<string, Readonly<Record<string, string>>>;

/** All content of the service. */
export interface SampleLibrary {
  /** Site by site, then by file name or place in the list. */
  readonly entriesByCollection: ReadonlyMap<Collection, readonly SampleEntry[]>;
  readonly entryById: ReadonlyMap<string, SampleEntry>;
  /** Key: `{name}/{site}`. */
  readonly globalByPlace: ReadonlyMap<string, StoredFields>;
  readonly taxonomyByHandle: ReadonlyMap<string, SampleTaxonomy>;
  /** Key: path from the root, `/assets/…`. */
  readonly assetByPath: ReadonlyMap<string, SampleAsset>;
}

type EntryPlace = Pick<SampleEntry, 'collection' | 'site' | 'slug'>;

/** The value is a mapping. */
export function isStoredFields(value: unknown): value is StoredFields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Converts an empty value to an empty list, and any other single value to a list of one. */
export function listOf(value: unknown): readonly unknown[] {
  if (value === null || value === undefined || value === '') return [];
  return Array.isArray(value) ? value : [value];
}

/** The id of an entry, the same in every run: looks like a version 5 UUID (RFC 9562). */
export function sampleId({ collection, site, slug }: EntryPlace): string {
  const hex = createHash('sha1').update(`${collection}/${site}/${slug}`).digest('hex');
  const variant = ((Number.parseInt(hex.slice(16, 18), 16) & 0x3f) | 0x80).toString(16);
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-5${hex.slice(13, 16)}-${variant}${hex.slice(18, 20)}-${hex.slice(20, 32)}`;
}

/** Only `published` entries are live. */
export function statusOf(entry: SampleEntry, now: Date): 'draft' | 'scheduled' | 'published' {
  if (!entry.published) return 'draft';
  const isFuture = entry.date !== null && Date.parse(entry.date) > now.getTime();
  return isFuture && COLLECTIONS[entry.collection].hidesFutureDates ? 'scheduled' : 'published';
}
