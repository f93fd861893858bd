// The pages of a build as they were rendered, in route order: what is asked of one is read when it is asked for.

import { dirname } from 'node:path';
import type { RecordRow } from '../../cache/page-records.ts';
import { createPlaceReader, type PlaceReader } from '../../cache/record-segments.ts';
import { readLines } from '../../files/text-lines.ts';
import { noBuild } from '../no-build.ts';
import type { PageBrief } from './page-brief.ts';

/** A rendered page. */
export interface ReadPage {
  readonly path: string;
  readonly chrome: string;
  /** Null where the page has none. */
  readonly readBrief: () => PageBrief | null;
}

/** Reads index files line by line: a line says where in a segment beside it the page's record and brief stand. */
export function* readPages(files: readonly string[]): Iterable<ReadPage> {
  for (const file of files) {
    const segments = createPlaceReader(dirname(file));
    try {
      for (const line of readLines(file)) yield openPage(parseRow(line, file), segments);
    } finally {
      segments.close();
    }
  }
}

/** A line of an index. @throws SiteError CHECK_NO_BUILD where the line is no row. */
function parseRow(line: string, file: string): RecordRow {
  try {
    const row: Partial<RecordRow> | null = JSON.parse(line);
    if (typeof row?.path === 'string' && Array.isArray(row.at)) return row as RecordRow;
  } catch (cause) {
    throw noBuild(`The file ${file} is damaged.`, cause);
  }
  throw noBuild(`The file ${file} is damaged.`);
}

/** The page of a row. */
export function openPage(
  { path, chrome, at }: Pick<RecordRow, 'path' | 'chrome' | 'at'>,
  segments: PlaceReader,
): ReadPage {
  return { path, chrome, readBrief: () => readBrief(at, segments) };
}

function readBrief(at: RecordRow['at'], segments: PlaceReader): PageBrief | null {
  try {
    const brief: unknown = JSON.parse(segments.readBrief(at));
    return isBrief(brief) ? brief : null;
  } catch {
    return null; // Damaged by whatever hand: the page itself tells the same.
  }
}

/** Whether nothing of a brief is missing, as where a letter of its JSON was changed. */
function isBrief(value: unknown): value is PageBrief {
  const brief: Partial<Record<keyof PageBrief, unknown>> = Object(value);
  const { alternates, links, targets, anchors, files, title, description, faults } = brief;
  const isDigest = (digest: unknown) => digest === null || Array.isArray(digest);
  return (
    [targets, anchors, files, faults].every(Array.isArray) &&
    [title, description].every(isDigest) &&
    typeof alternates === 'string' &&
    typeof links === 'number'
  );
}
