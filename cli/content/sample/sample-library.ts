// The sample content in memory, which no request changes, and mistakes in its files, with places that editors and terminals can open:
// 'content/sample/faq/en.yaml:12'.

import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { COLLECTIONS, type Collection } from '../../../content/collections.ts';
import { errorMessage, type Problem, SiteError, systemErrorCode } from '../../errors.ts';

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

/** Folder of the sample content in the project. */
const FOLDER = 'content/sample';

/** A place in a file: a line (1-based), or an item of a list (0-based) and a field whose line is looked up. */
export interface SourcePlace {
  readonly line?: number | undefined;
  readonly item?: number | undefined;
  readonly field?: string | undefined;
}

/** A mistake in a sample file. The loader adds the name of the file and the line. */
export class SampleFault extends Error {
  override readonly name = 'SampleFault';
  readonly place: SourcePlace;

  constructor(message: string, place: SourcePlace = {}) {
    super(message);
    this.place = place;
  }
}

/** The path of a sample file in the project, with a line if there is one. */
export function sourceName(file: string, line: number | null = null): string {
  return `${FOLDER}/${file}${line === null ? '' : `:${line}`}`;
}

/** Finds the line (1-based) of a field or list item; null if it has none. */
export function findLine(text: string, { item, field }: SourcePlace): number | null {
  const lines = text.split('\n');
  const starts = lines.flatMap((line, index) => (/^-(\s|$)/.test(line) ? [index] : []));
  const start = item === undefined ? 0 : starts[item];
  if (start === undefined) return null;
  const end = item === undefined ? lines.length : (starts[item + 1] ?? lines.length);
  const isField = (line: string) => /^[-\s]*["']?([^"':]+)["']?\s*:/.exec(line)?.[1] === field;
  const found =
    field === undefined ? -1 : lines.findIndex((line, index) => index >= start && index < end && isField(line));
  if (found !== -1) return found + 1;
  return item === undefined ? null : start + 1;
}

/** A file and the error of loading it. */
export interface FaultyFile {
  /** Relative to the content folder. */
  readonly file: string;
  readonly cause: unknown;
}

/** Creates a SiteError SAMPLE_INVALID with a problem for each file. @throws a cause that is a bug of ours. */
export function sampleInvalid(faulty: readonly FaultyFile[], contentDir: string): SiteError {
  const problems = faulty.map(({ file, cause }): Problem => {
    if (!(cause instanceof SampleFault) && systemErrorCode(cause) === null) throw cause;
    const line = cause instanceof SampleFault ? lineOf(cause.place, join(contentDir, file)) : null;
    return {
      code: 'SAMPLE_INVALID',
      severity: 'error',
      where: { file: sourceName(file, line) },
      what: errorMessage(cause),
      fix: 'Fix this file.',
    };
  });
  const files =
    problems.length === 1 ? 'A file of the sample content has' : `${problems.length} files of the sample content have`;
  const message = `${files} mistakes. Nothing was built or served.`;
  return new SiteError({ code: 'SAMPLE_INVALID', exitCode: 1, message, problems }, { cause: faulty[0]?.cause });
}

/** Null if the whole file is wrong. */
function lineOf(place: SourcePlace, file: string): number | null {
  if (place.line !== undefined) return place.line;
  const isInside = place.field !== undefined || place.item !== undefined;
  return isInside ? findLine(readFileSync(file, 'utf8'), place) : null;
}
